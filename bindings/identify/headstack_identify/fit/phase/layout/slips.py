"""Finds slipped sectors and tracks that a description lacks, or has elsewhere.

After a slip that the description lacks, blocks lie a sector or a track farther on than the
description says. The likeliest shift of every access, with few changes in a zone, shows the place
of the slip.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout.places import Places, Zone
from headstack_identify.fit.phase.layout.skews import Skews

_CHANGE = 15.0  # price of a change, in log likelihood
_MORE = 4.0  # price of each further slip of a change
_LONGEST = 3  # most slips between two accesses
_BINS = 200  # bins of a revolution, for the start of a zone
_MOST_BEGINS = 4
_REWEIGHTED = 5  # means after each of which far accesses lose weight
_FIRST, _SLIPPED_FIRST = 40, 2  # first accesses of a zone, and most slips before them


@dataclass(frozen=True)
class Slip:
    """A place where the shift changes. Sectors and tracks count from the zone's first.

    Attributes:
        zone: number of the zone.
        whole_track: whether a whole track is slipped.
        missing: whether the description lacks the slip. If not, the description has a slip that
            does not exist.
        low: first possible sector or track of the slip.
        high: sector or track after the last possible sector or track.
    """

    zone: int
    whole_track: bool
    missing: bool
    low: int
    high: int


@dataclass(frozen=True)
class Most:
    """Largest numbers of slips of a zone that a description may lack, or have without cause."""

    tracks: int
    fewer_tracks: int
    sectors: int
    fewer_sectors: int


@dataclass(frozen=True, eq=False)
class Known:
    """How many slips the description has between each access and the access before it, by address.

    Attributes:
        tracks: slipped tracks, shape (N,).
        sectors: slipped sectors, shape (N,).
    """

    tracks: Ints
    sectors: Ints


@dataclass(frozen=True, eq=False)
class Path:
    """The likeliest slips of a zone, for N accesses.

    Attributes:
        slips: the slips.
        likely: log likelihood of the slips, less their price.
        residual: residual of each phase with the slips, from -0.5 to 0.5, shape (N,).
    """

    slips: list[Slip]
    likely: float
    residual: Floats


_FEW = Most(tracks=1, fewer_tracks=1, sectors=3, fewer_sectors=3)


def find(accesses: Accesses, residual: Floats, skews: Skews, zones: list[Zone]) -> list[Slip]:
    """Finds changes of the shift.

    Args:
        accesses: N accesses.
        residual: residuals of their phases, from -0.5 to 0.5, shape (N,).
        skews: angles of tracks.
        zones: zones of the description.

    Returns:
        The changes, by zone and address. Sectors that slipped before the first access of a zone
        look like another start of the zone.
    """
    width = scale(residual)
    phase = residual + skews.angle(accesses.at)
    found: list[Slip] = []
    for zone in zones:
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if len(inside) > 1:
            some = accesses.take(inside)
            known = _described(some, zone)
            found += path(some, phase[inside], skews, zone, _FEW, width, known).slips
    return found


def path(
    accesses: Accesses, phase: Floats, skews: Skews, zone: Zone, most: Most, width: float,
    known: Known | None = None,
) -> Path:  # fmt: skip
    """Returns the likeliest slips of a zone.

    Args:
        accesses: N accesses of the zone, at least 2.
        phase: phases in revolutions of any size, shape (N,).
        skews: angles of tracks.
        zone: the zone.
        most: largest numbers of slips.
        width: scale of errors of a phase, in revolutions.
        known: slips of the description. Only there, the description can have slips too many.
            `None`: unknown.
    """
    order = np.argsort(accesses.first, kind="stable")
    sorted_ = accesses.take(order)
    tracks = np.arange(-most.fewer_tracks, most.tracks + 1)
    sectors = np.arange(-most.fewer_sectors, most.sectors + 1)
    shifts = tracks[:, None] * zone.spt + sectors
    turned = [[angle_after(sorted_.at, int(one), zone, skews) for one in row] for row in shifts]
    left = phase[order] - np.array(turned)  # by tracks, sectors and access
    none = (most.fewer_tracks, most.fewer_sectors)
    begin_width = width if known is not None else None
    begins = list(_begins(left[none], begin_width))
    for slipped in range(min(_SLIPPED_FIRST, most.tracks) + 1):
        begins += _begins(left[none[0] + slipped, none[1]][:_FIRST], begin_width)
    likely = np.empty((len(phase), len(begins), *shifts.shape), np.float32)
    for number, begin in enumerate(begins):
        off = circle.wrapped(left - begin)
        likely[:, number] = -np.moveaxis(np.log1p((off / width) ** 2), 2, 0)
    chosen, states, best = _likeliest(likely, none, known)
    moved = shifts.ravel()[states] - sectors[states[0] % len(sectors)]
    residual = np.empty(len(phase))
    off = circle.wrapped(left - begins[chosen])
    residual[order] = off.reshape(-1, len(phase))[states, np.arange(len(phase))]
    return Path(changes(sorted_, moved, zone), best, residual)


def scale(residual: Floats) -> float:
    """Returns the scale of errors of phases, in revolutions, from their residuals."""
    return max(1.4826 * float(np.median(np.abs(residual))) / 1.5, 5e-4)


def angle_after(at: Places, shift: int, zone: Zone, skews: Skews) -> Floats:
    """Returns the angle of a zone's blocks, in revolutions, after a shift by `shift` sectors."""
    in_zone = np.maximum(at.in_zone + shift, 0)
    track, sector = np.divmod(in_zone, at.spt)
    cylinder, head = np.divmod(track, zone.heads)
    return skews.angle(Places(at.zone, cylinder, head, sector, in_zone, at.spt, at.angle))


