"""Finds the situation of each request, and the terms that its class should have, by replays.

This module does not compute whether a condition holds. A term with this condition is added to the
drive. The condition holds for the commands that then take longer. If a command also waits for a
moving arm, for example, the term does not make the command longer. Such a command counts as outside
the condition.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit import splitting, table
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.replays import Replayed
from headstack_identify.fit.splitting import Requests, Split
from headstack_identify.fit.start import Start, sums_of
from headstack_identify.fit.terms import CONDITIONS, OF, TERMS, Term, TermTime

_NEAR, _FAR, _TURN = np.arange(-40, 41) / 100, np.arange(9, 61) / 20, np.arange(16, 61) / 5
SHIFTS: Final[Floats] = np.r_[-_FAR[::-1], _NEAR, _FAR, _TURN].astype(np.float64)
"""Times that a term may have at first, in ms: denser near 0, and up to about a revolution."""

_SMALL_MS: Final = 0.001


@dataclass(frozen=True, eq=False)
class Situation:
    """The situation of each request: arrays of one length, a row for each request.

    Attributes:
        conditions: flags by name.
        since_ms: time from the end of the last read, or from the beginning.
        gaps_ms: longest such time in the current stream of reads, including this request.
    """

    conditions: dict[str, Bools]
    since_ms: Floats
    gaps_ms: Floats


def added(problem: Problem, terms: list[Term]) -> Problem:
    """Returns the problem with the times of more terms."""
    knobs = (*problem.knobs, *(TermTime(term) for term in terms))
    return replace(problem, knobs=knobs, sums=sums_of(problem.replays.config, knobs))


def without(problem: Problem, gone: Bools) -> Problem:
    """Returns the problem without some of its knobs."""
    kept = [knob for knob, left_out in zip(problem.knobs, gone, strict=True) if not left_out]
    return replace(problem, knobs=tuple(kept), sums=sums_of(problem.replays.config, kept))


def situation(problem: Problem, state: State) -> Situation | None:
    """Returns the situation of each request.

    Returns `None` if the drive has no room for another term.
    """
    conditions = {}
    for word in CONDITIONS:
        one = _with_small(problem, state, word)
        if one is None:
            return None
        longer = one.overhead_ms - state.found.overhead_ms
        conditions[word] = np.abs(longer - _SMALL_MS) < _SMALL_MS / 4
    write = problem.replays.trace.recording.write
    since_ms = _since_read(state.found, write)
    sequential = conditions["sequential"]
    return Situation(conditions, since_ms, _gaps(since_ms, conditions["streaming"], sequential))


def _with_small(problem: Problem, state: State, word: str) -> Replayed | None:
    values = problem.values(state.numbers)
    small = [Term(of, (word,)).entry(_SMALL_MS) for of in OF if of != "write data"]
    return problem.replays.one({**values, TERMS: [*values.get(TERMS, []), *small]})


def _since_read(found: Replayed, write: Bools) -> Floats:
    """Returns the time from the end of the last read to each request, in ms.

    Before any read, the time counts from 0.
    """
    requests = np.arange(len(write))
    reads = np.maximum.accumulate(np.where(write, -1, requests))
    before = np.r_[-1, reads[:-1]]
    ended = np.where(before < 0, 0.0, found.done_ms[before])
    since: Floats = found.begun_ms - ended
    return since


def _gaps(since_ms: Floats, streaming: Bools, sequential: Bools) -> Floats:
    """Returns the longest time between reads of each request's current stream, in ms."""
    gaps_ms = since_ms.copy()
    for number in range(1, len(gaps_ms)):
        if streaming[number] and streaming[number - 1] and sequential[number - 1]:
            gaps_ms[number] = max(since_ms[number], gaps_ms[number - 1])
    return gaps_ms


def _members(found: Replayed, write: Bools, of: str) -> Bools:
    """Returns which requests are in a class."""
    members: Bools = {
        "read hit": found.hit & ~write,
        "read miss": ~found.hit & ~write,
        "write": found.media & write,
        "write data": found.media & write,
        "cached write": ~found.media & write,
    }[of]
    return members


def proposals(
    problem: Problem, state: State, start: Start, width: Width, classes: Sequence[str] = OF
) -> Iterator[tuple[str, list[Split]]]:
    """Yields the best splits of each class."""
    seen = situation(problem, state)
    if seen is None:
        return
    write = problem.replays.trace.recording.write
    always = added(problem, [Term(of) for of in OF])
    more = replace(state, numbers=np.r_[state.numbers, np.zeros(len(OF))])
    active = np.arange(len(more.numbers)) >= len(state.numbers)
    effects = always.effects(more, active)
    for of in classes:
        members = _members(state.found, write, of)[problem.rows]
        if members.sum() < 2 * splitting.LEAST_ROWS:
            continue
        knob = len(state.numbers) + OF.index(of)
        costs = problem.curves(state, effects, knob, SHIFTS, width)[members]
        chosen = np.flatnonzero(problem.rows)[members]
        requests = Requests(
            costs=costs,
            shifts=SHIFTS,
            conditions={word: flags[chosen] for word, flags in seen.conditions.items()},
            apart=start.apart[chosen],
            since_ms=seen.since_ms[chosen],
            gaps_ms=seen.gaps_ms[chosen],
            base=of != "write data",
        )
        yield of, splitting.splits(of, requests)


def tried(problem: Problem, state: State, split: Split) -> tuple[Problem, State] | None:
    """Returns the problem with a split's term, and the drive with its time.

    Returns `None` if these numbers make no drive.
    """
    longer = added(problem, [split.term])
    numbers = np.r_[state.numbers, split.time_ms]
    for j, knob in enumerate(problem.knobs):
        if knob.name in table.COMMANDS[split.term.of]:
            numbers[j] = np.clip(numbers[j] + split.base_ms, knob.range.low, knob.range.high)
    there = longer.state(longer.raised(numbers))
    return None if there is None else (longer, there)
