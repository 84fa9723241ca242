"""Finds which sectors of a zone hold no block, for DiskSim's sparing schemes 0 to 10.

A scheme has regions: tracks, cylinders, ranges of cylinders, or the zone. Each region has spare
places at its end or its front. Slips use the spares of their region, or move the following blocks
towards the end of the zone. So a list of the sectors without a block describes every scheme.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from headstack_identify.disksim.zone import Zone


@dataclass(frozen=True)
class Scheme:
    """A sparing scheme.

    Attributes:
        number: DiskSim's number of the scheme.
        region: the region with spares: '', 'track', 'cylinder', 'range', 'zone', or 'tracks' for
            whole spare tracks at the end of the zone.
        at_front: whether spares lie at the front of the region.
        slips_use_spares: whether a slip uses a spare. If not, the following blocks move.
        tracks_shifted_by_slips: whether later cylinders (in scheme 3, later tracks) begin a sector
            later after each slip.
    """

    number: int
    region: str
    at_front: bool = False
    slips_use_spares: bool = True
    tracks_shifted_by_slips: bool = False


SCHEMES: Final[dict[int, Scheme]] = {
    scheme.number: scheme
    for scheme in (
        Scheme(0, "", slips_use_spares=False),
        Scheme(1, "tracks"),
        Scheme(2, "cylinder", tracks_shifted_by_slips=True),
        Scheme(3, "track", tracks_shifted_by_slips=True),
        Scheme(4, "cylinder", slips_use_spares=False, tracks_shifted_by_slips=True),
        Scheme(5, "cylinder", at_front=True, tracks_shifted_by_slips=True),
        Scheme(6, "cylinder", at_front=True, slips_use_spares=False, tracks_shifted_by_slips=True),
        Scheme(7, "", slips_use_spares=False),
        Scheme(8, "range"),
        Scheme(9, "zone"),
        Scheme(10, "zone", slips_use_spares=False),
    )
}


MOST_SPARES: Final = 5_000_000
"""Largest number of spare sectors of a zone."""


def slipped_sectors(zone: Zone, scheme: Scheme) -> tuple[int, ...]:
    """Returns the slips as sectors. In scheme 1, slips are tracks."""
    if scheme.region != "tracks":
        return zone.slips
    return tuple(
        sector
        for track in zone.slips
        for sector in range(track * zone.sectors, (track + 1) * zone.sectors)
    )


def region_sectors(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> int:
    """Returns the sectors of a region, or of the zone if there are no regions."""
    return {
        "track": zone.sectors,
        "cylinder": zone.of_cylinder,
        "range": zone.of_cylinder * cylinders_of_range,
    }.get(scheme.region, zone.all)


def spares_of_region(zone: Zone, scheme: Scheme) -> int:
    """Returns the number of spare sectors of a region."""
    if scheme.region == "":
        return 0
    return zone.spares * (zone.sectors if scheme.region == "tracks" else 1)


def any_spares(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> bool:
    """Whether any region is whole. A region that is cut short has no spares."""
    return region_sectors(zone, scheme, cylinders_of_range) <= zone.all


def left_out(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> list[int]:
    """Returns all slipped and spare sectors of a zone, in rising order."""
    slips = slipped_sectors(zone, scheme)
    spares = spares_of_region(zone, scheme)
    size = region_sectors(zone, scheme, cylinders_of_range)
    if spares == 0:
        return list(slips)
    found = set(slips)
    slip = iter(slips)
    following = next(slip, None)
    for begin in range(0, zone.all, size):
        end = begin + size
        of_region: list[int] = []
        while following is not None and following < end:
            of_region.append(following)
            following = next(slip, None)
        if end <= zone.all:  # a region that is cut short has no spares
            found.update(_spares(begin, end, spares, of_region, scheme))
    return sorted(found)


def _spares(begin: int, end: int, spares: int, slips: list[int], scheme: Scheme) -> Iterator[int]:
    """Yields the spare sectors of a region that no slip uses."""
    if not scheme.slips_use_spares:
        yield from range(begin, begin + spares) if scheme.at_front else range(end - spares, end)
        return
    left = max(0, spares - len(slips))
    slipped = set(slips)
    sectors = range(begin, end) if scheme.at_front else range(end - 1, begin - 1, -1)
    for sector in sectors:
        if left == 0:
            return
        if sector not in slipped:
            left -= 1
            yield sector


def blocks_of(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> int:
    """Returns the number of blocks of a zone as DiskSim 4.0 counts them."""
    regions = zone.all // region_sectors(zone, scheme, cylinders_of_range)
    blocks = zone.all - zone.front - spares_of_region(zone, scheme) * regions
    return blocks if scheme.slips_use_spares else blocks - len(zone.slips)


def place_of(block: int, without: Iterable[int]) -> int:
    """Returns the sector of a block in a zone. `without` has the empty sectors in rising order."""
    place = block
    for sector in without:
        if sector > place:
            break
        place += 1
    return place
