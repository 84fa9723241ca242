"""Angles of a region's tracks: how they are said, and the values that fit what was measured best.

Times have angles to a few ticks of a clock. A fit over tracks all over a region has them far
better than any two: of cylinders above all, of which the small part that one turns adds up. A value
that is a simple part of a revolution, to within what is left, is taken to be that: whole sectors,
or whole servo marks, are what drives are made with.
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
"""Skews that are no farther apart are the same, in revolutions."""

CHANCE = 0.001
"""So often a random angle may be as near to a part of a revolution that is taken for simple."""

_MOST_PARTS = 10_000  # of a revolution
_DIGITS = 10**15
_TICK = 2.0**-32
_ERRORS = 4.0  # standard ones, that a value may be off


@dataclass
class Angles:
    """The angles of a region's tracks, in revolutions behind the reference's.

    Attributes:
        phase: of the first cylinder's first track.
        heads: each head's track against the first head's.
        cylinder: each cylinder against the one before.
        range_cylinders: number of cylinders of a range, from the first cylinder of the region.
            After each range, all following cylinders have an extra angle. 0: no ranges.
        range_turn: the extra angle after each range.
    """

    phase: Fraction
    heads: list[Fraction]
    cylinder: Fraction
    range_cylinders: int = 0
    range_turn: Fraction = Fraction(0)

    @property
    def steps(self) -> list[Fraction]:
        """What each head is turned by against the one before, then the next cylinder's first."""
        steps = [(b - a) % 1 for a, b in pairwise(self.heads)]
        return [*steps, (self.cylinder - self.heads[-1]) % 1]

    def range_skew(self, steps: list[Fraction]) -> Fraction | None:
        """What a range is turned by against the last track before it, if other tracks turn so.

        Args:
            steps: as of `steps`, to within a little: a whole range turns as it is known to.
        """
        if not self.range_cylinders:
            return None
        more = self.range_cylinders * (self.cylinder - sum(steps, Fraction(0)))
        return (self.range_turn + more + steps[-1]) % 1

    def ranges(self, cylinder: int) -> int:
        """Ranges before a cylinder, which is counted from the region's first."""
        return cylinder // self.range_cylinders if self.range_cylinders else 0

    def of(self, region: Region, place: Place) -> Fraction:
        """The angle at which a sector begins, 0 to 1."""
        cylinder = place.cylinder - region.first
        track = self.phase + cylinder * self.cylinder + self.ranges(cylinder) * self.range_turn
        return (track + self.heads[place.head] + Fraction(place.sector, region.sectors)) % 1


def simple_part(
    angle: float, sectors: int, tolerance: float, chance: float = CHANCE
) -> Fraction | None:
    """The simplest part of a revolution that an angle can be; whole sectors of a track first.

    None: there is none so simple that an angle would be one by chance only so seldom.
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
    """The same, or as many digits as the times can tell."""
    simple = simple_part(angle, sectors, tolerance, chance)
    return _digits(angle) if simple is None else simple


def apart(a: Fraction, b: Fraction) -> float:
    """How far one angle is from another, 0 to 1/2."""
    return abs(float((a - b + Fraction(1, 2)) % 1) - 0.5)


def common(steps: list[list[Fraction]]) -> list[Fraction]:
    """The skews that are nearest to those of all zones: from head to head, then the cylinder's."""
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
    """Angles of the heads but the first, where steps that are nearly the same add up."""
    if len(heads) < 2:
        return []
    usual = float(heads[1] - heads[0])
    steps = _wrapped(np.diff([float(head) for head in heads]) - usual) + usual
    return [float(angle) for angle in np.cumsum(steps)]


@dataclass(frozen=True)
class Phase:
    """Where a region's first track begins, in revolutions, and how far that may be off."""

    angle: float
    tolerance: float


class Fit:
    """The angles that fit those of many tracks best: least squares.

    Of phase, cylinder, range, and the heads but the first.

    Args:
        region: they are in.
        rough: not off by more than a small part of a revolution anywhere in the region.
        tracks: angles by cylinder and head, 0 to 1.
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
        """How far a weighted sum of the values may be off."""
        return _ERRORS * float(np.sqrt(weights @ self._covariance @ weights)) + _TICK / span

    def _simplest(self, weights: Floats) -> Fraction:
        angle = float(weights @ self._values)
        return simplest(angle, self._region.sectors, self._tolerance(weights))

    @property
    def phase(self) -> Phase:
        """Where the region begins, to the clock."""
        weights = np.eye(len(self._values))[0]
        return Phase(float(self._values[0]), self._tolerance(weights))

    def angles(self, index: Phase) -> Angles:
        """What fits, behind the index: simple parts of a revolution where they do."""
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
        if abs(off) > self._tolerance(cylinder, 4 * span):  # not as simple, or the heads' are not
            found.cylinder = _digits(exact)
        if found.range_cylinders:
            turned = self._simplest(range_turn + cylinder - across)
            found.range_turn = (turned - found.cylinder + found.heads[-1]) % 1
            self._check_range(found, range_turn, cylinder, span)
        return found

    def _check_range(self, found: Angles, turn: Floats, cylinder: Floats, span: int) -> None:
        """The turn of a whole range is known best; what is left of it is the range's own."""
        size = found.range_cylinders
        whole = turn + size * cylinder
        exact = float(whole @ self._values)
        off = (float(found.range_turn + size * found.cylinder) - exact + 0.5) % 1.0 - 0.5
        if abs(off) > self._tolerance(whole, max(1, span // size)):
            found.range_turn = (_digits(exact) - size * found.cylinder) % 1

    def _steps(self, heads: Floats) -> list[Fraction]:
        """From head to head; the same for all if they may be."""
        if not len(heads):
            return []
        weights = np.diff(heads, axis=0, prepend=np.zeros((1, heads.shape[1])))
        mean = float((weights @ self._values).mean())
        alike = all(abs(float(w @ self._values) - mean) <= self._tolerance(w) for w in weights)
        if alike:
            return [self._simplest(heads[-1] / len(heads))] * len(heads)
        return [self._simplest(w) for w in weights]
