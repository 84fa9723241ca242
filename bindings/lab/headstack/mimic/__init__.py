"""The Disk Mimic: a table of a drive's times by type and distance of requests (docs/mimic.md).

`table` holds, saves and loads one, `probe` measures it through the drive's commands. Uses the
basics. Begin with `Mimic.probe`.
"""

from headstack.mimic.table import KINDS, Kind, Mimic, given

__all__ = ["KINDS", "Kind", "Mimic", "given"]