def _begins(left: Floats, width: float | None) -> Iterator[float]:
    """Yields angles at which the zone may begin: those that most accesses agree on.

    With a width, each angle is exact: if it were a part of a sector off, slips beside a less likely
    angle could fit better. `None`: there are so many slips that few accesses agree.
    """
    count = np.bincount((left % 1.0 * _BINS).astype(np.int64) % _BINS, minlength=_BINS)
    smooth = count + np.roll(count, 1) + np.roll(count, -1)
    for _ in range(_MOST_BEGINS):
        top = int(np.argmax(smooth))
        if smooth[top] == 0:
            break
        middle = (top + 0.5) / _BINS
        apart = circle.wrapped(left - middle)
        middle += float(np.median(apart[np.abs(apart) < 2 / _BINS]))
        yield middle if width is None else _exact(left, middle, width)
        smooth[np.arange(top - 2, top + 3) % _BINS] = 0


def _exact(left: Floats, angle: float, width: float) -> float:
    """Returns the nearest angle that is likeliest with a Cauchy law, by reweighted means."""
    for _ in range(_REWEIGHTED):
        apart = circle.wrapped(left - angle)
        weight = 1 / (1 + (apart / width) ** 2)
        angle += float(weight @ apart) / float(weight.sum())
    return angle


