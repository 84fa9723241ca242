"""The command `headstack sweep`.

`file` reads the values of each axis from a file. `command` runs every combination. `table` prints
a line for each combination. Begin with `command`.
"""
