"""Extraction: what a drive is, found by its SCSI commands and their times alone (docs/extract.md).

`asking` is what can be asked (`target`) and who asks. `extraction` says in which order: where
blocks lie (`layout`), what commands take (`times`), what hits and what that takes (`cache`).
`found` is what came out, `overheads` the times of a drive file, `drive_text` makes the file,
`comparing` holds it against the truth, if there is one.
Uses the basics, `session` and `drive`. Begin with `extract`.
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
