"""Finds the zones of a recording: tracks of one kind from a first block to a last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.tracks import (
    ends,
    levelling,
    skew_pattern,
    slips,
    stretches,
    surface_order,
    track_grid,
    zone_tracks,
)
from headstack_identify.tracks.dense import Group, Reads
from headstack_identify.tracks.rotation import Rotation, rivals
from headstack_identify.tracks.skew_pattern import Steps
from headstack_identify.tracks.stretches import Known
from headstack_identify.tracks.surface_order import Order
from headstack_identify.tracks.track_grid import Grid, Marks, Shape
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

_LIKELIER: Final = 3.0  # of another number of sectors, in logarithms of likelihood
_CYLINDER_PRICE: Final = 1.0
"""Wrong intervals by which spare sectors in each cylinder must be better, in each group: a cylinder
has more begins to choose from than a track, so some begin explains an interval more by chance."""


@dataclass(frozen=True, eq=False)
class Zone:
    """A zone.

    Attributes:
        tracks: its tracks.
        first: first block.
        end: block after the last.
        uncertain: blocks that its first block may be off, because no read lies between.
        slipped: slips in order of their blocks: the block, and the blocks by which the slip shifts
            all later blocks, 1 for a sector or the blocks of a track.
    """

    tracks: ZoneTracks
    first: int
    end: int
    uncertain: int
    slipped: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class _Seen:
    """A group with its tracks."""

    group: Group
    sectors: int
    marks: Marks
    grid: Grid


@dataclass(frozen=True, eq=False)
class Layout:
    """The zones of a drive.

    Attributes:
        zones: the zones, in order of their blocks. There may be none.
        heads: number of heads that the skews show. `None`: the skews show none.
        order: how zones on one surface each are stacked; the zones then have one head. `None`: the
            zones lie on all surfaces.
    """

    zones: tuple[Zone, ...]
    heads: int | None = None
    order: Order | None = None


def find(reads: Reads, rotation: Rotation, surfaces: int, blocks: int) -> Layout:
    """Returns the zones.

    Args:
        reads: the reads of a recording.
        rotation: rotation, and sectors of a track in each group.
        surfaces: number of heads, if the skews do not tell.
        blocks: blocks of the drive.
    """
    kept = stretches.kept(reads.groups, rotation)
    apart = stretches.by_skew(reads.groups, rotation)
    order = surface_order.find(stretches.of_groups(apart), reads.moves) if apart else None
    if order is not None:
        return Layout(_zones(reads, apart, rotation, 1, blocks)[0], None, order)
    found, heads = _zones(reads, [kept], rotation, surfaces, blocks)
    return Layout(found, heads)


def _zones(
    reads: Reads, parts: Sequence[Sequence[Known]], rotation: Rotation, surfaces: int, blocks: int
) -> tuple[tuple[Zone, ...], int | None]:
    """Returns the zones, and the heads that the skews show. Each part has zones of its own.

    Several parts lie on one surface each, and so have one head.
    """
    runs = []
    for part in parts:
        seen = _seen(part, rotation.revolution_ms, surfaces)
        alike = groupby(seen, key=lambda one: one.sectors)
        runs += [_alike(list(run)) for _, run in alike]
    if not runs:
        return (), None
    steps = [[skew_pattern.steps(one.marks, one.grid) for one in run] for run in runs]
    heads = _heads(runs, steps, surfaces) if len(parts) == 1 else None
    rough = _rough(reads.all, runs, steps, heads or surfaces, rotation.revolution_ms)
    zones: list[ZoneTracks] = []
    for one, inside in rough:
        zones += levelling.levelled(one, inside, rotation.revolution_ms)
    begun = ends.begun(zones, reads.all, rotation.revolution_ms)
    return tuple(_with_edges(begun, reads.all, rotation.revolution_ms, blocks)), heads


def _rough(
    reads: Group, runs: Sequence[Sequence[_Seen]], steps: Sequence[Sequence[Steps]],
    heads: int, turn_ms: float,
) -> list[tuple[ZoneTracks, Group]]:  # fmt: skip
    """Returns a zone with an anchor for each group, and the zone's reads, of each run."""
    found = []
    reference: Floats | None = None
    for run, skews in zip(runs, steps, strict=True):
        inside = _between(reads, run[0].group.block[0], run[-1].group.block[-1])
        zone, groups, reference = _zone_of(run, skews, heads, reference)
        refined = zone_tracks.refined(zone, groups, inside, turn_ms)
        likeliest = _against_rivals(refined, run, inside, heads, turn_ms)
        found.append((zone_tracks.straightened(likeliest), inside))
    return found


