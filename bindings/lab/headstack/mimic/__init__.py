"""The Disk Mimic: a table of a drive's times by type and distance of requests (docs/use/mimic.md).

`table` holds, saves and loads such a table. `probe` measures the times through the drive's
commands. Uses the basics and `keeping`. Begin with `Mimic.probe`.
"""

from typing import TYPE_CHECKING

from headstack.lazy import lazily

if TYPE_CHECKING:
    from headstack.mimic.table import KINDS, Kind, Mimic, given
else:  # the same names, imported at their first use
    __getattr__, __dir__ = lazily(
        __name__,
        {"headstack.mimic.table": ("KINDS", "Kind", "Mimic", "given")},
        parts=("probe", "table"),
    )

__all__ = ["KINDS", "Kind", "Mimic", "given"]
