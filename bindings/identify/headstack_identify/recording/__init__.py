"""Plans the recording of a real disk: reads whose times tell the layout and the rest of the drive.

- `addresses`: which blocks are read, and in which order
- `simulated`: records a simulated drive through a host with noise
- `jobs`: the files for fio
- `script`: the shell script with all steps

Uses `headstack.workload`. Begin with `addresses.plan`.
"""
