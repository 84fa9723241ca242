"""Options that several commands share.

- `drive_options`: a drive from the options that describe it
- `scheduling_options`: the schedulers and their places from the options
- `stop_options`: the errors that end a run
- `workload_options`: a workload from its options
- `trace_options`: the options of a trace
- `argument_names`: the names of options in error messages
- `command`: a command whose error messages name its options

Begin with `drive_options`.
"""
