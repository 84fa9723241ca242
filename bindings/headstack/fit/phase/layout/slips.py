"""Slipped sectors and tracks that a description lacks, or has elsewhere: phase against address.

Behind a slip that the description does not know, blocks lie a sector, or a track, farther on than
it says. The likeliest shift of every access, with few changes over a zone, shows where it is.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headstack.fit.phase import circle
from headstack.fit.phase.accesses import Accesses
from headstack.fit.phase.layout.places import Places, Zone
from headstack.fit.phase.layout.skews import Skews

Real = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_CHANGE = 15.0  # what a change costs, of the logarithm of the likelihood
_MOST_SECTORS = 3


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


def find(accesses: Accesses, residual: Real, skews: Skews, zones: list[Zone]) -> list[Slip]:
    """Finds changes of the shift.

    Args:
        accesses: N of them.
        residual: shape (N,), what is left of their phases, from -0.5 to 0.5.
        skews: angles of tracks.
        zones: of the description.

    Returns:
        The changes, by zone and address. What lies before a zone's first access cannot be told from
        where the zone begins.
    """
    width = max(1.4826 * float(np.median(np.abs(residual))) / 1.5, 5e-4)
    found: list[Slip] = []
    surfaces = skews.offset.shape[1]
    for zone in zones:
        there = np.flatnonzero(accesses.at.zone == zone.number)
        order = there[np.argsort(accesses.first[there], kind="stable")]
        if len(order) < 2:
            continue
        inside = accesses.take(order)
        left = residual[order] - float(np.median(residual[order]))
        shifts = _shifts(zone.spt)
        turns = np.stack([_turn(inside.at, shift, skews, surfaces) for shift in shifts])
        likely = -np.log1p((circle.wrapped(left - turns) / width) ** 2)
        path = shifts[_path(likely)]
        found += _changes(inside, path - path[0], zone)
    return found


def _shifts(spt: int) -> Whole:
    sectors = np.arange(-_MOST_SECTORS, _MOST_SECTORS + 1)
    middle = _MOST_SECTORS
    return np.concatenate([sectors[middle:], sectors[:middle], [-spt, spt]]).astype(np.int64)


def _turn(at: Places, shift: np.int64, skews: Skews, surfaces: int) -> Real:
    """How much farther on blocks are, in revolutions, if they lie so many sectors farther."""
    in_zone = np.maximum(at.in_zone + shift, 0)
    track, sector = np.divmod(in_zone, at.spt)
    cylinder, head = np.divmod(track, surfaces)
    moved = Places(at.zone, cylinder, head, sector, in_zone, at.spt, at.angle)
    return np.asarray(skews.angle(moved) - skews.angle(at))


def _path(likely: Real) -> Whole:
    """The likeliest states (Viterbi 1967); the first state, no shift, is that before the zone.

    Args:
        likely: shape (states, N), logarithms.
    """
    states, count = likely.shape
    came = np.zeros((count, states), np.int64)
    best = np.full(states, -_CHANGE)
    best[0] = 0.0
    best = best + likely[:, 0]
    for place in range(1, count):
        top = int(np.argmax(best))
        stays = best >= best[top] - _CHANGE
        came[place] = np.where(stays, np.arange(states), top)
        best = np.where(stays, best, best[top] - _CHANGE) + likely[:, place]
    path = np.empty(count, np.int64)
    path[-1] = int(np.argmax(best))
    for place in range(count - 1, 0, -1):
        path[place - 1] = came[place, path[place]]
    return path


def _changes(accesses: Accesses, path: Whole, zone: Zone) -> list[Slip]:
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