def _described(accesses: Accesses, zone: Zone) -> Known:
    """Returns the slips of the description before each access of the zone."""
    whole = np.bincount(zone.slips // zone.spt) == zone.spt
    single = zone.slips[~whole[zone.slips // zone.spt]]
    at = np.sort(accesses.at.in_zone)
    return Known(_between(np.flatnonzero(whole), at // zone.spt), _between(single, at))


def _between(slips: Ints, at: Ints) -> Ints:
    """Returns the number of slips between each access and the access before it."""
    return np.diff(np.searchsorted(slips, at), prepend=0)


@dataclass(frozen=True, eq=False)
class Move:
    """A change of the state between two accesses.

    Attributes:
        by: change of the indices of tracks and of sectors.
        to: states after the change.
        back: states before the change.
        price: price from each state before the change, in log likelihood.
    """

    by: tuple[int, int]
    to: tuple[slice, slice, slice]
    back: tuple[slice, slice, slice]
    price: Floats

    def possible(self, place: int, known: Known | None) -> bool:
        """Returns whether the change is possible before an access."""
        if known is None:
            return True
        return bool(known.tracks[place] >= -self.by[0] and known.sectors[place] >= -self.by[1])


def moves(tracks: int, sectors: int, none: tuple[int, int], known: Known | None) -> list[Move]:
    """Returns the possible changes.

    If the slips of the description are known, a change back towards the description ends the move
    of one of these slips. The change back has no price: a move costs as much as one change, which a
    single access at a wrong angle does not pay.
    """
    away = np.arange(tracks)[:, None] - none[0], np.arange(sectors)[None] - none[1]
    fewest = [-_LONGEST if one else 0 for one in none]
    by = [(one, 0) for one in range(fewest[0], _LONGEST + 1) if abs(one) < tracks]
    by += [(0, one) for one in range(fewest[1], _LONGEST + 1) if one and abs(one) < sectors]
    found = []
    for track, sector in by:
        back = slice(None), _from(track, tracks), _from(sector, sectors)
        price = np.full((tracks, sectors), _cost(np.array(abs(track) + abs(sector))))
        if known is not None:
            for whole, step in zip(away, (track, sector), strict=True):
                nearer = (whole * step < 0) & (abs(step) <= np.abs(whole))
                price[np.broadcast_to(nearer, price.shape)] = 0.0
        to = slice(None), _to(track, tracks), _to(sector, sectors)
        found.append(Move((track, sector), to, back, price[back[1:]]))
    return found


def _likeliest(
    likely: Floats, none: tuple[int, int], known: Known | None = None
) -> tuple[int, Ints, float]:
    """Returns the likeliest states (Viterbi 1967), for the likeliest start of the zone.

    Args:
        likely: log likelihoods, shape (N, beginnings, tracks, sectors).
        none: indices of the state without a shift. The zone begins in this state.
        known: as in `path`.

    Returns:
        The start, then the states, shape (N,), then their log likelihood, less the price of
        changes.
    """
    count, _, tracks, sectors = likely.shape
    first = _cost(_first(tracks, sectors, none, known))
    every = moves(tracks, sectors, none, known)
    came = np.zeros(likely.shape, np.int8)
    best = likely[0] - first
    ways = np.full((len(every), *best.shape), -np.inf)
    for place in range(1, count):
        for way, move in zip(ways, every, strict=True):
            possible = move.possible(place, known)
            way[move.to] = best[move.back] - move.price if possible else -np.inf
        came[place] = np.argmax(ways, axis=0)
        best = np.max(ways, axis=0) + likely[place]
    begin, track, sector = (int(one) for one in np.unravel_index(int(np.argmax(best)), best.shape))
    states = np.empty(count, np.int64)
    for place in range(count - 1, -1, -1):
        states[place] = track * sectors + sector
        by = every[came[place, begin, track, sector]].by
        track, sector = track - by[0], sector - by[1]
    return begin, states, float(best.max())


def _first(tracks: int, sectors: int, none: tuple[int, int], known: Known | None) -> Floats:
    """Returns the changes before the first access by state, or infinity for impossible states.

    Sectors that slipped before it look like another start of the zone.
    """
    track, sector = np.arange(tracks)[:, None] - none[0], np.arange(sectors) - none[1]
    changes = np.abs(track) + np.abs(sector) + 0.0
    if known is not None:
        changes[np.broadcast_to((track < -known.tracks[0]) | (sector != 0), changes.shape)] = np.inf
    return changes


def _cost(slipped: Ints | Floats) -> Floats:
    return np.where(slipped > 0, _CHANGE + _MORE * (slipped - 1), 0.0)


def _to(by: int, size: int) -> slice:
    return slice(max(by, 0), size + min(by, 0))


def _from(by: int, size: int) -> slice:
    return slice(max(-by, 0), size + min(-by, 0))


def changes(accesses: Accesses, path: Ints, zone: Zone) -> list[Slip]:
    """Returns the slips that explain the changes of a path.

    Args:
        accesses: N accesses of the zone, by address.
        path: shift of each access in sectors, shape (N,).
        zone: the zone.
    """
    found = []
    before, end = 0, int(zone.starts[0])
    for number, shift in enumerate(map(int, path)):
        begin = int(accesses.at.in_zone[number]) + shift
        if shift != before:
            found += _slips(zone, shift - before, end, begin)
            before = shift
        end = begin + int(accesses.blocks[number])
    return found


def _slips(zone: Zone, change: int, low: int, high: int) -> list[Slip]:
    """Returns the slips that explain a change of the shift between two sectors.

    Whole tracks come first, then sectors.
    """
    tracks = round(change / zone.spt)
    sectors = change - tracks * zone.spt
    low, high = min(low, high), max(low, high)
    found = [
        Slip(zone.number, True, tracks > 0, low // zone.spt, high // zone.spt + 1)
        for _ in range(abs(tracks))
    ]
    return found + [
        Slip(zone.number, False, sectors > 0, low, high + 1) for _ in range(abs(sectors))
    ]
