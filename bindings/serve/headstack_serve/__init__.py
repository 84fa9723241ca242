"""Drives for hosts outside of headstack: initiators of iSCSI, and users of NBD.

- `pace`: how simulated time follows wall time
- `address`: addresses at which drives are served
- `scsi`: how many bytes a command block moves
- `sense`: sense data
- `unit`: a drive that is served
- `record`: a record of what drives served
- `replaying`: replays a record
- `figures`: figures of a service
- `iscsi/`: the target
- `serving`: serves drives as an iSCSI target
- `background`: a drive in a thread of its own
- `nbd`: a plugin of nbdkit
- `cli/`: the commands

Uses `headstack`. Begin with `unit`.
"""
