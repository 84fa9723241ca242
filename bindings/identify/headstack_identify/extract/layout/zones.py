"""Describes zones as a drive file does: reserved and spare tracks, spare sectors, slips.

Several descriptions can mean the same blocks on the same sectors. Each candidate is laid out as
the drive does it. The first candidate that puts every block at its found place is taken.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from headstack_identify.extract.layout.mapping import Mapping, Region


@dataclass
class Zone:
    """A zone. The names are keys of drive files, and angles are in revolutions."""

    first: int
    last: int
    sectors_per_track: int
    phase: Fraction = Fraction(0)
    track_skew: Fraction = Fraction(0)
    cylinder_skew: Fraction = Fraction(0)
    cylinders_per_range: int = 0
    range_skew: Fraction | None = None
    reserved_tracks: int = 0
    spare_tracks: int = 0
    spare_sectors_per_track: int = 0
    spare_sectors_per_cylinder: int = 0
    spare_sectors_per_range: int = 0
    spare_sectors: int = 0
    slipped_tracks: list[int] = field(default_factory=list)
    slipped_sectors: list[int] = field(default_factory=list)
    reallocated_tracks: list[int] = field(default_factory=list)
    reallocated_sectors: list[int] = field(default_factory=list)


Runs = list[tuple[int, int]]  # first sector and the sector after the last, rising


def describe(mapping: Mapping, region: Region, cylinders_per_range: int, last: bool) -> Zone:
    """Returns the zone of a region.

    Args:
        mapping: where the blocks lie.
        region: a region with at least one block.
        cylinders_per_range: length of the ranges that skews show, or 0 if skews show no ranges.
        last: whether the zone is the last zone, which may have room after the disk's last block.
    """
    found = _joined((run.sector, run.end) for run in region.runs)
    for zone in _candidates(mapping.heads, region, found, cylinders_per_range, last):
        laid = lay(zone, mapping.heads)
        if laid == found or (last and _cut(laid, sum(b - a for a, b in found)) == found):
            break
    _reallocate(mapping, region, zone)
    return zone


def lay(zone: Zone, heads: int) -> Runs:
    """Returns the sectors that hold blocks in the drive's layout, before blocks are moved."""
    tracks = (zone.last - zone.first + 1) * heads
    n = zone.sectors_per_track
    front = zone.reserved_tracks * n
    group, blocks = _group(zone, heads) or (tracks * n, tracks * n)
    slips = _joined(
        sorted([(t * n, t * n + n) for t in zone.slipped_tracks])
        + [(s, s + 1) for s in zone.slipped_sectors]
    )
    runs = _joined(_lay_groups(tracks * n, front, group, blocks, slips))
    full = _up_to(zone, heads, (tracks - zone.spare_tracks) * n) - _up_to(zone, heads, front)
    return _cut(runs, full - zone.spare_sectors)


