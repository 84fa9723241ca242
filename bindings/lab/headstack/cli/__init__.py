"""The command `headstack`. Each subcommand has a module that checks, runs and prints.

- `program`: the main program, with its errors and exit status
- `commands`: lists the subcommands and loads them on demand
- `command`: a subcommand that is not loaded yet
- `extensions`: subcommands and presets of other installed packages
- `shared/`: options that several subcommands share
- `output`: prints JSON, CSV, tables and progress
- `progress_lines`: progress as lines, without a terminal
- `standard_output`: a standard output that remembers its errors
- `drive_files`: checks and writes drive files
- `completion`: prints a script that completes words in a shell
- `run`: runs a workload on a drive
- `watch`: writes a page that animates a run
- `report`: writes results as one page
- `sweep/`: runs every combination of values from a file
- `trace/`: describes and converts traces
- `demo`: compares four schedulers under a random workload
- `compare`: compares drives and schedulers under the same requests
- `advise`: recommends a scheduler for a trace
- `admit`: counts the media streams that a drive can serve
- `bus`: runs several drives on one SCSI bus
- `codesign`: compares decisions in firmware with decisions in a comparator
- `regress`: runs stored configurations again and reports the figures that moved
- `order`: prints the order of a queue of cylinders
- `mimic`: measures a drive's times for the scheduler `smtf`
- `firmware`: creates a project for your own firmware
- `verilate`: builds your own comparator
- `new_scheduler`: creates a project for your own scheduler
- `drives`: lists the drives, or shows a drive
- `new_drive`: writes a drive file from the figures of a data sheet
- `schema`: prints a JSON Schema of drive files
- `schedulers`: lists the schedulers

Uses all other parts of `headstack`. No other part uses `cli`. Begin with `run`.
"""

from headstack.cli.program import app, main

__all__ = ["app", "main"]
