"""Surveys of real disks: layout and times by reads alone, through a host with noise.

- `transport/`: ways to a disk
- `disk`: what the disk says about itself, and its sectors
- `probing`: rotation and rough tracks, with no knowledge of the disk
- `without_rotation`: why there may be no rotation
- `layout`: tracks, zones and angles
- `checking`: tries the found layout
- `rejoining`: continues reads after an interruption
- `places`: pairs of sectors with a wanted distance
- `least`: least responses
- `seeking`: the seek curve
- `hits`: the cache
- `journal`: keeps results for a later run
- `survey`: all steps
- `writing`: the drive file

Uses `extract.asking`, `recording` and `tracks`. Begin with `survey.survey`.
"""
