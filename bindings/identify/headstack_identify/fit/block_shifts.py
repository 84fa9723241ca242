"""Shifts the blocks of a zone by a sector, at the same angles: only the ends of tracks move.

A sector that slipped before the first accesses of a zone looks like another beginning of the zone.
The found layout then has a slip too few, and a beginning that is a sector late. All angles are
right, but one block of each track lies on another track.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from headstack._core import DriveConfig
from headstack_identify.fit.phase.layout import angles, spares
from headstack_identify.fit.phase.layout.places import Layout

_SLIPS: Final = "slipped_sectors"
_BEGINNINGS: Final = ("first_sector", "phase")


def shifts(config: DriveConfig) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yields a text and all zones, for each zone with spares at its end and each of two shifts.

    Args:
        config: the drive. Spares are those of `spare_sectors` and `spare_tracks`, or slips at the
            end of a zone. Zones with spares in groups and zones of one surface are left out.
    """
    zones = _with_beginnings(config)
    for number, zone in enumerate(zones):
        end = spares.at_end(config, number)
        if spares.in_groups(zone) or zone.get("surface") is not None:
            continue
        for by, text in ((1, "with a slip more at the beginning"), (-1, "without its first slip")):
            slips = _slips(zone, end, by)
            if slips is not None:
                found = deepcopy(zones)
                found[number] |= {_SLIPS: slips, **_turned(zone, -by)}
                yield f"layout.zone.{number} {text}", found


def _with_beginnings(config: DriveConfig) -> list[dict[str, Any]]:
    """Returns the zones, each with its own beginning. The list is empty if they lack beginnings.

    With one list of skews, a zone without a beginning continues where the zone before ends.
    """
    zones: list[dict[str, Any]] = config.value("layout.zone")
    if not config.value("layout.head_skew") or all(_key(zone) for zone in zones):
        return zones
    begun = Layout(config).zones
    if len(begun) != len(zones):
        return []
    return [
        zone if _key(zone) else zone | {"phase": angles.in_revolutions(of.begin)}
        for zone, of in zip(zones, begun, strict=True)
    ]


def _slips(zone: dict[str, Any], end: range, by: int) -> list[int] | None:
    """Returns the slips with one more at the beginning of the zone, or without the first slip.

    `None`: there is no slip, or no spare sector is left.
    """
    sectors = int(zone["sectors_per_track"])
    slips = [int(slip) for slip in zone.get(_SLIPS) or []]
    tracks = [int(track) for track in zone.get("slipped_tracks") or []]
    inside = [slip for slip in slips if slip not in end]
    pool = int(zone.get("spare_sectors") or 0) + int(zone.get("spare_tracks") or 0) * sectors
    if not pool and not end:
        return None
    if by < 0:
        if not inside:
            return None
        return [*inside[1:], *([] if pool else [end.start - 1]), *end]
    if pool and len(slips) + len(tracks) * sectors >= pool:
        return None
    first = int(zone.get("reserved_tracks") or 0) * sectors
    while first in inside or first // sectors in tracks:
        first += 1
    return sorted([first, *inside, *(end if pool else end[1:])])


def _key(zone: dict[str, Any]) -> str | None:
    """Returns the key with the beginning of the zone."""
    return next((key for key in _BEGINNINGS if key in zone), None)


def _turned(zone: dict[str, Any], by: int) -> dict[str, str]:
    """Returns the beginning of the zone, turned by sectors."""
    key = _key(zone) or "phase"
    return {key: angles.turned(str(zone.get(key, "0 rev")), by, int(zone["sectors_per_track"]))}
