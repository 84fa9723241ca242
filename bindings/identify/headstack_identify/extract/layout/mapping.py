"""Finds which sectors hold which blocks, by the places that the drive reports.

A *region* is a run of cylinders with the same number of sectors on each track. Its sectors are
numbered from 0, as in drive files. A *run* is consecutive blocks on consecutive sectors. The ends
of regions and runs are found by doubling and halving. So a run takes about 40 questions, whether
it is a track or half the disk.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from headstack.errors import RunError
from headstack_identify.extract.asking.drive_identity import Identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.layout.places import Outside, Place, Places

_MOST_SECTORS = 65536
_LEFT_OUT = 4  # most cylinders without blocks between two zones


@dataclass
class Run:
    """Consecutive blocks from `lbn` on consecutive sectors from `sector` of a region."""

    lbn: int
    sector: int
    blocks: int

    @property
    def end(self) -> int:
        """The sector after the last sector of the run."""
        return self.sector + self.blocks


@dataclass
class Region:
    """Cylinders `first` .. `last` with `sectors` sectors on each track, and their runs."""

    first: int
    last: int
    sectors: int
    runs: list[Run] = field(default_factory=list)


@dataclass(frozen=True)
class Marks:
    """Marks that are counted from the first sector of each track.

    Attributes:
        count: number of marks in a revolution.
        behind: time from the end of a sector to the data, in revolutions. The time is less than the
            distance of two marks.
    """

    count: int
    behind: float

    def late(self, place: Place, sectors: int) -> float:
        """Returns how long the data of a read wait for a mark, in revolutions."""
        return (-((place.sector + 1) / sectors + self.behind)) % (1 / self.count)


@dataclass
class Mapping:
    """The places of all blocks.

    Attributes:
        heads: number of heads.
        regions: regions in rising order. Together, the regions have all cylinders.
        moved: (home, place) of each moved block. The home is the sector in the run of the block.
        marks: marks at which the data of reads begin. `None`: the data begin at any time.
    """

    heads: int
    regions: list[Region]
    moved: dict[int, tuple[Place, Place]] = field(default_factory=dict)
    marks: Marks | None = None

    def sector(self, place: Place, region: Region) -> int:
        """Returns the number of a sector in its region."""
        track = (place.cylinder - region.first) * self.heads + place.head
        return track * region.sectors + place.sector

    def place(self, region: Region, sector: int) -> Place:
        """Returns the place of the sector with a number."""
        track, at = divmod(sector, region.sectors)
        cylinder, head = divmod(track, self.heads)
        return Place(region.first + cylinder, head, at)

    def where(self, lbn: int) -> tuple[Region, Place, int]:
        """Returns region and place of a block by the runs, and the blocks left in its run.

        The block itself counts as left.
        """
        for region in self.regions:
            at = bisect_left(region.runs, lbn + 1, key=lambda run: run.lbn) - 1
            if at >= 0 and lbn < region.runs[at].lbn + region.runs[at].blocks:
                run = region.runs[at]
                place = self.place(region, run.sector + lbn - run.lbn)
                return region, place, run.lbn + run.blocks - lbn
        raise LookupError(lbn)

    def region(self, cylinder: int) -> Region:
        """Returns the region of a cylinder."""
        return next(r for r in self.regions if r.first <= cylinder <= r.last)

    def late(self, place: Place) -> float:
        """Returns how long the data of a one-block read wait for a mark, in revolutions."""
        return self.marks.late(place, self.region(place.cylinder).sectors) if self.marks else 0.0

    def block_at(self, place: Place) -> int | None:
        """Returns the block at a place by the runs. `None`: no block, or a moved block."""
        region = self.region(place.cylinder)
        sector = self.sector(place, region)
        at = bisect_left(region.runs, sector + 1, key=lambda run: run.sector) - 1
        if at < 0 or sector >= region.runs[at].end:
            return None
        lbn = region.runs[at].lbn + sector - region.runs[at].sector
        return None if lbn in self.moved else lbn


def last_true(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Returns the last number of low .. high for which `holds` is true.

    `holds` must be true at `low`, true up to the result and false after it. The search doubles its
    steps, then halves them.
    """
    step = 1
    known, beyond = low, high + 1
    while known + step < beyond:
        if holds(known + step):
            known += step
            step *= 2
        else:
            beyond = known + step
            break
    while beyond - known > 1:
        middle = (known + beyond) // 2
        if holds(middle):
            known = middle
        else:
            beyond = middle
    return known


def _together(sectors: list[int]) -> list[tuple[int, int]]:
    """Returns the runs of neighbouring sectors, each as first sector and sector after the run."""
    runs: list[tuple[int, int]] = []
    for sector in sectors:
        if runs and runs[-1][1] == sector:
            runs[-1] = (runs[-1][0], sector + 1)
        else:
            runs.append((sector, sector + 1))
    return runs


