"""Writes the tables [layout] and [[layout.zone]] from DiskSim's `dm_layout_g1`."""

from collections.abc import Sequence
from itertools import pairwise

from headstack_identify.disksim import (
    layout_g2,
    layout_g4,
    pieces,
    sparing,
    track_keys,
    zone,
    zone_keys,
)
from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.pieces import Cut, Piece
from headstack_identify.disksim.sparing import Scheme
from headstack_identify.disksim.zone import Zone
from headstack_identify.drive_text import DriveText, switch

_KIND = "dm_layout_g1"
_SURFACES = "Number of data surfaces"
_CYLINDERS = "Number of cylinders"
_BLOCKS = "Block count"
_MODEL = "Layout Model"
_MAPPING = "LBN-to-PBN mapping scheme"
_ODD_CYLINDERS = 2
_SCHEME = "Sparing scheme used"
_RANGE = "Rangesize for sparing"
_ZONES = "Zones"
_SHOWN = 4  # shown numbers of a list

_BY_TRACKS = {
    layout_g2.KIND: (layout_g2, layout_g2.MAP, layout_g2.MAP),
    layout_g4.KIND: (layout_g4, layout_g4.TREE, layout_g4.REMAPS),
}
"""Readers of layouts that give the place of each track, with the parameters of these places."""


def write(disk: Params, drive: DriveText) -> int | None:
    """Writes the layout of a `dm_disk`.

    Returns:
        The number of cylinders. `None`: the number is unknown.
    """
    heads = disk.whole(_SURFACES, 1, zone.MOST_HEADS)
    cylinders = disk.whole(_CYLINDERS, 1, zone.MOST_CYLINDERS)
    layout = disk.inner(_MODEL)
    if heads is not None:
        drive.put("layout.surfaces", str(heads), disk.source(_SURFACES))
    if layout is not None and heads is not None and layout.block.kind in _BY_TRACKS:
        return _write_tracks(disk, layout, heads, cylinders, drive)
    found = _zones(layout, heads) if layout is not None and heads is not None else []
    if found and cylinders is not None:
        cylinders = _cylinders(disk, cylinders, found[-1][1].last)
    _size(disk, cylinders, drive)
    if layout is not None and found and cylinders is not None:
        _write_zones(disk, layout, found, cylinders, drive)
    return cylinders


def _size(disk: Params, cylinders: int | None, drive: DriveText) -> None:
    if cylinders is not None:
        drive.put("layout.cylinders", str(cylinders), disk.source(_CYLINDERS))
    drive.put("layout.bytes_per_sector", "512", "DiskSim's blocks have no other size")


def _cylinders(disk: Params, said: int, last: int) -> int:
    param = disk.param(_CYLINDERS)
    if param is not None and last >= said:
        disk.ledger.warn(param, f"{last + 1} are written: the zones go up to {last}")
    return max(said, last + 1)


def _write_tracks(
    disk: Params, layout: Params, heads: int, cylinders: int | None, drive: DriveText
) -> int | None:
    """Writes a layout that gives the place of each track. Returns the number of cylinders."""
    reader, order, moved = _BY_TRACKS[layout.block.kind]
    runs = reader.runs(layout, heads)
    zones = track_keys.found(layout, order, runs, heads) if runs else []
    if zones and cylinders is not None:
        cylinders = _cylinders(disk, cylinders, zones[-1].last)
    _size(disk, cylinders, drive)
    if zones and cylinders is not None:
        bounds = sorted({(one.first, one.last) for one in zones})
        _gaps(bounds, cylinders, drive)
        _blocks(disk, sum(one.blocks for one in zones), drive)
        track_keys.tell(layout, order, moved, zones)
        track_keys.write(layout, zones, reader.source, drive)
    return cylinders


