"""Finds slipped sectors by the dozen that a description lacks, together with the trend they cause.

Each missing slip turns all later blocks of its zone by a sector. A fit of skews without these slips
follows their mean: the skew of a cylinder is too large, by as many sectors over the zone as slips
are missing. So each trend is tried, and the likeliest path of whole sectors is found for it. A path
only rises, so a wrong trend needs steps that its path may not take.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from headstack.arrays import Bools, Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout import slips, spares
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.slips import Slip

_LEAST_OF_ZONE = 30  # least number of accesses in a zone
_MOST = 120  # largest number of missing slips in a zone
_FALL = 2.0  # largest trend that other errors cause in the other direction, in sectors
_STEP = 0.25  # between two trends, in sectors over the zone
_TRIED, _EVENLY = 12, 20  # trends for which paths are searched for: likely ones, and others
_NEAR, _NEAR_STEP = 16, 2  # steps from the likeliest of these to other trends, and between them
_WIDTHS = (0.05, 2.0)  # least and largest scale of errors of a phase, in sectors
_UNEVEN = 1.3  # least ratio of the scatter of a zone to the scatter of neighbours
_LONGEST = 4  # most slips between two accesses
_CHANGE = 10.0  # price of a change, in log likelihood
_MORE = 3.0  # price of each further slip of a change


_Phasors = npt.NDArray[np.complex128]


@dataclass(frozen=True, eq=False)
class _Part:
    """The accesses of a zone by address, and their residuals in sectors by trend and access."""

    zone: Zone
    accesses: Accesses
    sectors: Floats


def find(accesses: Accesses, residual: Floats, layout: Layout) -> list[Slip]:
    """Finds missing slips of all zones.

    Args:
        accesses: N accesses, with their places in the layout.
        residual: residuals of their phases against the layout, from -0.5 to 0.5, shape (N,).
        layout: the layout. Its skews may follow the mean of missing slips.

    Returns:
        The slips, by zone and address.
    """
    rooms = {zone.number: min(_room(layout, zone), _MOST) for zone in layout.zones}
    alike = bool(layout.drive.value("layout.head_skew"))
    parts, uneven = [], False
    longest = max(zone.cylinders * zone.spt for zone in layout.zones)
    trends = np.arange(-_FALL, max(rooms.values()) + _STEP, _STEP)
    for zone in layout.zones:
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if len(inside) < _LEAST_OF_ZONE or not rooms[zone.number]:
            continue
        order = inside[np.argsort(accesses.first[inside], kind="stable")]
        of_zone = accesses.take(order)
        uneven |= _uneven(residual[order])
        per_cylinder = zone.spt / longest if alike else 1 / zone.cylinders
        share = of_zone.at.cylinder * per_cylinder
        sectors = residual[order] * zone.spt + trends[:, None] * share
        parts.append(_Part(zone, of_zone, sectors))
    found: list[Slip] = []
    if not uneven:
        return found
    for group in [parts] if alike else [[part] for part in parts]:
        for part, path in zip(group, _paths(group), strict=True):
            found += slips.changes(part.accesses, path, part.zone)
    return found


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


def _paths(group: list[_Part]) -> list[Ints]:
    """Returns the number of missing slips before each access, with one trend for all zones.

    A few slips more can stand for a part of a trend, so the trends near the likeliest trend are
    tried too.
    """
    if not group:
        return []
    heaps = [circle.phasors(part.sectors).sum(axis=1) for part in group]
    power = sum(
        np.abs(heap) ** 2 / len(part.accesses.first)
        for heap, part in zip(heaps, group, strict=True)
    )
    even = np.linspace(0, len(power) - 1, _EVENLY).astype(np.int64)
    first = np.unique(np.r_[np.argsort(-power, kind="stable")[:_TRIED], even])
    likely, paths = _of_trends(group, heaps, first)
    best = int(first[np.argmax(likely)])
    near = np.arange(max(best - _NEAR, 0), min(best + _NEAR + 1, len(power)), _NEAR_STEP)
    more, other = _of_trends(group, heaps, near)
    if more.max() > likely.max():
        likely, paths = more, other
    chosen = int(np.argmax(likely))
    return [path[chosen] for path in paths]


def _of_trends(
    group: list[_Part], heaps: list[_Phasors], trends: Ints
) -> tuple[Floats, list[Ints]]:
    """Returns the log likelihood of some trends, and the paths by zone, trend and access."""
    likely, paths = np.zeros(len(trends)), []
    for heap, part in zip(heaps, group, strict=True):
        sectors = part.sectors[trends] - np.angle(heap[trends])[:, None] / (2 * np.pi)
        one, of_trend = _likeliest(sectors, part.zone.spt, _width(part.sectors[0]))
        likely += one
        paths.append(of_trend)
    return likely, paths


def _width(sectors: Floats) -> float:
    """Returns the scale of errors, in sectors: neighbours by address have the same slips."""
    apart = float(np.median(np.abs(np.diff(sectors))))
    return float(np.clip(1.4826 * apart / 2**0.5 / 1.5, *_WIDTHS))


def _likeliest(sectors: Floats, spt: int, width: float) -> tuple[Floats, Ints]:
    """Returns the likeliest path of each trend that rises by whole sectors (Viterbi 1967).

    Returns the log likelihoods, shape (T,), and the paths, shape (T, N).

    Args:
        sectors: residuals in sectors by trend and access, shape (T, N).
        spt: sectors of a track: a shift by so many is none.
        width: scale of errors, in sectors.
    """
    trends, count = sectors.shape
    states = np.arange(spt)
    cost = np.array([0.0, *(_CHANGE + _MORE * by for by in range(_LONGEST))])

    def likely(place: int) -> Floats:
        off = (sectors[:, place, None] - states + spt / 2) % spt - spt / 2
        return np.asarray(-np.log1p((off / width) ** 2))

    came = np.zeros((count, trends, spt), np.int8)
    best = likely(0)
    for place in range(1, count):
        before = best
        best = before.copy()
        for by in range(1, _LONGEST + 1):
            moved = np.roll(before, by, axis=1) - cost[by]
            better: Bools = moved > best
            came[place][better] = by
            best = np.where(better, moved, best)
        best += likely(place)
    steps = np.zeros((trends, count), np.int64)
    state = np.argmax(best, axis=1)
    every = np.arange(trends)
    for place in range(count - 1, 0, -1):
        steps[:, place] = came[place, every, state]
        state = (state - steps[:, place]) % spt
    return np.max(best, axis=1), np.cumsum(steps, axis=1)
