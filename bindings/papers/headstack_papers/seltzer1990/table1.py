"""Table 1: the Fujitsu M2361A Eagle."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from headstack import catalog
from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, exactly, printed
from headstack_papers.experiment import Experiment, Found, Table, once
from headstack_papers.seltzer1990.closed import DRIVE
from headstack_papers.seltzer1990.requests import PER_CYLINDER
from headstack_papers.seltzer1990.theory import PS, curve, of_pairs

ROOT: Final = 239
"""Last distance in cylinders at which the curve is a root, from the paper's text."""

# The number that the paper prints, its unit, and the decimals of the value here.
PRINTED: Final = {
    "cylinders/disk": ("840", "", 0),
    "tracks/cylinder": ("20", "", 0),
    "sectors/track": ("67", "", 0),
    "bytes/sector": ("512", "B", 0),
    "average seek": ("18", "ms", 2),
    "average rotational latency": ("8.3", "ms", 2),
    "blocks on the disk": ("140,280", "", 0),
}


def described() -> list[dict[str, Any]]:
    """The drive's description in the terms of the table."""
    drive = catalog.load(DRIVE)
    values = {
        "cylinders/disk": drive.blocks / PER_CYLINDER,
        "tracks/cylinder": drive.value("layout.surfaces"),
        "sectors/track": drive.track_blocks,
        "bytes/sector": drive.bytes_per_block,
        "average seek": of_pairs([row["seek_ms"] for row in curve()])[0],
        "average rotational latency": drive.revolution_ps / 2 / PS,
        "blocks on the disk": drive.blocks * drive.bytes_per_block / 4096,
    }
    return [{"quantity": name, "value": float(value)} for name, value in values.items()]


def claims(found: Found) -> Iterator[Claim]:
    """Each line of the table."""
    for name, (number, unit, decimals) in PRINTED.items():
        whole = float(number.replace(",", ""))
        bounds = printed(number, unit) if decimals else exactly(whole, unit)
        text = f"{number} {unit}".strip()
        line = Claim(name, text, found.mean("value", quantity=name), bounds)
        if name == "average seek":
            seek = replace(bounds, reason="over pairs of cylinders drawn at random")
            line = replace(line, bounds=seek, note=_NOTE, evidence=_lower_line())
        yield line


_NOTE: Final = (
    "The mean is 18.501 ms, and 18.499 ms would round to 18. The line of the curve is "
    "reconstructed, and the mean depends on the line's last digit."
)


def _lower_line() -> Claim:
    """Evidence: the average seek with a line that is lower by a tenth of a millisecond."""
    times = [row["seek_ms"] - (0.1 if row["distance"] > ROOT else 0) for row in curve()]
    what = "average seek with a line of 11.1 + 0.028 x ms"
    return Claim(what, "18 ms", Measured(of_pairs(times)[0]), printed("18", "ms"))


def shows(found: Found) -> Iterator[Table]:
    """The table with the description beside it."""
    rows = [
        (name, f"{number} {unit}", f"{found.where(quantity=name)[0]['value']:.{decimals}f} {unit}")
        for name, (number, unit, decimals) in PRINTED.items()
    ]
    yield Table("Specifications of the disk", ("", "paper", "here"), rows)


EXPERIMENT: Final = Experiment(
    title="Table 1: specifications of the Fujitsu disk drives",
    section="3.1",
    says="All simulations are of this drive. Section 3.1 adds that it has 140,280 blocks.",
    calls=once(described),
    set_up="The values are read from the drive's description. The average seek is computed from "
    "its seek curve. The curve beyond 239 cylinders is reconstructed, because the formula is "
    "lost in our copy. 140,280 blocks are 167 in each cylinder, so the last 4 of its 1340 "
    "sectors hold no data.",
)
