"""Options that several commands share.

- `drive_options`: makes a drive from options
- `scheduling_options`: reads the schedulers and their places from options
- `stop_options`: reads the errors that end a run from an option
- `workload_options`: makes a workload from options
- `trace_options`: the options of a trace
- `argument_names`: the names of options in error messages
- `command`: a command whose error messages name its options

Begin with `drive_options`.
"""
