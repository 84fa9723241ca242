"""Table 1: parameters of the HP 97560, in the drive's description."""

from collections.abc import Iterator
from typing import Any, Final

from headstack import catalog
from headstack_papers.claims import Claim, exactly, printed
from headstack_papers.experiment import Experiment, Found, Table, once
from headstack_papers.realtime.runs import DRIVE

PRINTED: Final = {
    "sector size": ("512", "bytes"),
    "cylinders": ("1962", ""),
    "tracks per cylinder": ("19", ""),
    "data sectors per track": ("72", ""),
    "number of zones": ("1", ""),
    "tract skew": ("8", "sectors"),
    "cylinder skew": ("18", "sectors"),
    "revolution speed": ("4002", "RPM"),
    "track switch time": ("1.6", "ms"),
    "read fence size": ("64", "KB"),
    "disk buffer cache size": ("128", "KB"),
}
"""The table, with the paper's own names."""


def parameters() -> list[dict[str, Any]]:
    """The parameters of the table in the drive's description."""
    drive = catalog.load(DRIVE)
    cache_kib = _number(drive.value("cache.size")) * drive.bytes_per_block / 1024
    found = {
        "sector size": drive.bytes_per_block,
        "cylinders": drive.value("layout.cylinders"),
        "tracks per cylinder": drive.value("layout.surfaces"),
        "data sectors per track": drive.zones[0].sectors_per_track,
        "number of zones": len(drive.zones),
        "tract skew": _number(drive.value("layout.zone.0.track_skew")),
        "cylinder skew": _number(drive.value("layout.zone.0.cylinder_skew")),
        "revolution speed": 60_000 / _number(drive.value("spindle.rotation")),
        "track switch time": _number(drive.value("seek.head_switch")),
        "read fence size": cache_kib * _number(drive.value("cache.read_watermark")) / 100,
        "disk buffer cache size": cache_kib,
    }
    return [{"parameter": name, "found": float(value)} for name, value in found.items()]


def _number(value: Any) -> float:
    """A value of the description without its unit."""
    return float(str(value).split(maxsplit=1)[0])


def claims(found: Found) -> Iterator[Claim]:
    """Every row of the table."""
    for name, (words, unit) in PRINTED.items():
        whole = float(words)
        yield Claim(
            name,
            f"{words} {unit}".strip(),
            found.mean("found", parameter=name),
            printed(words, unit) if unit in ("RPM", "ms") else exactly(whole, unit),
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes the table with a further column for the drive's description."""
    yield Table(
        "Disk parameters of HP 97560",
        ("", "paper", "here"),
        [
            (name, f"{words} {unit}".strip(), f"{found.values('found', parameter=name)[0]:g}")
            for name, (words, unit) in PRINTED.items()
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Table 1: disk parameters of the HP 97560",
    section="3",
    says="The drive has 1,962 cylinders of 19 tracks with 72 sectors, and turns at 4,002 rpm. The "
    "drive reads half of its 128 KB buffer before the bus transfer begins.",
    calls=once(parameters),
    set_up="The values are those of the drive's description, from which all runs are made.",
)
