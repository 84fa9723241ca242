"""Measures a drive as a data sheet does, by runs of the model."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np

from headstack import checks, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.datasheet.sheet import DataSheet, Quantity
from headstack.drive import Drive
from headstack.result import Result
from headstack.units import number_of

TOLERANCE_PERCENT: Final = 1.0
"""Greatest difference of a figure of the sheet from the measured figure."""

RUNS: Final = 4
"""Calls of `progress` by `compared`."""

_REQUESTS: Final = 50_000
_PAIRS: Final = 200
_TRACKS: Final = 400  # of a sequential read
_SETTLING: Final = 4  # tracks until the transfers keep pace with the tracks
_DEEP: Final = 32  # commands
_SIZE: Final = 4096  # bytes of a random read
_SEED: Final = 1


@dataclass(frozen=True)
class Figure:
    """A figure of a data sheet beside the measured figure.

    Attributes:
        key: short name.
        name: name for people.
        unit: unit of both figures.
        sheet: the sheet's figure. `None`: the sheet does not have the figure.
        drive: the measured figure. `None`: the drive cannot be measured in this way.
    """

    key: str
    name: str
    unit: str
    sheet: float | None
    drive: float | None

    @property
    def difference_percent(self) -> float | None:
        """Measured figure less the sheet's figure, in percent of the latter."""
        if self.sheet is None or self.drive is None:
            return None
        return 100 * (self.drive - self.sheet) / self.sheet

    @property
    def agrees(self) -> bool:
        """Whether the difference is within `TOLERANCE_PERCENT`, or there is nothing to compare."""
        if self.sheet is None:
            return True
        difference = self.difference_percent
        return difference is not None and abs(difference) <= TOLERANCE_PERCENT


