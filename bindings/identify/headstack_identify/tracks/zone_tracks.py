"""The tracks of a zone as a function from blocks to angles, anchored at dense groups."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev
from headstack_identify.tracks.track_grid import Shape

_AGREES_REV: Final = 0.02
_STRAIGHT_REV: Final = 0.003  # error of an anchor's angle
_LEAST_SPREAD: Final = 0.0005
_CHANCE: Final = 0.02  # of a read elsewhere to be at an angle
_LEAST_SHARE: Final = 0.9  # share of a group's reads that agree with an anchor
_FARTHER: Final = 3.0  # how much farther each step of the refinement reaches
_TRIED: Final = np.linspace(-1, 1, 121)
_FIRST_REACH: Final = 1.5  # cylinders: a group alone
_WIDTHS_REV: Final = (0.2, 0.01)  # errors at the farthest read that are searched, rough and fine


@dataclass(frozen=True)
class Anchor:
    """A known cylinder.

    Attributes:
        block: first block of the cylinder. May be before the zone's first block.
        angle: angle at which the block begins, in revolutions.
        low: first block of the group that shows the cylinder.
        high: last block of this group.
    """

    block: int
    angle: float
    low: int
    high: int


@dataclass(frozen=True, eq=False)
class ZoneTracks:
    """Neighbouring groups with tracks of one kind.

    Attributes:
        sectors: sectors of a track.
        shape: how blocks fill the tracks.
        skews: the skew of the step to each head's track, from the track before, in revolutions.
            Entry 0 is the step to the next cylinder. Shape (heads,).
        anchors: a known cylinder for each group, in order of their blocks.
    """

    sectors: int
    shape: Shape
    skews: Floats
    anchors: tuple[Anchor, ...]

    @property
    def heads(self) -> int:
        """Number of heads."""
        return len(self.skews)

    @property
    def cylinder(self) -> int:
        """Blocks of a cylinder."""
        return self.shape.cylinder or self.heads * self.shape.track

    @property
    def file_skews(self) -> Floats:
        """The skews as drive files have them: from a track's begin to the next track's begin.

        Entry 0 is the step to the next cylinder, as in `skews`.
        """
        advance = np.diff(self.starts) % 1
        return np.asarray(np.r_[advance[-1], advance[:-1]])

    @cached_property
    def starts(self) -> Floats:
        """Angle from a cylinder's begin to each track's begin, and to the next cylinder's."""
        lengths = np.full(self.heads, self.shape.track)
        lengths[-1] = self.cylinder - self.shape.track * (self.heads - 1)
        advance = lengths / self.sectors + np.r_[self.skews[1:], self.skews[0]]
        return np.asarray(np.r_[0.0, np.cumsum(advance)])

    def angle(self, offset: Ints) -> Floats:
        """Returns the angle of blocks, by their distance from a cylinder's begin."""
        cylinder, rest = np.divmod(offset, self.cylinder)
        head = np.minimum(rest // self.shape.track, self.heads - 1)
        inside = (rest - head * self.shape.track) / self.sectors
        found: Floats = cylinder * self.starts[-1] + self.starts[head] + inside
        return found

    def ends(self, offset: Ints) -> Bools:
        """Returns whether blocks are the last of a track, by distance from a cylinder's begin."""
        rest = (offset + 1) % self.cylinder
        return np.asarray((rest % self.shape.track == 0) & (rest // self.shape.track < self.heads))

    def slipped_angle(self, offset: Ints, shift: Ints | int) -> Floats:
        """Returns the angle of blocks after slips, by their distance from a cylinder's begin.

        A slipped sector shifts later blocks by one. If each cylinder has spare sectors, cylinders
        keep their blocks, and begin later by the angle of the sector.

        Args:
            offset: the distances.
            shift: blocks by which the slips shift.
        """
        if self.shape.cylinder:
            return np.asarray(self.angle(offset) + np.asarray(shift) / self.sectors)
        return self.angle(offset + shift)

    def nearest(self, block: Ints) -> Ints:
        """Returns the index of the anchor whose group is nearest to each block."""
        edges = [(a.high + b.low) // 2 for a, b in pairwise(self.anchors)]
        return np.searchsorted(np.array(edges, np.int64), block, side="right")

    def off(self, reads: Group, turn: Floats) -> Floats:
        """Returns by how much reads differ from their anchors' angles, in -0.5 to 0.5 revolutions.

        Args:
            reads: the reads.
            turn: when the reads ended, in revolutions.
        """
        index = self.nearest(reads.block)
        begin = np.array([one.block for one in self.anchors])[index]
        angle = np.array([one.angle for one in self.anchors])[index]
        return circle.wrapped(turn - angle - self.angle(reads.block - begin))


def anchored(zone: ZoneTracks, groups: Sequence[tuple[int, Group]], turn_ms: float) -> ZoneTracks:
    """Returns the zone with an anchor for each group. A group with a slip inside has none.

    Args:
        zone: the zone without anchors.
        groups: the block at which a cylinder begins, and the group.
        turn_ms: time of a revolution.
    """
    anchors = []
    for begin, group in groups:
        off = group.end_ms / turn_ms - zone.angle(group.block - begin)
        angle = circle.mean(off)
        close = np.abs(circle.wrapped(off - angle)) < _AGREES_REV
        angle = circle.mean(off[close]) if close.any() else angle
        share = float(np.mean(np.abs(circle.wrapped(off - angle)) < _AGREES_REV))
        found = Anchor(begin, angle, int(group.block[0]), int(group.block[-1]))
        anchors.append((share, found))
    most = max(share for share, _ in anchors)
    kept = tuple(one for share, one in anchors if share >= min(_LEAST_SHARE, most))
    return replace(zone, anchors=kept)


def refined(
    zone: ZoneTracks, groups: Sequence[tuple[int, Group]], reads: Group, turn_ms: float
) -> ZoneTracks:
    """Returns the zone with a turn of cylinders that is right as far as the reads reach.

    The reads farther and farther from an anchor tell the turn from cylinder to cylinder better and
    better. Each step reaches no farther than the former step's error permits.

    Args:
        zone: the zone, with or without anchors.
        groups: as for `anchored`.
        reads: all reads between the groups.
        turn_ms: time of a revolution.
    """
    turn = reads.end_ms / turn_ms
    kernel = kernel_rev(turn_ms)
    reach = _FIRST_REACH
    while True:
        zone = anchored(zone, groups, turn_ms)
        # A group's middle keeps its angle, as `anchored` gives a group its mean angle.
        middle = np.array([(one.low + one.high) / 2 for one in zone.anchors])
        away = (reads.block - middle[zone.nearest(reads.block)]) / zone.cylinder
        near = np.abs(away) <= reach
        some = Group(reads.block[near], reads.end_ms[near])
        steps = np.floor(away[near] * zone.heads) / zone.heads
        for width in _WIDTHS_REV:
            shifts = _TRIED * width / reach
            off = zone.off(some, turn[near]) - np.multiply.outer(shifts, steps)
            sums = np.exp(-0.5 * (circle.wrapped(off) / kernel) ** 2).sum(axis=1)
            shift = float(shifts[int(sums.argmax())])
            zone = replace(zone, skews=zone.skews + shift / zone.heads)
        if near.all():
            return anchored(zone, groups, turn_ms)
        reach *= _FARTHER


def straightened(zone: ZoneTracks) -> ZoneTracks:
    """Returns the zone with a skew that carries its first anchor's angle on to its last anchor.

    Drive files describe a zone with one head by one angle and one skew. If no skew carries the
    angle to all anchors, slips lie between, and the zone stays.
    """
    anchors = zone.anchors
    block = np.array([one.block for one in anchors])
    track = (block - block[0]) // zone.cylinder
    if zone.heads != 1 or not track.any():
        return zone
    angle = np.array([one.angle for one in anchors]) - zone.angle(block - block[0])
    off = np.cumsum(circle.wrapped(np.diff(angle, prepend=angle[0])))
    slope, start = np.polyfit(track, off, 1)
    if np.abs(off - start - slope * track).max() > _STRAIGHT_REV:
        return zone
    first = replace(anchors[0], angle=anchors[0].angle + start)
    return replace(zone, skews=zone.skews + slope, anchors=(first, *anchors[1:]))


def spread(zone: ZoneTracks, reads: Group, turn_ms: float) -> float:
    """Returns the standard deviation of the angles of reads, without outliers, in revolutions."""
    off = zone.off(reads, reads.end_ms / turn_ms)
    wide = 1.4826 * float(np.median(np.abs(off - np.median(off))))
    return min(max(wide, _LEAST_SPREAD), kernel_rev(turn_ms))


def likelihood(zone: ZoneTracks, reads: Group, turn_ms: float, spread_rev: float) -> float:
    """Returns the logarithm of the likelihood of reads, by their angles in a zone."""
    off = zone.off(reads, reads.end_ms / turn_ms) / spread_rev
    return float(np.log(_CHANCE + (1 - _CHANCE) * np.exp(-0.5 * off**2)).sum())
