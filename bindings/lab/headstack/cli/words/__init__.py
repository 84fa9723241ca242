"""Options that several commands share.

`described` makes a drive from its options, and `loads` makes a workload. `options` puts the names
of options into error messages, and accepts old names. `command` is a command with such messages.
Begin with `described`.
"""
