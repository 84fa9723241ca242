"""Divides a zone of DiskSim into zones of a drive file.

One zone is enough unless slips turn later cylinders and no key describes these turns. In this case,
each such turn begins a new zone.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from headstack_identify.disksim import sparing
from headstack_identify.disksim.sparing import Scheme
from headstack_identify.disksim.zone import Zone


@dataclass(frozen=True)
class Piece:
    """A `[[layout.zone]]`. The names are keys. Numbers count from the first track of the piece.

    Attributes:
        first: first cylinder.
        last: last cylinder.
        phase: angle of the first track, in the unit of the zone's angles: sectors or revolutions.
        reserved_tracks: number of reserved tracks at the front.
        spare_tracks: number of spare tracks at the end.
        spare_sectors: number of spare sectors at the end.
        spare_sectors_per_track: number of spare sectors at the end of each track.
        spare_sectors_per_cylinder: number of spare sectors at the end of each cylinder.
        cylinders_per_range: cylinders of a range, or 0 if ranges have no spare sectors.
        spare_sectors_per_range: number of spare sectors at the end of each range.
        tracks_shifted_by_slips: value of the key of this name, or '' if the drive lacks the key.
        slipped_tracks: slipped tracks in rising order.
        slipped_sectors: slipped sectors in rising order.
        reallocated_tracks: reallocated tracks in rising order.
        reallocated_sectors: reallocated sectors in rising order.
    """

    first: int
    last: int
    phase: Fraction
    reserved_tracks: int = 0
    spare_tracks: int = 0
    spare_sectors: int = 0
    spare_sectors_per_track: int = 0
    spare_sectors_per_cylinder: int = 0
    cylinders_per_range: int = 0
    spare_sectors_per_range: int = 0
    tracks_shifted_by_slips: str = ""
    slipped_tracks: tuple[int, ...] = ()
    slipped_sectors: tuple[int, ...] = ()
    reallocated_tracks: tuple[int, ...] = ()
    reallocated_sectors: tuple[int, ...] = ()


@dataclass(frozen=True)
class Cut:
    """A zone in pieces.

    Attributes:
        pieces: pieces by rising cylinder.
        blocks: number of blocks of all pieces.
        spares_as_slips: whether the spare sectors of the zone are written as slipped sectors.
        lost_defects: whether the defects of the zone found no place.
        empty_defects: defects on sectors without a block. The pieces omit these defects.
        early_tracks: number of tracks that DiskSim turns because of an earlier slip in their
            cylinder. A zone of a drive file cannot turn these tracks.
    """

    pieces: tuple[Piece, ...]
    blocks: int
    spares_as_slips: bool
    lost_defects: bool
    empty_defects: tuple[int, ...]
    early_tracks: int


def cut(zone: Zone, scheme: Scheme, cylinders_of_range: int) -> Cut:
    """Returns a zone in pieces with the same blocks on the same sectors, at the same angles."""
    if not sparing.any_spares(zone, scheme, cylinders_of_range):
        zone = replace(zone, spares=0)
    without = sparing.left_out(zone, scheme, cylinders_of_range)
    front = sparing.place_of(zone.front, without)
    empty = _without_block(zone, scheme, without, front)
    zone = replace(zone, defects=tuple(one for one in zone.defects if one not in set(empty)))
    reserved = front // zone.sectors
    part = _not_in(without, reserved * zone.sectors, front)
    keyed = _has_keys(zone, scheme, cylinders_of_range, front, bool(part))
    if keyed:
        kept = () if scheme.region == "tracks" else zone.slips
        slipped = _from(kept, reserved * zone.sectors)
    else:
        slipped = _from(without, reserved * zone.sectors)
    in_front = bisect_left(without, front)
    blocks = zone.all - front - (len(without) - in_front)
    whole = _Whole(
        zone,
        scheme,
        cylinders_of_range,
        keyed,
        reserved,
        tuple(sorted({*slipped, *part})),
        zone.all - reserved * zone.sectors - blocks,
        keyed and not part and _turns_have_key(zone, scheme, reserved),
    )
    cuts = scheme.tracks_shifted_by_slips and not whole.turns_by_key
    pieces = whole.pieces() if cuts else [whole.piece(0, zone.cylinders)]
    return Cut(
        pieces=tuple(piece for piece in pieces if piece is not None),
        blocks=blocks,
        spares_as_slips=not keyed,
        lost_defects=bool(zone.defects) and not whole.reallocates,
        empty_defects=empty,
        early_tracks=_early_tracks(zone) if cuts and scheme.region == "track" else 0,
    )


def _without_block(
    zone: Zone, scheme: Scheme, without: Sequence[int], front: int
) -> tuple[int, ...]:
    """Returns the defects without a block: in spare or slipped sectors, or in the empty front."""
    absent = set(without)
    size = zone.sectors if scheme.region == "tracks" else 1

    def empty(defect: int) -> bool:
        sectors = range(defect * size, (defect + 1) * size)
        return all(sector < front or sector in absent for sector in sectors)

    return tuple(defect for defect in zone.defects if empty(defect))


def _from(sectors: Sequence[int], least: int) -> Sequence[int]:
    return sectors[bisect_left(sectors, least) :]


def _not_in(without: Sequence[int], begin: int, end: int) -> list[int]:
    """Returns the sectors `begin` to `end` - 1 that are not in `without`."""
    absent = set(without[bisect_left(without, begin) : bisect_left(without, end)])
    return [sector for sector in range(begin, end) if sector not in absent]


def _has_keys(zone: Zone, scheme: Scheme, cylinders_of_range: int, front: int, part: bool) -> bool:
    """Whether keys can describe the zone's spares. `part`: whether the front ends in a track."""
    if scheme.region == "" or zone.spares == 0:
        return True
    if scheme.region == "zone":
        return True
    if part or scheme.at_front or not scheme.slips_use_spares:
        return False
    if scheme.region in ("range", "cylinder"):
        size = sparing.region_sectors(zone, scheme, cylinders_of_range)
        begin = front // size * size
        return not any(begin <= slip < front for slip in zone.slips)
    return True


