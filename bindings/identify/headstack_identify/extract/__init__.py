"""Extraction: finds the parameters of a drive by SCSI commands and their times (extract.md).

- `asking/`: sends commands to the drive and measures their times
- `layout/`: finds where blocks lie
- `times/`: measures how long commands take
- `cache/`: finds which commands hit the cache and how long hits take
- `found`: the results of the measurements
- `overheads`: computes the overheads of a drive file from the measured times
- `drive_file`: writes the drive file
- `truth/`: compares the results with the true drive file, if the truth is known
- `extraction`: runs all measurements in order

Uses `headstack.session` and `headstack.measure`. Begin with `extraction.extract`.
"""

from headstack_identify.extract.asking.target import Answer, Request, SessionTarget, Target
from headstack_identify.extract.extraction import Extracted, Interrupted, Stopped, extract

__all__ = [
    "Answer",
    "Extracted",
    "Interrupted",
    "Request",
    "SessionTarget",
    "Stopped",
    "Target",
    "extract",
]
