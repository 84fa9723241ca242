"""Finds dozens of slipped tracks that a description lacks, before skews and period are known.

After each missing slip, all blocks lie a track farther on than the description says. So accesses
that lie far apart show neither skews nor the period. Accesses on one track show the period, at any
time between them. Accesses a few tracks apart show the skew of a track. The rest comes from the
likeliest numbers of slips before each access, which rise with its address.
"""

from dataclasses import replace

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.traces.validation_trace import Think
from headstack_identify import circle
from headstack_identify.fit.phase import period, rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.convention import Decision
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.layout import refine, slips
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.layout.slips import Most, Path, Slip
from headstack_identify.fit.phase.result import Convention
from headstack_identify.fit.phase.rows import Rows

_LEAST_PAIRS = 40  # least number of pairs on one track
_LEAST_COHERENCE = 0.5  # least coherence of these pairs
_PERIOD_PPM = 2000.0  # largest error of the first period
_NEAREST = 3  # tracks between accesses with hardly a slip between them
_MOST_SECTORS = 4  # largest error of the skew of a track
_MOST_OF_CYLINDER = 8  # largest error of the skew of a cylinder
_PER_SECTOR = 4  # tried skews of a track in a sector
_NEXT, _SOON_MS = 32, 2000.0  # most accesses and longest time between those of a pair
_PART = 80  # accesses of a part of the trace, over which the period is exact enough
_ROUNDS = 4
_BETTER = 12.0  # least gain of log likelihood by a round
_WIDTH = 0.008  # scale of errors of a phase, in revolutions
_LEAST_OF_ZONE = 10  # least number of accesses in a zone
_MOST_TRACKS = 60  # largest number of slipped tracks in a zone


def find(accesses: Accesses, decision: Decision, think: Think, layout: Layout) -> list[Slip]:
    """Finds slipped tracks.

    Args:
        accesses: N accesses of any kind, in the order of the trace.
        decision: decision about the convention, with a period right to a part in thousand.
        think: the convention.
        layout: layout of the description, with zones with spare tracks and skews in sectors.

    Returns:
        The missing slips, by zone and address. The list is empty if the accesses show nothing.
    """
    spare = any(_most(layout, zone).tracks for zone in layout.zones)
    if not spare or layout.drive.value("layout.head_skew"):
        return []
    completion_ms = accesses.completion_ms(think)
    period_ms, ends = _turning(accesses, completion_ms, decision.convention, think)
    known = ends.known(accesses)
    if not known.any():
        return []
    accesses, completion_ms = accesses.take(known), completion_ms[known]
    phase = ends.phase(accesses, completion_ms, period_ms)
    track = _track_skews(accesses, completion_ms, phase, layout)
    phase = phase - _first_wander(accesses, phase, _longer(layout, track, track))
    cylinder = _cylinder_skews(accesses, phase, track, layout)
    best = _paths(accesses, phase, _longer(layout, track, cylinder), layout)
    whole = np.zeros(len(phase), np.int64)
    for _ in range(_ROUNDS):
        phase = phase - refine.wander(_joined(best, len(phase)), whole)
        more = _paths(accesses, phase, _longer(layout, track, cylinder), layout)
        if _likely(more) < _likely(best) + _BETTER:
            break
        best = more
    return [slip for _, path in best.values() for slip in path.slips]


# ---- The period and the ends


def _near(accesses: Accesses, most: int) -> Rows:
    """Returns pairs of a kind, at most `most` tracks apart, with any time between them."""
    firsts, seconds = [], []
    track = accesses.at.in_zone // accesses.at.spt
    for write in (False, True):
        kind = np.flatnonzero(accesses.write == write)
        order = kind[np.lexsort((track[kind], accesses.at.zone[kind]))]
        for step in (1, 2, 3):
            one, other = order[:-step], order[step:]
            near = track[other] - track[one] <= most
            near &= accesses.at.zone[other] == accesses.at.zone[one]
            firsts.append(np.minimum(one, other)[near])
            seconds.append(np.maximum(one, other)[near])
    return Rows(np.concatenate(firsts), np.concatenate(seconds))


def _turning(
    accesses: Accesses, completion_ms: Floats, convention: Convention, think: Think
) -> tuple[float, Ends]:
    """Returns the period from the clearest pairs on one track, and the end of each kind."""
    coherence = convention.after if think == "after" else convention.before
    pairs = _near(accesses, 0)
    ways = (End(1.0, 0.0), End(0.0, accesses.bus_ms))
    steps: list[list[tuple[Floats, Floats]]] = []  # of reads and of writes, with both ends
    for write in (False, True):
        some = pairs.of(accesses.write[pairs.first] == write)
        enough = len(some.first) >= _LEAST_PAIRS
        steps.append([_steps(accesses, completion_ms, some, end) for end in ways if enough])

    def agreed(late_ms: Floats, turned: Floats, period_ms: float) -> float:
        return circle.coherence(late_ms / period_ms - turned)

    most, period_ms = 0.0, convention.period_ms
    for late_ms, turned in [one for kind in steps for one in kind]:
        found_ms = period.from_late_pairs(
            late_ms, turned, convention.period_ms, _PERIOD_PPM, coherence
        ).ms
        gained = len(late_ms) * circle.gain(agreed(late_ms, turned, found_ms))
        if gained > most:
            most, period_ms = gained, found_ms
    ends: list[End | None] = []
    for kind in steps:
        best = [agreed(late_ms, turned, period_ms) for late_ms, turned in kind]
        told = bool(best) and max(best) > _LEAST_COHERENCE
        ends.append(ways[int(np.argmax(best))] if told else None)
    return period_ms, Ends(*ends)