class Walk:
    """Maps all blocks of the disk.

    Args:
        host: sends the commands.
        identity: what the drive reports about itself.
    """

    def __init__(self, host: Host, identity: Identity) -> None:
        self._host = host
        self._places = Places(host)
        self._identity = identity
        self._heads = 0

    def run(self) -> Mapping:
        """Finds regions and runs.

        Raises:
            RunError: the drive contradicts itself.
        """
        self._heads = 1 + last_true(0, 255, lambda h: self._places.exists(Place(0, h, 0)))
        last = last_true(0, 2**24 - 1, self._goes_on)
        mapping = Mapping(self._heads, [])
        self._find_regions(mapping, last)
        moved = self._listed_as_moved(mapping)
        lbn = 0
        while lbn < self._identity.blocks:
            lbn = self._add_run(mapping, lbn, moved)
        self._settle_moved(mapping, moved)
        return mapping

    # --- regions ---

    def _goes_on(self, cylinder: int) -> bool:
        """Whether this cylinder or any of the next `_LEFT_OUT` cylinders exists."""
        return any(self._places.exists(Place(cylinder + k, 0, 0)) for k in range(_LEFT_OUT + 1))

    def _find_regions(self, mapping: Mapping, last: int) -> None:
        first = 0
        while first <= last:
            sectors = self._sectors_of(first)
            end = last_true(first, last, partial(self._sectors_are, sectors))
            mapping.regions.append(Region(first, end, sectors))
            first = end + 1

    def _sectors_of(self, cylinder: int) -> int:
        return 1 + last_true(0, _MOST_SECTORS, lambda s: self._places.exists(Place(cylinder, 0, s)))

    def _sectors_are(self, sectors: int, cylinder: int) -> bool:
        there = self._places.exists(Place(cylinder, 0, sectors - 1))
        return there and not self._places.exists(Place(cylinder, 0, sectors))

    def _split(self, mapping: Mapping, cylinder: int) -> Region:
        """Returns the region of a cylinder. Splits the region if its number of sectors differs."""
        region = mapping.region(cylinder)
        if self._sectors_are(region.sectors, cylinder):
            return region
        first = region.first + 1
        sectors = self._sectors_of(cylinder)
        while not self._sectors_are(sectors, first):
            first += 1
        end = last_true(first, region.last, partial(self._sectors_are, sectors))
        found = Region(first, end, sectors)
        at = mapping.regions.index(region) + 1
        parts = [found] if end == region.last else [found, Region(end + 1, region.last, 0)]
        region.last = first - 1
        if len(parts) == 2:
            parts[1].sectors = self._sectors_of(end + 1)
        mapping.regions[at:at] = parts
        return found

    # --- runs ---

    def _add_run(self, mapping: Mapping, lbn: int, moved: list[int]) -> int:
        """Adds the run that begins with a block. Returns the block after the run."""
        place = self._places.of_block(lbn)
        region = self._split(mapping, place.cylinder)
        sector = mapping.sector(place, region)
        room = (region.last - region.first + 1) * self._heads * region.sectors - sector
        most = min(room, self._identity.blocks - lbn)

        def goes_on(blocks: int) -> bool:
            there = self._neighbour(lbn + blocks, moved)
            if there < lbn:
                return True
            return self._places.of_block(there) == mapping.place(region, sector + there - lbn)

        blocks = 1 + self._guess(region, most, goes_on)
        if region.runs and sector < region.runs[-1].end:
            raise RunError(
                f"block {lbn} lies at the place of other blocks: the blocks run over the tracks "
                "in an order that the extraction does not know (serpentine, or surface by "
                "surface), or the drive contradicts itself"
            )
        region.runs.append(Run(lbn, sector, blocks))
        return lbn + blocks

    def _guess(self, region: Region, most: int, goes_on: Callable[[int], bool]) -> int:
        """Returns the last offset in a run. First tries the last offset of the run before."""
        if region.runs:
            last = region.runs[-1].blocks - 1
            if last < most - 1 and goes_on(last) and not goes_on(last + 1):
                return last
        return last_true(0, most - 1, goes_on)

    def _neighbour(self, lbn: int, moved: list[int]) -> int:
        """Returns the nearest block, at or before a block, that is not known to be moved."""
        at = bisect_left(moved, lbn)
        while at < len(moved) and moved[at] == lbn:
            lbn -= 1
            at -= 1
        return lbn

    # --- moved blocks ---

    def _listed_as_moved(self, mapping: Mapping) -> list[int]:
        """Returns the blocks that sectors of the defect list should hold but do not."""
        found: list[int] = []
        for region in mapping.regions:
            for first, end in _together(self._defects_of(mapping, region)):
                found += self._missing(mapping, region, first, end)
        return sorted(found)

    def _defects_of(self, mapping: Mapping, region: Region) -> list[int]:
        sectors: set[int] = set()
        for cylinder, head, at in self._identity.defects:
            if region.first <= cylinder <= region.last:
                first = mapping.sector(Place(cylinder, head, at or 0), region)
                sectors.update(range(first, first + (region.sectors if at is None else 1)))
        return sorted(sectors)

    def _missing(self, mapping: Mapping, region: Region, first: int, end: int) -> range:
        """Returns the blocks that are missing on sectors.

        Returns no blocks unless the neighbours leave out as many blocks as there are sectors.
        """
        all_sectors = (region.last - region.first + 1) * self._heads * region.sectors
        before = self._next_block(mapping, region, range(first - 1, -1, -1))
        behind = self._next_block(mapping, region, range(end, all_sectors))
        if before is None or behind is None or behind[1] - before[1] != behind[0] - before[0]:
            return range(0)
        return range(before[1] + first - before[0], before[1] + end - before[0])

    def _next_block(
        self, mapping: Mapping, region: Region, sectors: range
    ) -> tuple[int, int] | None:
        for sector in sectors[: 2 * region.sectors]:
            try:
                lbn = self._places.of_place(mapping.place(region, sector))
            except Outside:
                return None
            if lbn is not None:
                return sector, lbn
        return None

    def _settle_moved(self, mapping: Mapping, moved: list[int]) -> None:
        """Notes the places of the moved blocks."""
        for lbn in moved:
            _, home, _ = mapping.where(lbn)
            if (place := self._places.of_block(lbn)) != home:
                mapping.moved[lbn] = (home, place)
