"""Table 1: the eight simulated disks."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, printed
from headstack_papers.experiment import Call, Experiment, Found, Scale, Table
from headstack_papers.popovici2003.mechanics import Mechanics
from headstack_papers.popovici2003.week_runs import DISKS

COLUMNS: Final = {
    "rotation_ms": "rotation time",
    "seek_1_ms": "seek 1 cyl",
    "seek_400_ms": "seek 400",
    "seek_3000_ms": "seek 3000",
    "head_switch_ms": "head switch",
    "track_skew": "track skew",
    "cylinder_skew": "cyl skew",
    "sectors": "sectors per track",
    "heads": "num heads",
}
PRINTED: Final = {
    "1 Base": ("6", "0.8", "6.0", "8", "0.79", "36", "84", "272", "10"),
    "2 Fast seek": ("6", "0.16", "1.32", "1.6", "0.79", "36", "46", "272", "10"),
    "3 Slow seek": ("6", "2.0", "33.0", "40.0", "0.79", "36", "127", "272", "10"),
    "4 Fast rotate": ("2", "0.8", "6.0", "8", "0.79", "108", "243", "272", "10"),
    "5 Slow rotate": ("12", "0.8", "6.0", "8", "0.79", "18", "41", "272", "10"),
    "6 Fast seek+rot": ("2", "0.160", "1.32", "1.6", "0.79", "108", "136", "272", "10"),
    "7 More capacity": ("6", "0.8", "6.0", "8", "0.79", "36", "84", "544", "20"),
    "8 Less capacity": ("6", "0.8", "6.0", "8", "0.79", "36", "84", "136", "5"),
}


def numbers(disk: str) -> list[dict[str, Any]]:
    """The columns of the table for a disk, from its description here."""
    found = Mechanics.of(disk)
    return [
        {
            "rotation_ms": found.sectors * found.sector_ns / 1e6,
            "seek_1_ms": float(found.seek_ns[1]) / 1e6,
            "seek_400_ms": float(found.seek_ns[400]) / 1e6,
            "seek_3000_ms": float(found.seek_ns[3000]) / 1e6,
            "head_switch_ms": found.head_switch_ns / 1e6,
            "cylinder_switch_ms": found.cylinder_switch_ns / 1e6,
            "track_skew": found.track_skew,
            "cylinder_skew": found.cylinder_skew,
            "sectors": float(found.sectors),
            "heads": float(found.surfaces),
        }
    ]


def calls(scale: Scale) -> Iterator[Call]:
    """Yields a call for each disk."""
    del scale
    for name, disk in zip(PRINTED, DISKS, strict=True):
        yield Call(numbers, {"disk": disk}, {"configuration": name})


def claims(found: Found) -> Iterator[Claim]:
    """Judges every number of the table."""
    for name, row in PRINTED.items():
        for (column, heading), number in zip(COLUMNS.items(), row, strict=True):
            ours = Measured(round(float(found.values(column, configuration=name)[0]), 6))
            bounds = printed(number, "ms" if column.endswith("_ms") else "")
            yield Claim(f"{name}: {heading}", number, ours, bounds)
    seventh = "7 More capacity"
    switch = Measured(float(found.values("cylinder_switch_ms", configuration=seventh)[0]))
    yield Claim(f"{seventh}: cyl switch", "1.78", switch, printed("1.78", "ms"))


def shows(found: Found) -> Iterator[Table]:
    """Makes the table: our numbers, with the paper's numbers in parentheses."""
    rows = []
    for name, row in PRINTED.items():
        own = [found.values(column, configuration=name)[0] for column in COLUMNS]
        cells = [f"{ours:.4g} ({text})" for ours, text in zip(own, row, strict=True)]
        rows.append((name, *cells))
    yield Table("Here (paper)", ("configuration", *COLUMNS.values()), rows)


EXPERIMENT: Final = Experiment(
    title="Table 1: disk characteristics",
    section="4",
    says="Eight simulated disks: the base disk is like an IBM 9LZX, and seven others differ from "
    "it in seek, rotation or capacity.",
    set_up="The values come from the descriptions `ibm_9lzx` to `ibm_9lzx_8`, whose seek curve is "
    "a root and a line through the three seeks. Only the description of disk 7 has the column of "
    "cylinder switches. There 84 of 544 sectors pass in 0.93 ms, and the switch takes 1.78 ms. "
    "On the other disks the switch is shorter than the cylinder skew, and only the skew has an "
    "effect. The paper's simulator has a segmented cache, but the paper does not give its size. "
    "These disks have no cache.",
)
