"""Options that several commands share.

`described` makes a drive from its options, and `loads` makes a workload. `traces` has the options
of a trace. `options` puts the names of options into error messages. `command` is a command with
such messages. Begin with `described`.
"""
