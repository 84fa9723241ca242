"""An iSCSI target (RFC 7143), from the bytes of a connection to the drives.

- `refusals`: why the target refuses a unit
- `pdu`: the protocol data units
- `wire`: units on a connection, with digests
- `text`: text keys and their negotiation
- `chap`: authentication
- `login`: the login phase
- `numbering`: the order of commands
- `transfer`: the data of a command
- `memory`: memory for data, with its limits
- `task`: a command that has no response yet
- `responses`: the units that end a command
- `tasks`: the tasks of a session
- `management`: task management functions
- `connection`: a connection, from its login to its end
- `target`: the port, the sessions and the drives

Uses `unit`, `scsi`, `sense` and `address`. Begin with `connection`.
"""
