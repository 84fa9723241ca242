"""Popovici, Arpaci-Dusseau and Arpaci-Dusseau 2003, the Disk Mimic.

The figures, tables and sections have modules of their own. The other modules are:

- `paper`: the title and a summary of the paper
- `conclusions`: sentences of the abstract and conclusions, and the claims that back them
- `kinds`: marks of the claims that are inputs, follow from definitions, or were fitted
- `weeks`: a recorded week and a generated week of requests
- `compressed`: a week as a workload, faster by a factor
- `locality`: random requests in a part of the disk
- `mechanics`: computes the table of a Disk Mimic by arithmetic
- `interpolating`: tables with some distances interpolated
- `running`: runs a week of requests under schedulers with or without a table
- `curves`: computes times by distance from the mechanics alone
- `week_runs`: the disks, schedulers and runs that the figures share
- `lines_between`: the runs with interpolated tables, for figure 6 and table 2

Begin with `fig2`.
"""
