"""Angles of a region's tracks, and the values that fit the measured angles best.

Times show angles to a few ticks of a clock. A fit over tracks all over a region is far more exact
than any two tracks. This accuracy matters most for the angle between cylinders, whose errors add
up. If a simple part of a revolution is within the error of a value, this part replaces the value.
The reason is that drives are made with whole sectors or whole servo marks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from headstack.arrays import Floats
from headstack_identify.extract.layout.mapping import Region
from headstack_identify.extract.layout.places import Place

NEARLY = 2.0**-30
"""Largest difference of equal skews, in revolutions."""

CHANCE = 0.001
"""Largest probability that a random angle is as near to a simple part of a revolution."""

_MOST_PARTS = 10_000  # parts of a revolution
_DIGITS = 10**15
_TICK = 2.0**-32
_ERRORS = 4.0  # largest error of a value, in standard errors


@dataclass
class Angles:
    """The angles of a region's tracks, in revolutions after the reference.

    Attributes:
        phase: angle of the first track of the first cylinder.
        heads: angle of each head's track, from the track of the first head.
        cylinder: angle from each cylinder to the next.
        range_cylinders: number of cylinders of a range, from the first cylinder of the region.
            After each range, all following cylinders have an extra angle. The number is 0 without
            ranges.
        range_turn: the extra angle after each range.
    """

    phase: Fraction
    heads: list[Fraction]
    cylinder: Fraction
    range_cylinders: int = 0
    range_turn: Fraction = Fraction(0)

    @property
    def steps(self) -> list[Fraction]:
        """Skews from each head to the next, then the skew to the next cylinder's first track."""
        steps = [(b - a) % 1 for a, b in pairwise(self.heads)]
        return [*steps, (self.cylinder - self.heads[-1]) % 1]

    def range_skew(self, steps: list[Fraction]) -> Fraction | None:
        """Returns the skew from the last track before a range to the range, with these steps.

        Returns `None` if there are no ranges.

        Args:
            steps: skews as in `steps`, possibly rounded. The angle of a whole range stays exact.
        """
        if not self.range_cylinders:
            return None
        more = self.range_cylinders * (self.cylinder - sum(steps, Fraction(0)))
        return (self.range_turn + more + steps[-1]) % 1

    def ranges(self, cylinder: int) -> int:
        """Returns the number of ranges before a cylinder, counted from the region's first."""
        return cylinder // self.range_cylinders if self.range_cylinders else 0

    def of(self, region: Region, place: Place) -> Fraction:
        """Returns the angle at which a sector begins, 0 to 1."""
        cylinder = place.cylinder - region.first
        track = self.phase + cylinder * self.cylinder + self.ranges(cylinder) * self.range_turn
        return (track + self.heads[place.head] + Fraction(place.sector, region.sectors)) % 1


def simple_part(
    angle: float, sectors: int, tolerance: float, chance: float = CHANCE
) -> Fraction | None:
    """Returns the simplest part of a revolution near an angle. Tries whole sectors first.

    Returns `None` if no part is simple enough. A random angle would then be as near to a part with
    a probability over `chance`.
    """
    angle %= 1.0
    for parts in (sectors, *range(1, _MOST_PARTS)):
        if parts != sectors and parts * parts * tolerance > chance:
            return None
        nearest = round(angle * parts)
        if abs(angle - nearest / parts) <= tolerance:
            return Fraction(nearest, parts) % 1
    return None


def simplest(angle: float, sectors: int, tolerance: float, chance: float = CHANCE) -> Fraction:
    """Returns the simplest part of a revolution near an angle, or else the angle in decimals."""
    simple = simple_part(angle, sectors, tolerance, chance)
    return _digits(angle) if simple is None else simple


def apart(a: Fraction, b: Fraction) -> float:
    """Returns the distance of two angles, 0 to 1/2."""
    return abs(float((a - b + Fraction(1, 2)) % 1) - 0.5)


def common(steps: list[list[Fraction]]) -> list[Fraction]:
    """Returns the mean skews of all zones: from head to head, then to the next cylinder."""
    found = []
    for first, *others in zip(*steps, strict=True):
        more = [(other - first + Fraction(1, 2)) % 1 - Fraction(1, 2) for other in others]
        found.append((first + sum(more, Fraction(0)) / (1 + len(more))) % 1)
    return [Fraction(round(step * _DIGITS), _DIGITS) for step in found]


def _digits(angle: float) -> Fraction:
    return Fraction(round(angle * _DIGITS), _DIGITS) % 1


def _wrapped(angle: Floats) -> Floats:
    return (angle + 0.5) % 1.0 - 0.5


