"""Drives for hosts outside of headstack: initiators of iSCSI, and users of NBD.

- `unit`: a drive that is served
- `pace`: how simulated time follows wall time
- `record`: what a drive served, and its replay
- `scsi`: how many bytes a command block moves
- `iscsi/`: the target
- `serving`: serves drives as an iSCSI target
- `background`: a drive in a thread of its own
- `nbd`: a plugin of nbdkit
- `cli/`: the commands

Uses `headstack`. Begin with `unit`.
"""
