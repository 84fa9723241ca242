"""The values of a drive's description in the units of the paper's tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from headstack import catalog
from headstack._core import DriveConfig
from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, printed
from headstack_papers.experiment import Found, Table
from headstack_papers.worthington1994.random_load import DRIVE

_BYTES: Final = 512


@dataclass(frozen=True)
class Entry:
    """A line of a table.

    Attributes:
        what: words of the line.
        number: number as the paper prints it.
        unit: unit of the number.
        key: key of the drive's description. A number after '#' is the place in a list.
    """

    what: str
    number: str
    unit: str
    key: str


def number(drive: DriveConfig, key: str, unit: str) -> float:
    """A key's value in a unit.

    Args:
        drive: the drive.
        key: the key; 'seek.first#2' is the third of a list.
        unit: the paper's unit, into which the value is converted.
    """
    name, _, place = key.partition("#")
    value = drive.value(name)
    if place:
        value = value[int(place)]
    if value is None:
        return 0.0
    given = float(str(value).split()[0])
    if unit == "rpm":
        return 60_000 / given
    if unit == "MB/s":
        return _BYTES / given / 1000
    return given * _BYTES / 1024 if unit == "KB" else given


def described(keys: Sequence[str], units: Sequence[str]) -> list[dict[str, Any]]:
    """The values of keys of the shipped drive."""
    drive = catalog.load(DRIVE)
    return [
        {"key": key, "value": number(drive, key, unit)}
        for key, unit in zip(keys, units, strict=True)
    ]


def arguments(entries: Sequence[Entry]) -> Mapping[str, list[str]]:
    """Arguments of `described` for lines of a table."""
    return {"keys": [one.key for one in entries], "units": [one.unit for one in entries]}


def value(found: Found, entry: Entry) -> Measured:
    """The drive's value of a line."""
    return found.mean("value", key=entry.key)


def claims(found: Found, entries: Sequence[Entry]) -> Iterator[Claim]:
    """Claims for each line that the drive has the printed number."""
    for one in entries:
        yield Claim(one.what, one.number, value(found, one), printed(one.number, one.unit))


def table(found: Found, title: str, entries: Sequence[Entry]) -> Table:
    """Makes the table with a column for the drive's values."""
    return Table(
        title,
        ("", "paper", "drive file"),
        [
            (one.what, f"{one.number} {one.unit}".strip(), f"{value(found, one).mean:.7g}")
            for one in entries
        ],
    )