def _unwound(heads: list[Fraction]) -> list[float]:
    """Returns the unwrapped angles of all heads but the first, as sums of nearly equal steps."""
    if len(heads) < 2:
        return []
    usual = float(heads[1] - heads[0])
    steps = _wrapped(np.diff([float(head) for head in heads]) - usual) + usual
    return [float(angle) for angle in np.cumsum(steps)]


@dataclass(frozen=True)
class Phase:
    """The angle at which a region's first track begins and its largest error, in revolutions."""

    angle: float
    tolerance: float


class Fit:
    """The least-squares fit of angles to the angles of many tracks.

    Fits the phase, the cylinder angle, the range angle, and the angles of all heads but the first.

    Args:
        region: region of the tracks.
        rough: angles whose error is small everywhere in the region.
        tracks: measured angles by cylinder and head, 0 to 1.
    """

    def __init__(
        self, region: Region, rough: Angles, tracks: Mapping[tuple[int, int], float]
    ) -> None:
        self._region = region
        self._rough = rough
        heads = len(rough.heads)
        rows = np.array(
            [
                [1, c - region.first, rough.ranges(c - region.first), *np.eye(heads)[h][1:]]
                for c, h in tracks
            ]
        )
        model = [float(rough.of(region, Place(c, h, 0))) for c, h in tracks]
        off = _wrapped(np.array(list(tracks.values())) - np.array(model))
        more, *_ = np.linalg.lstsq(rows, off, rcond=None)
        values = [float(v) for v in (rough.phase, rough.cylinder, rough.range_turn)]
        self._values = np.array([*values, *_unwound(rough.heads)]) + more
        spread = float(np.sqrt(np.mean((off - rows @ more) ** 2)))
        self._covariance = np.linalg.pinv(rows.T @ rows) * spread**2

    def _tolerance(self, weights: Floats, span: int = 1) -> float:
        """Returns the largest error of a weighted sum of the values, in revolutions."""
        return _ERRORS * float(np.sqrt(weights @ self._covariance @ weights)) + _TICK / span

    def _simplest(self, weights: Floats) -> Fraction:
        angle = float(weights @ self._values)
        return simplest(angle, self._region.sectors, self._tolerance(weights))

    @property
    def phase(self) -> Phase:
        """The angle at which the region begins, as exactly as the clock shows it."""
        weights = np.eye(len(self._values))[0]
        return Phase(float(self._values[0]), self._tolerance(weights))

    def angles(self, index: Phase) -> Angles:
        """Returns the fitted angles from the index, as simple parts of a revolution if possible."""
        unit = np.eye(len(self._values))
        cylinder, range_turn, heads = unit[1], unit[2], unit[3:]
        steps = self._steps(heads)
        found = Angles(Fraction(0), [Fraction(0)], Fraction(0), self._rough.range_cylinders)
        for step in steps:
            found.heads.append((found.heads[-1] + step) % 1)
        across = heads[-1] if len(heads) else np.zeros(len(unit))
        found.cylinder = (self._simplest(cylinder - across) + found.heads[-1]) % 1
        phase = self.phase
        tolerance = phase.tolerance + index.tolerance
        found.phase = simplest(phase.angle - index.angle, self._region.sectors, tolerance)
        span = self._region.last - self._region.first + 1
        exact = float(cylinder @ self._values)
        off = (float(found.cylinder) - exact + 0.5) % 1.0 - 0.5
        if abs(off) > self._tolerance(cylinder, 4 * span):  # not all angles are simple
            found.cylinder = _digits(exact)
        if found.range_cylinders:
            turned = self._simplest(range_turn + cylinder - across)
            found.range_turn = (turned - found.cylinder + found.heads[-1]) % 1
            self._check_range(found, range_turn, cylinder, span)
        return found

    def _check_range(self, found: Angles, turn: Floats, cylinder: Floats, span: int) -> None:
        """Corrects the range angle by the angle of a whole range, which is the most exact angle."""
        size = found.range_cylinders
        whole = turn + size * cylinder
        exact = float(whole @ self._values)
        off = (float(found.range_turn + size * found.cylinder) - exact + 0.5) % 1.0 - 0.5
        if abs(off) > self._tolerance(whole, max(1, span // size)):
            found.range_turn = (_digits(exact) - size * found.cylinder) % 1

    def _steps(self, heads: Floats) -> list[Fraction]:
        """Returns the skews from head to head. All are equal if the errors allow it."""
        if not len(heads):
            return []
        weights = np.diff(heads, axis=0, prepend=np.zeros((1, heads.shape[1])))
        mean = float((weights @ self._values).mean())
        alike = all(abs(float(w @ self._values) - mean) <= self._tolerance(w) for w in weights)
        if alike:
            return [self._simplest(heads[-1] / len(heads))] * len(heads)
        return [self._simplest(w) for w in weights]
