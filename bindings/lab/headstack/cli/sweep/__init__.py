"""The command `headstack sweep`.

`file` reads the values of each axis from a file. `presets` finds the files that packages bring.
`request` puts a preset, a file and options together. `command` runs every combination. `table`
prints a line for each combination, and `pivot` a column for each value of an axis. `changes` adds
columns that compare a run with another run. Begin with `command`.
"""
