"""Numbers of a drive file that a search may change, with their places and ranges.

A knob reads its number from a description and writes the number into values by keys, as
`DriveConfig.with_values` takes them. Most knobs are the value of a key. Some are one item of a
list, or bend the seek curve near one distance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final, Protocol

import numpy as np

from headstack._core import DriveConfig
from headstack.units import number_of

Values = dict[str, Any]
"""Values by keys, as in drive files."""

CURVE: Final = "seek.points"
DIRECTION: Final = "seek.direction"

SMOOTH_MS: Final = 0.08
"""Scale of a bend's distance from the line through its neighbours on the seek curve, in ms."""

_DECIMALS: Final = {"ms": 6, "ms/block": 7, "rev": 6, "sectors": 3, "blocks": 3}


@dataclass(frozen=True)
class Range:
    """The allowed changes of a number, in the unit of the number.

    Attributes:
        step: small change that measures the effect of the number.
        most: largest change in one step of the search.
        low: least value.
        high: largest value.
    """

    step: float
    most: float
    low: float
    high: float


class FreeParameter(Protocol):
    """A number that a search may change."""

    @property
    def name(self) -> str:
        """The key, followed by the number of the item for a list."""

    @property
    def key(self) -> str:
        """The key of the drive file."""

    @property
    def stage(self) -> str:
        """Stage of the search that changes the number."""

    @property
    def range(self) -> Range:
        """Steps and bounds of the number."""

    def read(self, config: DriveConfig) -> float:
        """Returns the number in a description, or 0 if the key is absent."""

    def write(self, number: float, values: Values, config: DriveConfig) -> None:
        """Puts the number into values that will replace those of `config`."""


def text_of(number: float, unit: str) -> str | int:
    """Returns a number as text of a drive file."""
    if not unit:
        return round(number)
    digits = f"{number:.{_DECIMALS[unit]}f}".rstrip("0").rstrip(".")
    return f"{'0' if digits in ('-0', '') else digits} {unit}"


@dataclass(frozen=True)
class Value:
    """The value of a key. `adds_to` is as in `table.Row`."""

    key: str
    unit: str
    stage: str
    range: Range
    adds_to: str = ""

    @property
    def name(self) -> str:
        """The key."""
        return self.key

    def read(self, config: DriveConfig) -> float:
        """Returns the number in a description, or 0 if the key is absent."""
        return number_of(config.value(self.key))

    def write(self, number: float, values: Values, config: DriveConfig) -> None:
        """Puts the number into the values."""
        values[self.key] = text_of(number, self.unit)


@dataclass(frozen=True)
class Item:
    """One time of a list. The list has times, or pairs that end with a time."""

    key: str
    item: int
    unit: str
    stage: str
    range: Range

    @property
    def name(self) -> str:
        """The key with the item's number, counted from 0."""
        return f"{self.key}.{self.item}"

    def read(self, config: DriveConfig) -> float:
        """Returns the number in a description."""
        element = config.value(self.key)[self.item]
        return number_of(element[1] if isinstance(element, list) else element)

    def write(self, number: float, values: Values, config: DriveConfig) -> None:
        """Puts the number into the values."""
        elements = values.setdefault(self.key, config.value(self.key))
        if isinstance(elements[self.item], list):
            elements[self.item][1] = text_of(number, self.unit)
        else:
            elements[self.item] = text_of(number, self.unit)


@dataclass(frozen=True, eq=False)
class SeekCurvePoint:
    """A bend: extra time of the seek curve at a distance.

    The extra time falls to 0 at the neighbouring distances. Between two neighbouring distances, the
    two bends add up to a straight line over the root of the distance. The number counts from the
    description at the start of the search.
    """

    before: int
    distance: int
    behind: int
    stage: str
    range: Range
    points: tuple[tuple[int, float], ...]
    """The bent curve: distance in cylinders, time in ms."""

    smooth_ms: float = SMOOTH_MS
    """Scale of the bend's distance from the line through its neighbours, in ms."""

    @property
    def key(self) -> str:
        """The key of the curve."""
        return CURVE

    @property
    def name(self) -> str:
        """The key with the distance."""
        return f"{CURVE} about {self.distance}"

    def read(self, config: DriveConfig) -> float:
        """Returns the difference from the original curve, in ms."""
        return _at(curve_of(config), self.distance) - _at(self.points, self.distance)

    def write(self, number: float, values: Values, config: DriveConfig) -> None:
        """Adds the bend to all points of the curve. Points stay numbers until `values_of` ends."""
        times = values.setdefault(CURVE, [time for _, time in self.points])
        for place, share in self.shares:
            times[place] += share * number

    @cached_property
    def shares(self) -> list[tuple[int, float]]:
        """Numbers of the points that the bend moves, each with its share of the bend."""
        found = [(n, self._share(point[0])) for n, point in enumerate(self.points)]
        return [(n, share) for n, share in found if share > 0]

    def _share(self, distance: int) -> float:
        edge = self.before if distance <= self.distance else self.behind
        if edge == self.distance:  # the first or last bend also moves all points beyond it
            return 1.0
        share = (sqrt(distance) - sqrt(edge)) / (sqrt(self.distance) - sqrt(edge))
        return max(0.0, share)


def _at(points: Sequence[tuple[int, float]], distance: int) -> float:
    """Returns the time of a curve at a distance."""
    return float(np.interp(distance, [d for d, _ in points], [time for _, time in points]))


def curve_of(config: DriveConfig) -> list[tuple[int, float]]:
    """Returns the used points of the seek curve, in cylinders and ms. A formula has no points."""
    points = config.value(CURVE) or []
    dropped = config.value("seek.dropped_points") or []
    return [(d, number_of(t)) for d, t in points if [d, t] not in dropped]


def values_of(
    knobs: Sequence[FreeParameter],
    numbers: Sequence[float],
    config: DriveConfig,
    others: Mapping[str, Any],
) -> Values:
    """Returns values by keys for the numbers of knobs, together with other values."""
    values: Values = {key: _copied(value) for key, value in others.items()}
    for knob, number in zip(knobs, numbers, strict=True):
        knob.write(number, values, config)
    if CURVE in values:
        points = next(knob.points for knob in knobs if isinstance(knob, SeekCurvePoint))
        pairs = zip(points, values[CURVE], strict=True)
        values[CURVE] = [[distance, text_of(time, "ms")] for (distance, _), time in pairs]
    return values


def _copied(value: Any) -> Any:
    return [_copied(one) for one in value] if isinstance(value, list) else value
