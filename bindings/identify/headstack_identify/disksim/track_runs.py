"""Tracks in the order of their blocks, as runs, and the strips and rows that the runs make up.

- A run is a number of tracks of one surface whose cylinders, angles and sectors follow one rule.
- A strip is one run or more on one surface, with cylinders that follow each other.
- Strips on different surfaces with the same cylinders are a group.
- A row holds the tracks of one cylinder, on one surface after the other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final


class NoZonesError(Exception):
    """No zones can describe a layout. The text says why."""


@dataclass(frozen=True, slots=True)
class Run:
    """Tracks of one surface that follow each other in the order of the blocks.

    Attributes:
        head: the surface.
        cylinder: cylinder of the first track.
        step: 1 if the next track lies one cylinder further in, -1 if further out.
        tracks: number of tracks.
        sectors: sectors of each track.
        blocks: number of sectors of each track, from its first one on, that can hold blocks.
        angle: angle of the first track's first sector, in revolutions.
        turn: angle from a track to the next.
        declared: whether a zone of the file gives the sectors. If not, those of a run of one track
            may be a few less than its neighbours have.
        skipped: sectors below `blocks` without a block, by the number of the track in the run.
        moved: sectors whose blocks lie elsewhere, by the number of the track in the run.
    """

    head: int
    cylinder: int
    step: int
    tracks: int
    sectors: int
    blocks: int
    angle: Fraction
    turn: Fraction = Fraction(0)
    declared: bool = False
    skipped: Mapping[int, Sequence[int]] = field(default_factory=dict)
    moved: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """Cylinder of the last track."""
        return self.cylinder + self.step * (self.tracks - 1)

    @property
    def firm(self) -> bool:
        """Whether the number of sectors is that of a zone."""
        return self.declared or self.tracks > 1

    def angles(self) -> Iterator[Fraction]:
        """Yields the angle of each track."""
        return ((self.angle + track * self.turn) % 1 for track in range(self.tracks))

    def held(self) -> int:
        """Returns the number of blocks."""
        return self.tracks * self.blocks - sum(len(them) for them in self.skipped.values())

    def cut(self, tracks: int) -> "tuple[Run, Run]":
        """Returns the first tracks and the rest, each as a run."""

        def part(of: Mapping[int, Sequence[int]], begin: int, end: int) -> dict[int, Sequence[int]]:
            return {track - begin: them for track, them in of.items() if begin <= track < end}

        first = replace(
            self,
            tracks=tracks,
            skipped=part(self.skipped, 0, tracks),
            moved=part(self.moved, 0, tracks),
        )
        rest = replace(
            self,
            cylinder=self.cylinder + self.step * tracks,
            tracks=self.tracks - tracks,
            angle=(self.angle + tracks * self.turn) % 1,
            skipped=part(self.skipped, tracks, self.tracks),
            moved=part(self.moved, tracks, self.tracks),
        )
        return first, rest


@dataclass(frozen=True)
class Strip:
    """Runs of one surface whose cylinders follow each other."""

    runs: Sequence[Run]

    @property
    def head(self) -> int:
        """The surface."""
        return self.runs[0].head

    @property
    def tracks(self) -> int:
        """Number of tracks."""
        return sum(run.tracks for run in self.runs)

    @property
    def bounds(self) -> tuple[int, int]:
        """Lowest and highest cylinder."""
        ends = (self.runs[0].cylinder, self.runs[-1].last)
        return min(ends), max(ends)

    @property
    def outwards(self) -> bool:
        """Whether the cylinders fall."""
        return self.runs[-1].last < self.runs[0].cylinder


@dataclass(frozen=True)
class Group:
    """Strips on different surfaces. None has cylinders outside the bounds of the first."""

    strips: Sequence[Strip]


@dataclass(frozen=True)
class Rows:
    """Rows on cylinders that follow each other, with the same number of sectors per track.

    Attributes:
        rows: runs of one track each, by cylinder.
        sectors: sectors per track. A single track may have fewer.
    """

    rows: Sequence[Sequence[Run]]
    sectors: int


def parts(runs: Sequence[Run]) -> list[Group | Rows]:
    """Divides runs in the order of their blocks.

    Raises:
        NoZonesError: the blocks go back to an earlier cylinder.
    """
    queue = _Queue(runs)
    found: list[Group | Rows] = []
    done = -1
    while queue.any():
        row = queue.row()
        part = _rows(queue) if _begins_rows(row) else _group(queue)
        begin, end = bounds(part)
        if begin <= done:
            run = part.rows[0][0] if isinstance(part, Rows) else part.strips[0].runs[0]
            raise NoZonesError(
                f"after cylinder {done}, the blocks go back to cylinder {begin}, head {run.head}; "
                "zones follow each other by cylinder"
            )
        done = end
        found.append(part)
    return found


def bounds(part: Group | Rows) -> tuple[int, int]:
    """Returns the first and the last cylinder of a part."""
    if isinstance(part, Rows):
        return part.rows[0][0].cylinder, part.rows[-1][0].cylinder
    return part.strips[0].bounds


class _Queue:
    """The runs that are still to be divided."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._runs: Final = runs
        self._next = 0
        self._rest: Run | None = None

    def any(self) -> bool:
        return self._rest is not None or self._next < len(self._runs)

    def first(self) -> Run:
        return self._runs[self._next] if self._rest is None else self._rest

    def take(self, tracks: int | None = None) -> Run:
        """Takes the first run, or its first tracks."""
        run = self.first()
        if tracks is not None and tracks < run.tracks:
            run, rest = run.cut(tracks)
            self._next += self._rest is None
            self._rest = rest
            return run
        self._next += self._rest is None
        self._rest = None
        return run

    def row(self) -> list[Run]:
        """Returns the next runs of one track that lie on one cylinder, on different surfaces."""
        found: list[Run] = []
        if self._rest is not None:
            return found
        for place in range(self._next, len(self._runs)):
            run = self._runs[place]
            another = found and run.cylinder != found[0].cylinder
            if run.tracks > 1 or another or any(run.head == one.head for one in found):
                break
            found.append(run)
        return found


