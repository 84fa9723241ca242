"""Decides whether the think times of a trace come after their requests, or before.

Two media accesses on a track end whole revolutions apart, plus the angle between them. This holds
only if the clock uses the right convention of think times. The wrong convention adds the difference
of two think times, which is a random phase. Pairs far apart on the disk work too, if the layout is
right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.traces.validation_trace import Think
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.result import Convention

THINKS: tuple[Think, Think] = ("after", "before")
TOLERANCE = 0.03  # largest error of the description's revolution, as a share
LEAST_PAIRS = 12
_LONGEST_MS = 1000.0  # longest time between the accesses of a pair
_LATER_MS = (20e3, 100e3, 500e3)  # longest times if pairs within _LONGEST_MS show nothing
_STEPS = 10  # steps of the search for each revolution between the accesses of the farthest pair
_MANY_STEPS, _NEAR_ROUGH = 500, 60  # limit without a rough period; steps around a rough period
_BIN = 4  # revolutions of a bin
_LARGEST_CHANCE = 1e-6
_LEAST_OF_PLATTERS = 0.7
_ROUGH_PPM = 1000.0  # largest uncertainty of a period that needs no pairs farther apart
_AS_COHERENT = 0.9  # least coherence of these pairs, as a part of the coherence of near pairs
_LEAST_MARGIN = 20.0  # least difference of the log likelihoods
_LEAST_COHERENCE = 0.3  # least coherence of the pairs of a kind with a phase


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of accesses: arrays of one length.

    Attributes:
        after_ms: time between the accesses, if think times come after requests.
        before_ms: time between the accesses, if think times come before requests.
        apart: angle between the accesses, in revolutions, without the angle of `blocks_ms`.
        blocks_ms: time of the second access's blocks on the bus, less the time of the first
            access's blocks.
    """

    after_ms: Floats
    before_ms: Floats
    apart: Floats
    blocks_ms: Floats

    def late_ms(self, think: Think) -> Floats:
        """Returns the time between the accesses under a convention, in ms."""
        return self.after_ms if think == "after" else self.before_ms

    def phase(self, think: Think, period_ms: float) -> Floats:
        """Returns by how much the second access is late, in revolutions."""
        return np.asarray((self.late_ms(think) - self.blocks_ms) / period_ms - self.apart)


@dataclass(frozen=True)
class Search:
    """The most coherent revolution under a convention, and the number of trials."""

    coherence: float
    period_ms: float
    trials: int


@dataclass(frozen=True)
class Decision:
    """The convention, with other results of the decision.

    Attributes:
        convention: the decision.
        ends: ends of accesses, under the better convention.
        spread_ppm: rough uncertainty of the period.
    """

    convention: Convention
    ends: Ends
    spread_ppm: float


@dataclass(frozen=True)
class _Tried:
    """A set of pairs with its best revolutions."""

    pairs: Pairs
    write: bool
    end: End
    after: Search
    before: Search

    def of(self, think: Think) -> Search:
        return self.after if think == "after" else self.before

    def has_phase(self, *thinks: Think) -> bool:
        """Whether the pairs have a phase under one of these conventions."""
        pairs, searches = len(self.pairs.apart), map(self.of, thinks)
        return any(
            is_phase(one.coherence, circle.chance(one.coherence, pairs, one.trials))
            for one in searches
        )

    def rank(self, *thinks: Think) -> tuple[bool, float]:
        """Returns whether the pairs have a phase, and their gain of log likelihood.

        Thousands of pairs in a row have a larger gain than some pairs on a track, even if wrong
        skews leave little coherence.
        """
        coherence = max(self.of(think).coherence for think in thinks)
        return self.has_phase(*thinks), len(self.pairs.apart) * circle.gain(coherence)