def _lay_groups(
    sectors: int, front: int, group: int, blocks: int, slips: Runs
) -> Iterator[tuple[int, int]]:
    at = 0
    for begin in range(front // group * group, sectors, group):
        sector = max(begin, front)
        left = blocks - (sector - begin)
        end = min(begin + group, sectors)
        while left > 0 and sector < end:
            while at < len(slips) and slips[at][1] <= sector:
                at += 1
            slip = slips[at] if at < len(slips) else (end, end)
            if slip[0] <= sector:
                sector = slip[1]
                continue
            stop = min(slip[0], end, sector + left)
            yield sector, stop
            left -= stop - sector
            sector = stop


def _group(zone: Zone, heads: int) -> tuple[int, int] | None:
    """Returns the number of sectors and the number of blocks of a group.

    A group is a track, a cylinder or a range with spare sectors at its end. Returns `None` if the
    zone has no such groups.
    """
    n = zone.sectors_per_track
    if zone.spare_sectors_per_track:
        return n, n - zone.spare_sectors_per_track
    if zone.spare_sectors_per_cylinder:
        return n * heads, n * heads - zone.spare_sectors_per_cylinder
    if zone.spare_sectors_per_range:
        of_range = n * heads * zone.cylinders_per_range
        return of_range, of_range - zone.spare_sectors_per_range
    return None


def _up_to(zone: Zone, heads: int, sectors: int) -> int:
    group = _group(zone, heads)
    if group is None:
        return sectors
    return sectors // group[0] * group[1] + min(sectors % group[0], group[1])


def _candidates(
    heads: int, region: Region, found: Runs, cylinders_per_range: int, last: bool
) -> Iterator[Zone]:
    """Yields descriptions of a zone. The description that explains most of it comes first."""
    for key, size, spare in _spares(heads, region, found, cylinders_per_range):
        zone = _plain(region, found, cylinders_per_range)
        if key:
            setattr(zone, key, spare)
        if key == "spare_sectors_per_range":
            zone.cylinders_per_range = size // (heads * region.sectors)
        holes = _holes(found, zone.reserved_tracks * region.sectors)
        group = _group(zone, heads)
        if group is not None:
            ends = group[0]
            holes = [hole for hole in holes if hole[1] % ends != 0] + _slips_at_ends(holes, group)
        _slip(zone, holes)
        if _spare_at_end(zone, heads, found, last):
            yield zone
    zone = _plain(region, found, cylinders_per_range)
    end = (region.last - region.first + 1) * heads * region.sectors
    _slip(zone, [*_holes(found, zone.reserved_tracks * region.sectors), (found[-1][1], end)])
    yield zone


def _plain(region: Region, found: Runs, cylinders_per_range: int) -> Zone:
    zone = Zone(region.first, region.last, region.sectors)
    zone.cylinders_per_range = cylinders_per_range
    zone.reserved_tracks = found[0][0] // region.sectors
    return zone


def _spares(
    heads: int, region: Region, found: Runs, cylinders_per_range: int
) -> Iterator[tuple[str, int, int]]:
    """Yields numbers of spare sectors that most tracks, cylinders or ranges have.

    Each number comes with its key and with the sectors of a track, cylinder or range. The last
    result has no spare sectors.
    """
    of_cylinder = region.sectors * heads
    sizes = [
        ("spare_sectors_per_track", region.sectors),
        ("spare_sectors_per_cylinder", of_cylinder),
    ]
    known = [cylinders_per_range] if cylinders_per_range else _periods(found, of_cylinder)
    sizes += [("spare_sectors_per_range", of_cylinder * cylinders) for cylinders in known]
    for key, size in sizes:
        groups = range(-(-found[0][0] // size), found[-1][1] // size)
        held: Counter[int] = Counter()
        for first, end in found:
            for group in range(first // size, (end - 1) // size + 1):
                into = max(first, group * size)
                held[group] += min(end, (group + 1) * size) - into
        usual = Counter(size - held[group] for group in groups).most_common(1)
        if usual and 0 < usual[0][0] < size and 2 * usual[0][1] > len(groups):
            yield key, size, usual[0][0]
    yield "", 0, 0


def _periods(found: Runs, of_cylinder: int) -> list[int]:
    """Returns the usual distance of cylinders that end without blocks, if it is more than 1."""
    ends = [b // of_cylinder for _, b in _holes(found, 0) if b % of_cylinder == 0]
    usual = Counter(b - a for a, b in pairwise(ends)).most_common(1)
    return [usual[0][0]] if usual and usual[0][0] > 1 and usual[0][1] > 1 else []


def _slips_at_ends(holes: Runs, group: tuple[int, int]) -> Runs:
    """Returns the slipped sectors before the spare sectors of a group's end."""
    spare = group[0] - group[1]
    more = []
    for first, end in holes:
        if end % group[0] == 0 and end - first > spare:
            more.append((first, end - spare))
    return more


def _holes(found: Runs, front: int) -> Runs:
    ends = [front, *(end for _, end in found)]
    return [(a, b) for a, (b, _) in zip(ends, found, strict=False) if a < b]


def _slip(zone: Zone, holes: Runs) -> None:
    n = zone.sectors_per_track
    for first, end in sorted(holes):
        whole = range(-(-first // n), end // n)
        zone.slipped_tracks += whole
        zone.slipped_sectors += [
            s for s in range(first, end) if not whole or not whole[0] * n <= s < whole[-1] * n + n
        ]


def _spare_at_end(zone: Zone, heads: int, found: Runs, last: bool) -> bool:
    """Sets spare tracks and sectors that fit the number of blocks. Returns False if none fit."""
    tracks = (zone.last - zone.first + 1) * heads
    n = zone.sectors_per_track
    blocks = sum(end - first for first, end in found)
    front = _up_to(zone, heads, zone.reserved_tracks * n)
    for spare in range(tracks - found[-1][1] // n + len(zone.slipped_tracks) + 2 * heads, -1, -1):
        if _up_to(zone, heads, (tracks - spare) * n) - front == blocks:
            zone.spare_tracks = spare
            return True
    if found[-1][1] == tracks * n or last:  # the slips leave no more
        return True
    zone.spare_sectors = _up_to(zone, heads, tracks * n) - front - blocks
    return zone.spare_sectors > 0


def _reallocate(mapping: Mapping, region: Region, zone: Zone) -> None:
    """Adds the sectors and whole tracks whose blocks lie elsewhere."""
    homes = sorted(
        mapping.sector(home, region)
        for home, _ in mapping.moved.values()
        if region.first <= home.cylinder <= region.last
    )
    per_track = Counter(sector // region.sectors for sector in homes)
    for track, count in per_track.items():
        if count == region.sectors:
            zone.reallocated_tracks.append(track)
    zone.reallocated_sectors = [
        s for s in homes if s // region.sectors not in zone.reallocated_tracks
    ]


def _joined(runs: Iterator[tuple[int, int]] | list[tuple[int, int]]) -> Runs:
    joined: Runs = []
    for first, end in sorted(runs):
        if joined and joined[-1][1] >= first:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((first, end))
    return joined


def _cut(runs: Runs, blocks: int) -> Runs:
    kept: Runs = []
    for first, end in runs:
        if blocks <= 0:
            break
        kept.append((first, min(end, first + blocks)))
        blocks -= end - first
    return kept
