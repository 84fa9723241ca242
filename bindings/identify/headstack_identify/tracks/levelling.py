"""Finds one course of slips through a zone, from its first dense group to its last.

Between two groups, a slipped sector and an error of the skews look alike. Through a whole zone they
do not: slips move where cylinders begin, by whole sectors. So all groups together tell the turn
from cylinder to cylinder, and then each slip shows by its angle.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks import slips, zone_tracks
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.slips import Course
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

_FEWEST_ANCHORS: Final = 3
_FEWEST_READS: Final = 12  # of a piece
_ROUNDS: Final = 2
_MORE: Final = (1, -1, 2, -2, 4, -4)  # slips more through the zone
_BETTER: Final = 1.0  # least gain of another number of slips
_WIDE: Final = 2.0  # widths of agreement at which a read is an outlier
_LEAST_SPREAD: Final = 0.001
_OUTLIER: Final = 6.0  # cost of a read at no right angle
_BEGINS: Final = np.arange(-8, 9)
"""Sectors by which the first cylinder may begin earlier than its group shows."""

_OTHER: Final = 8.0  # cost of another begin than the group shows
_ANCHOR_PRICE: Final = 8.0
"""Cost of an anchor with an angle of its own, in logarithms of likelihood."""


def levelled(zone: ZoneTracks, reads: Group, turn_ms: float) -> list[ZoneTracks]:
    """Returns the zone with its first and its last anchor, if one course of slips joins all.

    The angles then rise evenly from cylinder to cylinder through the zone. A zone with spare
    sectors in each cylinder comes in pieces, one for each stretch without slips: a slip turns all
    later cylinders. Other zones stay: zones with few anchors, and zones whose angles jump.

    Args:
        zone: the zone, with anchors.
        reads: reads of the zone.
        turn_ms: time of a revolution.
    """
    if len(zone.anchors) < _FEWEST_ANCHORS:
        return [zone]
    spread = max(_LEAST_SPREAD, zone_tracks.spread(zone, reads, turn_ms))
    inside = (reads.block >= zone.anchors[0].low) & (reads.block <= zone.anchors[-1].high)
    reads = Group(reads.block[inside], reads.end_ms[inside])
    best = _likeliest(_followed(_evenly(zone), reads, turn_ms, spread), reads, turn_ms, spread)
    if best.course.cost[-1] > _piecewise(zone, reads, turn_ms, spread):
        return [zone]
    if zone.shape.cylinder:
        return _pieces(best, reads) or [zone]
    low, high = zone.anchors[-1].low, zone.anchors[-1].high
    last = _anchor(best.zone, low, high, int(best.course.path[-1]))
    return [replace(best.zone, anchors=(best.zone.anchors[0], last))]


@dataclass(frozen=True, eq=False)
class _Level:
    """A zone with its first anchor right, and the course of slips from this anchor."""

    zone: ZoneTracks
    course: Course


def _followed(
    zone: ZoneTracks, reads: Group, turn_ms: float, spread: float, rounds: int = _ROUNDS
) -> _Level:
    """Follows slips and fits begin and skews in turn."""
    for left in range(rounds, -1, -1):
        found = slips.course(zone, zone.anchors[0], reads, turn_ms, spread)
        if left:
            begun = _begun(zone, reads, found.path, turn_ms, spread)
            zone = _refitted(begun, reads, found.path, turn_ms)
    return _Level(zone, found)


def _likeliest(best: _Level, reads: Group, turn_ms: float, spread: float) -> _Level:
    """Returns the likeliest level, among levels with more slips or fewer.

    A turn of cylinders that is a little too large hides slips all over the zone.
    """
    zone = best.zone
    cylinders = (zone.anchors[-1].high - zone.anchors[0].low) / zone.cylinder
    while True:
        for more in _MORE:
            slope = -more / (zone.sectors * cylinders)
            other = _corrected(best.zone, np.zeros(zone.heads), slope)
            tried = _followed(other, reads, turn_ms, spread, 1)
            if tried.course.cost[-1] < best.course.cost[-1] - _BETTER:
                best = tried
                break
        else:
            return best


def _pieces(level: _Level, reads: Group) -> list[ZoneTracks]:
    """Returns a zone for each stretch of reads without slips. Stretches of few reads have none."""
    found = []
    for shift in np.unique(level.course.path).tolist():
        block = reads.block[level.course.path == shift]
        if len(block) >= _FEWEST_READS:
            anchor = _anchor(level.zone, int(block[0]), int(block[-1]), shift)
            found.append(replace(level.zone, anchors=(anchor,)))
    return found


def _evenly(zone: ZoneTracks) -> ZoneTracks:
    """Returns the zone with the turn of cylinders that joins its anchors best."""
    block = np.array([one.block for one in zone.anchors])
    angle = np.array([one.angle for one in zone.anchors])
    # Equal skews do not show which head's track begins at an anchor.
    step = zone.shape.period
    offset = np.rint((block - block[0]) / step).astype(np.int64) * step
    cylinder = offset / zone.cylinder
    steps = circle.wrapped(np.diff(angle) - np.diff(zone.angle(offset)))
    away = np.r_[0.0, np.cumsum(steps)]
    apart = np.subtract.outer(cylinder, cylinder)
    pairs = apart > 0
    if not pairs.any():
        return zone
    slope = float(np.median(np.subtract.outer(away, away)[pairs] / apart[pairs]))
    return _corrected(zone, np.zeros(zone.heads), slope)


def _corrected(zone: ZoneTracks, later: Floats, slope: float) -> ZoneTracks:
    """Returns the zone with each head's track later, and each cylinder's begin by `slope`."""
    skews = zone.skews + np.diff(later, prepend=later[-1])
    skews[0] += slope
    first = zone.anchors[0]
    moved = replace(first, angle=first.angle + float(later[0]))
    return replace(zone, skews=skews, anchors=(moved, *zone.anchors[1:]))


def _begun(
    zone: ZoneTracks, reads: Group, shift: Ints, turn_ms: float, spread: float
) -> ZoneTracks:
    """Returns the zone with the first cylinder's begin that fits all reads best.

    The reads keep their angles. Only reads beside the begin of a track change their track.
    """
    first = zone.anchors[0]
    offset = np.add.outer(reads.block - first.block, _BEGINS)
    moved = zone.slipped_angle(offset, shift[:, None]) - _BEGINS / zone.sectors
    off = circle.wrapped((reads.end_ms / turn_ms - first.angle)[:, None] - moved)
    cost = np.minimum(0.5 * (off / spread) ** 2, _OUTLIER).sum(axis=0)
    cost += _OTHER * (_BEGINS != 0)
    earlier = int(_BEGINS[int(cost.argmin())])
    angle = first.angle - earlier / zone.sectors
    begun = replace(first, block=first.block - earlier, angle=angle)
    return replace(zone, anchors=(begun, *zone.anchors[1:]))


def _refitted(zone: ZoneTracks, reads: Group, shift: Ints, turn_ms: float) -> ZoneTracks:
    """Returns the zone with skews by least squares over reads whose slips are known."""
    first = zone.anchors[0]
    offset = reads.block - first.block
    angle = zone.slipped_angle(offset, shift)
    off = circle.wrapped(reads.end_ms / turn_ms - first.angle - angle)
    near = np.abs(off) < _WIDE * kernel_rev(turn_ms)
    moved = 0 if zone.shape.cylinder else shift[near]
    cylinder, rest = np.divmod(offset[near] + moved, zone.cylinder)
    head = np.minimum(rest // zone.shape.track, zone.heads - 1)
    heads = (head[:, None] == np.arange(zone.heads)).astype(np.float64)
    columns = np.column_stack([heads, cylinder])
    found = np.linalg.lstsq(columns, off[near], rcond=None)[0]
    return _corrected(zone, found[:-1], float(found[-1]))


def _piecewise(zone: ZoneTracks, reads: Group, turn_ms: float, spread: float) -> float:
    """Returns the cost of courses from anchor to anchor, each with an angle of its own."""
    ends = [one.high for one in zone.anchors[1:]] + [int(reads.block[-1])]
    total = 0.0
    for anchor, high in zip(zone.anchors, ends, strict=True):
        inside = (reads.block >= anchor.low) & (reads.block < max(high, anchor.high))
        some = Group(reads.block[inside], reads.end_ms[inside])
        total += float(slips.course(zone, anchor, some, turn_ms, spread).cost[-1]) + _ANCHOR_PRICE
    return total


def _anchor(zone: ZoneTracks, low: int, high: int, shift: int) -> Anchor:
    """Returns a cylinder near the reads from `low` to `high`, after slips."""
    first, moved = zone.anchors[0], 0 if zone.shape.cylinder else shift
    cylinder = (low + moved - first.block) // zone.cylinder
    angle = zone.slipped_angle(np.array([cylinder * zone.cylinder - moved]), shift)
    block = first.block + cylinder * zone.cylinder - moved
    return Anchor(block, first.angle + float(angle[0]), low, high)