def decide(accesses: Accesses, revolution_ms: float, given: Think | None = None) -> Decision | None:
    """Compares both conventions, on the pairs that show most.

    Args:
        accesses: accesses of the whole trace.
        revolution_ms: revolution of the description, right to 3 %.
        given: the convention, if known.

    Returns:
        The decision. `None`: no kind has 12 pairs.
    """
    tried = [_tried(*one, revolution_ms) for one in _sets_of_pairs(accesses)]
    if not any(one.has_phase(*THINKS) for one in tried):
        # A buffer that keeps whole tracks answers requests that return soon.
        tried += [_tried(*one, revolution_ms) for one in _late_sets_of_pairs(accesses)]
    if not tried:
        return None
    best = max(tried, key=lambda one: one.rank(*THINKS))
    trials = sum(one.after.trials + one.before.trials for one in tried)
    found = judge(len(best.pairs.apart), best.after, best.before, trials)
    think = given or found.think or ("after" if found.after > found.before else "before")
    period_ms, spread_ppm = _period(best, think)
    if spread_ppm > _ROUGH_PPM:
        period_ms, spread_ppm = _period(_later(accesses, best, think, revolution_ms), think)
    ends = Ends(*(_end(tried, write, think) for write in (False, True)))
    return Decision(replace(found, period_ms=period_ms), ends, spread_ppm)


def _period(tried: _Tried, think: Think) -> tuple[float, float]:
    """Returns the period and its rough uncertainty in ppm, from a set of pairs."""
    late, coherence = tried.pairs.late_ms(think), tried.of(think).coherence
    period_ms = _finer(tried.pairs, think, tried.of(think))
    scatter = np.sqrt(max(-2 * np.log(max(coherence, 1e-9)), 1e-6)) / (2 * np.pi)
    spread = scatter * period_ms / float(np.std(late) + 1e-9) / np.sqrt(len(late))
    return period_ms, 1e6 * float(spread)


def _later(accesses: Accesses, best: _Tried, think: Think, revolution_ms: float) -> _Tried:
    """Returns the pairs on a track with the longest times that are as coherent as the best pairs.

    If all pairs are about one revolution apart, each error of their angles moves the period.
    """
    found, least = best, _AS_COHERENT * best.of(think).coherence
    for pairs, write, end in _late_sets_of_pairs(accesses):
        if (write, end) == (best.write, best.end):
            later = _tried(pairs, write, end, revolution_ms)
            if later.of(think).coherence < least or not later.has_phase(*THINKS):
                break
            found = later
    return found


def _tried(pairs: Pairs, write: bool, end: End, revolution_ms: float) -> _Tried:
    return _Tried(pairs, write, end, *(_best_period(pairs, one, revolution_ms) for one in THINKS))


def judge(pairs: int, after: Search, before: Search, trials: int) -> Convention:
    """Chooses a convention that is beyond chance and much likelier than the other convention."""
    better = max(after, before, key=lambda one: one.coherence)
    chance = circle.chance(better.coherence, pairs, trials)
    margin = pairs * abs(circle.gain(after.coherence) - circle.gain(before.coherence))
    think: Think | None = "after" if better is after else "before"
    if not is_phase(better.coherence, chance) or margin < _LEAST_MARGIN:
        think = None
    return Convention(think, after.coherence, before.coherence, pairs, chance, better.period_ms)


def is_phase(coherence: float, chance: float) -> bool:
    """Whether the platters make pairs coherent. A host's timer causes coherence up to about 0.6."""
    return coherence > _LEAST_OF_PLATTERS and chance < _LARGEST_CHANCE


def _end(tried: list[_Tried], write: bool, think: Think) -> End | None:
    """Returns the end of a kind. Returns `None` if the pairs of the kind show no phase."""
    of_kind = [one for one in tried if one.write == write]
    if not of_kind:
        return None
    best = max(of_kind, key=lambda one: one.rank(think))
    search = best.of(think)
    likely = circle.chance(search.coherence, len(best.pairs.apart), search.trials)
    if search.coherence < _LEAST_COHERENCE or likely > _LARGEST_CHANCE:
        return None
    return best.end


def _best_period(pairs: Pairs, think: Think, revolution_ms: float) -> Search:
    turns = float(np.max(pairs.late_ms(think))) / revolution_ms
    steps = int(np.ceil(2 * TOLERANCE * turns * _STEPS)) + 1
    tried = revolution_ms * np.linspace(1 - TOLERANCE, 1 + TOLERANCE, steps)
    if steps > _MANY_STEPS:
        rough_ms = _rough_period(pairs, think, revolution_ms)
        tried = tried[np.argsort(np.abs(tried - rough_ms), kind="stable")[:_NEAR_ROUGH]]
    found = [circle.coherence(pairs.phase(think, period)) for period in tried]
    best = int(np.argmax(found))
    return Search(found[best], float(tried[best]), steps)


