"""Finds convention, period and rough sectors per track, from a trace without a description.

Media accesses to nearly equal addresses are nearly always on one track. So their phases differ by
the distance of their addresses times a slope, the angle of a sector. The timer of a host can make
phases agree too, but not with a slope.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify import circle
from headstack_identify.fit.phase import clock, period, preconditions, rows
from headstack_identify.fit.phase.convention import LEAST_PAIRS, THINKS, Search, judge
from headstack_identify.fit.phase.media import Media, classify
from headstack_identify.fit.phase.result import Convention, Period, Phase

_NEAR_BLOCKS = 48  # most blocks between two addresses
_NEAR_REQUESTS = 8
_NEAR_MS = 400.0
_SHORTEST_MS, _LONGEST_MS = 3.0, 20.0  # time of a revolution
_FEWEST, _MOST = 30, 800  # sectors of a track
_SLOPES = 60
_REGIONS = 10
_LEAST_IN_REGION = 60
_LEAST_COHERENCE = 0.8  # least coherence for a certain period
_NEEDED = (
    "without a description cuts and layout cannot be told; it must give the surfaces, and zones "
    "with their cylinders, sectors per track, spares and slips; skews and phases may be wrong"
)
_BLURRED = "accesses to near addresses end at too many phases for the period to be told"


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Pairs of accesses. `late_ms`: time between their ends. `apart`: blocks between their ends."""

    think: Think
    at_end: bool
    late_ms: Floats
    apart: Floats
    first: Ints


@dataclass(frozen=True, eq=False)
class _Found:
    """The revolution and the slope that fit some pairs best."""

    pairs: _Pairs
    coherence: float
    without_slope: float
    period_ms: float
    slope: float

    def weight(self) -> float:
        gained = circle.gain(self.coherence) - circle.gain(self.without_slope)
        return len(self.pairs.apart) * gained


def identify(trace: ValidationTrace, given: Think | None, found: Phase) -> Phase:
    """Finds convention and period of a trace without a description.

    Raises the errors of `identifying.identify`.
    """
    media = classify(trace)
    found = replace(found, medium=media.medium)
    best = _best(trace, media)
    accesses = int(media.medium.sum())
    seen = _convention(best)
    preconditions.check_convention(trace, seen, given, accesses, found)
    assert seen is not None
    think = given or seen.think
    found = replace(found, convention=seen)
    if think is None:
        return replace(found, notes=(preconditions.UNDECIDED,))
    times = clock.instants(trace, think)
    chosen = best[think]
    if chosen.coherence < _LEAST_COHERENCE:
        return replace(found, think=think, notes=(_BLURRED, _NEEDED))
    revolution = _period(trace, media, chosen)
    return replace(
        found,
        think=think,
        period=revolution,
        issue_ms=times.issue_ms,
        completion_ms=times.completion_ms,
        used=media.medium,
        angle_rev=np.full(found.requests, np.nan),
        residual_rev=np.full(found.requests, np.nan),
        sectors_per_track=_regions(trace, media, chosen, revolution.ms),
        notes=(_NEEDED,),
    )


def convention_of(trace: ValidationTrace) -> Convention | None:
    """Returns which think convention fits a trace. Returns `None` if there are too few pairs."""
    return _convention(_best(trace, classify(trace)))


def _best(trace: ValidationTrace, media: Media) -> dict[Think, _Found]:
    """Returns the best fit under each convention."""
    best: dict[Think, _Found] = {}
    for pairs in _near_in_time(trace, media):
        found = _fitted(pairs)
        if pairs.think not in best or found.weight() > best[pairs.think].weight():
            best[pairs.think] = found
    return best


def _convention(best: dict[Think, _Found]) -> Convention | None:
    """Decides the convention. A fit does not count if a host's timer explains the fit as well."""
    if len(best) < len(THINKS):
        return None
    trials = 4 * _SLOPES * int(2 * _NEAR_MS / _SHORTEST_MS)
    searches = {}
    for think, one in best.items():
        real = one.coherence if one.coherence > 1.02 * one.without_slope else 0.0
        searches[think] = Search(real, one.period_ms, trials)
    count = max(len(one.pairs.apart) for one in best.values())
    return judge(count, searches["after"], searches["before"], 2 * trials)


def _near_in_time(trace: ValidationTrace, media: Media) -> Iterator[_Pairs]:
    """Yields pairs of reads and of writes that are near in time and address, with several ends."""
    first_block = trace.lbn.astype(np.int64)
    for write in (False, True):
        index = np.flatnonzero(media.medium & (trace.write == write))
        close = rows.pairs(
            [index],
            range(1, _NEAR_REQUESTS + 1),
            lambda one, other: np.abs(first_block[other] - first_block[one]) <= _NEAR_BLOCKS,
        )
        for think in THINKS:
            for at_end in (True, False):
                pairs = _pairs(trace, media, close.first, close.second, think, at_end)
                near = pairs.late_ms < _NEAR_MS
                if near.sum() >= LEAST_PAIRS:
                    yield _some(pairs, near)


