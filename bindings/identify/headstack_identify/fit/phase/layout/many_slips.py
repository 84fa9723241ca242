"""Finds dozens of slips that a description lacks, before skews and period are known.

After each missing slip, all blocks lie a track or a sector farther on than the description says. So
accesses that lie far apart show neither skews nor the period. Accesses on one track show the
period, at any time between them. Accesses a few tracks apart show the skew of a track. The rest
comes from the likeliest numbers of slips before each access, which rise with its address.
"""

from dataclasses import replace

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.traces.validation_trace import Think
from headstack_identify import circle
from headstack_identify.fit.phase import rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.convention import Decision
from headstack_identify.fit.phase.layout import on_tracks, refine, slips, spares
from headstack_identify.fit.phase.layout.on_tracks import BETTER, WIDTH
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.layout.slips import Most, Path, Slip
from headstack_identify.fit.phase.rows import Rows

_NEAREST = 3  # tracks between accesses with hardly a slip between them
_MOST_SECTORS = 4  # largest error of the skew of a track
_MOST_OF_CYLINDER = 8  # largest error of the skew of a cylinder
_PER_SECTOR = 4  # tried skews of a track in a sector
_NEXT, _SOON_MS = 32, 2000.0  # most accesses and longest time between those of a pair
_PART = 80  # accesses of a part of the trace, over which the period is exact enough
_ROUNDS = 4
_OUTLIER = 0.05  # least residual of an access that ends on another track than by the description
_SMOOTH = 8  # accesses before and after an access, over which the speed is even
_LEAST_OF_ZONE = 10  # least number of accesses in a zone
_MOST_TRACKS = 200  # largest number of slipped tracks in a zone
_MOST_SECTORS_OF_ZONE = 80  # largest number of slipped sectors in a zone
_NONE = Most(0, 0, 0, 0)


def find(accesses: Accesses, decision: Decision, think: Think, layout: Layout) -> list[Slip]:
    """Finds slipped tracks, or slipped sectors in zones that have spare sectors at their end.

    Args:
        accesses: N accesses of any kind, in the order of the trace.
        decision: decision about the convention, with a rough period.
        think: the convention.
        layout: layout of the description, with skews in sectors, and with spare tracks or spare
            sectors at the end of zones.

    Returns:
        The missing slips, by zone and address. The list is empty if the accesses show nothing.
    """
    spare = any(_most(layout, zone) != _NONE for zone in layout.zones)
    if not spare or layout.drive.value("layout.head_skew"):
        return []
    period_ms, ends = on_tracks.turning(accesses, decision, think)
    known = ends.known(accesses)
    if not known.any():
        return []
    accesses = accesses.take(known)
    completion_ms = accesses.completion_ms(think)
    phase = ends.phase(accesses, completion_ms, period_ms)
    track = track_skews(accesses, completion_ms, phase, layout)
    phase = phase - _first_wander(accesses, phase, _longer(layout, track, track))
    skews = _longer(layout, track, _cylinder_skews(accesses, phase, track, layout))
    rough = _joined(_paths(accesses, phase, skews, layout), len(phase))
    phase = phase + on_tracks.corrections(accesses, ends, rough, period_ms)
    best = _without_wander(accesses, phase, skews, layout)
    return [slip for _, path in best.values() for slip in path.slips]


# ---- Skews


