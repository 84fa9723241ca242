"""Computes when the last read-ahead of the drive ended, from the rows of a run.

Rows do not show what a drive does by itself. A read-ahead continues at the rate of the medium from
the end of a miss, to `cache.prefetch_maximum` blocks after the last requested block. Any write or
miss ends the read-ahead. Skews on the way are left out, so the computed end is early by their time.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.measure import place
from headstack.metrics import PS_PER_MS

_BYTES = {"B": 1, "KiB": 1024, "MiB": 1024**2, "kB": 1000, "MB": 1000**2}


def reach_blocks(drive: DriveConfig) -> float:
    """Returns the longest read-ahead in blocks, or 0 without a read-ahead."""
    text = drive.value("cache.prefetch_maximum")
    if text is None:
        return 0.0
    number, _, unit = text.partition(" ")
    if unit.startswith("block"):
        return float(number)
    return float(number) * _BYTES[unit] / drive.bytes_per_block


def since_read_ahead_ms(
    drive: DriveConfig, columns: Mapping[str, npt.NDArray[Any]], lies: place.Places
) -> Floats:
    """Returns the time from the end of the last read-ahead to the issue of each request, in ms.

    Args:
        drive: the drive.
        columns: rows of a run in the order of issue, as in `Result.columns`.
        lies: places of the requests.

    Returns:
        The times. A time is negative while the read-ahead runs, and NaN before any read-ahead.
    """
    sectors = [zone.sectors_per_track for zone in drive.zones]
    sector_ms = drive.revolution_ps / PS_PER_MS / np.array(sectors)
    reach = reach_blocks(drive)
    arrival = columns["arrival"] / PS_PER_MS
    medium_end = (columns["finish"] - columns["bus"]) / PS_PER_MS
    end_block = columns["lbn"].astype(np.int64) + columns["blocks"]
    since = np.full(len(arrival), np.nan)
    rows = zip(
        arrival.tolist(),
        medium_end.tolist(),
        end_block.tolist(),
        columns["hit"].tolist(),
        columns["write"].tolist(),
        sector_ms[lies.zone].tolist(),
        strict=True,
    )
    ends: float | None = None
    target = 0
    for row, (issued, medium, end, hit, write, sector) in enumerate(rows):
        if ends is not None:
            since[row] = issued - ends
        if write:
            ends = min(ends, issued) if ends is not None else None
        elif not hit:
            ends, target = medium + reach * sector, end + int(reach)
        elif ends is not None and end + reach > target:
            further = (end + int(reach) - target) * sector
            ends, target = max(ends, issued) + further, end + int(reach)
    return since
