"""Follows slipped sectors and tracks from a known cylinder through the reads beside it.

A slip shifts all later blocks by a sector, or by a track. So the number of slips never falls with
the distance from the known cylinder. The likeliest such course is found by dynamic programming.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

MOST_SECTORS: Final = 160
"""Most slipped sectors between two dense groups."""

MOST_TRACKS: Final = 4
"""Most slipped tracks between two dense groups."""

_SPREAD: Final = 2 / 3  # spread of reads at their angles, in widths of agreement
_OUTLIER: Final = 6.0  # cost of a read that no number of slips explains
_PRICE: Final = 4.0  # cost of a slipped sector
_TRACK_PRICE: Final = 12.0  # cost of a slipped track


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


def course(zone: ZoneTracks, anchor: Anchor, reads: Group, turn_ms: float) -> Course:
    """Returns the likeliest course of slips.

    Args:
        zone: the zone.
        anchor: the known cylinder.
        reads: reads on one side of the anchor, nearest first.
        turn_ms: time of a revolution.
    """
    turn, spread = reads.end_ms / turn_ms, _SPREAD * kernel_rev(turn_ms)
    track = zone.shape.track
    shifts = np.arange(max(MOST_SECTORS, MOST_TRACKS * track) + 1)
    offset = reads.block - anchor.block
    sign = np.where(offset < 0, -1, 1)
    moved: Ints = np.add.outer(offset, 0 * shifts) + np.multiply.outer(sign, shifts)
    off = circle.wrapped((turn - anchor.angle)[:, None] - zone.angle(moved))
    each = np.minimum(0.5 * (off / spread) ** 2, _OUTLIER)
    total = _TRACK_PRICE * (shifts // track) + _PRICE * (shifts % track)
    origins, best, costs = [], [], [0.0]
    for row in each:
        total, origin = _cheapest(total, track)
        total = total + row
        origins.append(origin)
        best.append(int(total.argmin()))
        costs.append(float(total.min()))
    path = _back(origins, best[-1]) if best else np.zeros(0, np.int64)
    return Course(np.array(costs), np.array(best, np.int64), path)


def _cheapest(total: Floats, track: int) -> tuple[Floats, Ints]:
    """Returns the least cost of each shift from equal or smaller shifts, and the shift before."""
    place = np.arange(len(total))
    jumped, origin = total.copy(), place.copy()
    better = total[:-track] + _TRACK_PRICE < total[track:]
    jumped[track:][better] = total[:-track][better] + _TRACK_PRICE
    origin[track:][better] = place[:-track][better]
    bare = jumped - _PRICE * place
    least = np.minimum.accumulate(bare)
    first = np.maximum.accumulate(np.where(bare == least, place, 0))
    return least + _PRICE * place, origin[first]


def _back(origins: list[Ints], last: int) -> Ints:
    path = [last]
    for origin in reversed(origins[1:]):
        path.append(int(origin[path[-1]]))
    return np.array(path[::-1], np.int64)