def _pairs(
    trace: ValidationTrace, media: Media, first: Ints, second: Ints, think: Think, at_end: bool
) -> _Pairs:
    ridge = media.read or media.write
    block_ms = 0.0 if at_end or ridge is None else ridge.block_ms
    blocks = trace.blocks.astype(np.int64)
    began_ms = clock.instants(trace, think).completion_ms - block_ms * blocks
    place = trace.lbn.astype(np.int64) + (blocks if at_end else 0)
    apart = (place[second] - place[first]).astype(np.float64)
    where = trace.lbn.astype(np.int64)[first]
    return _Pairs(think, at_end, began_ms[second] - began_ms[first], apart, where)


def _some(pairs: _Pairs, which: Bools) -> _Pairs:
    return replace(
        pairs,
        late_ms=pairs.late_ms[which],
        apart=pairs.apart[which],
        first=pairs.first[which],
    )


def _fitted(pairs: _Pairs) -> _Found:
    """Tries all revolutions and slopes. Returns the best fit."""
    rates = np.arange(1 / _LONGEST_MS, 1 / _SHORTEST_MS, 0.1 / _NEAR_MS)
    turns = circle.phasors(np.outer(rates, pairs.late_ms)) / len(pairs.apart)
    slopes = np.concatenate([[0.0], np.geomspace(1 / _MOST, 1 / _FEWEST, _SLOPES)])
    sums = np.abs(turns @ circle.phasors(-np.outer(pairs.apart, slopes)))
    rate, slope = np.unravel_index(int(np.argmax(_weights(sums))), sums[:, 1:].shape)
    return _Found(
        pairs,
        float(sums[rate, 1 + slope]),
        float(sums[rate, 0]),
        1 / float(rates[rate]),
        float(slopes[1 + slope]),
    )


def _weights(sums: Floats) -> Floats:
    """Returns the approximate gain of likelihood of each slope over no slope: -log(1 - R^2)."""
    with_slope = -np.log1p(-(np.minimum(sums[:, 1:], 0.9999) ** 2))
    without = -np.log1p(-(np.minimum(sums[:, :1], 0.9999) ** 2))
    return np.asarray(with_slope - without)


# ---- Period and slopes


def _everywhere(trace: ValidationTrace, media: Media, like: _Pairs) -> _Pairs:
    """Returns pairs of neighbouring addresses, at any time between them."""
    firsts, seconds = [], []
    for write in (False, True):
        index = np.flatnonzero(media.medium & (trace.write == write))
        index = index[np.argsort(trace.lbn[index], kind="stable")]
        for step in (1, 2, 3):
            one, other = index[:-step], index[step:]
            firsts.append(np.minimum(one, other))
            seconds.append(np.maximum(one, other))
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    pairs = _pairs(trace, media, first, second, like.think, like.at_end)
    return _some(pairs, (np.abs(pairs.apart) <= _NEAR_BLOCKS) & (pairs.late_ms > 0))


def _period(trace: ValidationTrace, media: Media, found: _Found) -> Period:
    """Returns the period from pairs with longer and longer times between them."""
    pairs = _everywhere(trace, media, found.pairs)
    turned = found.slope * pairs.apart
    spread_ppm = 1e6 * 0.1 * found.period_ms / _NEAR_MS
    climbed = period.from_late_pairs(
        pairs.late_ms, turned, found.period_ms, spread_ppm, found.coherence
    )
    return Period(climbed.ms, climbed.uncertainty_ppm, None, climbed.agreement)


def _regions(
    trace: ValidationTrace, media: Media, found: _Found, period_ms: float
) -> tuple[tuple[int, float], ...]:
    """Returns sectors of a track by region of addresses, to about 10 %, from near pairs."""
    pairs = _some(every := _everywhere(trace, media, found.pairs), every.late_ms < 50 * _NEAR_MS)
    slopes = np.linspace(1 / _MOST, 1 / _FEWEST, 8 * _SLOPES)
    borders = np.linspace(0, float(trace.lbn.max()) + 1, _REGIONS + 1)
    regions = []
    for low, high in pairwise(borders):
        inside = _some(pairs, (pairs.first >= low) & (pairs.first < high) & (pairs.apart != 0))
        if len(inside.apart) < _LEAST_IN_REGION:
            continue
        late = inside.late_ms / period_ms
        found_there = [circle.agreement(late - slope * inside.apart) for slope in slopes]
        best = int(np.argmax(found_there))
        if found_there[best] > 0.8 and 0 < best < len(slopes) - 1:
            regions.append((int(low), float(round(1 / slopes[best], 1))))
    return tuple(regions)
