"""Which sectors of a zone hold no block, by DiskSim's sparing schemes 0 to 10.

A scheme has regions, a track, a cylinder, a range of cylinders or the zone, each with spare places
at its end or its front. Slips use up those of their region, or push what follows on to the zone's
end. So the blocks of every scheme can be said by the list of sectors that are left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from headstack_identify.disksim.zone import Zone


@dataclass(frozen=True)
class Scheme:
    """A sparing scheme.

    Attributes:
        number: its number.
        region: what has spares: '', 'track', 'cylinder', 'range', 'zone', or 'tracks' for whole
            spare tracks at the zone's end.
        at_front: whether they lie at the region's front.
        slips_use_spares: whether a slip takes one; else what follows moves on.
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
"""Spare sectors of a zone that can be worked with."""


def slipped_sectors(zone: Zone, scheme: Scheme) -> tuple[int, ...]:
    """The slips as sectors; in scheme 1 they are tracks."""
    if scheme.region != "tracks":
        return zone.slips
    return tuple(
        sector
        for track in zone.slips
        for sector in range(track * zone.sectors, (track + 1) * zone.sectors)
    )


def region_sectors(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> int:
    """Sectors of a region; those of the zone if there are none."""
    return {
        "track": zone.sectors,
        "cylinder": zone.of_cylinder,
        "range": zone.of_cylinder * cylinders_of_range,
    }.get(scheme.region, zone.all)


def spares_of_region(zone: Zone, scheme: Scheme) -> int:
    """Spare sectors of a region."""
    if scheme.region == "":
        return 0
    return zone.spares * (zone.sectors if scheme.region == "tracks" else 1)


def any_spares(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> bool:
    """Whether a region is whole; one that is cut short has no spares."""
    return region_sectors(zone, scheme, cylinders_of_range) <= zone.all


def left_out(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> list[int]:
    """All sectors without a block, rising, but for those of the empty front."""
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
        if end <= zone.all:  # a range that is cut short has no spares
            found.update(_spares(begin, end, spares, of_region, scheme))
    return sorted(found)


def _spares(begin: int, end: int, spares: int, slips: list[int], scheme: Scheme) -> Iterator[int]:
    """The spare sectors of a region that its slips leave."""
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
    """The blocks of a zone as DiskSim 4.0 counts them."""
    regions = zone.all // region_sectors(zone, scheme, cylinders_of_range)
    blocks = zone.all - zone.front - spares_of_region(zone, scheme) * regions
    return blocks if scheme.slips_use_spares else blocks - len(zone.slips)


def place_of(block: int, without: Iterable[int]) -> int:
    """The sector of a block that counts from the zone's first, past those left out (rising)."""
    place = block
    for sector in without:
        if sector > place:
            break
        place += 1
    return place
