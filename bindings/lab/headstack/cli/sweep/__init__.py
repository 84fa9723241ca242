"""The command `headstack sweep`.

`file` reads the values of each axis from a file. `command` runs every combination. `table` prints
a line for each combination, and `pivot` a column for each value of an axis. Begin with `command`.
"""
