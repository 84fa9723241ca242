"""Makes the keys of a `[[layout.zone]]`, each with its source."""

from decimal import Decimal
from fractions import Fraction

from headstack_identify.disksim import zone
from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.pieces import Piece
from headstack_identify.disksim.zone import Zone
from headstack_identify.drive_text import Entry, counted, numbers, plain


def entries(params: Params, one: Zone, piece: Piece, scheme: str) -> list[Entry]:
    """Returns the keys of a piece of a zone.

    Args:
        params: parameters of the zone.
        one: the zone.
        piece: the piece of the zone that the keys describe.
        scheme: source of the sparing scheme.
    """
    slips = _source_of_list(params, zone.SLIPS)
    defects = _source_of_list(params, zone.DEFECTS)
    entries = [
        Entry(
            "cylinders", numbers((piece.first, piece.last)), params.source(zone.FIRST, zone.LAST)
        ),
        Entry("sectors_per_track", str(one.sectors), params.source(zone.SECTORS)),
        Entry(*_angle(piece.phase, one.in_revolutions), _phase_source(params, one, piece)),
    ]
    for key, name, skew in (
        ("track_skew", zone.TRACK_SKEW, one.track_skew),
        ("cylinder_skew", zone.CYLINDER_SKEW, one.cylinder_skew),
    ):
        text = _angle(skew, one.in_revolutions)[1]
        entries.append(Entry(key, text, params.source(name) or "DiskSim's default"))
    spares = f"{params.source(zone.SPARES)}; {scheme}"
    optional = (
        ("reserved_tracks", piece.reserved_tracks, params.source(zone.FRONT)),
        ("spare_tracks", piece.spare_tracks, spares),
        ("spare_sectors", piece.spare_sectors, f"{spares}{_and_slips(params, one, piece)}"),
        ("spare_sectors_per_track", piece.spare_sectors_per_track, spares),
        ("spare_sectors_per_cylinder", piece.spare_sectors_per_cylinder, spares),
        ("cylinders_per_range", piece.cylinders_per_range, scheme),
        ("spare_sectors_per_range", piece.spare_sectors_per_range, spares),
    )
    entries += [Entry(key, str(value), source) for key, value, source in optional if value]
    if piece.tracks_shifted_by_slips:
        entries.append(
            Entry("tracks_shifted_by_slips", f'"{piece.tracks_shifted_by_slips}"', scheme)
        )
    extra = len(piece.slipped_sectors) > len(one.slips)
    of_sectors = f"{slips}; {spares}; {params.source(zone.FRONT)}" if extra else slips
    lists = (
        ("slipped_tracks", piece.slipped_tracks, slips),
        ("slipped_sectors", piece.slipped_sectors, of_sectors),
        ("reallocated_tracks", piece.reallocated_tracks, defects),
        ("reallocated_sectors", piece.reallocated_sectors, defects),
    )
    entries += [Entry(key, numbers(value), source) for key, value, source in lists if value]
    return entries


def _phase_source(params: Params, one: Zone, piece: Piece) -> str:
    if piece.first == one.first:
        return params.source(zone.OFFSET) or "DiskSim's default"
    names = (zone.OFFSET, zone.TRACK_SKEW, zone.CYLINDER_SKEW)
    return f"from the zone's first cylinder on, with its slips: {params.source(*names)}"


def _and_slips(params: Params, one: Zone, piece: Piece) -> str:
    """Returns the sources of the front and the slips, which change a zone's number of spares."""
    if piece.spare_sectors == one.spares:
        return ""
    others = (params.source(zone.FRONT), _source_of_list(params, zone.SLIPS))
    return "".join(f"; {other}" for other in others if other)


def _source_of_list(params: Params, name: str) -> str:
    """Returns the source of a list, without its numbers."""
    return params.source(name).partition(" = ")[0]


def _angle(angle: Fraction, in_revolutions: bool) -> tuple[str, str]:
    """Returns the key of a zone's start, and an angle as text of a drive file."""
    if in_revolutions:
        return "phase", f'"{angle.numerator}/{angle.denominator} rev"'
    if angle.denominator == 1:
        return "first_sector", counted(int(angle), "sector")
    return "phase", f'"{plain(_decimal(angle))} sectors"'


def _decimal(fraction: Fraction) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)
