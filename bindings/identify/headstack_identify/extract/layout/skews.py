"""Measures where tracks begin: angles of sectors by the times of reads, and the skews.

Each read follows a read of a reference sector. Only the time between the two reads counts. The time
after the sector is the same for all reads, so this time cancels. If a simple part of a revolution
is within the error of an angle, this part replaces the angle. The reason is that drives are made
with whole sectors or whole servo marks.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from statistics import median

from headstack.errors import RunError
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.layout.angles import Angles, Fit, Phase, simple_part, simplest
from headstack_identify.extract.layout.mapping import Mapping, Region, Run, last_true
from headstack_identify.extract.layout.marks import look
from headstack_identify.extract.layout.places import Place

_SAMPLES = 16
_SPREAD = 24  # intervals between the cylinders of a region on which all heads are measured
_LONGEST_RANGE = 64  # cylinders
_ROUNDING = 4.0  # ps; of the target's clock


class Compass:
    """Measures angles of tracks.

    Args:
        host: sends the commands. The cache is off.
        mapping: where blocks lie.
        turn: time of a revolution, in ps.
        noise: largest error of angles, in revolutions, or 0 for only the error of the clock.
    """

    def __init__(self, host: Host, mapping: Mapping, turn: float, noise: float = 0.0) -> None:
        self._host = host
        self._mapping = mapping
        self.turn = turn
        self.tolerance = max(noise, _ROUNDING / turn)
        self._reference = Place(0, 0, 0)
        self._reference_block = 0
        self._index: Phase | None = None
        self._measured: dict[tuple[int, int], float | None] = {}

    def survey(self) -> list[Angles]:
        """Returns the angles of all regions in order. Splits a region that has a break."""
        self._choose_reference()
        self._mapping.marks = look(self._mapping, self._end, self.tolerance)
        found = []
        at = 0
        while at < len(self._mapping.regions):
            region = self._mapping.regions[at]
            if region.runs:
                found.append(self._region(region))
            at += 1
        return found

    def track(self, cylinder: int, head: int) -> float | None:
        """Returns the angle of a track from the reference, 0 to 1.

        Returns `None` if the track has no block to read.
        """
        if (cylinder, head) not in self._measured:
            place = some_block(self._mapping, cylinder, head)
            self._measured[cylinder, head] = None if place is None else self._angle(*place)
        return self._measured[cylinder, head]

    # --- one angle ---

    def _choose_reference(self) -> None:
        region = next(region for region in self._mapping.regions if region.runs)
        place = self._mapping.place(region, region.runs[0].sector)
        chosen = some_block(self._mapping, place.cylinder, place.head)
        if chosen is None:
            raise RunError("the first track holds no block to measure angles from")
        self._reference, self._reference_block = chosen

    def _angle(self, place: Place, lbn: int) -> float:
        return (self._end(place, lbn) - self._ends(place) + self._ends(self._reference)) % 1.0

    def _end(self, place: Place, lbn: int) -> float:
        """Returns the angle from the end of a reference read to the end of a read, 0 to 1."""
        found = []
        for _ in range(self._host.repeats):
            before, after = self._host.undisturbed(
                lambda: (
                    self._host.read(self._reference_block).ended,
                    self._host.read(lbn).ended,
                )
            )
            found.append((after - before) / self.turn % 1.0)
        near = found[0]
        return (near + median((angle - near + 0.5) % 1.0 - 0.5 for angle in found)) % 1.0

    def _ends(self, place: Place) -> float:
        sectors = self._mapping.region(place.cylinder).sectors
        return (place.sector + 1) / sectors + self._mapping.late(place)

    # --- a region ---

    def _region(self, region: Region) -> Angles:
        first, angle = self._first_cylinder(region)
        heads = [Fraction(0)]
        for head in range(1, self._mapping.heads):
            heads.append((heads[-1] + self._head(region, first, head)) % 1)
        step = self._step(region, first, angle, heads)
        begins = angle - float((first - region.first) * step)
        angles = Angles(Fraction(begins), heads, step)
        self._find_ranges(region, angles)
        self._split_at_break(region, first, angles)
        fit = Fit(region, angles, self._tracks(region))
        if self._index is None:  # the index is the start of the first zone
            self._index = fit.phase
        return fit.angles(self._index)

    def _first_cylinder(self, region: Region) -> tuple[int, float]:
        """Returns the first cylinder with blocks on its first track, and this track's angle."""
        for cylinder in range(region.first, region.last + 1):
            angle = self.track(cylinder, 0)
            if angle is not None:
                return cylinder, angle
        raise RunError(f"no track of head 0 has blocks in cylinders {region.first} ..")

    def _head(self, region: Region, first: int, head: int) -> Fraction:
        """Returns a head's skew from the head before, on a cylinder where both have blocks."""
        for cylinder in range(first, min(region.last, first + _SAMPLES) + 1):
            here, there = self.track(cylinder, head - 1), self.track(cylinder, head)
            if here is not None and there is not None:
                return self._simple(there - here, region)
        return Fraction(0)

    def _step(self, region: Region, first: int, angle: float, heads: list[Fraction]) -> Fraction:
        """Returns the angle from cylinder to cylinder. Uses farther and farther cylinders."""
        apart, step = 1, Fraction(0)
        exact = 0.0
        while first + apart <= region.last:
            there = self._any_head(first + apart, heads)
            if there is None:
                apart += 1
                continue
            off = (there - angle - exact * apart + 0.5) % 1.0 - 0.5
            if apart > 1 and abs(off) > 8 * self.tolerance:
                break  # more than the step's error: something else changes here
            exact += off / apart
            own = exact - float(heads[-1])
            simple = simple_part(own, region.sectors, 2 * self.tolerance / apart)
            step = heads[-1] + (simple if simple is not None else Fraction(own))
            if simple is not None:
                break
            apart *= 2
        return step % 1

    def _any_head(self, cylinder: int, heads: list[Fraction]) -> float | None:
        for head, skew in enumerate(heads):
            angle = self.track(cylinder, head)
            if angle is not None:
                return (angle - float(skew)) % 1.0
        return None

    def _simple(self, angle: float, region: Region) -> Fraction:
        """Returns the simplest part of a revolution near an angle."""
        return simplest(angle, region.sectors, 2 * self.tolerance)

    def _tracks(self, region: Region) -> dict[tuple[int, int], float]:
        """Returns the angles of all heads' tracks on cylinders all over a region."""
        first, last = (
            self._mapping.place(region, sector).cylinder
            for sector in (region.runs[0].sector, region.runs[-1].end - 1)
        )
        tracks = {}
        for cylinder in sorted({first + (last - first) * i // _SPREAD for i in range(_SPREAD + 1)}):
            for head in range(self._mapping.heads):
                angle = self.track(cylinder, head)
                if angle is not None:
                    tracks[cylinder, head] = angle
        return tracks

    # --- breaks ---

    def _off(self, region: Region, angles: Angles, cylinder: int) -> float:
        """Returns a cylinder's angle from the expected angle, -1/2 to 1/2, or 0 without a block."""
        for head in range(self._mapping.heads):
            angle = self.track(cylinder, head)
            if angle is not None:
                off = angle - float(angles.of(region, Place(cylinder, head, 0)))
                return (off + 0.5) % 1.0 - 0.5
        return 0.0

    def _fits(self, region: Region, angles: Angles, cylinder: int) -> bool:
        return abs(self._off(region, angles, cylinder)) <= 8 * self.tolerance

    def _find_ranges(self, region: Region, angles: Angles) -> None:
        """Finds ranges of cylinders with an extra angle between them.

        Two ranges must show the extra angle.
        """
        fits = partial(self._fits, region, angles)
        most = min(region.first + _LONGEST_RANGE, region.last)
        size = 1 + last_true(0, most - region.first, lambda k: fits(region.first + k))
        if size > _LONGEST_RANGE or region.first + 3 * size - 1 > region.last:
            return
        exact = self._off(region, angles, region.first + size)
        angles.range_cylinders = size
        count = 1
        while region.first + count * size <= region.last:
            angles.range_turn = Fraction(exact) % 1
            off = self._off(region, angles, region.first + count * size)
            if abs(off) > 8 * self.tolerance:
                break
            exact += off / count
            count *= 2
        if count <= 2 or not fits(region.first + 2 * size - 1) or not fits(region.first + 2 * size):
            angles.range_cylinders, angles.range_turn = 0, Fraction(0)

    def _split_at_break(self, region: Region, first: int, angles: Angles) -> None:
        """Splits the region at the first cylinder whose tracks leave their expected angles."""
        fits = partial(self._fits, region, angles)
        good = first
        for i in range(1, _SAMPLES + 1):
            cylinder = first + (region.last - first) * i // _SAMPLES
            if not fits(cylinder):
                split(self._mapping, region, last_true(good, cylinder, fits) + 1)
                return
            good = cylinder


def split(mapping: Mapping, region: Region, cylinder: int) -> None:
    """Splits a region in two. The second begins with `cylinder`."""
    border = (cylinder - region.first) * mapping.heads * region.sectors
    behind = Region(cylinder, region.last, region.sectors)
    kept = []
    for run in region.runs:
        if run.sector < border:
            kept.append(Run(run.lbn, run.sector, min(run.blocks, border - run.sector)))
        if run.end > border:
            skipped = max(0, border - run.sector)
            behind.runs.append(
                Run(run.lbn + skipped, run.sector + skipped - border, run.blocks - skipped)
            )
    region.last, region.runs = cylinder - 1, kept
    mapping.regions.insert(mapping.regions.index(region) + 1, behind)


def some_block(
    mapping: Mapping, cylinder: int, head: int, fits: Callable[[int], bool] | None = None
) -> tuple[Place, int] | None:
    """Returns the place of a block and the block. Prefers places far from the ends of the track.

    Returns `None` if no block fits.
    """
    region = mapping.region(cylinder)
    sectors = region.sectors
    for sector in (sectors // 2, sectors // 4, 1, sectors - 3, *range(2, sectors - 2)):
        place = Place(cylinder, head, max(0, sector))
        lbn = mapping.block_at(place)
        if lbn is not None and (fits is None or fits(lbn)):
            return place, lbn
    return None
