"""Spare sectors of zones. A plain description has those at the end of a zone as slips."""

from typing import Any

from headstack._core import DriveConfig


def at_end(drive: DriveConfig, zone: int) -> range:
    """Returns the slipped sectors up to the last sector of a zone."""
    key = f"layout.zone.{zone}."
    first, last = drive.value(key + "cylinders")
    tracks = (last - first + 1) * int(drive.value("layout.surfaces"))
    end = tracks * int(drive.value(key + "sectors_per_track"))
    slips = set(drive.value(key + "slipped_sectors") or [])
    start = end
    while start - 1 in slips:
        start -= 1
    return range(start, end)


def in_groups(zone: dict[str, Any]) -> bool:
    """Whether a zone of a description has spare sectors in groups: tracks, cylinders or ranges."""
    return any(zone.get(f"spare_sectors_per_{group}") for group in ("track", "cylinder", "range"))


def pooled(drive: DriveConfig) -> list[dict[str, Any]]:
    """Returns the zones with a number of spare sectors for the slips at the end of each zone.

    The number includes the spare sectors that other slips use up, as in drive files. Zones with
    other spares stay as they are.
    """
    found = []
    for number, zone in enumerate(drive.value("layout.zone")):
        end = at_end(drive, number)
        if end and not zone.get("spare_tracks") and not in_groups(zone):
            slips = zone["slipped_sectors"]
            tracks = len(zone.get("slipped_tracks") or []) * int(zone["sectors_per_track"])
            inside = [slip for slip in slips if slip not in end]
            zone = zone | {"slipped_sectors": inside, "spare_sectors": len(slips) + tracks}
        found.append(zone)
    return found
