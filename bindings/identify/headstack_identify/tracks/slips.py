"""Follows slipped sectors and tracks from a known cylinder through the reads beside it.

A slip shifts all later blocks by some sectors, or by some tracks. With spare sectors in each
cylinder, a slip turns all later cylinders instead. So the shift never falls with the distance from
the known cylinder. Dynamic programming finds the likeliest course.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

MOST_SECTORS: Final = 300
"""Most slipped sectors of a course."""

MOST_TRACKS: Final = 6
"""Most slipped tracks of a course."""

OUTLIER: Final = 6.0
"""Cost of a read at no right angle, in logarithms of likelihood."""

_LIMITS: Final = ((24, 1), (24, MOST_TRACKS), (MOST_SECTORS, MOST_TRACKS))
"""Slipped sectors and tracks that are tried in turn, until the course has fewer. Most courses have
few sectors, and no track: a skew of 20 sectors can pass for 20 slipped sectors, so both are tried
together."""

_LEAST_SECTOR: Final = 0.25
"""Angle of a sector, in spreads, whose slips show. Of shorter sectors, only tracks are slipped."""

_KEPT: Final = 100_000_000  # most costs that a course keeps, of 4 bytes each
_AT_ONCE: Final = 1_000_000  # costs that are computed at once
_SPREAD: Final = 2 / 3  # spread of reads at their angles, in widths of agreement
_PLACE: Final = 3.2  # cost of a place at which sectors are slipped
_SECTOR: Final = 0.8  # cost of each sector of the place: slipped sectors are often neighbours
_TRACK: Final = 12.0  # cost of a slipped track


Start = tuple[ZoneTracks, Anchor]
"""A zone with a known cylinder."""


@dataclass(frozen=True, eq=False)
class Course:
    """The slips between a known cylinder and reads, in order of their distance from it.

    Attributes:
        cost: cost of the likeliest course up to and with each read, shape (n + 1,). Entry 0 is 0.
        shift: blocks by which slips before each read shift, in the likeliest course to this read,
            shape (n,).
        path: the same in the likeliest course to the last read, shape (n,).
    """

    cost: Floats
    shift: Ints
    path: Ints


def course(
    zone: ZoneTracks, anchor: Anchor, reads: Group, turn_ms: float, spread_rev: float | None = None
) -> Course:
    """Returns the likeliest course of slips from a known cylinder. Other arguments: `courses`."""
    return courses([(zone, anchor)], reads, turn_ms, spread_rev)[0]


def courses(
    starts: Sequence[Start], reads: Group, turn_ms: float, spread_rev: float | None = None
) -> list[Course]:
    """Returns the likeliest course of slips from each start.

    Args:
        starts: zones of one shape, each with a known cylinder.
        reads: reads on one side of these cylinders, nearest first.
        turn_ms: time of a revolution.
        spread_rev: spread of reads at their angles. `None`: by the width of agreement.
    """
    zone = starts[0][0]
    usual = _SPREAD * kernel_rev(turn_ms)
    shown, plain = zone.sectors * usual * _LEAST_SECTOR <= 1, not zone.shape.cylinder
    # Without sectors or without tracks, some limits are equal.
    limits = list(dict.fromkeys((sectors * shown, tracks * plain) for sectors, tracks in _LIMITS))
    about = _Reads(reads.block, reads.end_ms / turn_ms, spread_rev or usual)
    return [
        found if fewer else _more(start, about, limits[1:]) or found
        for start, (found, fewer) in zip(starts, _courses(starts, about, *limits[0]), strict=True)
    ]


@dataclass(frozen=True, eq=False)
class _Reads:
    """Reads, with the revolutions at which they ended and the spread of these."""

    block: Ints
    turn: Floats
    spread: float


def _more(start: Start, about: _Reads, limits: Sequence[tuple[int, int]]) -> Course | None:
    """Returns the course within the least limits that it does not reach, or within the largest.

    `None`: its costs are too many.
    """
    found = None
    for sectors, tracks in limits:
        if len(about.block) * (sectors + 1) * (tracks + 1) > _KEPT:
            break
        [(found, fewer)] = _courses([start], about, sectors, tracks)
        if fewer:
            break
    return found


def _courses(
    starts: Sequence[Start], about: _Reads, most_sectors: int, most_tracks: int
) -> list[tuple[Course, bool]]:
    """Returns the likeliest courses with no more slips, and whether each course has fewer."""
    tracks, sectors = np.arange(most_tracks + 1), np.arange(most_sectors + 1)
    shifts = np.add.outer(starts[0][0].shape.track * tracks, sectors)
    prices = np.add.outer(_TRACK * tracks, _SECTOR * sectors)
    count, reads = len(starts), len(about.block)
    totals = np.empty((reads, count, *shifts.shape), np.float32)
    best, spent = np.empty((reads, count), np.int64), np.zeros((reads + 1, count))
    total = np.full((count, *shifts.shape), np.inf)
    total[:, 0, 0] = 0.0
    each = np.arange(count)
    for row, cost in enumerate(_costs(starts, about, shifts)):
        total = _slipped(total, prices) + cost
        flat = total.reshape(count, -1)
        best[row] = at = flat.argmin(axis=1)
        least = flat[each, at]
        total -= least[:, None, None]
        totals[row] = total
        spent[row + 1] = least
    spent = np.cumsum(spent, axis=0)
    blocks, found = shifts.ravel(), []
    for number in range(count):
        cells = best[:, number]
        path = _back(totals[:-1, number], int(cells[-1]), prices) if reads else cells
        track, sector = np.divmod(cells, most_sectors + 1)
        few = (track < max(1, most_tracks)).all() and (sector < max(1, most_sectors)).all()
        found.append((Course(spent[:, number], blocks[cells], blocks[path]), bool(few)))
    return found


def _costs(starts: Sequence[Start], about: _Reads, shifts: Ints) -> Iterator[Floats]:
    """Yields the cost of each shift for each read, shape (starts, tracks + 1, sectors + 1)."""
    step = max(1, _AT_ONCE // (len(starts) * shifts.size))
    angles = [_Angles(zone, anchor, about.block, shifts) for zone, anchor in starts]
    for first in range(0, len(about.block), step):
        some = slice(first, first + step)
        turned = np.stack([angle.of(about.block[some]) for angle in angles], axis=1)
        off = circle.wrapped(about.turn[some, None, None, None] - turned)
        yield from np.minimum(0.5 * (off / about.spread) ** 2, OUTLIER)


class _Angles:
    """Angles of blocks after each shift, from a table of a cylinder's angles.

    Args:
        zone: the zone.
        anchor: the known cylinder.
        block: reads, nearest first.
        shifts: the shifts, shape (tracks + 1, sectors + 1).
    """

    def __init__(self, zone: ZoneTracks, anchor: Anchor, block: Ints, shifts: Ints) -> None:
        self._zone, self._anchor = zone, anchor
        away = np.where(_falling(block, anchor), -1, 1) * shifts
        moved = np.zeros_like(away) if zone.shape.cylinder else away
        least, most = int(moved.min()), int(moved.max())
        self._table = zone.angle(np.arange(least, zone.cylinder + most))
        self._places = moved - least
        self._later = away / zone.sectors if zone.shape.cylinder else 0.0

    def of(self, block: Ints) -> Floats:
        """Returns the angles of blocks, shape (blocks, tracks + 1, sectors + 1)."""
        cylinder, rest = np.divmod(block - self._anchor.block, self._zone.cylinder)
        begun = self._anchor.angle + cylinder * self._zone.starts[-1]
        inside = self._table[self._places + rest[:, None, None]]
        found: Floats = begun[:, None, None] + inside + self._later
        return found


def _falling(block: Ints, anchor: Anchor) -> bool:
    if len(block) > 1:
        return bool(block[-1] < block[0])
    return bool(len(block) and block[0] < anchor.block)


def _slipped(total: Floats, prices: Floats) -> Floats:
    """Returns the least cost of each shift from equal or smaller shifts.

    Costs have a row for each number of tracks and a column for each number of sectors, in the last
    two dimensions.
    """
    bare = np.minimum.accumulate(total - prices, axis=-2)
    found: Floats = np.minimum(bare, np.minimum.accumulate(bare, axis=-1) + _PLACE) + prices
    return found


def _back(totals: npt.NDArray[np.float32], last: int, prices: Floats) -> Ints:
    """Returns the course that ends at a shift, as indices of the flat array of shifts.

    Args:
        totals: costs after each read but the last, shape (n - 1, tracks + 1, sectors + 1).
        last: index of the shift at the last read.
        prices: cost of each shift.
    """
    path = [last]
    for total in totals[::-1]:
        track, sector = divmod(path[-1], total.shape[1])
        tried = total[: track + 1, : sector + 1] - prices[: track + 1, : sector + 1]
        tried[:, :sector] += _PLACE
        nearest = tried.size - 1 - int(tried[::-1, ::-1].argmin())
        before, column = divmod(nearest, sector + 1)
        path.append(before * total.shape[1] + column)
    return np.array(path[::-1], np.int64)
