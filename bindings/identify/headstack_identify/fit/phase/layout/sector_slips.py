"""Finds slipped sectors by the dozen that a description lacks, together with the trend they cause.

Each missing slip turns all later blocks of its zone by a sector. A fit of skews without these slips
follows their mean: the skew of a cylinder is too large, by as many sectors over the zone as slips
are missing. So each trend is tried, and the likeliest path of whole sectors is found for it. A path
only rises, so a wrong trend needs steps that its path may not take. Blocks that move to the next
track turn by the skew, too, and show how many slips lie before them.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout import refine, slips, spares
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.slips import Slip

_LEAST_OF_ZONE = 30  # least number of accesses in a zone
_MOST = 120  # largest number of missing slips in a zone
_FALL = 2.0  # largest trend that other errors cause in the other direction, in sectors
_STEP = 0.25  # between two trends, in sectors over the zone
_TRIED, _EVENLY = 12, 20  # trends for which paths are searched for: likely ones, and others
_NEAR, _NEAR_STEP = 24, 2  # steps from the likeliest of these to other trends, and between them
_WIDTHS = (0.05, 2.0)  # least and largest scale of errors of a phase, in sectors
_UNEVEN = 1.3  # least ratio of the scatter of a zone to the scatter of neighbours
_LONGEST = 4  # most slips between two accesses
_CHANGE = 10.0  # price of a change, in log likelihood
_MORE = 3.0  # price of each further slip of a change
_FIRST = 8  # accesses of a zone that lie before nearly all slips
_BEFORE = 8  # states below the first accesses that errors of these accesses explain
_ROUNDS = 4  # most times that the changes of speed are found again
_SMOOTH = 30  # accesses before and after an access, over which the speed is even
_OUTLIER = 0.05  # least residual that shows no change of speed, in revolutions
_GAIN = 20.0  # least gain of log likelihood of another round


@dataclass(frozen=True, eq=False)
class _Tracks:
    """Where the tracks of accesses end.

    Attributes:
        spt: sectors of a track.
        room: sectors from each access to the end of its track, shape (N,).
        turn: skew from each access's track to the next track, in sectors, shape (N,).
    """

    spt: int
    room: Ints
    turn: Floats


@dataclass(frozen=True, eq=False)
class _Part:
    """The accesses of a zone by address.

    Attributes:
        zone: the zone.
        inside: numbers of the accesses, shape (N,).
        accesses: the accesses.
        tracks: ends of their tracks.
        sectors: their residuals in sectors, by trend and access, shape (T, N).
    """

    zone: Zone
    inside: Ints
    accesses: Accesses
    tracks: _Tracks
    sectors: Floats


@dataclass(frozen=True, eq=False)
class _Path:
    """Missing slips before each access of a part, and the residual in sectors that they leave."""

    steps: Ints
    left: Floats


@dataclass(frozen=True, eq=False)
class _Found:
    """The likeliest paths of a group of parts, a path each, with one trend."""

    parts: list[_Part]
    trend: int
    likely: float
    paths: list[_Path]


def find(accesses: Accesses, residual: Floats, layout: Layout) -> list[Slip]:
    """Finds missing slips of all zones.

    Args:
        accesses: N accesses in the order of the trace, with their places in the layout.
        residual: residuals of their phases against the layout, from -0.5 to 0.5, shape (N,).
        layout: the layout. Its skews may follow the mean of missing slips.

    Returns:
        The slips, by zone and address.
    """
    groups = _groups(accesses, residual, layout)
    if not any(_uneven(residual[part.inside]) for group in groups for part in group):
        return []
    found = [_likeliest_trend(group) for group in groups]
    for _ in range(_ROUNDS):
        residual = residual - _wander(found, residual)
        again = [
            _near_trend(group, before.trend)
            for group, before in zip(_groups(accesses, residual, layout), found, strict=True)
        ]
        if sum(one.likely for one in again) < sum(one.likely for one in found) + _GAIN:
            break
        found = again
    shown: list[Slip] = []
    for one in found:
        for part, path in zip(one.parts, one.paths, strict=True):
            shown += slips.changes(part.accesses, path.steps, part.zone)
    return shown


def _groups(accesses: Accesses, residual: Floats, layout: Layout) -> list[list[_Part]]:
    """Returns the zones that have room for slips and enough accesses, in groups with one trend."""
    rooms = {zone.number: min(_room(layout, zone), _MOST) for zone in layout.zones}
    alike = bool(layout.drive.value("layout.head_skew"))
    longest = max(zone.cylinders * zone.spt for zone in layout.zones)
    trends = np.arange(-_FALL, max(rooms.values()) + _STEP, _STEP)
    found = []
    for zone in layout.zones:
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if len(inside) < _LEAST_OF_ZONE or not rooms[zone.number]:
            continue
        inside = inside[np.argsort(accesses.first[inside], kind="stable")]
        of_zone = accesses.take(inside)
        at = of_zone.at
        per_cylinder = zone.spt / longest if alike else 1 / zone.cylinders
        sectors = residual[inside] * zone.spt + trends[:, None] * at.cylinder * per_cylinder
        turn = zone.steps[-zone.heads :][at.head] * zone.spt
        tracks = _Tracks(zone.spt, zone.spt - at.sector, turn)
        found.append(_Part(zone, inside, of_zone, tracks, sectors))
    return [found] if alike and found else [[part] for part in found]


def _wander(found: list[_Found], residual: Floats) -> Floats:
    """Returns the slow changes of the phase that the paths leave, in revolutions, shape (N,).

    The changes of speed were found together with the trend, so they have a share of the slips.
    """
    left = residual.copy()
    for one in found:
        for part, path in zip(one.parts, one.paths, strict=True):
            left[part.inside] = path.left / part.zone.spt
    left[np.abs(left) > _OUTLIER] = 0.0
    return refine.wander(left, np.zeros(len(left), np.int64), _SMOOTH)


def _room(layout: Layout, zone: Zone) -> int:
    """Returns how many sectors of a zone are left for slips that a description lacks."""
    key = f"layout.zone.{zone.number}."
    if spares.at_end(layout.drive, zone.number):
        return len(spares.at_end(layout.drive, zone.number))
    if layout.drive.value("layout.blocks"):
        return _MOST
    spare = int(layout.drive.value(key + "spare_tracks") or 0) * zone.spt
    return max(spare - len(zone.slips), 0)


def _uneven(residual: Floats) -> bool:
    """Whether neighbours by address agree better than all accesses of a zone do."""
    usual = float(np.median(np.abs(residual - np.median(residual))))
    return usual > _UNEVEN * float(np.median(np.abs(np.diff(residual)))) / 2**0.5


def _likeliest_trend(group: list[_Part]) -> _Found:
    """Returns the likeliest trend of all zones of a group, and its paths.

    A few slips more can stand for a part of a trend, so the trends near the likeliest trend are
    tried too.
    """
    power = sum(
        np.abs(circle.phasors(part.sectors).sum(axis=1)) ** 2 / len(part.inside) for part in group
    )
    even = np.linspace(0, len(power) - 1, _EVENLY).astype(np.int64)
    first = np.unique(np.r_[np.argsort(-power, kind="stable")[:_TRIED], even])
    best = _of_trends(group, first)
    more = _near_trend(group, best.trend)
    return more if more.likely > best.likely else best


def _near_trend(group: list[_Part], trend: int) -> _Found:
    """Returns the likeliest of the trends near a trend, and its paths."""
    most = len(group[0].sectors)
    near = np.arange(max(trend - _NEAR, 0), min(trend + _NEAR + 1, most), _NEAR_STEP)
    return _of_trends(group, near)


def _of_trends(group: list[_Part], trends: Ints) -> _Found:
    """Returns the likeliest of some trends, and its paths."""
    likely, paths = np.zeros(len(trends)), []
    for part in group:
        turned = np.angle(circle.phasors(part.sectors[trends]).sum(axis=1)) / (2 * np.pi)
        sectors = part.sectors[trends] - turned[:, None]
        width = _width(part.sectors[0])
        one, steps, left = _likeliest(sectors, part.tracks, width)
        likely += one
        paths.append((steps, left))
    best = int(np.argmax(likely))
    of_best = [_Path(steps[best], left[best]) for steps, left in paths]
    return _Found(group, int(trends[best]), float(likely[best]), of_best)


def _width(sectors: Floats) -> float:
    """Returns the scale of errors, in sectors: neighbours by address have the same slips."""
    apart = float(np.median(np.abs(np.diff(sectors))))
    return float(np.clip(1.4826 * apart / 2**0.5 / 1.5, *_WIDTHS))


def _likeliest(sectors: Floats, tracks: _Tracks, width: float) -> tuple[Floats, Ints, Floats]:
    """Returns the likeliest path of each trend that rises by whole sectors (Viterbi 1967).

    Slips move blocks at the end of a track to the next track, which turns them by the skew.

    Returns the log likelihoods, shape (T,), the paths and the residuals that they leave in sectors,
    shape (T, N).

    Args:
        sectors: residuals in sectors by trend and access, shape (T, N).
        tracks: ends of the accesses' tracks.
        width: scale of errors, in sectors.
    """
    spt = tracks.spt
    trends, count = sectors.shape
    first = np.median(sectors[:, :_FIRST], axis=1, keepdims=True)
    start = np.rint(first).astype(np.int64)  # states before all slips
    states = np.broadcast_to(np.arange(spt), (trends, spt))
    passed = (states - start) % spt  # slips since the start, by trend and state
    longest = min(_LONGEST, spt)
    cost = [0.0, *(_CHANGE + _MORE * by for by in range(longest))]
    came = np.zeros((count, trends, spt), np.int8)
    best = np.zeros((trends, spt))
    for place in range(count):
        if place:
            around = np.concatenate((best[:, -longest:], best), axis=1)
            for by in range(1, longest + 1):
                moved = around[:, longest - by : -by] - cost[by]
                came[place][moved > best] = by
                np.maximum(best, moved, out=best)
        off = _off(sectors[:, place, None], states, passed, tracks, place)
        best -= np.log1p((off / width) ** 2)
    steps = np.zeros((trends, count), np.int64)
    left = np.zeros((trends, count))
    state = np.argmax(best, axis=1)[:, None]
    every = np.arange(trends)
    for place in range(count - 1, -1, -1):
        passed = (state - start) % spt
        left[:, place] = _off(sectors[:, place, None], state, passed, tracks, place)[:, 0]
        steps[:, place] = came[place, every, state[:, 0]]
        state = (state - steps[:, place, None]) % spt
    likely = np.max(best, axis=1) - count * np.log(width)
    return likely, np.cumsum(steps, axis=1), left


def _off(sectors: Floats, state: Ints, passed: Ints, tracks: _Tracks, place: int) -> Floats:
    """Returns how far an access lies from states, in sectors from -spt / 2 to spt / 2.

    Args:
        sectors: residuals of the access by trend, shape (T, 1).
        state: states by trend, shape (T, S).
        passed: slips from the first states on, by trend, shape (T, S).
        tracks: ends of the accesses' tracks.
        place: number of the access.
    """
    spt = tracks.spt
    over = (passed >= tracks.room[place]) & (passed < spt - _BEFORE)
    apart = sectors - state - np.where(over, tracks.turn[place], 0.0) + spt / 2
    apart -= spt * np.floor(apart / spt)  # as % does, in half the time
    return np.asarray(apart - spt / 2)
