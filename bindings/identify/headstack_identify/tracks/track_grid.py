"""Finds where tracks begin in a dense group, and by which angle each track begins later.

On a track, ends of reads advance by the angle of a sector for each block. An interval between two
neighbouring reads holds the begin of a track exactly if the advance differs: the difference is the
skew. So a grid of track begins fits if it has a begin in exactly these intervals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks.crossings import Crossings
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import kernel_rev

LEAST_SKEW_REV: Final = 0.012
"""Least difference that is a skew, in revolutions. Noise of a host is less."""

FEWEST_SKEWS: Final = 4
"""Fewest skews of a group that tell whether all its skews are equal."""

_KERNELS: Final = 2.0  # least skew of a fast drive, in widths of agreement

MOST_WRONG: Final = 0.04
"""Most intervals of a group, as a share, that a grid may explain wrongly."""

_PLAIN_WRONG: Final = 0.008  # with fewer wrong intervals, cylinders need no spare sectors
_ONE_WRONG: Final = 1.5  # a single wrong interval of a group tells nothing
_OUTVOTED: Final = 4  # wrong intervals of a group at which a begin is as bad as most others
_TRIED_BEGINS: Final = 2000
_FEWEST_BLOCKS: Final = 0.9  # a track has at least this share of its sectors in use


@dataclass(frozen=True)
class Shape:
    """How blocks fill the tracks of a cylinder.

    Attributes:
        track: blocks of a track.
        cylinder: blocks of a cylinder; 0: all tracks have equally many.
    """

    track: int
    cylinder: int = 0

    @property
    def period(self) -> int:
        """Blocks after which begins of tracks repeat."""
        return self.cylinder or self.track

    @property
    def tracks(self) -> int:
        """Tracks of a period."""
        return -(-self.period // self.track)


@dataclass(frozen=True, eq=False)
class Grid:
    """Begins of tracks in a group.

    Attributes:
        sectors: sectors of a track.
        shape: how blocks fill the tracks.
        first: blocks, modulo the shape's period, at which a period can begin. All fit equally well.
        wrong: share of the group's intervals that the grid explains wrongly.
    """

    sectors: int
    shape: Shape
    first: Ints
    wrong: float


@dataclass(frozen=True, eq=False)
class Marks:
    """The intervals between neighbouring reads of a group.

    Attributes:
        block: first block of each read, shape (n,).
        later: by how much the second read ends later than on one track, in revolutions, 0 to 1,
            shape (n - 1,).
        marked: whether the interval holds the begin of a track with a skew, shape (n - 1,).
    """

    block: Ints
    later: Floats
    marked: Bools

    @cached_property
    def crossings(self) -> Crossings:
        """The intervals, for the counts of grids."""
        return Crossings(self.block, self.marked)


def marks(group: Group, revolution_ms: float, sectors: int) -> Marks:
    """Returns the intervals of a group. Reads that the host saw late are left out."""
    block, turn = group.block, group.end_ms / revolution_ms
    least = max(LEAST_SKEW_REV, _KERNELS * kernel_rev(revolution_ms))
    late = _late(block, turn, sectors, least)
    block, turn = block[~late], turn[~late]
    later = np.diff(turn) - np.diff(block) / sectors
    return Marks(block, later % 1, np.abs(circle.wrapped(later)) > least)


def _late(block: Ints, turn: Floats, sectors: int, least: float) -> Bools:
    """Returns which reads differ from both neighbours while the neighbours agree.

    A read is also late if it differs from both neighbours, and these lie less than a track apart:
    no two tracks begin there. Some drives end reads of a track's last block late.
    """
    one = np.abs(circle.wrapped(np.diff(turn) - np.diff(block) / sectors)) > least
    apart = block[2:] - block[:-2]
    across = circle.wrapped((turn[2:] - turn[:-2]) - apart / sectors)
    late = np.zeros(len(block), np.bool_)
    agree = (np.abs(across) <= least) | (apart < _FEWEST_BLOCKS * sectors)
    late[1:-1] = one[:-1] & one[1:] & agree
    return late


def skew_of(found: Marks) -> float | None:
    """Returns the skew of a group's tracks, in revolutions. `None`: few skews, or unequal."""
    skews = found.later[found.marked]
    if len(skews) < FEWEST_SKEWS:
        return None
    middle = circle.middle(skews)
    if np.abs(circle.wrapped(skews - middle)).max() > LEAST_SKEW_REV:
        return None
    return (middle + circle.mean(skews - middle)) % 1


