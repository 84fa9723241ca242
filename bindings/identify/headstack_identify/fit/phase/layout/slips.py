"""Slipped sectors and tracks that a description lacks, or has elsewhere: phase against address.

Behind a slip that the description does not know, blocks lie a sector, or a track, farther on than
it says. The likeliest shift of every access, with few changes over a zone, shows where it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout.places import Places, Zone
from headstack_identify.fit.phase.layout.skews import Skews

_CHANGE = 15.0  # what a change costs, of the logarithm of the likelihood
_MORE = 4.0  # and each further slip of it
_LONGEST = 3  # slips between two accesses
_BINS = 200  # of a revolution, for where a zone may begin
_MOST_BEGINS = 4
_FIRST, _SLIPPED_FIRST = 40, 2  # accesses, before which there are hardly more slips


@dataclass(frozen=True)
class Slip:
    """A place where the shift changes; sectors and tracks are counted from the zone's first.

    Attributes:
        zone: number of the zone.
        whole_track: whether it is a track.
        missing: True: the description lacks it; False: it has one that is not there.
        low: the slip is at this sector or track or behind it, ...
        high: and before this one.
    """

    zone: int
    whole_track: bool
    missing: bool
    low: int
    high: int


@dataclass(frozen=True)
class Most:
    """How many slips of a zone a description may lack at the most, and have for nothing."""

    tracks: int
    fewer_tracks: int
    sectors: int


@dataclass(frozen=True, eq=False)
class Path:
    """The likeliest slips of a zone, of N accesses.

    Attributes:
        slips: the slips.
        likely: how likely they are, as a logarithm, less what they cost.
        residual: shape (N,), what is left of each phase then, from -0.5 to 0.5.
    """

    slips: list[Slip]
    likely: float
    residual: Floats


_FEW = Most(tracks=1, fewer_tracks=1, sectors=3)


def find(accesses: Accesses, residual: Floats, skews: Skews, zones: list[Zone]) -> list[Slip]:
    """Finds changes of the shift.

    Args:
        accesses: N of them.
        residual: shape (N,), what is left of their phases, from -0.5 to 0.5.
        skews: angles of tracks.
        zones: of the description.

    Returns:
        The changes, by zone and address. Sectors that slipped before a zone's first access cannot
        be told from where the zone begins.
    """
    width = max(1.4826 * float(np.median(np.abs(residual))) / 1.5, 5e-4)
    phase = residual + skews.angle(accesses.at)
    found: list[Slip] = []
    for zone in zones:
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if len(inside) > 1:
            found += path(accesses.take(inside), phase[inside], skews, zone, _FEW, width).slips
    return found


def path(
    accesses: Accesses, phase: Floats, skews: Skews, zone: Zone, most: Most, width: float
) -> Path:
    """The likeliest slips of a zone.

    Args:
        accesses: N of the zone, at least 2.
        phase: shape (N,), in revolutions of any size.
        skews: angles of tracks.
        zone: the zone.
        most: how many slips there may be.
        width: revolutions by which a phase may be off.
    """
    order = np.argsort(accesses.first, kind="stable")
    sorted_ = accesses.take(order)
    tracks = np.arange(-most.fewer_tracks, most.tracks + 1)
    sectors = np.arange(-most.sectors, most.sectors + 1)
    shifts = tracks[:, None] * zone.spt + sectors
    turned = [[_turned(sorted_.at, int(one), skews) for one in row] for row in shifts]
    left = phase[order] - np.array(turned)  # by tracks, sectors and access
    none = (most.fewer_tracks, most.sectors)
    begins = list(_begins(left[none]))
    for slipped in range(min(_SLIPPED_FIRST, most.tracks) + 1):
        begins += _begins(left[none[0] + slipped, none[1]][:_FIRST])
    off = circle.wrapped(left - np.array(begins)[:, None, None, None])
    likely = -np.log1p((np.moveaxis(off, 3, 0) / width) ** 2)
    begin, states, best = _likeliest(likely, none)
    moved = shifts.ravel()[states] - sectors[states[0] % len(sectors)]
    residual = np.empty(len(phase))
    residual[order] = off[begin].reshape(-1, len(phase))[states, np.arange(len(phase))]
    return Path(_changes(sorted_, moved, zone), best, residual)


def _turned(at: Places, shift: int, skews: Skews) -> Floats:
    """Returns the angle of blocks, in revolutions, after a shift by `shift` sectors."""
    in_zone = np.maximum(at.in_zone + shift, 0)
    track, sector = np.divmod(in_zone, at.spt)
    cylinder, head = np.divmod(track, skews.offset.shape[1])
    return skews.angle(Places(at.zone, cylinder, head, sector, in_zone, at.spt, at.angle))


def _begins(left: Floats) -> Iterator[float]:
    """Where the zone may begin: what the most accesses agree on."""
    count = np.bincount((left % 1.0 * _BINS).astype(np.int64) % _BINS, minlength=_BINS)
    smooth = count + np.roll(count, 1) + np.roll(count, -1)
    for _ in range(_MOST_BEGINS):
        top = int(np.argmax(smooth))
        if smooth[top] == 0:
            break
        middle = (top + 0.5) / _BINS
        apart = circle.wrapped(left - middle)
        yield middle + float(np.median(apart[np.abs(apart) < 2 / _BINS]))
        smooth[np.arange(top - 2, top + 3) % _BINS] = 0


def _likeliest(likely: Floats, none: tuple[int, int]) -> tuple[int, Ints, float]:
    """The likeliest states (Viterbi 1967), for the likeliest of several beginnings of the zone.

    Args:
        likely: shape (N, beginnings, tracks, sectors), logarithms.
        none: no shift, which is what the zone begins with.

    Returns:
        The beginning; shape (N,), states; how likely they are, less what changes cost.
    """
    count, _, tracks, sectors = likely.shape
    apart = np.abs(np.arange(tracks) - none[0])[:, None] + np.abs(np.arange(sectors) - none[1])
    fewest = -_LONGEST if none[0] else 0
    moves = [(by, 0) for by in range(fewest, _LONGEST + 1) if abs(by) < tracks]
    moves += [(0, by) for by in range(-_LONGEST, _LONGEST + 1) if by and abs(by) < sectors]
    paths = [
        ((slice(None), _to(track, tracks), _to(sector, sectors)),
         (slice(None), _from(track, tracks), _from(sector, sectors)),
         float(_cost(np.array(abs(track) + abs(sector)))))
        for track, sector in moves
    ]  # fmt: skip
    came = np.zeros(likely.shape, np.int8)
    best = likely[0] - _cost(apart)
    ways = np.full((len(moves), *best.shape), -np.inf)
    for place in range(1, count):
        for way, (to, back, cost) in zip(ways, paths, strict=True):
            way[to] = best[back] - cost
        came[place] = np.argmax(ways, axis=0)
        best = np.max(ways, axis=0) + likely[place]
    begin, track, sector = (int(one) for one in np.unravel_index(int(np.argmax(best)), best.shape))
    states = np.empty(count, np.int64)
    for place in range(count - 1, -1, -1):
        states[place] = track * sectors + sector
        by = moves[came[place, begin, track, sector]]
        track, sector = track - by[0], sector - by[1]
    return begin, states, float(best.max())


def _cost(slipped: Ints) -> Floats:
    return np.where(slipped > 0, _CHANGE + _MORE * (slipped - 1), 0.0)


def _to(by: int, size: int) -> slice:
    return slice(max(by, 0), size + min(by, 0))


def _from(by: int, size: int) -> slice:
    return slice(max(-by, 0), size + min(-by, 0))


def _changes(accesses: Accesses, path: Ints, zone: Zone) -> list[Slip]:
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
    """What explains a change of the shift between two sectors: tracks, and then sectors."""
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