def _zones(layout: Params, heads: int) -> list[tuple[Params, Zone]]:
    """Returns the zones in the order of the file."""
    if layout.block.kind != _KIND:
        text = f"{layout.block.kind} is not known here; {', '.join((_KIND, *_BY_TRACKS))} are"
        layout.ledger.fail(layout.block.place, _MODEL, text)
        return []
    units = layout.param(zone.UNITS)
    unit = "sectors" if units is None else str(units.value)
    all_of_them = [(params, zone.read(params, heads, unit)) for params in layout.inners(_ZONES)]
    found = [(params, one) for params, one in all_of_them if one is not None]
    for (_, before), (params, one) in pairwise(found):
        if one.first <= before.last:
            text = f"{one.first} lies within or before the zone before, which ends at {before.last}"
            layout.ledger.fail(params.place(zone.FIRST), zone.FIRST, text)
            return []
    return found


def _write_zones(
    disk: Params,
    layout: Params,
    zones: Sequence[tuple[Params, Zone]],
    cylinders: int,
    drive: DriveText,
) -> None:
    number = layout.whole(_SCHEME)
    scheme = sparing.SCHEMES.get(-1 if number is None else number)
    if scheme is None:
        if number is not None:
            layout.ledger.fail(layout.place(_SCHEME), _SCHEME, f"{number} is not one of 0 to 10")
        return
    of_range = (layout.whole(_RANGE, 1) or 1) if scheme.region == "range" else 1
    sensible = [_makes_sense(params, one, scheme, of_range) for params, one in zones]
    if not all(sensible):
        return
    cuts = [pieces.cut(one, scheme, of_range) for _, one in zones]
    _tell(layout, scheme, zones, cuts, of_range)
    written = [piece for one in cuts for piece in one.pieces]
    _write_order(layout, zones, written, drive)
    _gaps([(piece.first, piece.last) for piece in written], cylinders, drive)
    _blocks(disk, sum(one.blocks for one in cuts), drive)
    source = layout.source(_SCHEME, *([_RANGE] if scheme.region == "range" else []))
    for (params, one), parts in zip(zones, cuts, strict=True):
        drive.zones += [zone_keys.entries(params, one, piece, source) for piece in parts.pieces]


def _makes_sense(params: Params, one: Zone, scheme: Scheme, of_range: int) -> bool:
    """Whether front, slips, defects and spares lie in the zone and leave room for a block."""
    before = len(params.ledger.problems)
    places = one.cylinders * one.heads if scheme.region == "tracks" else one.all
    for name, numbers_of_it in ((zone.SLIPS, one.slips), (zone.DEFECTS, one.defects)):
        if numbers_of_it and numbers_of_it[-1] >= places:
            text = f"{numbers_of_it[-1]} lies behind the zone's last, {places - 1}"
            params.ledger.fail(params.place(name), name, text)
    spares = sparing.spares_of_region(one, scheme)
    regions = one.all // sparing.region_sectors(one, scheme, of_range)
    if spares * regions > sparing.MOST_SPARES:
        text = f"{spares * regions} spare sectors are more than the {sparing.MOST_SPARES} possible"
        params.ledger.fail(params.place(zone.SPARES), zone.SPARES, text)
    elif one.front + spares * regions >= one.all:
        text = "front and spares leave the zone no block"
        params.ledger.fail(params.place(zone.FRONT), zone.FRONT, text)
    return len(params.ledger.problems) == before


def _write_order(
    layout: Params, zones: Sequence[tuple[Params, Zone]], pieces: Sequence[Piece], drive: DriveText
) -> None:
    """Writes which cylinders are numbered from their last head to head 0.

    The pieces of a zone are zones of the drive file. So the order of a zone can continue in its
    pieces only if the number of the cylinder decides.
    """
    number = layout.choice(_MAPPING, most=2)
    if number == 0:
        return
    odd = number == _ODD_CYLINDERS or all(one.first % 2 == 0 for _, one in zones)
    drive.put(
        "layout.serpentine",
        '"on odd cylinders"' if odd else '"in each zone"',
        layout.source(_MAPPING),
    )
    begins = {one.first for _, one in zones}
    turned = [piece.first for piece in pieces if piece.first not in begins]
    mapping = layout.param(_MAPPING)
    if not odd and turned and mapping is not None:
        layout.ledger.warn(
            mapping,
            f"slips divide zones at {len(turned)} cylinders, the first {turned[0]}, and each part "
            "begins with head 0; in DiskSim, only the zone does",
        )


