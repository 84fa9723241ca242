"""Follows slipped sectors and tracks from a known cylinder through the reads beside it.

A slip shifts all later blocks by some sectors, or by some tracks. With spare sectors in each
cylinder, a slip turns all later cylinders instead. So the shift never falls with the distance from
the known cylinder. Dynamic programming finds the likeliest course.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

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

_FEW: Final = (24, 1)
"""Slipped sectors and tracks that are tried first. Most courses have few sectors, and no track: a
skew of 20 sectors can pass for 20 slipped sectors, so both are tried together."""

_LEAST_SECTOR: Final = 0.25
"""Angle of a sector, in spreads, whose slips show. Of shorter sectors, only tracks are slipped."""

_KEPT: Final = 100_000_000  # most costs that a course keeps, of 4 bytes each
_AT_ONCE: Final = 1_000_000  # costs that are computed at once
_SPREAD: Final = 2 / 3  # spread of reads at their angles, in widths of agreement
_PLACE: Final = 3.2  # cost of a place at which sectors are slipped
_SECTOR: Final = 0.8  # cost of each sector of the place: slipped sectors are often neighbours
_TRACK: Final = 12.0  # cost of a slipped track


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
    """Returns the likeliest course of slips.

    Args:
        zone: the zone.
        anchor: the known cylinder.
        reads: reads on one side of the anchor, nearest first.
        turn_ms: time of a revolution.
        spread_rev: spread of reads at their angles. `None`: by the width of agreement.
    """
    usual = _SPREAD * kernel_rev(turn_ms)
    spread = spread_rev or usual
    shown, plain = zone.sectors * usual * _LEAST_SECTOR <= 1, not zone.shape.cylinder
    few, most = (
        (sectors * shown, tracks * plain) for sectors, tracks in (_FEW, (MOST_SECTORS, MOST_TRACKS))
    )
    found, fewer = _course(zone, anchor, reads, turn_ms, spread, *few)
    if not fewer and len(reads.block) * (most[0] + 1) * (most[1] + 1) <= _KEPT:
        found, _ = _course(zone, anchor, reads, turn_ms, spread, *most)
    return found


def _course(
    zone: ZoneTracks, anchor: Anchor, reads: Group, turn_ms: float, spread: float,
    most_sectors: int, most_tracks: int,
) -> tuple[Course, bool]:  # fmt: skip
    """Returns the likeliest course with no more slips, and whether the course has fewer."""
    tracks, sectors = np.arange(most_tracks + 1), np.arange(most_sectors + 1)
    shifts = np.add.outer(zone.shape.track * tracks, sectors)
    prices = np.add.outer(_TRACK * tracks, _SECTOR * sectors)
    offset = reads.block - anchor.block
    away = np.where(_falling(reads, offset), -1, 1) * shifts
    turn = reads.end_ms / turn_ms - anchor.angle
    total = np.full(shifts.shape, np.inf)
    total[0, 0] = spent = 0.0
    totals, best, costs = [total], [], [0.0]
    step = max(1, _AT_ONCE // shifts.size)
    for start in range(0, len(offset), step):
        some = slice(start, start + step)
        angle = zone.slipped_angle(offset[some, None, None], away)
        off = turn[some, None, None] - angle
        for cost in np.minimum(0.5 * (circle.wrapped(off) / spread) ** 2, OUTLIER):
            total = _slipped(total, prices) + cost
            least = float(total.min())
            total -= least
            spent += least
            totals.append(total.astype(np.float32))
            best.append(int(total.argmin()))
            costs.append(spent)
    blocks, cells = shifts.ravel(), np.array(best, np.int64)
    path = _back(totals, best[-1], prices) if best else np.zeros(0, np.int64)
    track, sector = np.divmod(cells, most_sectors + 1)
    few = (track < max(1, most_tracks)).all() and (sector < max(1, most_sectors)).all()
    return Course(np.array(costs), blocks[cells], blocks[path]), bool(few)


def _falling(reads: Group, offset: Ints) -> bool:
    if len(offset) > 1:
        return bool(reads.block[-1] < reads.block[0])
    return bool(len(offset) and offset[0] < 0)


def _slipped(total: Floats, prices: Floats) -> Floats:
    """Returns the least cost of each shift from equal or smaller shifts.

    Costs have a row for each number of tracks and a column for each number of sectors.
    """
    bare = np.minimum.accumulate(total - prices, axis=0)
    found: Floats = np.minimum(bare, np.minimum.accumulate(bare, axis=1) + _PLACE) + prices
    return found


def _back(totals: Sequence[Floats], last: int, prices: Floats) -> Ints:
    """Returns the course that ends at a shift, as indices of the flat array of shifts."""
    path = [last]
    for total in reversed(totals[1:-1]):
        track, sector = divmod(path[-1], total.shape[1])
        tried = total[: track + 1, : sector + 1] - prices[: track + 1, : sector + 1]
        tried[:, :sector] += _PLACE
        nearest = tried.size - 1 - int(tried[::-1, ::-1].argmin())
        before, column = divmod(nearest, sector + 1)
        path.append(before * total.shape[1] + column)
    return np.array(path[::-1], np.int64)
