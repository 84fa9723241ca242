"""Tells the begin of tracks on drives that end a read of a track's last block late.

Such a read ends about where a read of the next track's first block would. So tracks seem to begin
a block early. But then the reads of their seeming first blocks are all late by the same part of a
sector. With the right begin, reads of last blocks are late by the same time, and no others.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify import circle
from headstack_identify.tracks import slips, zone_tracks
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.zone_tracks import ZoneTracks

OTHER: Final = 8.0
"""Cost of another begin than the groups show, in logarithms of likelihood."""

LATE: Final = 4.0
"""Cost of late ends in a zone, in logarithms of likelihood."""

_SURE: Final = 100.0  # gain of late ends in all zones at which the drive has them


def begun(zones: Sequence[ZoneTracks], reads: Group, turn_ms: float) -> list[ZoneTracks]:
    """Returns the zones, each with tracks that begin one block later if ends are late.

    A zone alone may have too few reads of last blocks. But ends are late in all zones of a drive or
    in none, so zones whose begins are known tell it.

    Args:
        zones: the zones, with anchors.
        reads: the reads of the recording.
        turn_ms: time of a revolution.
    """
    seen = [_near(zone, reads) for zone in zones]
    shown = sum(
        max(0.0, _cost(zone, some, turn_ms, np.inf) - _cost(zone, some, turn_ms, LATE))
        for zone, some in zip(zones, seen, strict=True)
    )
    if shown < _SURE:
        return list(zones)
    found = []
    for zone, some in zip(zones, seen, strict=True):
        other = _later(zone)
        earlier = _cost(other, some, turn_ms, 0) < _cost(zone, some, turn_ms, 0)
        found.append(other if earlier else zone)
    return found


def _near(zone: ZoneTracks, reads: Group) -> Group:
    """Returns the reads of the zone's groups."""
    inside = np.zeros(len(reads.block), np.bool_)
    for one in zone.anchors:
        inside |= (reads.block >= one.low) & (reads.block <= one.high)
    return Group(reads.block[inside], reads.end_ms[inside])


def _later(zone: ZoneTracks) -> ZoneTracks:
    later = [
        replace(one, block=one.block + 1, angle=one.angle + 1 / zone.sectors)
        for one in zone.anchors
    ]
    return replace(zone, anchors=tuple(later))


def cost(off: Floats, last: Bools, spread_rev: float, price: float) -> float:
    """Returns the cost of reads, in logarithms of likelihood.

    Args:
        off: by how much the reads differ from their angles, in revolutions, shape (n,).
        last: whether a read ends with a track's last block, shape (n,).
        spread_rev: standard deviation of the angles of reads.
        price: cost of late ends.
    """
    late = off[last]
    plain = _sum(late, spread_rev)
    if late.size:
        plain = min(plain, _sum(late - circle.middle(late), spread_rev) + price)
    return _sum(off[~last], spread_rev) + plain


def _cost(zone: ZoneTracks, reads: Group, turn_ms: float, price: float) -> float:
    spread = zone_tracks.spread(zone, reads, turn_ms)
    off = zone.off(reads, reads.end_ms / turn_ms)
    begin = np.array([one.block for one in zone.anchors])[zone.nearest(reads.block)]
    return cost(off, zone.ends(reads.block - begin), spread, price)


def _sum(off: Floats, spread: float) -> float:
    return float(np.minimum(0.5 * (circle.wrapped(off) / spread) ** 2, slips.OUTLIER).sum())
