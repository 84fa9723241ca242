"""Measures the seek curve: least times of reads from one cylinder to another.

A seek time here is the response less the time of the sector. Such a time includes the overheads of
the read.
Distances are sampled until each tried distance is within a few microseconds of the straight line
between its neighbours.
"""

from bisect import bisect_left
from functools import partial
from itertools import pairwise

from headstack.errors import RunError
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.latency import Latency
from headstack_identify.extract.layout.mapping import Mapping, last_true
from headstack_identify.extract.layout.places import Place
from headstack_identify.extract.layout.skews import some_block
from headstack_identify.extract.times.steadiness import check_seek

_NEAR = 10
_GROWTH = 1.25
_STEPS_TO_THE_SIDE = 24


class Seeks:
    """Measures seeks.

    Args:
        host: sends the commands. The cache is off.
        mapping: where blocks lie.
        turn: time of a revolution, in ps.
        latency: measures least times.
        tolerance: largest distance of a time from the line between its neighbours, in ps.
    """

    def __init__(
        self,
        host: Host,
        mapping: Mapping,
        turn: float,
        latency: Latency,
        tolerance: float = 4_000_000,
    ) -> None:
        self._host = host
        self._mapping = mapping
        self._turn = turn
        self._latency = latency
        self._tolerance = tolerance
        with_blocks = [region for region in mapping.regions if region.runs]
        self._first = mapping.place(with_blocks[0], with_blocks[0].runs[0].sector).cylinder
        last = with_blocks[-1]
        self._last = mapping.place(last, last.runs[-1].end - 1).cylinder
        self.longest = self._last - self._first
        if self.longest < 1:
            raise RunError("all blocks lie on one cylinder: there is no seek to measure")

    # --- single times ---

    def pitch(self, place: Place) -> float:
        """Returns the time of a sector at a place, in ps."""
        return self._turn / self._mapping.region(place.cylinder).sectors

    def passing(self, place: Place) -> float:
        """Returns the time from the start of a sector to the data of its read, in ps."""
        return self.pitch(place) + self.late(place)

    def late(self, place: Place) -> float:
        """Returns how long the data of a read of a sector wait for a mark, in ps."""
        return self._turn * self._mapping.late(place)

    def still(self) -> float:
        """Returns the least response of a read on the current track, less its sector, in ps."""
        place, lbn, other = self.two_on_a_track()
        least = self._latency.least(self._host.reading(other), self._host.reading(lbn))
        return least - self.passing(place)

    def two_on_a_track(
        self, blocks: int = 1, outer: bool = False, beyond: int = 0
    ) -> tuple[Place, int, int]:
        """Returns the place and the number of the first of `blocks` blocks, and another block.

        The `blocks` blocks are consecutive, and all these blocks are on one track. The track is the
        innermost track that has these blocks, because sectors take the longest there. With `outer`,
        the track is the outermost such track, from cylinder `beyond` on.
        """
        mapping = self._mapping
        cylinders = range(max(self._first, beyond), self._last + 1)
        for cylinder in cylinders if outer else reversed(cylinders):
            for head in range(mapping.heads):
                run = (_run_at(mapping, Place(cylinder, head, 1), blocks), cylinder, head)
                if run[0] is None:
                    continue
                sectors = mapping.region(cylinder).sectors
                other = mapping.block_at(Place(cylinder, head, max(0, (1 + sectors + blocks) // 2)))
                if other is not None and not run[0] - 1 <= other <= run[0] + blocks:
                    return Place(cylinder, head, 1), run[0], other
        raise RunError(f"no track has {blocks} blocks side by side to measure with")

    def pair(self, distance: int, down: bool = False, blocks: int = 1) -> tuple[Place, int, int]:
        """Returns a place, its block, and a block `distance` cylinders outside of the place.

        With `down`, the other block is inside of the place. The place is the first of `blocks`
        consecutive blocks.
        """

        def fits(lbn: int) -> bool:
            return _run_at(self._mapping, self._mapping.where(lbn)[1], blocks) is not None

        wanted = fits if blocks > 1 else None
        sides = range(min(_STEPS_TO_THE_SIDE, self.longest - distance + 1))
        heads = range(self._mapping.heads)
        same = [(side, head, head) for side in sides for head in heads]
        other = ((side, a, b) for side in sides for a in heads for b in heads)
        for side, outer, inner in (*same, *other):  # a long seek hides a head switch
            outside = (self._mapping, self._first + side, outer)
            inside = (self._mapping, self._first + side + distance, inner)
            near = some_block(*outside, wanted if down else None)
            far = some_block(*inside, None if down else wanted)
            if near is not None and far is not None:
                here, there = (near, far) if down else (far, near)
                return here[0], here[1], there[1]
        raise RunError(f"no two tracks {distance} cylinders apart have blocks to seek between")

    def check_steady(self) -> None:
        """Raises Unsteady if seeks do not repeat."""
        for distance in sorted({1, max(1, self.longest // 3), self.longest}):
            _, lbn, other = self.pair(distance)
            before, then = self._host.reading(other), self._host.reading(lbn)
            check_seek(self._latency, before, then, distance)

    def seek(self, distance: int, down: bool = False, guess: float | None = None) -> float:
        """Returns the least response of a read after this seek, less its sector, in ps."""
        place, lbn, other = self.pair(distance, down)
        passing = self.passing(place)
        least = self._latency.least(
            self._host.reading(other),
            self._host.reading(lbn),
            None if guess is None else guess + passing,
            self._tolerance / 4,
        )
        return least - passing

    def between(self, outer: int, inner: int) -> float | None:
        """Returns the least response of a read on one cylinder from another, less its sector.

        The time is in ps. Returns `None` if one of the cylinders has no block.
        """
        found = []
        for cylinder in (outer, inner):
            heads = (some_block(self._mapping, cylinder, h) for h in range(self._mapping.heads))
            found.append(next((there for there in heads if there is not None), None))
        near, far = found
        if near is None or far is None:
            return None
        least = self._latency.least(self._host.reading(near[1]), self._host.reading(far[1]))
        return least - self.passing(far[0])

    def to_other_head(self) -> float | None:
        """Returns the least response of a read on another head's track, less its sector, in ps.

        Returns `None` if no cylinder has blocks under two heads.
        """
        mapping = self._mapping
        for cylinder in range(self._first, self._last + 1):
            there = [some_block(mapping, cylinder, head) for head in range(mapping.heads)]
            have = [found for found in there if found is not None]
            if len(have) > 1:
                least = self._latency.least(
                    self._host.reading(have[0][1]), self._host.reading(have[1][1])
                )
                return least - self.passing(have[1][0])
            if mapping.heads == 1:
                break
        return None

    # --- the curve ---

    def curve(self) -> dict[int, float]:
        """Returns the least responses of reads inwards, less their sectors, by distance, in ps."""
        times: dict[int, float] = {}
        for distance in ladder(self.longest):
            times[distance] = self.seek(distance, guess=_line(times, distance))
        work = list(pairwise(sorted(times)))
        while work:
            low, high = work.pop()
            inside = sorted({low + (high - low) * i // 4 for i in (1, 2, 3)} - {low, high})
            missed = False
            for distance in inside:
                line = _between(times, low, high, distance)
                found = self.seek(distance, guess=line)
                missed |= abs(found - line) > self._tolerance
                times[distance] = found
            if missed:
                ends = [low, *inside, high]
                work += pairwise(ends)
        return times

    def directions(self, inwards: dict[int, float]) -> list[tuple[int, float]]:
        """Returns pairs (distance, time), rising. Each time holds up to the distance of its pair.

        The time is half of the extra time of a seek inwards over a seek outwards, in ps.
        """

        def half(distance: int) -> float:
            up = inwards.get(distance)
            up = self.seek(distance) if up is None else up
            return (up - self.seek(distance, down=True, guess=up)) / 2

        def is_near(value: float, distance: int) -> bool:
            return abs(half(distance) - value) <= near

        steps: list[tuple[int, float]] = []
        tried = sorted({*ladder(self.longest)})
        halves = {distance: half(distance) for distance in tried}
        near = self._tolerance / 2
        for low, high in pairwise(tried):
            if abs(halves[high] - halves[low]) > near:
                end = last_true(low, high - 1, partial(is_near, halves[low]))
                steps.append((end, halves[low]))
        steps.append((self.longest, halves[tried[-1]]))
        return steps


def _run_at(mapping: Mapping, place: Place, blocks: int) -> int | None:
    """Returns the first of `blocks` consecutive blocks from a place on.

    Returns `None` if the track has no such blocks at this place.
    """
    region = mapping.region(place.cylinder)
    if place.sector + blocks >= region.sectors:
        return None
    first = mapping.block_at(place)
    if first is None:
        return None
    last = mapping.block_at(place._replace(sector=place.sector + blocks - 1))
    return first if last == first + blocks - 1 else None


def ladder(longest: int) -> list[int]:
    """Returns rising distances from 1 to the longest.

    The first distances have no gaps. Each later distance is a quarter longer than the distance
    before.
    """
    rungs = list(range(1, min(_NEAR, longest) + 1))
    while rungs and rungs[-1] < longest:
        rungs.append(min(longest, max(rungs[-1] + 1, round(rungs[-1] * _GROWTH))))
    return rungs


def _between(times: dict[int, float], low: int, high: int, distance: int) -> float:
    share = (distance - low) / (high - low)
    return times[low] + share * (times[high] - times[low])


def _line(times: dict[int, float], distance: int) -> float | None:
    """Returns the time of the next shorter distance as a guess, in ps.

    Returns `None` if no shorter distance has a time.
    """
    known = sorted(times)
    at = bisect_left(known, distance)
    return times[known[at - 1]] if at else None


def thinned(points: list[tuple[int, float]], tolerance: float) -> list[tuple[int, float]]:
    """Returns a subset of points whose connecting lines pass all points within the tolerance.

    From each kept point, the line is as long as possible, up to 63 points.
    """
    kept = [points[0]]
    at = 0
    while at < len(points) - 1:
        reach = at + 1
        for end in range(at + 2, min(len(points), at + 64)):
            (x0, y0), (x1, y1) = points[at], points[end]
            line = ((x, y, y0 + (y1 - y0) * (x - x0) / (x1 - x0)) for x, y in points[at + 1 : end])
            if all(abs(y - there) <= tolerance for _, y, there in line):
                reach = end
            else:
                break
        kept.append(points[reach])
        at = reach
    return kept
