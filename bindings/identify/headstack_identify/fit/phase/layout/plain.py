"""Rewrites a description in plainer keys: no ranges, no spare sectors by number, no turning slips.

Spare sectors of more than a cylinder become slipped sectors, because the same blocks then lie on
the same sectors. Where the angle between cylinders changes, a zone ends and another zone begins.
The results of the phase then refer to these zones.
"""

from typing import Any

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints
from headstack_identify.fit.phase.layout.angles import in_revolutions, turn

_SPARES = ("spare_sectors", "cylinders_per_range", "spare_sectors_per_range")
_TURNS = ("range_skew", "tracks_shifted_by_slips")
_SPARES_OF_MANY = ("spare_tracks", "spare_sectors", "spare_sectors_per_range")
"""Spares whose places depend on more than their own cylinder."""
_PLAIN_SPARES = ("spare_tracks", "spare_sectors_per_track", "spare_sectors_per_cylinder")
_PLACES = ("slipped_sectors", "reallocated_sectors")
_TRACKS = ("slipped_tracks", "reallocated_tracks")
_EVEN_REV = 1e-9
"""Differences of sums over some 10,000 cylinders are exact to this."""


def plain(drive: DriveConfig) -> DriveConfig:
    """Returns a plain description with equal places of blocks, or `drive` if its keys are plain."""
    zones: list[dict[str, Any]] = drive.value("layout.zone")
    if not any(zone.get(key) for zone in zones for key in (*_SPARES, *_TURNS)):
        return drive
    surfaces, heads = drive.value("layout.surfaces"), drive.value("layout.head_skew")
    over_gaps = drive.value("layout.cylinder_gaps") == "with skew"
    found: list[dict[str, Any]] = []
    continued, next_cylinder = 0.0, 0
    for zone in zones:
        first, last = zone["cylinders"]
        spt = int(zone["sectors_per_track"])
        of_zone = 1 if zone.get("surface") is not None else surfaces
        skews = heads or [
            *(zone["track_skew"] for _ in range(of_zone - 1)),
            zone["cylinder_skew"],
        ]
        steps = [turn(text, spt) for text in skews]
        if over_gaps and next_cylinder:
            continued += sum(steps) * (first - next_cylinder)
        own = zone.get("first_sector") or zone.get("phase")
        begin = turn(own, spt) if own else continued if heads else 0.0
        turns = begin + _turns(zone, steps, spt, of_zone)
        found += _split(zone, turns, sum(steps), of_zone)
        continued, next_cylinder = float(turns[-1]), last + 1
    return drive.with_zones(found)


def _turns(zone: dict[str, Any], steps: list[float], spt: int, surfaces: int) -> Any:
    """Returns the angle of each cylinder's first track and of the next cylinder, shape (C + 1,)."""
    first, last = zone["cylinders"]
    cylinder = np.arange(last - first + 2)
    found = cylinder * sum(steps)
    if zone.get("range_skew"):
        found = found + (turn(zone["range_skew"], spt) - steps[-1]) * (
            cylinder // int(zone["cylinders_per_range"])
        )
    if zone.get("tracks_shifted_by_slips"):
        slips = np.array(zone.get("slipped_sectors") or [], np.int64) // (spt * surfaces)
        found = found + np.searchsorted(slips, cylinder) / spt
    return found


def _with_spares(zone: dict[str, Any], spt: int, surfaces: int) -> Ints:
    """Returns the slipped sectors of the zone, and all other sectors without a block."""
    first, last = zone["cylinders"]
    slips = np.array(zone.get("slipped_sectors") or [], np.int64)
    tracks = (last - first + 1) * surfaces
    held = np.ones(tracks * spt, np.bool_)
    held[slips] = False
    for track in zone.get("slipped_tracks") or []:
        held[track * spt : (track + 1) * spt] = False
    front = int(zone.get("reserved_tracks") or 0) * spt
    held[:front] = False
    sectors, spare = tracks * spt, 0
    for key, group in (
        ("spare_sectors_per_track", 1),
        ("spare_sectors_per_cylinder", surfaces),
        ("spare_sectors_per_range", int(zone.get("cylinders_per_range") or 0) * surfaces),
    ):
        if zone.get(key):
            sectors, spare = group * spt, int(zone[key])
    blocks = sectors - spare
    for start in range(0, tracks * spt, sectors):
        _keep(held[start : start + sectors], blocks - min(max(front - start, 0), blocks))
    end = (tracks - int(zone.get("spare_tracks") or 0)) * spt
    nominal = blocks_up_to(end, sectors, blocks) - blocks_up_to(front, sectors, blocks)
    _keep(held, nominal - int(zone.get("spare_sectors") or 0))
    held[:front] = True  # reserved and not slipped
    held[slips[slips < front]] = False
    return np.flatnonzero(~held)


