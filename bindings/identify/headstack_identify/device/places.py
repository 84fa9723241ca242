"""Pairs of sectors with a wanted distance in a found layout, many at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints

_BATCH: Final = 512
_CORRECTIONS: Final = 8
_ANGLES: Final = 2.0**32  # to a revolution, as `DriveConfig.places` counts


@dataclass(frozen=True)
class Pair:
    """Two sectors that are read one after the other.

    Attributes:
        before: the first sector.
        then: the second sector.
        apart: angle from the end of the first to the end of the second, in revolutions, 0 to 1.
        share: angle of the second sector, in revolutions.
    """

    before: int
    then: int
    apart: float
    share: float


class Places:
    """Finds pairs of sectors.

    Args:
        drive: a description with the layout.
        rng: random numbers.
    """

    def __init__(self, drive: DriveConfig, rng: np.random.Generator) -> None:
        self._drive = drive
        self._rng = rng
        self._first = np.array([zone.first_cylinder for zone in drive.zones])
        self._track = np.array([zone.sectors_per_track for zone in drive.zones])
        self._heads = int(drive.value("layout.surfaces"))
        self.cylinders = 1 + int(self._cylinders_and_heads(np.array([drive.blocks - 1]))[0, 0])

    def tracks(self, cylinder: Ints) -> Ints:
        """Returns the sectors of a track of each cylinder."""
        found: Ints = self._track[np.searchsorted(self._first, cylinder, side="right") - 1]
        return found

    def apart(self, cylinders: int, inwards: bool = True) -> Iterator[Pair]:
        """Yields pairs with a distance, the second inside of the first, or outside."""
        while True:
            outer = self._random()
            start = self._cylinders_and_heads(outer)[0]
            wanted, inner, now = start + cylinders, outer, start
            for _ in range(_CORRECTIONS):
                step = (wanted - now) * self._heads * self.tracks(now)
                inner = np.clip(inner + step, 0, self._drive.blocks - 1)
                now = self._cylinders_and_heads(inner)[0]
            pairs = (outer, inner) if inwards else (inner, outer)
            yield from self._pairs(*pairs, now == wanted)
            if not (now == wanted).any():
                return

    def on_a_track(self) -> Iterator[Pair]:
        """Yields pairs of a track. The second sector lies before the first."""
        while True:
            first = self._random()
            place = self._cylinders_and_heads(first)
            share = self._rng.uniform(0.2, 0.7, len(first))
            second = np.maximum(first - (self.tracks(place[0]) * share).astype(np.int64), 0)
            good = (self._cylinders_and_heads(second) == place).all(axis=0) & (second < first)
            yield from self._pairs(first, second, good)
            if not good.any():
                return

    def on_two_heads(self) -> Iterator[Pair]:
        """Yields pairs of a cylinder, the second sector on the track of the head before."""
        while True:
            first = self._random()
            place = self._cylinders_and_heads(first)
            second = np.maximum(first - self.tracks(place[0]), 0)
            other = self._cylinders_and_heads(second)
            good = (other[0] == place[0]) & (other[1] == place[1] - 1)
            yield from self._pairs(first, second, good)
            if not good.any():
                return

    def _random(self) -> Ints:
        found: Ints = self._rng.integers(self._drive.blocks, size=_BATCH)
        return found

    def _cylinders_and_heads(self, sectors: Ints) -> Ints:
        return self._drive.places(sectors)[:2].astype(np.int64)

    def _pairs(self, before: Ints, then: Ints, good: Bools) -> Iterator[Pair]:
        before, then = before[good], then[good]
        first, _ = self._ends(before)
        second, share = self._ends(then)
        apart = ((second - first) % 1).tolist()
        rows = zip(before.tolist(), then.tolist(), apart, share.tolist(), strict=True)
        yield from (Pair(*row) for row in rows)

    def _ends(self, sectors: Ints) -> tuple[Floats, Floats]:
        """Returns the angle at which each sector ends, and the angle that the sector takes."""
        found = self._drive.places(sectors)
        share = 1 / self.tracks(found[0].astype(np.int64))
        return found[3] / _ANGLES + share, share
