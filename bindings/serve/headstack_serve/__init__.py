"""Drives for hosts outside of headstack: initiators of iSCSI.

- `unit`: a drive that is served
- `pace`: how simulated time follows wall time
- `scsi`: how many bytes a command block moves
- `iscsi/`: the target
- `cli/`: the command `serve`
"""
