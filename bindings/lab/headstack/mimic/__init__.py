"""The Disk Mimic: a table of a drive's times by type and distance of requests (docs/use/mimic.md).

`table` holds, saves and loads such a table. `probe` measures the times through the drive's
commands. Uses the basics and `keeping`. Begin with `Mimic.probe`.
"""

from headstack.mimic.table import KINDS, Kind, Mimic, given

__all__ = ["KINDS", "Kind", "Mimic", "given"]