def _heads(
    runs: Sequence[Sequence[_Seen]], steps: Sequence[Sequence[Steps]], surfaces: int
) -> int | None:
    """Returns the number of heads that the skews show. With spares in each cylinder: `surfaces`."""
    if any(run[0].grid.shape.cylinder for run in runs):
        return surfaces
    return skew_pattern.heads_of([one for run in steps for one in run])


def _against_rivals(
    zone: ZoneTracks, run: Sequence[_Seen], inside: Group, heads: int, turn_ms: float
) -> ZoneTracks:
    """Returns the zone, or the same groups with other sectors of a track, if these are likelier.

    The reads of a group are on few tracks, and do not always tell one sector in a thousand. Reads
    far from the groups do: a sector more or less moves their tracks.
    """
    if zone.shape.cylinder:
        return zone
    wide = zone_tracks.spread(zone, inside, turn_ms)
    best, most = zone, _LIKELIER + zone_tracks.likelihood(zone, inside, turn_ms, wide)
    spare, whole = zone.sectors - zone.shape.track, Shape(zone.shape.track)
    for sectors in rivals([one.group for one in run], turn_ms, zone.sectors):
        shape = whole if sectors == whole.track else Shape(sectors - spare)
        other = _alike([_placed(one.group, sectors, shape, turn_ms) for one in run])
        skews = [skew_pattern.steps(one.marks, one.grid) for one in other]
        tried, groups, _ = _zone_of(other, skews, heads, None)
        tried = zone_tracks.refined(tried, groups, inside, turn_ms)
        likely = zone_tracks.likelihood(tried, inside, turn_ms, wide)
        if likely > most - 2 * _LIKELIER * (shape == whole):  # tracks without spare sectors
            best, most = tried, likely
    return best


def _placed(group: Group, sectors: int, shape: Shape, turn_ms: float) -> _Seen:
    marks = track_grid.marks(group, turn_ms, sectors)
    return _Seen(group, sectors, marks, track_grid.placed(marks, sectors, shape))


def _seen(groups: Sequence[Known], turn_ms: float, surfaces: int) -> list[_Seen]:
    """Returns the groups whose tracks are known, of groups with the sectors of a track."""
    found = []
    for group, sectors in groups:
        marks = track_grid.marks(group, turn_ms, sectors)
        grid = track_grid.fitted(marks, sectors, surfaces)
        if grid is not None:
            found.append(_Seen(group, sectors, marks, grid))
    return found


def _alike(run: list[_Seen]) -> list[_Seen]:
    """Returns the groups of a run with the shape that fits all of them best, and one origin."""
    shapes = {one.grid.shape for one in run} | {Shape(one.grid.shape.track) for one in run}
    # A group sees few ends of cylinders, and may take one spare sector too many.
    cylinders = [one for one in shapes if one.cylinder]
    near = {replace(one, cylinder=one.cylinder + more) for one in cylinders for more in (-1, 1)}
    tried = sorted(shapes | near, key=lambda shape: (shape.cylinder, -shape.track))
    found = [one.marks for one in run]
    grids = {shape: track_grid.together(found, run[0].sectors, shape) for shape in tried}
    best = min(grids, key=lambda shape: _cost(shape, grids[shape], found))
    return [
        _Seen(one.group, one.sectors, one.marks, grid)
        for one, grid in zip(run, grids[best], strict=True)
    ]


def _cost(shape: Shape, grids: Sequence[Grid], found: Sequence[Marks]) -> float:
    """Returns the intervals that grids of one shape explain wrongly, and the shape's price."""
    wrong = sum(grid.wrong * len(one.marked) for grid, one in zip(grids, found, strict=True))
    return wrong + _CYLINDER_PRICE * (1 + len(grids)) * bool(shape.cylinder)


def _zone_of(
    run: Sequence[_Seen], steps: Sequence[Steps], heads: int, reference: Floats | None
) -> tuple[ZoneTracks, list[tuple[int, Group]], Floats]:
    """Returns a zone without anchors, and its groups, each with the block of a cylinder's begin.

    The third result are the skews by head with which later zones are compared.
    """
    shape = run[0].grid.shape
    patterns = [skew_pattern.pattern_of(one, heads) for one in steps]
    if reference is None:
        reference = skew_pattern.from_cylinder(patterns[0])
    shifts = [
        0 if shape.cylinder else skew_pattern.turned(reference, pattern) for pattern in patterns
    ]
    aligned = [np.roll(one, -shift) for one, shift in zip(patterns, shifts, strict=True)]
    skews = skew_pattern.joined(aligned)
    skews[np.isnan(skews)] = np.nanmedian(skews)
    skews = skew_pattern.evened(skews)
    groups = [
        (_begin(one) + shift * shape.track, one.group)
        for one, shift in zip(run, shifts, strict=True)
    ]
    zone = ZoneTracks(run[0].sectors, shape, skews, ())
    return zone, groups, reference