def _steps(
    accesses: Accesses, completion_ms: Floats, pairs: Rows, end: End
) -> tuple[Floats, Floats]:
    """Returns the extra time of the second access of each pair, and the angle between them."""
    began_ms = completion_ms - end.block_ms * accesses.blocks
    angle = accesses.at.sector / accesses.at.spt + end.passed * accesses.passed_rev()
    return pairs.step(began_ms), pairs.step(angle)


# ---- Skews


def _track_skews(
    accesses: Accesses, completion_ms: Floats, phase: Floats, layout: Layout
) -> Floats:
    """Returns the sectors by which a track's skew is longer in each zone, shape (Z,).

    Pairs near in time and place show this number. Pairs with an end of a cylinder or a slip between
    them do not. A zone differs from the other zones only if its pairs show so clearly.
    """
    pairs = _soon(accesses, completion_ms)
    step = pairs.step(phase - of_layout(layout).angle(accesses.at))
    heads = pairs.step(accesses.at.head) / accesses.at.spt[pairs.first]
    most = _MOST_SECTORS * _PER_SECTOR
    tried = np.arange(-most, most + 1) / _PER_SECTOR
    off = circle.wrapped(step - tried[:, None] * heads)
    likely = -np.log1p((off / _WIDTH) ** 2)
    common = int(np.argmax(likely.sum(axis=1)))
    found = np.full(len(layout.zones), tried[common])
    for zone in range(len(layout.zones)):
        of_zone = likely[:, accesses.at.zone[pairs.first] == zone].sum(axis=1)
        if float(of_zone.max()) > float(of_zone[common]) + _BETTER:
            found[zone] = tried[int(np.argmax(of_zone))]
    return found


def _cylinder_skews(accesses: Accesses, phase: Floats, track: Floats, layout: Layout) -> Floats:
    """Returns the sectors by which a cylinder's skew is longer in each zone, shape (Z,)."""
    tried = np.arange(-_MOST_OF_CYLINDER, _MOST_OF_CYLINDER + 1)
    zones = len(layout.zones)
    likely = np.zeros((len(tried), zones))
    for number, cylinder in enumerate(tried):
        skews = _longer(layout, track, np.full(zones, float(cylinder)))
        for zone, (_, path) in _paths(accesses, phase, skews, layout).items():
            likely[number, zone] = path.likely
    common = int(np.argmax(likely.sum(axis=1)))
    best = np.argmax(likely, axis=0)
    clear = np.max(likely, axis=0) > likely[common] + _BETTER
    return np.asarray(tried[np.where(clear, best, common)], np.float64)


def _soon(accesses: Accesses, completion_ms: Floats) -> Rows:
    """Returns pairs of a kind on near tracks, the second soon after the first."""
    firsts, seconds = [], []
    track = accesses.at.in_zone // accesses.at.spt
    for write in (False, True):
        kind = np.flatnonzero(accesses.write == write)
        for step in range(1, min(_NEXT, len(kind) - 1) + 1):
            one, other = kind[:-step], kind[step:]
            apart = np.abs(track[other] - track[one])
            near = (apart > 0) & (apart <= _NEAREST)
            near &= accesses.at.zone[other] == accesses.at.zone[one]
            near &= completion_ms[other] - completion_ms[one] < _SOON_MS
            firsts.append(one[near])
            seconds.append(other[near])
    return Rows(np.concatenate(firsts), np.concatenate(seconds))


def _first_wander(accesses: Accesses, phase: Floats, skews: Skews) -> Floats:
    """Returns the phase of each part of the trace, from pairs on near tracks in any two parts.

    This phase includes the error of the period and missing pieces.
    """
    part = np.arange(len(phase)) // _PART
    left = phase - skews.angle(accesses.at)
    return rows.angles_of_groups(_near(accesses, _NEAREST), left, part, int(part[-1]) + 1)[part]


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
            path = slips.path(accesses.take(there), phase[there], skews, zone, most, _WIDTH)
            found[zone.number] = there, path
    return found


def _likely(paths: dict[int, tuple[Ints, Path]]) -> float:
    return sum(path.likely for _, path in paths.values())


def _joined(paths: dict[int, tuple[Ints, Path]], count: int) -> Floats:
    """Returns the residuals of all accesses. Residuals are 0 in zones with few accesses."""
    residual = np.zeros(count)
    for there, path in paths.values():
        residual[there] = path.residual
    return residual


def _most(layout: Layout, zone: Zone) -> Most:
    """Returns how many tracks of a zone are left for slips that a description lacks."""
    key = f"layout.zone.{zone.number}."
    spare = int(layout.drive.value(key + "spare_tracks") or 0)
    known = len(layout.drive.value(key + "slipped_tracks") or [])
    return Most(min(max(spare - known, 0), _MOST_TRACKS), 0, 0)
