"""Tables A.1 to A.5: parameters of the paper's model and of the shipped drive."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from headstack import catalog
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, exactly
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Table, once
from headstack_papers.worthington1994 import parameters
from headstack_papers.worthington1994.parameters import Entry
from headstack_papers.worthington1994.random_load import DRIVE

A1: Final = (
    Entry("Rotational Speed", "5400", "rpm", "spindle.rotation"),
    Entry("Cache Size", "256", "KB", "cache.size"),
    Entry("Read Data Transfer", "3.01", "MB/s", "bus.read_rate"),
    Entry("Write Data Transfer", "2.74", "MB/s", "bus.write_rate"),
    Entry("Cache Segments", "2", "", "cache.segments"),
    Entry("Read Watermark", "75", "%", "cache.read_watermark"),
    Entry("Prefetch Minimum", "0", "KB", "cache.prefetch_minimum"),
    Entry("Prefetch Maximum", "64", "KB", "cache.prefetch_maximum"),
)
A3: Final = (
    Entry("0 (Head Switch)", "0.89", "ms", "seek.head_switch"),
    *(
        Entry(f"{distance} cylinders", delay, "ms", f"seek.first#{distance - 1}")
        for distance, delay in enumerate(
            ("2.69", "3.48", "3.61", "3.78", "4.07", "4.45", "4.32", "4.45", "4.62", "4.79"), 1
        )
    ),
    Entry("10 < D up to 300: base", "3.81", "ms", "seek.root.base"),
    Entry("10 < D up to 300: factor of the root", "0.33", "ms", "seek.root.per_root_cylinder"),
    Entry("last distance by the root", "300", "cylinders", "seek.root.up_to"),
    Entry("300 < D: base", "7.75", "ms", "seek.linear.base"),
    Entry("300 < D: factor", "0.0059", "ms", "seek.linear.per_cylinder"),
    Entry("Write Settling", "0.65", "ms", "seek.write_settle"),
)
_NON_SEQ: Final = "non_sequential"
A4: Final = tuple(
    Entry(what, delay, "ms", f"overhead.{key}")
    for what, delay, key in (
        ("Read Command (Hit)", "0.953", "read_hit_command"),
        ("Read Command (Miss)", "0.558", "read_miss_command"),
        ("Write Command (Seq or After Read)", "0.824", "write_command"),
        ("Write Command (Non-Seq Write)", "0.642", f"write_command_{_NON_SEQ}"),
        ("Read Disconnect Preparation (After Read)", "0.023", "read_disconnect_after_read"),
        ("Read Disconnect Preparation (After Write)", "0.046", "read_disconnect_after_write"),
        ("Write Disconnect Preparation (Seq or After Read)", "0.166", "write_disconnect"),
        (
            *("Write Disconnect Preparation (Non-Seq Write)", "0.046"),
            f"write_disconnect_{_NON_SEQ}",
        ),
        (
            *("Write Disconnect Duration (Non-Seq Write)", "0.429"),
            f"write_disconnect_duration_{_NON_SEQ}",
        ),
        ("Data Phase Preparation", "0.025", "data_preparation"),
        ("Read Completion", "0.057", "read_completion"),
        ("Write Completion", "0.050", "write_completion"),
        ("First Reselect", "0.162", "first_reselect"),
        ("Second Reselect (Non-Seq Writes Only)", "0.129", "second_reselect"),
    )
)
A5: Final = (
    Entry("Reconnect Preparation After Media Write Complete", "0.540", "ms",
          "write.reconnect_preparation"),
    Entry("Minimum Time Before Media Write (After Command)", "0.600", "ms",
          "write.minimum_positioning"),
    Entry("Minimum Blocks Received Before Media Write (B below 45)", "10", "blocks",
          "write.minimum_blocks"),
    Entry("Minimum Blocks Received Before Media Write (B from 45)", "15", "blocks",
          "write.minimum_blocks_large"),
    Entry("B of a large request", "45", "blocks", "write.large_request"),
)  # fmt: skip

ZONES: Final = (
    ("First Cyl", (0, 559, 761, 902, 1052, 1194, 1520, 1794), "cylinders#0"),
    ("Last Cyl", (558, 760, 901, 1051, 1193, 1519, 1793, 2050), "cylinders#1"),
    ("Sectors per Track", (96, 92, 88, 84, 80, 72, 64, 56), "sectors_per_track"),
    ("First Logical Sector", (0, 14, 73, 80, 52, 0, 32, 30), "first_sector"),
    ("Track Skew", (14, 13, 13, 12, 12, 11, 10, 9), "track_skew"),
    ("Cyl Skew", (32, 30, 29, 28, 27, 24, 22, 19), "cylinder_skew"),
    ("Reserved Tracks", (17, 0, 0, 0, 0, 0, 0, 0), "reserved_tracks"),
    ("Spare Tracks", (325, 130, 65, 78, 52, 104, 78, 65), "spare_tracks"),
)
"""Columns of table A.2. Each has a heading, the values of the eight zones, and a key."""


def zone_values() -> list[dict[str, Any]]:
    """The values of table A.2 in the drive's description."""
    drive = catalog.load(DRIVE)
    return [
        {
            "column": title,
            "zone": zone,
            "value": parameters.number(drive, f"layout.zone.{zone}.{key}", ""),
        }
        for title, printed, key in ZONES
        for zone in range(len(printed))
    ]


