"""The spare sectors at the end of a zone of a plain description, which has them as slips."""

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
