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

_SLIPS: Final = "slipped_sectors"
_BEGINNINGS: Final = ("first_sector", "phase")


def shifts(config: DriveConfig) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yields a text and all zones, for each zone with spare sectors and each of two shifts.

    Args:
        config: the drive. Spare sectors are those of `spare_sectors`, or slips at the end of a
            zone.
    """
    zones: list[dict[str, Any]] = config.value("layout.zone")
    for number, zone in enumerate(zones):
        slips = [int(one) for one in zone.get(_SLIPS) or []]
        end = spares.at_end(config, number)
        for by in (1, -1):
            shifted = _slips(zone, slips, end, by)
            if shifted is None:
                continue
            found = deepcopy(zones)
            found[number] |= {_SLIPS: shifted, **_turned(zone, -by)}
            more = "one more" if by > 0 else "one less"
            yield f"layout.zone.{number}.{_SLIPS} {more} at the beginning", found


def _slips(zone: dict[str, Any], slips: list[int], end: range, by: int) -> list[int] | None:
    """Returns the slips with one more or one less at the beginning of the zone.

    `None`: there is no such slip, or no spare sector for it.
    """
    inside = [one for one in slips if one not in end]
    pooled = int(zone.get("spare_sectors") or 0)
    if by < 0:
        if not inside:
            return None
        return [*inside[1:], *([] if pooled else [end.start - 1]), *end]
    if not end and len(slips) >= pooled:
        return None
    first = int(zone.get("reserved_tracks") or 0) * int(zone["sectors_per_track"])
    while first in inside:
        first += 1
    return sorted([first, *inside, *(end if pooled else end[1:])])


def _turned(zone: dict[str, Any], by: int) -> dict[str, str]:
    """Returns the beginning of the zone, turned by sectors."""
    key = next((one for one in _BEGINNINGS if one in zone), "phase")
    return {key: angles.turned(str(zone.get(key, "0 rev")), by, int(zone["sectors_per_track"]))}
