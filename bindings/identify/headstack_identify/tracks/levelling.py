"""Finds one course of slips through a zone, from its first dense group to its last.

Between two groups, a slipped sector and an error of the skews look alike. Through a whole zone they
do not: slips move where cylinders begin, by whole sectors. So all groups together tell the turn
from cylinder to cylinder, and then each slip shows by its angle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks import ends, slips, zone_tracks
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.slips import Course
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

_FEWEST_ANCHORS: Final = 2
_FEWEST_READS: Final = 12  # of a piece
_ROUNDS: Final = 2
_MORE: Final = (1, -1, 2, -2, 4, -4)  # slips more through the zone
_BETTER: Final = 1.0  # least gain of another number of slips
_WIDE: Final = 2.0  # widths of agreement at which a read is an outlier
_LEAST_SPREAD: Final = 0.001
_BEGINS: Final = np.arange(-8, 9)
"""Sectors by which the first cylinder may begin earlier than its group shows."""

_ANCHOR_PRICE: Final = 40.0
"""Cost of an anchor with an angle and a begin of its own, in logarithms of likelihood. Between two
anchors, the own angle and begin replace up to ten slips."""


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
    tried = _followed(_starts(zone), reads, turn_ms, spread)
    start = min(tried, key=lambda level: float(level.course.cost[-1]))
    best = _likeliest(start, reads, turn_ms, spread)
    # The skews of a level that fails are wrong, and those of its groups are rough.
    apart = [replace(zone, skews=skews) for skews in (zone.skews, best.zone.skews)]
    if best.course.cost[-1] > min(_piecewise(one, reads, turn_ms, spread) for one in apart):
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
    zones: Sequence[ZoneTracks], reads: Group, turn_ms: float, spread: float, rounds: int = _ROUNDS
) -> list[_Level]:
    """Follows slips from each zone's first anchor, and fits begin and skews, in turn."""
    for left in range(rounds, -1, -1):
        found = slips.courses([(zone, zone.anchors[0]) for zone in zones], reads, turn_ms, spread)
        if left:
            pairs = zip(zones, (course.path for course in found), strict=True)
            zones = [_refitted(zone, reads, path, turn_ms, spread) for zone, path in pairs]
    return [_Level(zone, course) for zone, course in zip(zones, found, strict=True)]


def _likeliest(best: _Level, reads: Group, turn_ms: float, spread: float) -> _Level:
    """Returns the likeliest level, among levels with more slips or fewer.

    A turn of cylinders that is a little too large hides slips all over the zone.
    """
    zone = best.zone
    cylinders = (zone.anchors[-1].high - zone.anchors[0].low) / zone.cylinder
    slopes = [-more / (zone.sectors * cylinders) for more in _MORE]
    while True:
        others = [_corrected(best.zone, np.zeros(zone.heads), slope) for slope in slopes]
        limit = float(best.course.cost[-1]) - _BETTER
        for tried in _followed(others, reads, turn_ms, spread, 1):
            if tried.course.cost[-1] < limit:
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


def _starts(zone: ZoneTracks) -> list[ZoneTracks]:
    """Returns the zone with turns of cylinders from which slips may be followed.

    These are the zone's own turn, the middle turn between neighbouring anchors, which slips at one
    place do not move, and the middle turn between any two anchors, which has the least noise.
    """
    block = np.array([one.block for one in zone.anchors])
    angle = np.array([one.angle for one in zone.anchors])
    # Equal skews do not show which head's track begins at an anchor.
    step = zone.shape.period
    offset = np.rint((block - block[0]) / step).astype(np.int64) * step
    cylinder = offset / zone.cylinder
    steps = circle.wrapped(np.diff(angle) - np.diff(zone.angle(offset)))
    away = np.r_[0.0, np.cumsum(steps)]
    turned, apart = np.subtract.outer(away, away), np.subtract.outer(cylinder, cylinder)
    neighbours = np.eye(len(block), k=-1, dtype=np.bool_)
    found = [zone]
    for pairs in (neighbours & (apart > 0), apart > 0):
        if pairs.any():
            slope = float(np.median(turned[pairs] / apart[pairs]))
            found.append(_corrected(zone, np.zeros(zone.heads), slope))
    return found


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
    last = zone.ends(offset if zone.shape.cylinder else offset + shift[:, None])
    costs = [ends.cost(one, end, spread, ends.LATE) for one, end in zip(off.T, last.T, strict=True)]
    earlier = int(_BEGINS[int(np.argmin(np.array(costs) + ends.OTHER * (_BEGINS != 0)))])
    angle = first.angle - earlier / zone.sectors
    begun = replace(first, block=first.block - earlier, angle=angle)
    return replace(zone, anchors=(begun, *zone.anchors[1:]))


def _refitted(
    zone: ZoneTracks, reads: Group, shift: Ints, turn_ms: float, spread: float
) -> ZoneTracks:
    """Returns the zone with begin and skews that fit reads whose slips are known."""
    zone = _begun(zone, reads, shift, turn_ms, spread)
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
    seen, later = heads.any(axis=0), found[:-1]
    if not seen.any():
        return zone
    return _corrected(zone, np.where(seen, later, later[seen].mean()), float(found[-1]))


def _piecewise(zone: ZoneTracks, reads: Group, turn_ms: float, spread: float) -> float:
    """Returns the cost of courses from anchor to anchor, each with an angle of its own."""
    nexts = [one.low for one in zone.anchors[1:]] + [int(reads.block[-1]) + 1]
    total = 0.0
    for anchor, end in zip(zone.anchors, nexts, strict=True):
        inside = (reads.block >= anchor.low) & (reads.block < end)
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
