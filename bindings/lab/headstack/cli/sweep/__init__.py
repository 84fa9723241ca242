"""The command `headstack sweep`.

`file` reads the values of each axis from a file. `presets` finds the sweep files of packages.
`request` combines a preset, a file and options. `command` runs every combination. `table` prints a
line for each combination. `pivot` prints a column for each value of an axis. `changes` adds columns
that compare a run with another run. Begin with `command`.
"""
