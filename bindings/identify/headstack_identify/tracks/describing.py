"""The found zones as values of a drive file."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig
from headstack.units import number_of
from headstack_identify.tracks.zones import Zone

_WHOLE: Final = 0.12  # skews this near to whole sectors are whole sectors
_ADDED_REV: Final = 0.02  # error of an angle far from its group
_STRAIGHT_REV: Final = 0.002  # error of an angle at the end of a zone with one head
_ALIKE_REV: Final = 0.004
_FEWEST_HEADS: Final = 3


def zone_tables(zones: Sequence[Zone], length: int = 1) -> list[dict[str, Any]]:
    """Returns the value of `layout.zone`: a table for each zone.

    A zone has as many cylinders as its blocks and its slips need. The rest of the last cylinder is
    spare tracks or spare sectors. Angles count from the first zone's first track.

    Args:
        zones: the zones, in order of their blocks.
        length: blocks of the reads whose ends gave the angles.
    """
    tables = []
    cylinder = 0
    index = _start(zones[0], length) if zones else 0.0
    own = head_skews(zones) is None
    for zone in zones:
        table, count = _table(zone, cylinder)
        if own:
            table |= _skews(zone)
        table["phase"] = _angle(_start(zone, length) - index, zone.tracks.sectors)
        tables.append(table)
        cylinder += count
    return tables


def seek_keys(drive: DriveConfig, cylinders: int) -> dict[str, Any]:
    """Returns the seek curve of a description, stretched to another number of cylinders.

    A seek over the same part of all cylinders takes the same time.
    """
    ratio = cylinders / int(drive.value("layout.cylinders"))
    points = drive.value("seek.points")
    if points:
        stretched = {max(1, round(distance * ratio)): time for distance, time in points}
        return {"seek.points": [[distance, time] for distance, time in stretched.items()]}
    found: dict[str, Any] = {}
    for key, power in (("root.per_root_cylinder", 0.5), ("linear.per_cylinder", 1.0)):
        time = drive.value(f"seek.{key}")
        if time is not None:
            found[f"seek.{key}"] = f"{number_of(time) / ratio**power:.12f} ms"
    limit = drive.value("seek.root.up_to")
    if limit is not None:
        found["seek.root.up_to"] = f"{max(1, round(number_of(limit) * ratio))} cylinders"
    return found


def _before(zone: Zone) -> int:
    """Returns the blocks of the zone's first cylinder that are before its first block.

    These are whole tracks. The first block may be some blocks off, so the nearest track counts.
    """
    tracks, anchor = zone.tracks, zone.tracks.anchors[0]
    shift = sum(unit for block, unit in zone.slipped if block < anchor.block)
    before = (zone.first - anchor.block - shift) % tracks.cylinder
    begins = np.append(tracks.shape.track * np.arange(tracks.heads), tracks.cylinder)
    nearest = int(begins[np.abs(begins - before).argmin()])
    return nearest % tracks.cylinder


def _start(zone: Zone, length: int) -> float:
    """Returns the angle at which the zone's first cylinder begins, in revolutions."""
    anchor = zone.tracks.anchors[0]
    shift = sum(unit for block, unit in zone.slipped if block < anchor.block)
    cylinder = zone.tracks.cylinder
    distance = zone.first - anchor.block - shift - _before(zone)
    begin = np.array([round(distance / cylinder) * cylinder])
    return anchor.angle + float(zone.tracks.angle(begin)[0]) - length / zone.tracks.sectors


def head_skews(zones: Sequence[Zone]) -> list[str] | None:
    """Returns the value of `layout.head_skew`: head 1 first, the step to the next cylinder last.

    `None`: the tracks of a cylinder have equal skews, so each zone has its own.
    """
    stack = np.array([zone.tracks.file_skews for zone in zones])
    middle = np.median(stack, axis=0)
    if len(middle) < _FEWEST_HEADS or float(np.ptp(middle[1:])) < _ALIKE_REV:
        return None
    turn = float(np.median(stack.sum(axis=1) % 1))
    left = (turn - middle.sum() + 0.5) % 1 - 0.5
    return [_angle(one, 0) for one in (np.r_[middle[1:], middle[0]] + left / len(middle)).tolist()]