def _rough_period(pairs: Pairs, think: Think, revolution_ms: float) -> float:
    """Returns the most coherent period within the tolerance, to a part of the last pair's turns.

    Uses phases at `revolution_ms`, in bins of `_BIN` revolutions. Within the tolerance, phases
    turn by less than a quarter of a turn in a bin. So a transform over the bins has all periods.
    """
    bins = np.rint(pairs.late_ms(think) / (_BIN * revolution_ms)).astype(np.int64)
    finest = 1 << int(np.ceil(np.log2(8 * max(int(bins.max()), 1))))
    weight = np.ones(len(bins))
    power = circle.slopes(bins, pairs.phase(think, revolution_ms), weight, finest)
    slope = np.fft.fftfreq(finest)
    power[np.abs(slope) > _BIN * TOLERANCE] = 0.0
    # A longer or shorter revolution turns the phase by the slope in each bin.
    return float(revolution_ms / (1 - slope[int(np.argmax(power))] / _BIN))


def _finer(pairs: Pairs, think: Think, found: Search) -> float:
    from scipy.optimize import minimize_scalar

    turns = float(np.max(pairs.late_ms(think))) / found.period_ms
    near = found.period_ms / turns / _STEPS
    best = minimize_scalar(
        lambda period: -circle.agreement(pairs.phase(think, period)),
        bounds=(found.period_ms - near, found.period_ms + near),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return float(best.x)


def _sets_of_pairs(accesses: Accesses) -> Iterator[tuple[Pairs, bool, End]]:
    """Yields pairs of reads and of writes, on a track and in succession, with both ends."""
    for write in (False, True):
        kind = accesses.take(accesses.write == write)
        for first, second in (_on_a_track(kind), _in_a_row(kind)):
            yield from _with_ends(kind, first, second, _LONGEST_MS, write)


def _late_sets_of_pairs(accesses: Accesses) -> Iterator[tuple[Pairs, bool, End]]:
    """Yields pairs on a track, with longer and longer times between them."""
    for write in (False, True):
        kind = accesses.take(accesses.write == write)
        first, second = _on_a_track(kind)
        for longest_ms in _LATER_MS:
            yield from _with_ends(kind, first, second, longest_ms, write)


def _with_ends(
    kind: Accesses, first: Ints, second: Ints, longest_ms: float, write: bool
) -> Iterator[tuple[Pairs, bool, End]]:
    """Yields pairs within the longest time, with both ends. Yields nothing for too few pairs."""
    apart_ms = np.maximum(
        kind.after_ms[second] - kind.after_ms[first],
        kind.before_ms[second] - kind.before_ms[first],
    )
    near = apart_ms < longest_ms
    if near.sum() >= LEAST_PAIRS:
        for end in (End(1.0, 0.0), End(0.0, kind.bus_ms)):
            yield _pairs(kind, first[near], second[near], end), write, end


def _on_a_track(accesses: Accesses) -> tuple[Ints, Ints]:
    track = accesses.at.track()
    order = np.lexsort((accesses.request, track))
    same = np.diff(track[order]) == 0
    return order[:-1][same], order[1:][same]


def _in_a_row(accesses: Accesses) -> tuple[Ints, Ints]:
    all_of_them = np.arange(len(accesses.request))
    return all_of_them[:-1], all_of_them[1:]


def _pairs(accesses: Accesses, first: Ints, second: Ints, end: End) -> Pairs:
    angle = accesses.at.angle + end.passed * accesses.passed_rev()
    on_bus = end.block_ms * accesses.blocks
    return Pairs(
        after_ms=accesses.after_ms[second] - accesses.after_ms[first],
        before_ms=accesses.before_ms[second] - accesses.before_ms[first],
        apart=angle[second] - angle[first],
        blocks_ms=on_bus[second] - on_bus[first],
    )
