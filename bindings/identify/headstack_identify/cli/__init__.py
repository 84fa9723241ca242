"""The commands that make drive files and compare drive files with traces.

`commands` lists the commands. `import_drive` makes a drive file from a parameter file of DiskSim,
`fit` from a trace, and `extract_drive` from a drive. `extract_disk` does this with a real disk.
`record` writes the files that record a real disk for `fit`. `validate` compares a model's times
with a trace. `residuals` prints the differences that remain after `validate` or `fit`. Begin with
`commands`.
"""