def slipped() -> list[dict[str, Any]]:
    """The number of slipped tracks of the shipped drive."""
    drive = catalog.load(DRIVE)
    lists = [drive.value(f"layout.zone.{zone}.slipped_tracks") for zone in range(8)]
    return [{"column": "slipped", "value": sum(len(one) for one in lists)}]


def _zone_claims(found: Found) -> Iterator[Claim]:
    for title, printed, _ in ZONES:
        ours = found.values("value", column=title)
        yield Claim(
            f"{title}: zones with the printed number",
            "table A.2: " + ", ".join(str(number) for number in printed),
            Measured(sum(int(a == b) for a, b in zip(ours, printed, strict=True))),
            exactly(len(printed)),
        )
    yield Claim(
        "Sectors of table 1, from the zones of this table",
        "2054864",
        Measured(sum(_sectors(found, zone) for zone in range(8))),
        exactly(2_054_864),
    )
    yield Claim(
        "all spare tracks",
        "half of its spare tracks (450 out of 900)",
        Measured(sum(found.values("value", column="Spare Tracks"))),
        Bounds(850, 950, "", "a printed 900, rounded to hundreds"),
        section="5.2",
    )
    yield Claim(
        "slipped tracks of the drive",
        "configured with 38 slipped tracks",
        found.mean("value", column="slipped"),
        exactly(38),
        section="5",
    )


def _sectors(found: Found, zone: int) -> float:
    """The number of sectors with data in a zone."""
    of = {title: found.mean("value", column=title, zone=zone).mean for title, *_ in ZONES}
    tracks = 13 * (of["Last Cyl"] - of["First Cyl"] + 1)
    return (tracks - of["Reserved Tracks"] - of["Spare Tracks"]) * of["Sectors per Track"]


def _zone_table(found: Found) -> Iterator[Table]:
    rows = []
    for zone in range(8):
        cells = [
            f"{printed[zone]} ({found.mean('value', column=title, zone=zone).mean:g})"
            for title, printed, _ in ZONES
        ]
        rows.append((str(zone + 1), *cells))
    headings = ("Zone", *(title for title, *_ in ZONES))
    yield Table("Zone specifications: the paper's (the drive file's)", headings, rows)


def _zone_calls(scale: Scale) -> list[Call]:
    del scale
    return [Call(zone_values), Call(slipped)]


def _shows(entries: Sequence[Entry], title: str, found: Found) -> Iterator[Panel | Table]:
    yield parameters.table(found, title, entries)


def _experiment(number: str, entries: Sequence[Entry], title: str, set_up: str) -> Experiment:
    """Makes the experiment of a table that is a list of entries."""
    said: Callable[[Found], Iterator[Claim]] = partial(parameters.claims, entries=entries)
    return Experiment(
        title=f"Table {number}: {title}",
        section="A",
        says="These numbers configured the paper's simulator.",
        calls=once(parameters.described, {}, **parameters.arguments(entries)),
        claims=said,
        shows=partial(_shows, entries, title),
        set_up=set_up,
    )


EXPERIMENTS: Final = {
    "tablea1": _experiment(
        *("A.1", A1, "constants and variables"),
        "Two lines are not keys of a drive file. One is the write watermark of 75 %; table A.5 "
        "has blocks in its place. The other says that the data phase of a read is not "
        "interrupted, and no drive here interrupts it.",
    ),
    "tablea2": Experiment(
        title="Table A.2: zones",
        section="A",
        says="The table has the layout of the drive's eight zones. The first 17 tracks are the "
        "drive's own. All spare tracks lie at the end of each zone.",
        calls=_zone_calls,
        claims=_zone_claims,
        shows=_zone_table,
        set_up="The places of the 38 slipped tracks come from the drive's file in DiskSim 4.0, by "
        "the same authors.",
    ),
    "tablea3": _experiment("A.3", A3, "seek parameters", "Figure A.1 has the curve."),
    "tablea4": _experiment(
        *("A.4", A4, "overhead delays"),
        "The table lacks two times of a second disconnect. Both times are DiskSim's.",
    ),
    "tablea5": _experiment(
        *("A.5", A5, "additional write overhead delays"),
        "Figure 2 shows the effect of the first of them on the response times.",
    ),
}
