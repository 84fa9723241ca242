"""Follows slipped sectors and tracks from a known cylinder through the reads beside it.

A slip shifts all later blocks by some sectors, or by some tracks. So the shift never falls with the
distance from the known cylinder. The likeliest such course is found by dynamic programming.
"""

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

_FEW: Final = (24, 2)
"""Slipped sectors and tracks that are tried first, as most courses have no more."""

_SPREAD: Final = 2 / 3  # spread of reads at their angles, in widths of agreement
_OUTLIER: Final = 6.0  # cost of a read that no number of slips explains
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
    spread = spread_rev or _SPREAD * kernel_rev(turn_ms)
    few = _course(zone, anchor, reads, turn_ms, spread, *_FEW)
    tracks, sectors = np.divmod(few.shift, zone.shape.track)
    if len(few.shift) and (tracks.max() >= _FEW[1] or sectors.max() >= _FEW[0]):
        return _course(zone, anchor, reads, turn_ms, spread, MOST_SECTORS, MOST_TRACKS)
    return few


def _course(
    zone: ZoneTracks, anchor: Anchor, reads: Group, turn_ms: float, spread: float,
    most_sectors: int, most_tracks: int,
) -> Course:  # fmt: skip
    """Returns the likeliest course with no more slips."""
    sectors = np.arange(most_sectors + 1)
    shifts = np.add.outer(zone.shape.track * np.arange(most_tracks + 1), sectors)
    offset = reads.block - anchor.block
    sign = -1 if _falling(reads, offset) else 1
    total = np.full(shifts.shape, np.inf)
    total[0, 0] = 0.0
    origins, best, costs = [], [], [0.0]
    turn = reads.end_ms / turn_ms - anchor.angle
    for away, at in zip(offset.tolist(), turn.tolist(), strict=True):
        off = circle.wrapped(at - zone.angle(away + sign * shifts))
        total, origin = _cheapest(total)
        total = total + np.minimum(0.5 * (off / spread) ** 2, _OUTLIER)
        origins.append(origin)
        best.append(int(total.argmin()))
        costs.append(float(total.min()))
    path = _back(origins, best[-1]) if best else np.zeros(0, np.int64)
    blocks = shifts.ravel()
    return Course(np.array(costs), blocks[np.array(best, np.int64)], blocks[path])


def _falling(reads: Group, offset: Ints) -> bool:
    if len(offset) > 1:
        return bool(reads.block[-1] < reads.block[0])
    return bool(len(offset) and offset[0] < 0)


def _cheapest(total: Floats) -> tuple[Floats, Ints]:
    """Returns the least cost of each shift from equal or smaller shifts, and the shift before.

    Costs have a row for each number of tracks and a column for each number of sectors. Shifts
    before are indices of the flat array.
    """
    tracks, sectors = (np.arange(count) for count in total.shape)
    row, slipped = _least(total, _TRACK * tracks[:, None], 0)
    column, moved = _least(slipped, _SECTOR * sectors, 1)
    stays = slipped <= moved + _PLACE
    column = np.where(stays, sectors, column)
    row = np.take_along_axis(row, column, axis=1)
    return np.where(stays, slipped, moved + _PLACE), row * len(sectors) + column


def _least(total: Floats, price: Floats, axis: int) -> tuple[Ints, Floats]:
    """Returns from where each cost is least, with the price of the way, and the cost."""
    bare = total - price
    least = np.minimum.accumulate(bare, axis=axis)
    place = np.expand_dims(np.arange(total.shape[axis]), 1 - axis)
    return np.maximum.accumulate(np.where(bare == least, place, 0), axis=axis), least + price


def _back(origins: list[Ints], last: int) -> Ints:
    path = [last]
    for origin in reversed(origins[1:]):
        path.append(int(origin.ravel()[path[-1]]))
    return np.array(path[::-1], np.int64)
