"""Extraction: what a drive is, found by its SCSI commands and their times alone (docs/extract.md).

`target` is what can be asked. `host` asks it, and `extraction` says in which order: `asked`,
`rotation`, `places` and `mapping` (or `mapping_by_timing`), `zones`, `skews`, `seeks` by way of
`latency`, `reads` and `writes` by way of `bus_watch`, `cache`. `found` puts together what came out,
`drive_text` makes a drive file of it, `compare` holds that against the truth, if there is one.
Uses the basics, `session`, `scheduler` and `drive`. Begin with `extract`.
"""

from headstack.extract.extraction import Extracted, Stopped, extract
from headstack.extract.target import Answer, Request, SessionTarget, Target

__all__ = ["Answer", "Extracted", "Request", "SessionTarget", "Stopped", "Target", "extract"]
