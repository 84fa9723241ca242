"""The figures of a data sheet, read from texts with units."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from headstack import checks

_TIMES: Final = {"us": Fraction(1, 1000), "ms": Fraction(1), "s": Fraction(1000)}
_SIZES: Final = {
    "B": 1,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
    "TiB": 2**40,
}
_RATES: Final = {f"{unit}/s": factor for unit, factor in _SIZES.items()}
_BLOCKS: Final = {"blocks": 1, "block": 1}
_NUMBER: Final = re.compile(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([A-Za-z/]*)\s*", re.ASCII)
_LEAST_RPM, _MOST_RPM = 600, 30_000  # a revolution of 100 ms and of 2 ms
_SECTORS: Final = (128, 65_536)
_SURFACES: Final = (1, 256)
_LONGEST_MS: Final = 1000


@dataclass(frozen=True)
class Quantity:
    """A number and the text that it was read from.

    Attributes:
        number: bytes, bytes a second, or ms.
        text: the text with its unit.
    """

    number: Fraction
    text: str


@dataclass(frozen=True)
class DataSheet:
    """The figures of a data sheet. `None`: the sheet does not have the figure.

    Attributes:
        capacity: bytes as advertised; or blocks, if `exact`.
        exact: whether the capacity is a number of blocks.
        rpm: revolutions a minute.
        seek_average: mean time of random seeks of reads, in ms.
        seek_track: time of a seek to the next cylinder, in ms.
        rate_outer: bytes a second of a sequential read on the outermost tracks.
        seek_full: time of a seek over all cylinders, in ms.
        rate_inner: bytes a second of a sequential read on the innermost tracks.
        cache: bytes of the buffer.
        sector: bytes of a sector.
        surfaces: number of surfaces with data.
        physical_sector: bytes of a physical sector, which the head writes as a whole; a multiple of
            the bytes of a sector.
    """

    capacity: Quantity
    exact: bool
    rpm: float
    seek_average: Quantity
    seek_track: Quantity
    rate_outer: Quantity
    seek_full: Quantity | None = None
    rate_inner: Quantity | None = None
    cache: Quantity | None = None
    sector: int | None = None
    surfaces: int | None = None
    physical_sector: Quantity | None = None

    def __post_init__(self) -> None:
        """Raises ConfigError for figures that no drive can have together."""
        if self.seek_track.number >= self.revolution_ms:
            raise checks.wrong(
                "seek_track",
                f" is {self.seek_track.text}; it must be less than a revolution, "
                f"{float(self.revolution_ms):.6g} ms",
            )
        _above("seek_average", self.seek_average, "seek_track", self.seek_track)
        if self.seek_full is not None:
            _above("seek_full", self.seek_full, "seek_average", self.seek_average)
        if self.rate_inner is not None and self.rate_inner.number > self.rate_outer.number:
            raise checks.wrong(
                "rate_inner",
                f" is {self.rate_inner.text}; it must not be more than the outer rate, "
                f"{self.rate_outer.text}",
            )

    @classmethod
    def read(
        cls,
        *,
        capacity: str,
        rpm: float | str,
        seek_average: str,
        seek_track: str,
        rate_outer: str,
        seek_full: str | None = None,
        rate_inner: str | None = None,
        cache: str | None = None,
        sector: int | None = None,
        surfaces: int | None = None,
        physical_sector: str | None = None,
    ) -> "DataSheet":
        """Reads the figures from texts: '16TB' or '3906469888 blocks', '8.5ms', '261MB/s', '4KiB'.

        The speed is a number, or a text as in '7200' or '7200 rpm'.

        Raises:
            ConfigError: a text without a number or a unit, a figure out of its range, or figures
                that no drive can have together.
        """
        size = _quantity("capacity", capacity, {**_SIZES, **_BLOCKS}, "16TB")
        speed = _speed(rpm) if isinstance(rpm, str) else checks.real("rpm", rpm)
        if not _LEAST_RPM <= speed <= _MOST_RPM:
            raise checks.wrong("rpm", f" is {speed:g}; it must be {_LEAST_RPM} to {_MOST_RPM:,}")
        return cls(
            capacity=size,
            exact=capacity.strip().endswith(tuple(_BLOCKS)),
            rpm=speed,
            seek_average=_time("seek_average", seek_average),
            seek_track=_time("seek_track", seek_track),
            rate_outer=_quantity("rate_outer", rate_outer, _RATES, "261MB/s"),
            seek_full=None if seek_full is None else _time("seek_full", seek_full),
            rate_inner=(
                None
                if rate_inner is None
                else _quantity("rate_inner", rate_inner, _RATES, "124MB/s")
            ),
            cache=None if cache is None else _quantity("cache", cache, _SIZES, "256MiB"),
            sector=None if sector is None else checks.whole("sector", sector, *_SECTORS),
            surfaces=None if surfaces is None else checks.whole("surfaces", surfaces, *_SURFACES),
            physical_sector=(
                None
                if physical_sector is None
                else _quantity("physical_sector", physical_sector, _SIZES, "4KiB")
            ),
        )

    @property
    def revolution_ms(self) -> Fraction:
        """Time of a revolution."""
        return 60_000 / Fraction(str(self.rpm))


def _time(name: str, text: str) -> Quantity:
    time = _quantity(name, text, _TIMES, "8.5ms")
    if time.number > _LONGEST_MS:
        raise checks.wrong(name, f" is {text}; it must be at most {_LONGEST_MS} ms")
    return time


def _speed(text: str) -> float:
    """Reads a speed of rotation in revolutions a minute, with or without its unit."""
    match = _NUMBER.fullmatch(text)
    if match is None or match[2] not in ("", "rpm"):
        raise checks.wrong("rpm", f" {checks.shown(text)} is no speed; give it as in 7200")
    return float(match[1])


def _quantity(name: str, text: str, units: Mapping[str, Fraction | int], example: str) -> Quantity:
    """Reads a number above 0 with one of the units."""
    shown = checks.shown(checks.text(name, text))
    known = ", ".join(units)
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise checks.wrong(name, f" {shown} is not a number with a unit; write it as in {example}")
    number, unit = match.groups()
    if not unit:
        raise checks.wrong(name, f" {shown} has no unit; write it as in {example} (units: {known})")
    if unit not in units:
        raise checks.wrong(
            name, f" {shown}: the unit {unit!r} does not fit; units allowed here: {known}"
        )
    value = Fraction(number) * units[unit]
    if value <= 0:
        raise checks.wrong(name, f" is {text.strip()}; it must be more than 0")
    return Quantity(value, f"{number} {unit}")


def _above(name: str, value: Quantity, less: str, other: Quantity) -> None:
    if value.number <= other.number:
        option = less.replace("_", "-")
        raise checks.wrong(name, f" is {value.text}; it must be more than --{option}, {other.text}")