def compared(
    drive: DriveConfig, sheet: DataSheet, progress: Callable[[int], object] | None = None
) -> list[Figure]:
    """Measures the drive, and returns each figure beside that of the sheet.

    Args:
        drive: the drive.
        sheet: the figures to compare with.
        progress: called after each run with the number of runs.

    Raises:
        RunError: a run failed.
    """
    checks.instance("drive", drive, DriveConfig, "catalog.load")
    checks.instance("sheet", sheet, DataSheet, "DataSheet.read")
    told = checks.function("progress", progress) or (lambda _: None)
    size = drive.blocks * drive.bytes_per_block
    given = sheet.capacity.number * (drive.bytes_per_block if sheet.exact else 1)
    uncached = drive.with_value("cache.mode", "speed-matching")  # every read moves the arm
    single = _random(uncached, 1, drive.bytes_per_block, _REQUESTS)
    average, latency = _mean(_seeks(single, drive)), _mean(single.columns["rotation"] / 1e9)
    told(1)
    longest = int(drive.places(np.array([drive.blocks - 1], dtype=np.int64))[0][0])
    track, full = (_distance(uncached, cylinders) for cylinders in (1, longest))
    told(2)
    outer, inner = (sequential_rate(drive, zone) for zone in (0, len(drive.zones) - 1))
    told(3)
    deep = min(_DEEP, drive.queue_depth)
    rates = [
        _random(drive, depth, _SIZE, _REQUESTS // 5).summary["throughput_per_s"]
        for depth in (1, deep)
    ]
    told(4)
    return [
        Figure("capacity_gb", "capacity", "GB", float(given) / 1e9, size / 1e9),
        Figure("blocks", "blocks", "", None, drive.blocks),
        Figure("seek_track_ms", "track-to-track seek", "ms", _of(sheet.seek_track), track),
        Figure("seek_average_ms", "average seek", "ms", _of(sheet.seek_average), average),
        Figure("seek_full_ms", "full seek", "ms", _of(sheet.seek_full), full),
        Figure("latency_ms", "rotational latency", "ms", float(sheet.revolution_ms) / 2, latency),
        Figure("rate_outer_mb_s", "sequential read, outer", "MB/s", _mb(sheet.rate_outer), outer),
        Figure("rate_inner_mb_s", "sequential read, inner", "MB/s", _mb(sheet.rate_inner), inner),
        Figure("random_1_per_s", "random reads, 1 at a time", "1/s", None, rates[0]),
        Figure(f"random_{deep}_per_s", f"random reads, {deep}, SPTF", "1/s", None, rates[1]),
    ]


def sequential_rate(drive: DriveConfig, zone: int) -> float | None:
    """Returns the rate of a sequential read of whole cylinders of a zone, in MB/s.

    A request reads a track, or an equal part of a track that fits twice in a segment of the cache.
    """
    one = drive.zones[zone]
    surfaces = int(drive.value("layout.surfaces"))
    first, end = (first_block(drive, at) for at in (one.first_cylinder, one.last_cylinder + 1))
    track = one.sectors_per_track
    whole = min((end - first) // (track * surfaces), 1 + _TRACKS // surfaces)
    before = ceil(_SETTLING / surfaces)
    if whole <= before:
        return None
    segment = int(number_of(drive.value("cache.size"))) // int(drive.value("cache.segments"))
    parts = ceil(track / max(1, segment // 2))
    ends = np.arange(1, whole * surfaces * parts + 1, dtype=np.int64) * track // parts
    lengths = np.diff(ends, prepend=0)
    load = workload.arrivals(np.zeros(len(ends)), first + ends - lengths, lengths)
    finish = Drive(drive, "fcfs").run(load).columns["finish"]
    seconds = float(finish[-1] - finish[before * surfaces * parts - 1]) / 1e12
    blocks = (whole - before) * surfaces * track
    return float(blocks * drive.bytes_per_block / seconds / 1e6)


def first_block(drive: DriveConfig, cylinder: int) -> int:
    """Returns the first block at or after a cylinder, or the number of blocks."""
    low, high = 0, drive.blocks
    while low < high:
        middle = (low + high) // 2
        at = int(drive.places(np.array([middle], dtype=np.int64))[0][0])
        low, high = (middle + 1, high) if at < cylinder else (low, middle)
    return low


def _distance(drive: DriveConfig, cylinders: int) -> float | None:
    """Returns the mean seek time of reads over a number of cylinders, in both directions.

    The reads alternate between the outermost cylinder and the cylinder at this distance.
    """
    starts = [first_block(drive, at) for at in (0, cylinders)]
    room = min(starts[1] - starts[0], drive.blocks - starts[1], _PAIRS)
    if room < 1:
        return None
    lbn = (np.arange(room, dtype=np.int64)[:, None] + starts).ravel()
    load = workload.arrivals(np.zeros(len(lbn)), lbn, 1)
    return _mean(_seeks(Drive(drive, "fcfs").run(load)))


def _seeks(result: Result, drive: DriveConfig | None = None) -> Floats:
    """Returns the seek times in ms of the reads that moved the arm, the first read apart."""
    seeks = result.columns["seek"][1:] / 1e9
    moved = seeks > 0
    if drive is not None:
        cylinders = drive.places(result.columns["lbn"].astype(np.int64))[0].astype(np.int64)
        moved &= np.diff(cylinders) != 0
    found: Floats = seeks[moved]
    return found


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None


def _random(drive: DriveConfig, outstanding: int, size_bytes: int, requests: int) -> Result:
    """Runs random reads of about this size, in whole blocks, under SPTF."""
    load = workload.closed(
        outstanding,
        requests=requests,
        size=max(1, size_bytes // drive.bytes_per_block) * drive.bytes_per_block,
        read_fraction=1,
        seed=_SEED,
    )
    return Drive(drive, "sptf").run(load)


def _of(time: Quantity | None) -> float | None:
    return None if time is None else float(time.number)


def _mb(rate: Quantity | None) -> float | None:
    return None if rate is None else float(rate.number) / 1e6
