"""Writes zones that were found from tracks, and warns of all that is not exact in them."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

from headstack_identify.disksim import track_zones
from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.track_runs import NoZonesError, Run
from headstack_identify.disksim.track_zones import TrackZone
from headstack_identify.drive_text import DriveText, Entry, numbers, plain, quoted

Source = Callable[[Params, str, int], str]
"""Source of a key of the zone with a cylinder."""

_MOST_DIGITS = 10**12
_NEARLY = 1e-9
"""Largest deviation in revolutions that counts as exact: the rounding of a fitted angle."""


def found(params: Params, name: str, runs: Sequence[Run], heads: int) -> list[TrackZone]:
    """Returns the zones of a layout. Returns `[]` and notes why no zones can describe the tracks.

    Args:
        params: parameters of the layout.
        name: parameter with the order of the tracks.
        runs: the tracks.
        heads: number of surfaces.
    """
    try:
        zones = track_zones.zones(runs, heads)
        track_zones.serpentine(zones)
    except NoZonesError as error:
        params.ledger.fail(params.place(name), name, str(error))
        return []
    return zones


def write(params: Params, zones: Sequence[TrackZone], source: Source, drive: DriveText) -> None:
    """Writes zones.

    Args:
        params: parameters of the layout.
        zones: the zones.
        source: gives the sources.
        drive: gets the keys.
    """
    order = track_zones.serpentine(zones)
    if order:
        why = source(params, "serpentine", zones[0].first)
        drive.put("layout.serpentine", quoted(order), why)
    drive.zones += [_entries(params, one, source) for one in zones]


def tell(params: Params, name: str, moved: str, zones: Sequence[TrackZone]) -> None:
    """Warns of angles that are not exact, narrow tracks, and blocks that lie elsewhere.

    Args:
        params: parameters of the layout.
        name: parameter with the order of the tracks.
        moved: parameter with the blocks that lie elsewhere.
        zones: the zones.
    """
    off = [one for one in zones if one.fit.off > _NEARLY]
    param = params.param(name)
    if off and param is not None:
        worst = max(off, key=lambda one: one.fit.off)
        cylinder, head = worst.farthest
        params.ledger.warn(
            param,
            f"{len(off):,} of {len(zones):,} zones have angles that no skew gives exactly; the "
            f"nearest skews are written. The farthest track, on cylinder {cylinder}, head {head}, "
            f"is {worst.fit.off:.6f} revolutions off",
        )
    narrow = sum(one.narrow for one in zones)
    if narrow and param is not None:
        params.ledger.warn(
            param,
            f"tracks with fewer sectors than their neighbours: {narrow:,}. The missing sectors are "
            "written as slipped sectors at the end of the track, whose other sectors are as wide "
            "as the neighbours'",
        )
    elsewhere = params.param(moved)
    if elsewhere is not None and any(one.reallocated_sectors for one in zones):
        lost = sum(len(one.reallocated_sectors) for one in zones if not _has_spares(one))
        text = "the drive chooses the spare places itself"
        if lost:
            text += f"; left out: {lost:,} blocks, in zones without a spare sector"
        params.ledger.warn(elsewhere, text)


def _has_spares(zone: TrackZone) -> bool:
    return zone.spare_sectors_per_track > 0


def _entries(params: Params, zone: TrackZone, source: Source) -> list[Entry]:
    def entry(key: str, value: str | tuple[str, ...]) -> Entry:
        return Entry(key, value, source(params, key, zone.first))

    entries = [
        entry("cylinders", numbers((zone.begin, zone.end))),
        entry("sectors_per_track", str(zone.sectors_per_track)),
    ]
    if zone.surface is not None:
        entries.append(Entry("surface", str(zone.surface)))
    entries.append(entry("phase", _angle(zone.fit.phase)))
    if zone.surface is None:
        entries.append(entry("track_skew", _angle(zone.fit.track_skew)))
    entries.append(entry("cylinder_skew", _angle(zone.fit.cylinder_skew)))
    for key in ("spare_sectors_per_track", "reserved_tracks", "spare_tracks"):
        if getattr(zone, key):
            entries.append(entry(key, str(getattr(zone, key))))
    if zone.slipped_tracks:
        entries.append(entry("slipped_tracks", numbers(zone.slipped_tracks)))
    if zone.slipped_sectors:
        entries.append(entry("slipped_sectors", numbers(zone.slipped_sectors)))
    if zone.reallocated_sectors and _has_spares(zone):
        entries.append(entry("reallocated_sectors", numbers(zone.reallocated_sectors)))
    return entries


def _angle(angle: Fraction) -> str:
    """Returns an angle as text of a drive file: decimals if these are exact, or a fraction."""
    tenths = _MOST_DIGITS
    if angle.denominator > tenths or tenths % angle.denominator == 0:
        return f'"{plain(Decimal(round(angle * tenths)) / tenths)} rev"'
    return f'"{angle.numerator}/{angle.denominator} rev"'
