"""Drives made again from five of their own figures, for docs/use/new-drive.md.

With `--write`, the script puts the table into the page. Without `--write`, it prints the table.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from headstack import Drive, catalog, workload
from headstack._core import DriveConfig
from headstack.charts import page
from headstack.charts.page import Column
from headstack.datasheet import DataSheet, make
from headstack.datasheet.seek_curve import distances
from headstack.measure.seek_times import seek_ms

DOCS = Path(__file__).resolve().parents[2] / "docs/use/new-drive.md"
DRIVES = (
    "hp_c2247a",
    "hp_c2490a",
    "seagate_st41601n",
    "ibm_dnes_309170w",
    "seagate_st39102lw",
    "seagate_st32171w",
    "quantum_qm39100td",
    "seagate_exos_x16",
)
REQUESTS = 10_000
SECOND = 10**12  # in ps


@dataclass(frozen=True)
class Again:
    """A drive, and the drive made from its figures by rules and like itself."""

    name: str
    own: DriveConfig
    by_rules: DriveConfig
    like_it: DriveConfig


def turn(angle: str | None, sectors: int) -> float:
    """Returns an angle of a drive file in revolutions."""
    if angle is None:
        return 0.0
    number, unit = angle.split()
    return float(Fraction(number)) / (1 if unit == "rev" else sectors)


def outer_rate(drive: DriveConfig) -> float:
    """Returns the rate of the outermost tracks with their skews, in bytes a second."""
    surfaces = int(drive.value("layout.surfaces"))
    sectors = drive.track_blocks
    skews = [turn(skew, sectors) for skew in drive.value("layout.head_skew") or []]
    if not skews:
        track, cylinder = (
            turn(drive.value(f"layout.zone.0.{key}_skew"), sectors) for key in ("track", "cylinder")
        )
        skews = [track] * (surfaces - 1) + [cylinder]
    passing = drive.revolution_ps / SECOND * (1 + sum(skews) / surfaces)
    return sectors * drive.bytes_per_block / passing


def sheet_of(drive: DriveConfig) -> DataSheet:
    """Returns the five figures of a drive file."""
    times = seek_ms(drive).mean(axis=0)
    weights = np.zeros(len(times) + 1)
    for zone in drive.zones:
        weights[zone.first_cylinder : zone.last_cylinder + 1] = zone.sectors_per_track
    return DataSheet.read(
        capacity=f"{drive.blocks} blocks",
        rpm=round(60 * SECOND / drive.revolution_ps, 3),
        seek_average=f"{distances(weights) @ times:.6f}ms",
        seek_track=f"{times[0]:.6f}ms",
        rate_outer=f"{outer_rate(drive) / 1e6:.6f}MB/s",
        sector=drive.bytes_per_block,
    )


def again(name: str) -> Again:
    """Makes a drive again, twice."""
    drive = catalog.load(name)
    figures = sheet_of(drive)
    return Again(name, drive, make(figures).config, make(figures, like=name).config)


def per_second(drive: DriveConfig, depth: int) -> float:
    """Returns random reads of 4 KiB a second under SPTF."""
    load = workload.closed(depth, requests=REQUESTS, size="4KiB", read_fraction=1)
    served = Drive(drive, "sptf", queue_depth=depth).run(load).summary["throughput_per_s"]
    return float(served)


def compared(row: Again, depth: int) -> str:
    """Returns the drive's own figure, and the differences of the two made drives."""
    own, *made = (per_second(one, depth) for one in (row.own, row.by_rules, row.like_it))
    rules, like = (f"{100 * (one / own - 1):+.0f} %" for one in made)
    return f"{own:.0f}, {rules}, {like}"


COLUMNS = (
    Column("drive", lambda row: f"`{row.name}`", text=True),
    Column("surfaces, by rules", lambda row: surfaces(row)),
    Column("1 at a time: own, by rules, like itself", lambda row: compared(row, 1)),
    Column("32 at a time: the same", lambda row: compared(row, 32)),
)


def surfaces(row: Again) -> str:
    """Returns the drive's own number of surfaces, and the number by rules."""
    return ", ".join(str(one.value("layout.surfaces")) for one in (row.own, row.by_rules))


def table() -> str:
    """Returns the table."""
    return page.table(COLUMNS, [again(name) for name in DRIVES])


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"again": table})
