"""Popovici, Arpaci-Dusseau and Arpaci-Dusseau 2003, the Disk Mimic: a file a figure or table.

`weeks` has the requests, `mechanics` a table of times by arithmetic and `interpolating` one with
lines, `running` and `locality` what runs, `curves` what follows from the disk alone. `comparing`
and `lines_between` have what several figures share. Begin with `fig2`.
"""