def _keep(held: Bools, count: int) -> None:
    """Keeps only the first `count` of the held places, in place."""
    places = np.flatnonzero(held)
    held[places[max(count, 0) :]] = False


def blocks_up_to(sector: int, sectors: int, blocks: int) -> int:
    """Returns the blocks below a sector. Each group of `sectors` has `blocks` at its front."""
    return sector // sectors * blocks + min(sector % sectors, blocks)


def _split(zone: dict[str, Any], turns: Any, advance: float, surfaces: int) -> list[dict[str, Any]]:
    """Returns the zone in pieces with an equal angle from each cylinder to the next."""
    first, last = zone["cylinders"]
    spt = int(zone["sectors_per_track"])
    plainer = {key: it for key, it in zone.items() if key not in (*_SPARES, *_TURNS)}
    even = np.isclose(np.diff(turns)[:-1], advance, rtol=0, atol=_EVEN_REV)
    starts = [0, *(np.flatnonzero(~even) + 1).tolist(), last - first + 1]
    spare = [key for key in _SPARES_OF_MANY if zone.get(key)]
    if spare and (len(starts) > 2 or spare != ["spare_tracks"]):
        # All sectors without a block become slips.
        plainer |= dict.fromkeys(_PLAIN_SPARES, 0)
        plainer |= {
            "slipped_sectors": _with_spares(zone, spt, surfaces).tolist(),
            "slipped_tracks": [],
        }
    if len(starts) == 2:
        return [plainer]
    found = []
    reserved = int(zone.get("reserved_tracks") or 0)
    holding = _cylinders_with_blocks(plainer, reserved, surfaces)
    anchors = [int(holding[np.searchsorted(holding, start)]) for start in starts[:-1]
               if start <= holding[-1]]  # fmt: skip
    anchors = [one for one, end in zip(anchors, starts[1:], strict=False) if one < end]
    borders = [0, *(max(start for start in starts if start <= one) for one in anchors[1:])]
    for begin, end, anchor in zip(borders, [*borders[1:], starts[-1]], anchors, strict=True):
        one = dict(plainer, cylinders=[first + begin, first + end - 1])
        one.pop("first_sector", None)
        one["phase"] = in_revolutions(float(turns[anchor] - advance * (anchor - begin)))
        for keys, each in ((_TRACKS, surfaces), (_PLACES, surfaces * spt)):
            for key in keys:
                inside = [it for it in plainer.get(key) or [] if begin <= it // each < end]
                one[key] = [it - begin * each for it in inside]
        one["reserved_tracks"] = min(max(reserved - begin * surfaces, 0), (end - begin) * surfaces)
        found.append(one)
    return found


def _cylinders_with_blocks(zone: dict[str, Any], reserved: int, surfaces: int) -> Ints:
    """Returns the rising cylinders of a zone with blocks. Spares must be within cylinders."""
    first, last = zone["cylinders"]
    sectors = int(zone["sectors_per_track"])
    held = np.full(last - first + 1, sectors * surfaces)
    for key, each in (("slipped_tracks", sectors), ("slipped_sectors", 1)):
        places = np.array(zone.get(key) or [], np.int64) * each
        held -= each * np.bincount(places // (sectors * surfaces), minlength=len(held))
    whole, part = divmod(reserved, surfaces)
    held[:whole] = 0
    if part:
        held[whole] -= part * sectors
    return np.flatnonzero(held > 0)
