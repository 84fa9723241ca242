"""Whether a trace's think times come after their lines' requests, or before.

Two media accesses on a track end a whole number of revolutions and the angle between them apart,
but only in a clock that reads the think times as they are meant: else a difference of two think
times is added, which is a random phase. Pairs far apart on the disk do as well where the layout is
right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.traces.validation_trace import Think
from headstack_identify.fit.phase import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.result import Convention

THINKS: tuple[Think, Think] = ("after", "before")
TOLERANCE = 0.03  # of the description's revolution
LEAST_PAIRS = 12
_LONGEST_MS = 1000.0  # between the two of a pair
_LATER_MS = (20e3, 100e3, 500e3)  # the same if those show nothing
_STEPS = 10  # of the search, to a revolution of the pair farthest apart
_MANY_STEPS, _NEAR_ROUGH = 500, 60  # of the search; so many are tried once it is known roughly
_BIN = 4  # revolutions
_LARGEST_CHANCE = 1e-6
_LEAST_OF_PLATTERS = 0.7
_LEAST_MARGIN = 20.0  # of the logarithm of the likelihood
_LEAST_COHERENCE = 0.3  # of a kind's pairs, for the kind to have a phase


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of accesses; arrays of one length.

    Attributes:
        after_ms: time between the two, if think times come after.
        before_ms: if they come before.
        apart: angle between them, in revolutions, without that of `blocks_ms`.
        blocks_ms: time on the bus of the second's blocks, less that of the first's.
    """

    after_ms: Floats
    before_ms: Floats
    apart: Floats
    blocks_ms: Floats

    def late_ms(self, think: Think) -> Floats:
        """Time between the two under a convention."""
        return self.after_ms if think == "after" else self.before_ms

    def phase(self, think: Think, period_ms: float) -> Floats:
        """By how much the second is late, in revolutions."""
        return np.asarray((self.late_ms(think) - self.blocks_ms) / period_ms - self.apart)


@dataclass(frozen=True)
class Search:
    """The most coherent revolution that was found under a convention, and how many were tried."""

    coherence: float
    period_ms: float
    trials: int


@dataclass(frozen=True)
class Decision:
    """The convention, and what came out beside it.

    Attributes:
        convention: the decision.
        ends: how accesses end, under the better convention.
        spread_ppm: how well the period is known, roughly.
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

    def weight(self, think: Think) -> float:
        return len(self.pairs.apart) * circle.gain(self.of(think).coherence)


def decide(accesses: Accesses, revolution_ms: float, given: Think | None = None) -> Decision | None:
    """Compares both conventions, on the pairs that tell most.

    Args:
        accesses: of the whole trace.
        revolution_ms: the description's, right to 3 %.
        given: the convention, if it is known.

    Returns:
        None: there are fewer than 12 pairs of any kind.
    """
    tried = [_tried(*one, revolution_ms) for one in _sets_of_pairs(accesses)]
    if not any(map(_has_phase, tried)):
        # A buffer that keeps whole tracks answers what comes back soon.
        tried += [_tried(*one, revolution_ms) for one in _late_sets_of_pairs(accesses)]
    if not tried:
        return None
    best = max(tried, key=lambda one: max(one.weight("after"), one.weight("before")))
    trials = sum(one.after.trials + one.before.trials for one in tried)
    found = judge(len(best.pairs.apart), best.after, best.before, trials)
    think = given or found.think or ("after" if found.after > found.before else "before")
    period_ms = _finer(best.pairs, think, best.of(think))
    late = best.pairs.late_ms(think)
    scatter = np.sqrt(max(-2 * np.log(max(best.of(think).coherence, 1e-9)), 1e-6)) / (2 * np.pi)
    spread = scatter * period_ms / float(np.std(late) + 1e-9) / np.sqrt(len(late))
    ends = Ends(*(_end(tried, write, think) for write in (False, True)))
    return Decision(replace(found, period_ms=period_ms), ends, 1e6 * float(spread))


def _tried(pairs: Pairs, write: bool, end: End, revolution_ms: float) -> _Tried:
    return _Tried(pairs, write, end, *(_best_period(pairs, one, revolution_ms) for one in THINKS))


def _has_phase(one: _Tried) -> bool:
    pairs = len(one.pairs.apart)
    return any(
        is_phase(each.coherence, circle.chance(each.coherence, pairs, each.trials))
        for each in (one.after, one.before)
    )


def judge(pairs: int, after: Search, before: Search, trials: int) -> Convention:
    """The decision, if one of the two is no chance, and much the likelier."""
    better = max(after, before, key=lambda one: one.coherence)
    chance = circle.chance(better.coherence, pairs, trials)
    margin = pairs * abs(circle.gain(after.coherence) - circle.gain(before.coherence))
    think: Think | None = "after" if better is after else "before"
    if not is_phase(better.coherence, chance) or margin < _LEAST_MARGIN:
        think = None
    return Convention(think, after.coherence, before.coherence, pairs, chance, better.period_ms)


def is_phase(coherence: float, chance: float) -> bool:
    """Whether it is the platters that make pairs coherent: a host's timer may too, to some 0.6."""
    return coherence > _LEAST_OF_PLATTERS and chance < _LARGEST_CHANCE


def _end(tried: list[_Tried], write: bool, think: Think) -> End | None:
    """How a kind ends; None: nobody knows, since its pairs show no phase."""
    of_kind = [one for one in tried if one.write == write]
    if not of_kind:
        return None
    best = max(of_kind, key=lambda one: one.weight(think))
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
    """The most coherent period, of all within the tolerance: to a part of a turn of the last pair.

    Phases at the revolution given, by times in whole `_BIN`s of it: those turn by less than a
    quarter of a turn within the tolerance, so that a transform over them has all periods.
    """
    bins = np.rint(pairs.late_ms(think) / (_BIN * revolution_ms)).astype(np.int64)
    finest = 1 << int(np.ceil(np.log2(8 * max(int(bins.max()), 1))))
    weight = np.ones(len(bins))
    power = circle.slopes(bins, pairs.phase(think, revolution_ms), weight, finest)
    slope = np.fft.fftfreq(finest)
    power[np.abs(slope) > _BIN * TOLERANCE] = 0.0
    # A revolution that much shorter or longer turns the phase on by so much a bin.
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
    """Pairs of reads and of writes, on a track and one after the other, with either end."""
    for write in (False, True):
        kind = accesses.take(accesses.write == write)
        for first, second in (_on_a_track(kind), _in_a_row(kind)):
            yield from _with_ends(kind, first, second, _LONGEST_MS, write)


def _late_sets_of_pairs(accesses: Accesses) -> Iterator[tuple[Pairs, bool, End]]:
    """Pairs on a track, however late the second one is."""
    for write in (False, True):
        kind = accesses.take(accesses.write == write)
        first, second = _on_a_track(kind)
        for longest_ms in _LATER_MS:
            yield from _with_ends(kind, first, second, longest_ms, write)


def _with_ends(
    kind: Accesses, first: Ints, second: Ints, longest_ms: float, write: bool
) -> Iterator[tuple[Pairs, bool, End]]:
    """Pairs that are not too late, if there are enough, with either end."""
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