def fitted(found: Marks, sectors: int, surfaces: int) -> Grid | None:
    """Returns the grid that explains the marks best. `None`: no grid explains them.

    Args:
        found: the marks of a group.
        sectors: sectors of a track.
        surfaces: number of heads, for cylinders with spare sectors at their end. With 1, only
            tracks have spare sectors.
    """
    best: Grid | None = None
    plain = max(_PLAIN_WRONG, _ONE_WRONG / len(found.marked))
    for shape in _shapes(sectors, surfaces):
        if best is not None and shape.cylinder and best.wrong <= plain:
            break
        grid = placed(found, sectors, shape)
        if best is None or grid.wrong < best.wrong:
            best = grid
        if not best.wrong:
            break
    return best if best is not None and best.wrong <= MOST_WRONG else None


def _shapes(sectors: int, surfaces: int) -> Iterator[Shape]:
    """Yields shapes, from plain to complex."""
    for blocks in range(sectors, int(_FEWEST_BLOCKS * sectors) - 1, -1):
        yield Shape(blocks)
    if surfaces == 1:
        return
    for spare in range(1, sectors):
        yield Shape(sectors, surfaces * sectors - spare)


def placed(found: Marks, sectors: int, shape: Shape) -> Grid:
    """Returns the grid of this shape that explains the marks best."""
    if not shape.cylinder:
        tried = np.arange(shape.track)
        return _grid(found, sectors, shape, tried, _wrong(found, shape, tried))
    steps = np.arange(0, shape.period, max(1, shape.period // _TRIED_BEGINS))
    near = int(steps[int(_wrong(found, shape, steps).argmin())])
    close = np.arange(near - shape.track // 6, near + shape.track // 6 + 1)
    return _grid(found, sectors, shape, close, _wrong(found, shape, close))


def together(groups: Sequence[Marks], sectors: int, shape: Shape) -> list[Grid]:
    """Returns the grid of each group, each with one origin, if all groups have this shape.

    Of its equally good origins, a group has the origin that most groups share.
    """
    if shape.cylinder:
        return _of_one_cylinder(groups, sectors, shape)
    grids = [placed(one, sectors, shape) for one in groups]
    counts = np.zeros(shape.track, np.int64)
    for grid in grids:
        counts[np.unique(grid.first)] += 1
    found = []
    for grid in grids:
        shared = counts[grid.first]
        best = grid.first[shared == shared.max()]
        found.append(replace(grid, first=_middle(best)))
    return found


def _of_one_cylinder(groups: Sequence[Marks], sectors: int, shape: Shape) -> list[Grid]:
    """Returns the grids of groups, with cylinders that begin whole cylinders apart.

    Cylinders with spare sectors keep their blocks at slips. So all groups together tell which of
    the tracks is a cylinder's first. A group alone sees the end of one cylinder, and often no read
    of its last blocks.
    """
    begins = np.arange(shape.period)
    own = [
        _wrong(one, shape, (begins - one.block[0]) % shape.period).astype(np.int64)
        for one in groups
    ]
    # A group over the end of a zone explains some begin badly, and must not outvote the others.
    total = sum(np.minimum(wrong, max(_OUTVOTED, int(wrong.min()))) for wrong in own)
    first = _middle(begins[total == np.min(total)])
    return [
        Grid(sectors, shape, first, float(wrong[first[0]]) / len(one.marked))
        for one, wrong in zip(groups, own, strict=True)
    ]


def _middle(found: Ints) -> Ints:
    return found[len(found) // 2 : len(found) // 2 + 1]


def _grid(found: Marks, sectors: int, shape: Shape, tried: Ints, wrong: Ints) -> Grid:
    best = tried[wrong == wrong.min()]
    first = (found.block[0] + best) % shape.period
    return Grid(sectors, shape, first, float(wrong.min()) / len(found.marked))


def _wrong(found: Marks, shape: Shape, begins: Ints) -> Ints:
    """Returns how many intervals a grid explains wrongly, for each begin of its first period.

    Begins count from the group's first block. The begins of a track are all of 0 to its blocks.
    """
    counted, heads = found.crossings, shape.tracks
    if counted.longest <= shape.track and not shape.cylinder:
        return counted.of_tracks(shape.track)
    if counted.longest <= shape.track and heads > 1:
        return counted.of_cylinders(shape.track, heads, shape.cylinder, begins)
    return wrong_intervals(found, shape, begins)


def wrong_intervals(found: Marks, shape: Shape, begins: Ints) -> Ints:
    """Returns how many intervals a grid explains wrongly, for each begin, at any interval."""
    offset = found.block[None, :] - found.block[0] - begins[:, None]
    crossed = np.diff(track_of(offset, shape), axis=1) > 0
    wrong: Ints = (crossed != found.marked[None, :]).sum(axis=1)
    return wrong


def track_of(offset: Ints, shape: Shape) -> Ints:
    """Returns the number of the track of blocks, counted from where `offset` is 0."""
    if not shape.cylinder:
        return np.asarray(offset // shape.track)
    cylinder, rest = np.divmod(offset, shape.cylinder)
    return np.asarray(cylinder * shape.tracks + rest // shape.track)