def track_skews(accesses: Accesses, completion_ms: Floats, phase: Floats, layout: Layout) -> Floats:
    """Returns the sectors by which a track's skew is longer in each zone, shape (Z,).

    Pairs near in time and place show this number. Pairs with an end of a cylinder or a slip between
    them do not. Where cylinders end is unknown: missing slips move these ends. So pairs count that
    mostly lie on one cylinder. With 2 surfaces, half of all neighbours lie on two cylinders, and
    the cylinders of the description count. A zone differs from the other zones only if its pairs
    show so clearly.

    Args:
        accesses: N accesses, in the order of the trace.
        completion_ms: completion times, shape (N,).
        phase: phases in revolutions of any size, shape (N,).
        layout: layout of the description.
    """
    heads, at, described = layout.surfaces, accesses.at, of_layout(layout)
    if heads == 1:
        return np.zeros(len(layout.zones))
    pairs = _soon(accesses, completion_ms, min(_NEAREST, max(1, (heads - 1) // 2)))
    if heads == 2:
        pairs = pairs.of(pairs.step(at.cylinder) == 0)
    track = at.in_zone // at.spt
    step = pairs.step(phase - at.sector / at.spt - described.offset[at.zone, 1] * track)
    tracks = pairs.step(track) / at.spt[pairs.first]
    most = _MOST_SECTORS * _PER_SECTOR
    tried = np.arange(-most, most + 1) / _PER_SECTOR
    off = circle.wrapped(step - tried[:, None] * tracks)
    likely = -np.log1p((off / WIDTH) ** 2)
    parts = np.where(tried % 1.0, BETTER, 0.0)  # most skews are whole sectors
    of_zones = [
        likely[:, at.zone[pairs.first] == zone].sum(axis=1) - parts
        for zone in range(len(layout.zones))
    ]
    return _clear(tried, likely.sum(axis=1) - parts, np.array(of_zones))


def _cylinder_skews(accesses: Accesses, phase: Floats, track: Floats, layout: Layout) -> Floats:
    """Returns the sectors by which a cylinder's skew is longer in each zone, shape (Z,)."""
    tried = np.arange(-_MOST_OF_CYLINDER, _MOST_OF_CYLINDER + 1.0)
    zones = len(layout.zones)
    likely = np.zeros((zones, len(tried)))
    for number, cylinder in enumerate(tried):
        skews = _longer(layout, track, np.full(zones, cylinder))
        for zone, (_, path) in _paths(accesses, phase, skews, layout).items():
            likely[zone, number] = path.likely
    return _clear(tried, likely.sum(axis=0), likely)


def _clear(tried: Floats, likely: Floats, of_zones: Floats) -> Floats:
    """Returns the likeliest value of each zone if it is clearly likelier than the common value.

    The common value is 0 if no other value is clearly likelier.

    Args:
        tried: values with 0 among them, shape (T,).
        likely: log likelihood of each value for all zones, shape (T,).
        of_zones: log likelihood of each value for each zone, shape (Z, T).

    Returns:
        Values, shape (Z,).
    """
    none, common = int(np.argmin(np.abs(tried))), int(np.argmax(likely))
    if likely[common] <= likely[none] + BETTER:
        common = none
    best = np.argmax(of_zones, axis=1)
    clear = np.max(of_zones, axis=1) > of_zones[:, common] + BETTER
    return np.asarray(tried[np.where(clear, best, common)])


def _soon(accesses: Accesses, completion_ms: Floats, farthest: int) -> Rows:
    """Returns pairs of a kind up to `farthest` tracks apart, the second soon after the first."""
    track = accesses.at.in_zone // accesses.at.spt

    def near(one: Ints, other: Ints) -> Bools:
        apart = np.abs(track[other] - track[one])
        same = accesses.at.zone[other] == accesses.at.zone[one]
        soon = completion_ms[other] - completion_ms[one] < _SOON_MS
        return np.asarray((apart > 0) & (apart <= farthest) & same & soon)

    kinds = (np.flatnonzero(accesses.write == write) for write in (False, True))
    return rows.pairs(kinds, range(1, _NEXT + 1), near)


def _first_wander(accesses: Accesses, phase: Floats, skews: Skews) -> Floats:
    """Returns the phase of each part of the trace, from pairs on near tracks in any two parts.

    This phase includes the error of the period and missing pieces.
    """
    part = np.arange(len(phase)) // _PART
    left = phase - skews.angle(accesses.at)
    near = on_tracks.near(accesses, _NEAREST)
    return rows.angles_of_groups(near, left, part, int(part[-1]) + 1)[part]


def _longer(layout: Layout, track: Floats, cylinder: Floats) -> Skews:
    """Returns the description's skews, longer by `track` and `cylinder` sectors in each zone."""
    skews = of_layout(layout)
    spt = np.array([zone.spt for zone in layout.zones], np.float64)
    heads = np.arange(layout.surfaces)
    advance = skews.advance + ((layout.surfaces - 1) * track + cylinder) / spt
    return replace(skews, advance=advance, offset=skews.offset + (track / spt)[:, None] * heads)


# ---- Slips


def _paths(
    accesses: Accesses, phase: Floats, skews: Skews, layout: Layout
) -> dict[int, tuple[Ints, Path]]:
    """Returns the likeliest slips of each zone, with the numbers of its accesses.

    Zones with few accesses are left out.
    """
    found = {}
    for zone in layout.zones:
        there = np.flatnonzero(accesses.at.zone == zone.number)
        if len(there) >= _LEAST_OF_ZONE:
            most = _most(layout, zone)
            path = slips.path(accesses.take(there), phase[there], skews, zone, most, WIDTH)
            found[zone.number] = there, path
    return found


def _without_wander(
    accesses: Accesses, phase: Floats, skews: Skews, layout: Layout
) -> dict[int, tuple[Ints, Path]]:
    """Returns the likeliest slips as `_paths`, after the slow changes of speed are removed.

    The changes of speed and the slips show each other in turn.
    """
    best = _paths(accesses, phase, skews, layout)
    piece = np.zeros(len(phase), np.int64)
    for _ in range(_ROUNDS):
        residual = _joined(best, len(phase))
        residual[np.abs(residual) > _OUTLIER] = 0.0
        phase = phase - refine.wander(residual, piece, _SMOOTH)
        more = _paths(accesses, phase, skews, layout)
        if _likely(more) < _likely(best) + BETTER:
            break
        best = more
    return best


def _likely(paths: dict[int, tuple[Ints, Path]]) -> float:
    return sum(path.likely for _, path in paths.values())


def _joined(paths: dict[int, tuple[Ints, Path]], count: int) -> Floats:
    """Returns the residuals of all accesses. Residuals are 0 in zones with few accesses."""
    residual = np.zeros(count)
    for there, path in paths.values():
        residual[there] = path.residual
    return residual


def _most(layout: Layout, zone: Zone) -> Most:
    """Returns how many tracks or sectors of a zone are left for slips that a description lacks."""
    key = f"layout.zone.{zone.number}."
    sectors = len(spares.at_end(layout.drive, zone.number))
    if sectors:
        return Most(0, 0, min(sectors, _MOST_SECTORS_OF_ZONE), 0)
    spare = int(layout.drive.value(key + "spare_tracks") or 0)
    known = len(layout.drive.value(key + "slipped_tracks") or [])
    return Most(min(max(spare - known, 0), _MOST_TRACKS), 0, 0, 0)