def _skews(zone: Zone) -> dict[str, str]:
    """Returns the skews of a zone whose tracks have equal skews: whole sectors if these fit.

    A difference that adds up over the cylinders beside a group is no error of the measurement.
    """
    skews, sectors = zone.tracks.file_skews, zone.tracks.sectors
    within = float(np.mean(skews[1:])) if len(skews) > 1 else 0.0
    step = float(skews[0])
    whole = [round(one * sectors) for one in (within, step)]
    turn = (len(skews) - 1) * whole[0] + whole[1]
    apart = (turn / sectors - skews.sum() + 0.5) % 1 - 0.5
    reach, added = float(zone.end - zone.first), _STRAIGHT_REV
    if len(skews) > 1:  # the skew is known from anchor to anchor only
        reach, added = reach / len(zone.tracks.anchors) / 2, _ADDED_REV
    near = abs(apart * sectors) < _WHOLE and abs(apart) * reach / zone.tracks.cylinder < added
    if near and abs(within * sectors - whole[0]) < _WHOLE:
        names = [f"{one % sectors} sectors" for one in whole]
    else:
        names = [_angle(one, 0) for one in (within, step)]
    return {"track_skew": names[0], "cylinder_skew": names[1]}


def _table(zone: Zone, cylinder: int) -> tuple[dict[str, Any], int]:
    tracks = zone.tracks
    per_track, before = tracks.shape.track, _before(zone)
    slipped_tracks, slipped_sectors = _slipped(zone, before)
    shift = sum(unit for _, unit in zone.slipped)
    blocks = zone.end - zone.first
    count = -(-(before + blocks + shift) // tracks.cylinder)
    table: dict[str, Any] = {
        "cylinders": [cylinder, cylinder + count - 1],
        "sectors_per_track": tracks.sectors,
    }
    if before:
        table["reserved_tracks"] = before // per_track
    if tracks.shape.cylinder:
        table["spare_sectors_per_cylinder"] = tracks.heads * tracks.sectors - tracks.cylinder
    elif per_track < tracks.sectors:
        table["spare_sectors_per_track"] = tracks.sectors - per_track
    left = count * tracks.cylinder - before - blocks
    spare_tracks = len(slipped_tracks) if slipped_sectors or left % per_track else left // per_track
    if spare_tracks:
        table["spare_tracks"] = spare_tracks
    if left > spare_tracks * per_track:
        table["spare_sectors"] = left - spare_tracks * per_track
    if slipped_tracks:
        table["slipped_tracks"] = slipped_tracks
    if slipped_sectors:
        table["slipped_sectors"] = slipped_sectors
    return table, count


def _slipped(zone: Zone, before: int) -> tuple[list[int], list[int]]:
    """Returns the numbers of the slipped tracks and sectors, from the zone's first cylinder."""
    tracks: list[int] = []
    sectors: list[int] = []
    place = before - zone.first
    for block, unit in zone.slipped:
        track = (block + place) // zone.tracks.shape.track
        if unit > 1:
            tracks.append(max(track, tracks[-1] + 1) if tracks else track)
        else:
            inside = block + place - track * zone.tracks.shape.track
            sector = track * zone.tracks.sectors + inside
            sectors.append(max(sector, sectors[-1] + 1) if sectors else sector)
        place += unit
    return tracks, sectors


def _angle(turns: float, sectors: int) -> str:
    turns %= 1
    if sectors and abs(turns * sectors - round(turns * sectors)) < _WHOLE:
        return f"{round(turns * sectors) % sectors} sectors"
    return f"{turns:.9f} rev"