def _turns_have_key(zone: Zone, scheme: Scheme, reserved: int) -> bool:
    """Whether a key can describe the turns by slips.

    A key exists if slips turn only the tracks after them, or the tracks after the reserved tracks.
    """
    if not scheme.tracks_shifted_by_slips or scheme.region not in ("track", "cylinder"):
        return False
    first = reserved // zone.heads * zone.of_cylinder
    return scheme.region == "track" or not any(
        first <= slip < reserved * zone.sectors for slip in zone.slips
    )


def _early_tracks(zone: Zone) -> int:
    """Returns the number of tracks after each slip in its cylinder, added up, for scheme 3."""
    return sum(zone.heads - 1 - slip // zone.sectors % zone.heads for slip in zone.slips)


@dataclass(frozen=True)
class _Whole:
    """A zone before it is cut.

    Attributes:
        zone: the zone. A zone without any whole region has no spares here.
        scheme: sparing scheme of the zone.
        cylinders_of_range: cylinders of a range of the scheme.
        keyed: whether keys can describe the spares of the zone.
        reserved: number of reserved tracks at the front.
        slipped: slipped sectors after the reserved tracks.
        at_end: number of sectors after the reserved tracks that hold no block.
        turns_by_key: whether a key can describe the turns by slips.
    """

    zone: Zone
    scheme: Scheme
    cylinders_of_range: int
    keyed: bool
    reserved: int
    slipped: tuple[int, ...]
    at_end: int
    turns_by_key: bool

    @property
    def reallocates(self) -> bool:
        """Whether there are spare places for the zone's defects."""
        own = len(self.zone.slips) if self.scheme.slips_use_spares else 0
        left = self.zone.spares - (own if self.scheme.region == "zone" else 0)
        return self.keyed and self.scheme.region != "" and left > 0

    def pieces(self) -> list[Piece | None]:
        """Returns the pieces of the zone. A new piece begins at each cylinder that a slip turns."""
        zone = self.zone
        turns = {slip // zone.of_cylinder + 1 for slip in zone.slips}
        borders = [0, *sorted(turn for turn in turns if turn < zone.cylinders), zone.cylinders]
        return [self.piece(*pair) for pair in pairwise(borders)]

    def piece(self, begin: int, end: int) -> Piece | None:
        """Returns a piece with cylinders `begin` to `end` - 1.

        Returns `None` if all tracks of the piece are reserved.
        """
        zone, of_tracks = self.zone, self.scheme.region == "tracks"
        reserved = min(max(0, self.reserved - begin * zone.heads), (end - begin) * zone.heads)
        if reserved == (end - begin) * zone.heads:
            return None
        first = begin * zone.of_cylinder
        inside = range(first, end * zone.of_cylinder)
        tracks = (begin * zone.heads + reserved, end * zone.heads)
        slipped_tracks = self._tracks(zone.slips, tracks) if of_tracks and self.keyed else ()
        defects = zone.defects if self.reallocates else ()
        return Piece(
            first=zone.first + begin,
            last=zone.first + end - 1,
            phase=self._phase(begin),
            reserved_tracks=reserved,
            spare_tracks=self._spare_tracks(),
            spare_sectors=self.at_end if self._spares("zone") else 0,
            spare_sectors_per_track=self._spares("track"),
            spare_sectors_per_cylinder=self._spares("cylinder"),
            cylinders_per_range=self.cylinders_of_range if self._spares("range") else 0,
            spare_sectors_per_range=self._spares("range"),
            tracks_shifted_by_slips=self._tracks_shifted_by_slips(),
            slipped_tracks=slipped_tracks,
            slipped_sectors=_within(self.slipped, inside),
            reallocated_tracks=self._tracks(defects, tracks) if of_tracks else (),
            reallocated_sectors=() if of_tracks else _within(defects, inside),
        )

    def _tracks(self, tracks: Sequence[int], bounds: tuple[int, int]) -> tuple[int, ...]:
        return tuple(track for track in tracks if bounds[0] <= track < bounds[1])

    def _spares(self, *regions: str) -> int:
        return self.zone.spares if self.keyed and self.scheme.region in regions else 0

    def _spare_tracks(self) -> int:
        if not self.keyed or self.scheme.region != "tracks":
            return 0
        # Spare tracks that replaced slips in the reserved tracks are now reserved.
        return self.zone.spares - sum(slip < self.reserved for slip in self.zone.slips)

    def _tracks_shifted_by_slips(self) -> str:
        if not self.turns_by_key or not self.slipped:
            return ""
        return "later tracks" if self.scheme.region == "track" else "later cylinders"

    def _phase(self, cylinder: int) -> Fraction:
        """Returns the angle at which a cylinder begins.

        In some schemes, earlier slips turn this angle. Slips on the reserved tracks have no key.
        These slips turn all tracks with blocks.
        """
        zone = self.zone
        before = cylinder * zone.of_cylinder
        if self.turns_by_key:
            before = self.reserved * zone.sectors
        slips = bisect_left(zone.slips, before)
        sector = Fraction(1, zone.sectors) if zone.in_revolutions else Fraction(1)
        turn = Fraction(1) if zone.in_revolutions else Fraction(zone.sectors)
        advance = (zone.heads - 1) * zone.track_skew + zone.cylinder_skew
        turned = slips * sector if self.scheme.tracks_shifted_by_slips else Fraction(0)
        return (zone.offset + cylinder * advance + turned) % turn


def _within(sectors: Sequence[int], bounds: range) -> tuple[int, ...]:
    """Returns the sectors within bounds as numbers from the lower bound. `sectors` must rise."""
    inside = sectors[bisect_left(sectors, bounds.start) : bisect_left(sectors, bounds.stop)]
    return tuple(sector - bounds.start for sector in inside)
