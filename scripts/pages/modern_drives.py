"""Public figures of the drives since 2009 beside runs of the model, for docs/reference/drives.md.

With `--write`, the script puts the table into the page. Without `--write`, it prints the table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from headstack import Drive, catalog, workload
from headstack._core import DriveConfig
from headstack.charts import page
from headstack.charts.page import Column
from headstack.datasheet.measuring import first_block, sequential_rate

DOCS = Path(__file__).resolve().parents[2] / "docs/reference/drives.md"
CHEETAH, SPINPOINT, X300, EXOS = (
    "seagate_st3450857ss",
    "samsung_hd103sj",
    "toshiba_hdwe150",
    "seagate_exos_x16",
)
REQUESTS = 20_000
SECOND = 10**12  # in ps


@dataclass(frozen=True)
class Figure:
    """A public figure of a drive, beside the figure of a run.

    Attributes:
        drive: name of the drive.
        name: the figure, with its unit.
        public: the published value.
        source: who published the value.
        used: whether the drive file is made from the value.
        decimals: decimals of both values.
        measured: measures the drive.
    """

    drive: str
    name: str
    public: float
    source: str
    used: bool
    decimals: int
    measured: Callable[[DriveConfig], float]

    @property
    def ours(self) -> float:
        """The figure of the model."""
        return _measured(self)

    @property
    def difference_percent(self) -> float:
        """Figure of the model less the public figure, in percent of the latter."""
        return 100 * (self.ours / self.public - 1)


@cache
def _measured(figure: Figure) -> float:
    return figure.measured(catalog.load(figure.drive))


def _uncached(drive: DriveConfig) -> DriveConfig:
    return drive.with_value("cache.mode", "speed-matching")


def tracks(drive: DriveConfig) -> float:
    """Returns the number of tracks with data."""
    return float(int(drive.value("layout.cylinders")) * int(drive.value("layout.surfaces")))


def outer_rate(drive: DriveConfig) -> float:
    """Returns the rate of a long read of the outermost zone in MB/s."""
    rate = sequential_rate(drive, 0)
    assert rate is not None
    return rate


def inner_rate(drive: DriveConfig) -> float:
    """Returns the rate of a long read of the innermost zone in MB/s."""
    rate = sequential_rate(drive, len(drive.zones) - 1)
    assert rate is not None
    return rate


def write_rate(drive: DriveConfig) -> float:
    """Returns the rate of a long write of the outermost tracks in MB/s: 20 tracks less 10."""
    track = int(drive.zones[0].sectors_per_track)
    loads = [workload.arrivals([0.0], [0], count * track, write=[True]) for count in (10, 20)]
    ten, twenty = (float(Drive(drive, "fcfs").run(load).columns["finish"][0]) for load in loads)
    return 10 * track * drive.bytes_per_block / ((twenty - ten) / SECOND) / 1e6


def _random(drive: DriveConfig, depth: int, read_fraction: float) -> dict[str, np.ndarray]:
    load = workload.closed(
        depth, requests=REQUESTS, size="4KiB", read_fraction=read_fraction, seed=1
    )
    columns = Drive(_uncached(drive), "sptf", queue_depth=depth).run(load).columns
    return {name: columns[name].astype(np.float64) for name in ("arrival", "finish", "seek")}


def seek_of_reads(drive: DriveConfig) -> float:
    """Returns the mean seek of random reads in ms."""
    return float(_random(drive, 1, 1)["seek"][1:].mean() / 1e9)


def seek_of_writes(drive: DriveConfig) -> float:
    """Returns the mean seek of random writes in ms."""
    return float(_random(drive, 1, 0)["seek"][1:].mean() / 1e9)


def access(drive: DriveConfig) -> float:
    """Returns the mean response time of random reads, one at a time, in ms."""
    columns = _random(drive, 1, 1)
    return float((columns["finish"] - columns["arrival"]).mean() / 1e9)


def reads_of_16(drive: DriveConfig) -> float:
    """Returns random reads a second, 16 at a time."""
    return REQUESTS / (_random(drive, 16, 1)["finish"].max() / SECOND)


def _from_to(drive: DriveConfig, start: int, cylinder: int) -> np.ndarray:
    """Returns the times in ps from a read of `start` to reads of all sectors of a track."""
    first = first_block(drive, cylinder)
    zone = next(one for one in drive.zones if cylinder <= one.last_cylinder)
    track = np.arange(first, min(first + zone.sectors_per_track, drive.blocks))
    lbn = np.stack([np.full(len(track), start), track], axis=1).ravel()
    load = workload.arrivals(np.zeros(len(lbn)), lbn, 1)
    finish = Drive(_uncached(drive), "fcfs").run(load).columns["finish"].astype(np.float64)
    found: np.ndarray = np.diff(finish)[::2]
    return found


def _longest(drive: DriveConfig, start: int, cylinder: int) -> float:
    return float(_from_to(drive, start, cylinder).max() / drive.revolution_ps)


def _last(drive: DriveConfig) -> int:
    return int(drive.places(np.array([drive.blocks - 1], dtype=np.int64))[0][0])


def full_seek(drive: DriveConfig) -> float:
    """Returns the shortest time from block 0 to a sector of the last cylinder in ms."""
    return float(_from_to(drive, 0, _last(drive)).min() / 1e9)


def across(drive: DriveConfig) -> float:
    """Returns the longest access from block 0 to the last cylinder in revolutions."""
    return _longest(drive, 0, _last(drive))


def outwards(drive: DriveConfig) -> float:
    """Returns the longest access from the middle block to the first cylinder in revolutions."""
    return _longest(drive, drive.blocks // 2, 0)


def inwards(drive: DriveConfig) -> float:
    """Returns the longest access from the middle block to the last cylinder in revolutions."""
    return _longest(drive, drive.blocks // 2, _last(drive))


def hit(drive: DriveConfig) -> float:
    """Returns the response time of 4 KiB from the cache in us."""
    load = workload.arrivals(np.array([0.0, 1000.0]), [0, 0], 4096 // drive.bytes_per_block)
    columns = Drive(drive, "fcfs").run(load).columns
    return float((columns["finish"] - columns["arrival"])[1] / 1e6)


GEOMETRY, MANUAL, SHEET = "Wong 2019", "Seagate's manual", "Seagate's data sheet"
FIGURES = (
    Figure(CHEETAH, "tracks", 595_848, GEOMETRY, True, 0, tracks),
    Figure(CHEETAH, "sequential read, outermost, MB/s", 204, MANUAL, False, 0, outer_rate),
    Figure(CHEETAH, "sequential read, innermost, MB/s", 122, MANUAL, False, 0, inner_rate),
    Figure(CHEETAH, "average seek of a read, ms", 3.4, MANUAL, True, 2, seek_of_reads),
    Figure(CHEETAH, "average seek of a write, ms", 3.9, MANUAL, True, 2, seek_of_writes),
    Figure(CHEETAH, "seek from edge to edge, ms", 7.3, GEOMETRY, False, 1, full_seek),
    Figure(SPINPOINT, "tracks", 854_135, GEOMETRY, True, 0, tracks),
    Figure(SPINPOINT, "seek from edge to edge, ms", 17.3, GEOMETRY, True, 1, full_seek),
    Figure(SPINPOINT, "longest access from block 0, revolutions", 3.09, GEOMETRY, False, 2, across),
    Figure(SPINPOINT, "from the middle block outwards", 2.42, GEOMETRY, False, 2, outwards),
    Figure(SPINPOINT, "from the middle block inwards", 2.47, GEOMETRY, False, 2, inwards),
    Figure(SPINPOINT, "random read, ms", 13.5, "Tom's Hardware 2009", False, 1, access),
    Figure(X300, "tracks", 3_279_583, GEOMETRY, True, 0, tracks),
    Figure(X300, "seek from edge to edge, ms", 14.6, GEOMETRY, True, 1, full_seek),
    Figure(EXOS, "sequential read, outermost, MB/s", 261, SHEET, True, 0, outer_rate),
    Figure(EXOS, "random reads a second, 16 at a time", 170, SHEET, True, 0, reads_of_16),
)

COLUMNS = (
    Column("drive", lambda row: f"`{row.drive}`", text=True),
    Column("figure", lambda row: row.name, text=True),
    Column("public", lambda row: f"{row.public:,.{row.decimals}f}"),
    Column("from", lambda row: row.source, text=True),
    Column("in the file", lambda row: "yes" if row.used else "no", text=True),
    Column("ours", lambda row: f"{row.ours:,.{row.decimals}f}"),
    Column("difference", lambda row: f"{row.difference_percent:+.1f} %"),
)


def table() -> str:
    """Returns the table."""
    return page.table(COLUMNS, FIGURES)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"modern": table})