def most_common(values: Sequence[int]) -> int:
    """Returns the most common value, the largest of several."""
    return max(Counter(values).items(), key=lambda item: (item[1], item[0]))[0]


def _is_row(row: Sequence[Run]) -> bool:
    """Whether tracks lie on several surfaces, in order."""
    heads = [run.head for run in row]
    return len(row) > 1 and heads in (sorted(heads), sorted(heads, reverse=True))


def _begins_rows(row: Sequence[Run]) -> bool:
    """Whether tracks can be the first row of a zone."""
    return _is_row(row) and len({run.sectors for run in row}) == 1


def _rows(queue: _Queue) -> Rows:
    rows: list[list[Run]] = []
    sectors = queue.first().sectors
    while row := queue.row():
        follows = not rows or row[0].cylinder == rows[-1][0].cylinder + 1
        others = sum(run.sectors != sectors for run in row)
        if not follows or 2 * others >= len(row) or (len(row) > 1 and not _is_row(row)):
            break
        rows.append([queue.take() for _ in row])
    return Rows(rows, sectors)


def _group(queue: _Queue) -> Group:
    strips = [_strip(queue, None)]
    begin, end = strips[0].bounds
    while queue.any():
        run = queue.first()
        if run.cylinder not in (begin, end) or any(run.head == one.head for one in strips):
            break
        strips.append(_strip(queue, (begin, end)))
    return Group(strips)


def _strip(queue: _Queue, limits: tuple[int, int] | None) -> Strip:
    """Takes a strip. A change of the number of sectors ends it, unless it may be a narrow track."""
    runs: list[Run] = []
    sectors = step = 0
    while queue.any():
        run = queue.first()
        if runs:
            way = run.cylinder - runs[-1].last
            if run.head != runs[0].head or abs(way) != 1 or step not in (0, way):
                break
            if run.tracks > 1 and run.step != way:
                break
            if run.firm and sectors not in (0, run.sectors):
                break
            step = way
        step = run.step if run.tracks > 1 else step
        sectors = run.sectors if run.firm else sectors
        inside = run.tracks if limits is None else _inside(run, limits)
        if inside == 0:
            break
        runs.append(queue.take(inside))
        if inside < run.tracks:
            break
    return Strip(runs)


def _inside(run: Run, limits: tuple[int, int]) -> int:
    """Returns the number of tracks before a run leaves the limits."""
    begin, end = limits
    if not begin <= run.cylinder <= end:
        return 0
    return min(run.tracks, (end - run.cylinder if run.step > 0 else run.cylinder - begin) + 1)
