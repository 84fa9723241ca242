"""The spare sectors at the end of a zone of a plain description, which has them as slips."""

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


def pooled(drive: DriveConfig) -> list[dict[str, Any]]:
    """Returns the zones with a number of spare sectors for the slips at the end of each zone.

    The number includes the spare sectors that other slips use up, as in drive files.
    """
    found = []
    for number, zone in enumerate(drive.value("layout.zone")):
        end = at_end(drive, number)
        if end:
            reserved = int(zone.get("reserved_tracks") or 0) * int(zone["sectors_per_track"])
            slips = [one for one in zone["slipped_sectors"] if one not in end]
            used = sum(one >= reserved for one in slips)
            zone = zone | {"slipped_sectors": slips, "spare_sectors": used + len(end)}
        found.append(zone)
    return found