def _tell(
    layout: Params,
    scheme: Scheme,
    zones: Sequence[tuple[Params, Zone]],
    cuts: Sequence[Cut],
    of_range: int,
) -> None:
    """Warns of features that zones cannot describe. The warnings say what the file has instead."""
    param = layout.param(_SCHEME)
    assert param is not None
    if any(one.spares_as_slips for one in cuts):
        layout.ledger.warn(
            param,
            "no key for these spares; they are written as slipped sectors: the same blocks on the "
            "same sectors, but none is left to move a bad one to",
        )
    if scheme.at_front:
        layout.ledger.warn(
            param, "spares lie at the front as the manual has it; DiskSim 4.0 reads on from there"
        )
    added = sum(len(one.pieces) for one in cuts) - len(cuts)
    if scheme.tracks_shifted_by_slips and added > 0:
        layout.ledger.warn(
            param,
            f"no key for what slips turn here; {added} more zones with a phase of their own say it",
        )
    for (params, one), parts in zip(zones, cuts, strict=True):
        _tell_of_zone(params, one, parts, sparing.blocks_of(one, scheme, of_range))


def _tell_of_zone(params: Params, one: Zone, parts: Cut, counted_by_disksim: int) -> None:
    """Warns of slips and defects of a zone that its keys cannot describe."""
    slips = params.param(zone.SLIPS)
    defects = params.param(zone.DEFECTS)
    if parts.blocks != counted_by_disksim and slips is not None:
        params.ledger.warn(
            slips,
            f"{parts.blocks} blocks are left, where DiskSim counts {counted_by_disksim}: "
            "slips outnumber spares",
        )
    if parts.early_tracks and slips is not None:
        text = f"{parts.early_tracks} tracks behind a slip, in its cylinder, begin too early"
        params.ledger.warn(slips, f"{text}: a zone turns whole cylinders")
    if parts.empty_defects and defects is not None:
        which = ", ".join(map(str, parts.empty_defects[:_SHOWN]))
        more = len(parts.empty_defects) - _SHOWN
        params.ledger.warn(
            defects,
            f"left out: no block lies at {which}{f' and {more} more' if more > 0 else ''} that "
            "could be moved: spare, slipped, or in the empty front",
        )
    if parts.lost_defects and defects is not None:
        text = "left out: no spare places to move them to"
        params.ledger.warn(defects, text)
    elif len(one.defects) > len(parts.empty_defects) and defects is not None:
        params.ledger.warn(defects, "the drive chooses the spare places itself")


def _gaps(bounds: Sequence[tuple[int, int]], cylinders: int, drive: DriveText) -> None:
    ends = [-1, *(last for _, last in bounds)]
    begins = [*(first for first, _ in bounds), cylinders]
    if any(begin != end + 1 for end, begin in zip(ends, begins, strict=True)):
        why = "zones leave cylinders out; each has its own angle"
        drive.put("layout.cylinder_gaps", '"with skew"', why)
        why = "DiskSim's seeks are as long as the numbers of cylinders are apart"
        drive.put("layout.gaps_in_seeks", switch(True), why)


def _blocks(disk: Params, held: int, drive: DriveText) -> None:
    said = disk.whole(_BLOCKS, 1)
    param = disk.param(_BLOCKS)
    if said is None or param is None:
        return
    if said > held:
        disk.ledger.warn(
            param,
            f"the zones hold only {held}, {said - held} fewer, and DiskSim goes by the zones too. "
            "`layout.zone.cylinders`, `layout.zone.sectors_per_track` and the spare and slipped "
            "sectors of the zones decide on that number",
        )
    elif said < held:
        drive.put("layout.blocks", str(said), f"{disk.source(_BLOCKS)}; the zones hold {held}")