def _begin(one: _Seen) -> int:
    """Returns the block from which `skew_pattern.steps` counts tracks."""
    origin = int(one.grid.first[len(one.grid.first) // 2])
    first = int(one.marks.block[0])
    return first - (first - origin) % one.grid.shape.period


def _between(reads: Group, low: int, high: int) -> Group:
    inside = (reads.block >= low) & (reads.block <= high)
    return Group(reads.block[inside], reads.end_ms[inside])


def _with_edges(
    zones: Sequence[ZoneTracks], reads: Group, turn_ms: float, blocks: int
) -> list[Zone]:
    edges, uncertain = [0], [0]
    for left, right in pairwise(zones):
        edge, width = edge_between(left, right, reads, turn_ms)
        edges.append(edge)
        uncertain.append(width)
    edges.append(blocks)
    found = zip(zones, pairwise(edges), uncertain, strict=True)
    return [
        Zone(zone, first, end, width, inside(zone, first, end, reads, turn_ms))
        for zone, (first, end), width in found
    ]


def edge_between(
    left: ZoneTracks, right: ZoneTracks, reads: Group, turn_ms: float
) -> tuple[int, int]:
    """Returns the first block of the right zone, and the blocks by which the block may be off."""
    last, next_ = left.anchors[-1], right.anchors[0]
    if left.shape.cylinder and np.array_equal(left.skews, right.skews):
        edge = last.high, next_.low  # pieces of one level: the reads between them are few
    else:  # a group may lie over the edge, so the reads begin and end in the middle of groups
        edge = (last.low + last.high) // 2, (next_.low + next_.high) // 2
    between = _between(reads, *edge)
    ahead = slips.course(left, last, between, turn_ms)
    back = slips.course(right, next_, _turned(between), turn_ms)
    total = ahead.cost + back.cost[::-1]
    place = int(np.argmin(total))
    low = int(between.block[place - 1]) if place else edge[0]
    high = int(between.block[place]) if place < len(between.block) else edge[1]
    moves = place < len(between.block) and not right.shape.cylinder
    slipped = int(back.shift[len(between.block) - 1 - place]) if moves else 0
    tried = _begins(next_.block + slipped, low, high, right.cylinder)
    if right.shape.cylinder and not len(tried):  # a slip lies inside a cylinder
        reach = right.cylinder // 2
        tried = _begins(next_.block, low - reach, high + reach, right.cylinder)
    if not len(tried):  # a cylinder begins in the zone before, or heads are not known
        tried = _begins(next_.block + slipped, low, high, right.shape.track)
    if not len(tried):
        return high, high - low
    before = int(ahead.shift[place - 1]) if place and not left.shape.cylinder else 0
    whole = tried[(tried + before - last.block) % left.cylinder == 0]
    chosen = whole if len(whole) else tried
    middle = int(chosen[len(chosen) // 2])
    return middle, int(max(tried[-1] - middle, middle - tried[0]))


def _begins(begin: int, low: int, high: int, step: int) -> Ints:
    """Returns the blocks above `low` and up to `high` that are whole steps before `begin`."""
    first = begin - (begin - low - 1) // step * step
    return np.arange(first, high + 1, step)


def inside(
    zone: ZoneTracks, first: int, end: int, reads: Group, turn_ms: float
) -> tuple[tuple[int, int], ...]:
    """Returns the slips of a zone: the block, and the blocks by which the slip shifts."""
    if zone.shape.cylinder:
        return ()  # spare sectors of the cylinder take up its slips
    anchors = zone.anchors
    found = _slips(zone, anchors[0], _turned(_between(reads, first, anchors[0].low)), turn_ms)
    highs = [one.high + 1 for one in anchors[1:]] + [end]
    begins = [anchors[0].low] + [one.high for one in anchors[1:]]
    for anchor, low, high in zip(anchors, begins, highs, strict=True):
        found += _slips(zone, anchor, _between(reads, low, high - 1), turn_ms)
    return tuple(sorted(found))


def _slips(zone: ZoneTracks, anchor: Anchor, reads: Group, turn_ms: float) -> list[tuple[int, int]]:
    """Returns the slips between an anchor and reads beside it, nearest first."""
    if not len(reads.block):
        return []
    followed = slips.course(zone, anchor, reads, turn_ms)
    edge = anchor.low if reads.block[0] <= anchor.low else anchor.high
    before = np.r_[edge, reads.block[:-1]]
    shifts = np.diff(np.r_[0, followed.path])
    found = []
    for block, shift in zip(((before + reads.block + 1) // 2).tolist(), shifts, strict=True):
        tracks, sectors = divmod(int(shift), zone.shape.track)
        found += [(block, zone.shape.track)] * tracks + [(block, 1)] * sectors
    return found


def _turned(reads: Group) -> Group:
    return Group(reads.block[::-1], reads.end_ms[::-1])
