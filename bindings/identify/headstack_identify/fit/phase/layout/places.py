"""Computes the places of many blocks from a description: zone, cylinder, head, sector and angle.

The arithmetic is that of `model/config/tables/layout_math.cpp`, for arrays. A block that a defect
has moved to a spare place counts at its first place.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase.layout.angles import turn
from headstack_identify.fit.phase.layout.plain import blocks_up_to, plain

_LONG_RUN = 8  # slipped sectors: a longer run is spare sectors rather than defects


@dataclass(frozen=True, eq=False)
class Zone:
    """A zone of a description.

    Attributes:
        number: number of the zone, from 0.
        first: number of its first cylinder.
        cylinders: number of cylinders.
        heads: number of tracks in a cylinder; 1 for a zone on one surface.
        spt: sectors of a track.
        slips: slipped sectors from the zone's first, in rising order, shape (S,).
        starts: first sector with a block in each group of sectors with its own spares, shape (G,).
        blocks_before: number of blocks in the groups before each group, and in all groups, shape
            (G + 1,).
        begin: angle of the first track, in revolutions.
        steps: angle from each head's track to the next head's, and to the next cylinder, shape
            (surfaces,).
    """

    number: int
    first: int
    cylinders: int
    heads: int
    spt: int
    slips: Ints
    starts: Ints
    blocks_before: Ints
    begin: float
    steps: Floats


@dataclass(frozen=True, eq=False)
class Places:
    """Places of blocks: arrays of one length.

    Attributes:
        zone: number of the zone, from 0.
        cylinder: number of the cylinder in the zone, from 0, in the order of the blocks.
        head: number of the track in the cylinder, from 0, in the order of the blocks.
        sector: number of the sector on the track.
        in_zone: number of the sector from the zone's first.
        spt: sectors of the track.
        angle: angle at which the block begins, in revolutions, 0 to 1.
    """

    zone: Ints
    cylinder: Ints
    head: Ints
    sector: Ints
    in_zone: Ints
    spt: Ints
    angle: Floats

    def track(self) -> Ints:
        """Returns a number for each block that is equal for blocks on one track."""
        return (self.zone << 40) + (self.cylinder << 16) + self.head


class Layout:
    """The layout of a description.

    Attributes:
        drive: the description in plain keys.
    """

    def __init__(self, drive: DriveConfig) -> None:
        drive = plain(drive)
        self.drive = drive
        self.surfaces = int(drive.value("layout.surfaces"))
        self.zones = _zones(drive, self.surfaces)
        counts = [int(zone.blocks_before[-1]) for zone in self.zones]
        self.first_blocks = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    def cylinders_before(self, *, with_gaps: bool) -> Ints:
        """Returns the cylinders before each zone, with gaps between zones or not, shape (Z,)."""
        if with_gaps:
            return np.array([zone.first for zone in self.zones], np.int64)
        return np.cumsum([0, *(zone.cylinders for zone in self.zones[:-1])]).astype(np.int64)

    def has_gaps(self) -> bool:
        """Whether there are cylinders outside of all zones."""
        ends = [zone.first + zone.cylinders for zone in self.zones]
        return any(zone.first != end for zone, end in zip(self.zones[1:], ends, strict=False))

    def reach(self) -> int:
        """Cylinders from one run of spare sectors (as slips) to the next, or 1 without runs."""
        steps = [_reach(zone) for zone in self.zones]
        known = [step for step in steps if step]
        return max(set(known), key=known.count) if known else 1

    def places(self, blocks: npt.NDArray[np.integer]) -> Places:
        """Returns the places of blocks, shape (N,), each less than `drive.blocks`."""
        lbn = blocks.astype(np.int64)
        zone = np.searchsorted(self.first_blocks, lbn, side="right") - 1
        in_zone = np.zeros_like(lbn)
        spt = np.array([each.spt for each in self.zones])[zone]
        for each in self.zones:
            there = zone == each.number
            in_zone[there] = _sectors(each, lbn[there] - self.first_blocks[each.number])
        track, sector = np.divmod(in_zone, spt)
        cylinder, head = np.divmod(track, np.array([each.heads for each in self.zones])[zone])
        steps = np.array([each.steps for each in self.zones])
        offsets = np.concatenate([np.zeros((len(steps), 1)), np.cumsum(steps, axis=1)], axis=1)
        begin = np.array([each.begin for each in self.zones])
        turned = begin[zone] + cylinder * offsets[zone, -1] + offsets[zone, head] + sector / spt
        return Places(zone, cylinder, head, sector, in_zone, spt, turned % 1.0)


def _sectors(zone: Zone, offset: Ints) -> Ints:
    """Returns the sectors of blocks. Sectors and blocks count from the first of the zone."""
    group = np.searchsorted(zone.blocks_before, offset, side="right") - 1
    start = zone.starts[group]
    free = start - np.searchsorted(zone.slips, start) + offset - zone.blocks_before[group]
    return free + np.searchsorted(zone.slips - np.arange(len(zone.slips)), free, side="right")


def _reach(zone: Zone) -> int:
    """Returns the cylinders between long runs of slips at ends of cylinders, or 0 for few runs."""
    slips = zone.slips
    if len(slips) < 2 * _LONG_RUN:
        return 0
    last = np.append(np.diff(slips) != 1, True)
    ends = slips[last] + 1
    lengths = np.diff(np.concatenate([[0], np.flatnonzero(last) + 1]))
    cylinders = ends[(lengths >= _LONG_RUN) & (ends % (zone.spt * zone.heads) == 0)]
    if len(cylinders) < 3:
        return 0
    steps = np.diff(cylinders // (zone.spt * zone.heads))
    return int(np.bincount(steps).argmax())


def _zones(drive: DriveConfig, surfaces: int) -> list[Zone]:
    zones: list[Zone] = []
    heads = drive.value("layout.head_skew")
    over_gaps = drive.value("layout.cylinder_gaps") == "with skew"
    continued, next_cylinder = 0.0, 0
    for number, (first, last, spt) in enumerate(drive.zones):
        key = f"layout.zone.{number}."
        track, cylinder = drive.value(key + "track_skew"), drive.value(key + "cylinder_skew")
        alone = drive.value(key + "surface") is not None
        texts = heads or [cylinder if alone else track] * (surfaces - 1) + [cylinder]
        steps = np.array([turn(text, spt) for text in texts])
        steps[:-1] *= not alone
        if over_gaps and zones:
            continued += float(zones[-1].steps.sum()) * (first - next_cylinder)
        begin = _begin(drive, key, spt, continued if heads else 0.0)
        cylinders, of_zone = last - first + 1, 1 if alone else surfaces
        slips, starts, before = _groups(drive, key, cylinders * of_zone, spt, of_zone)
        zones.append(
            Zone(number, first, cylinders, of_zone, spt, slips, starts, before, begin, steps)
        )
        continued = begin + float(steps.sum()) * cylinders
        next_cylinder = last + 1
    return zones


def _begin(drive: DriveConfig, key: str, spt: int, continued: float) -> float:
    first, phase = drive.value(key + "first_sector"), drive.value(key + "phase")
    text = first if first is not None else phase
    return continued if text is None else turn(text, spt)


def _groups(
    drive: DriveConfig, key: str, tracks: int, spt: int, surfaces: int
) -> tuple[Ints, Ints, Ints]:
    """Returns slips, first sectors with blocks of the groups, and blocks before each group."""

    def number(name: str) -> int:
        return int(drive.value(key + name) or 0)

    slips = np.array(drive.value(key + "slipped_sectors") or [], np.int64)
    whole = np.array(drive.value(key + "slipped_tracks") or [], np.int64)
    slips = np.union1d(slips, (whole[:, None] * spt + np.arange(spt)).ravel())
    of_track, of_cylinder = number("spare_sectors_per_track"), number("spare_sectors_per_cylinder")
    sectors = spt if of_track else spt * surfaces if of_cylinder else spt * tracks
    blocks = sectors - (of_track or of_cylinder)
    front = number("reserved_tracks") * spt
    begins = np.arange(front // sectors, tracks * spt // sectors, dtype=np.int64) * sectors
    starts = np.maximum(begins, front)
    free = begins + sectors - starts
    free -= np.searchsorted(slips, begins + sectors) - np.searchsorted(slips, starts)
    held = np.maximum(np.minimum(free, blocks - (starts - begins)), 0)

    end = (tracks - number("spare_tracks")) * spt
    most = blocks_up_to(end, sectors, blocks) - blocks_up_to(front, sectors, blocks)
    before = np.minimum(np.concatenate([[0], np.cumsum(held)]), most).astype(np.int64)
    return slips, starts, before
