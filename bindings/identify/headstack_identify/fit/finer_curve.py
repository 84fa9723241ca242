"""A finer seek curve, from all reads of a recording.

The search replays a part of a recording thousands of times. Its bends of the seek curve lie as far
apart as the seeks of the part allow. The other reads of the recording seek too. The curve alone
needs only some hundred replays of the whole recording. So new bends lie between the bends of the
search, and the ranges of distances of `seek.direction` are halved. Both continue as long as the
recording becomes likelier. All other numbers and the rules stay.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints
from headstack.measure import place, validation
from headstack_identify.fit import descent, more_bends, spare_cylinders, spreads
from headstack_identify.fit.found import Found
from headstack_identify.fit.free_parameters import CURVE, DIRECTION, Item, SeekCurvePoint
from headstack_identify.fit.more_bends import NEW
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, WORTH
from headstack_identify.fit.search_state import SearchState
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import sums_of
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.residuals import residuals

LEAST_SEEKS: Final = 40
"""Least number of seeks between a new bend and its neighbours."""

LEAST_IN_RANGE: Final = 200
"""Least number of seeks in a range of distances that is halved."""

SMOOTHER: Final = 0.5**0.5
"""Scale of a new bend's distance from the line, as a share of its neighbours' scale."""

WORTH_EACH: Final = 0.5
"""Likelihood, in nats, that each new number must gain. All of them must gain `search.WORTH`."""

ROUNDS: Final = 4
"""Most rounds of adding bends, and most rounds of halving ranges."""

STEPS: Final = 6
"""Most steps of the curve after each change."""

Way = Callable[[SearchState, State], tuple[SearchState, State] | None]
"""Adds numbers to a search. `None`: no number can be added."""


def settled(found: Found, trying: SmallChanges, whole: workload.Replay) -> Found:
    """Returns the result of a search with a finer seek curve.

    If the search replayed the whole recording, the result stays as it is.

    Args:
        found: the result of a search.
        trying: the requests that score a drive: the end of the recording.
        whole: the recording.
    """
    before = whole.requests - len(trying.rows)
    if before <= 0 or not any(isinstance(knob, SeekCurvePoint) for knob in found.knobs):
        return found
    rows = np.r_[whole.recording.sure()[:before], trying.rows]
    problem = _on_all(found, trying.replays.config, whole, rows)
    state = problem.state(found.numbers)
    assert state is not None, "the drive of the search"
    at = SearchState(problem, found.begun, curve_numbers(problem), log=found.log)
    width = spreads.likeliest(problem, state, FINE.rest)
    at, state = refined(at, state, width, trying.clock)
    values = at.problem.values(state.numbers)
    replayed = trying.replays.one(values)
    assert replayed is not None, "replayed with all reads"
    return replace(
        found,
        knobs=at.problem.knobs,
        begun=at.begun,
        numbers=state.numbers,
        values=values,
        replayed=replayed,
        complete=found.complete and not trying.clock.over,
        cost=found.cost + trying.cost(values) - trying.cost(found.values),
        log=at.log,
    )


def _on_all(found: Found, config: DriveConfig, whole: workload.Replay, rows: Bools) -> Problem:
    """Returns the problem of the search, for all requests of a recording."""
    now = config.with_values(found.values)
    seen = residuals.of_replay(now, whole, place.of_trace(now, whole))
    spared = {key: found.values[key] for key in spare_cylinders.KEYS if key in found.values}
    return Problem(
        replays=Replays(config, whole),
        knobs=found.knobs,
        others=found.others | spared,
        measured_ms=validation.measured_ms(whole),
        rows=rows,
        revolution_ms=config.revolution_ps / 1e9,
        distance=np.abs(seen.distance),
        sums=sums_of(config, found.knobs),
    )


def refined(
    at: SearchState, state: State, width: Width, clock: TimeLimit
) -> tuple[SearchState, State]:
    """Returns the search with more numbers of the seek curve, as long as they pay.

    Args:
        at: state of the search. Its active numbers are those of the curve.
        state: the drive.
        width: scales of the likelihoods.
        clock: time limit.
    """
    state, cost = descent.steps(at.problem, at.active, state, width, STEPS)
    ways: dict[str, Way] = {"bends between bends": between, "ranges of directions": halved}
    for words, way in ways.items():
        for _ in range(ROUNDS):
            more = way(at, state) if clock.left() else None
            if more is None:
                break
            there, least = descent.steps(more[0].problem, more[0].active, more[1], width, STEPS)
            new = len(there.numbers) - len(state.numbers)
            if least > cost - max(WORTH, WORTH_EACH * new):
                break
            at = more[0].noted(f"{new} {words}: cost {cost:.0f}, then {least:.0f}")
            state, cost = there, least
    return at, state


def curve_numbers(problem: Problem) -> Bools:
    """Returns which numbers belong to the seek curve, shape (knobs,)."""
    return np.array([knob.key in (CURVE, DIRECTION) for knob in problem.knobs])


def between(at: SearchState, state: State) -> tuple[SearchState, State] | None:
    """Adds a bend between each two bends that have enough seeks between them.

    Each bend then has a point of the curve.
    """
    bends = [knob for knob in at.problem.knobs if isinstance(knob, SeekCurvePoint)]
    seeks = np.sort(at.problem.distance)
    new: dict[int, float] = {}
    for one, other in pairwise(bends):
        middle = round(((one.distance**0.5 + other.distance**0.5) / 2) ** 2)
        ends = np.searchsorted(seeks, [one.distance, middle, other.distance], "right")
        if one.distance < middle < other.distance and min(np.diff(ends)) >= LEAST_SEEKS:
            new[middle] = SMOOTHER * min(one.smooth_ms, other.smooth_ms)
    if not new:
        return None
    distances = sorted({*new, *(bend.distance for bend in bends)})
    problem, sources, numbers = more_bends.with_bends(at.problem, state.numbers, distances)
    knobs = tuple(
        replace(knob, smooth_ms=new[knob.distance])
        if isinstance(knob, SeekCurvePoint) and knob.distance in new
        else knob
        for knob in problem.knobs
    )
    begun: Floats = np.where(sources == NEW, 0.0, at.begun[sources])
    return _begun(at, replace(problem, knobs=knobs), begun, numbers)


def halved(at: SearchState, state: State) -> tuple[SearchState, State] | None:
    """Halves each range of `seek.direction` that has enough seeks, at the median distance."""
    knobs = at.problem.knobs
    items = [j for j, knob in enumerate(knobs) if knob.key == DIRECTION]
    if not items:
        return None
    lines: list[list[Any]] = at.problem.values(state.numbers)[DIRECTION]
    edges, sources = _halves([edge for edge, _ in lines], items, at.problem.distance)
    if len(edges) == len(lines):
        return None
    others = at.problem.others | {DIRECTION: [[edge, "0 ms"] for edge in edges]}
    first, last = items[0], items[-1]
    some = knobs[first]
    assert isinstance(some, Item), "seek.direction"
    new = [replace(some, item=item) for item in range(len(edges))]
    all_knobs = (*knobs[:first], *new, *knobs[last + 1 :])
    kept = np.r_[np.arange(first), sources, np.arange(last + 1, len(knobs))].astype(np.int64)
    sums = sums_of(at.problem.replays.config, all_knobs)
    problem = replace(at.problem, knobs=all_knobs, others=others, sums=sums)
    return _begun(at, problem, at.begun[kept], state.numbers[kept])


def _halves(edges: list[int], items: list[int], seeks: Ints) -> tuple[list[int], list[int]]:
    """Returns the ends of the halves of ranges, and the item of the range of each half."""
    found: list[int] = []
    sources: list[int] = []
    for low, edge, item in zip([0, *edges], edges, items, strict=False):
        inside = np.sort(seeks[(seeks > low) & (seeks <= edge)])
        middle = int(inside[len(inside) // 2]) if len(inside) >= LEAST_IN_RANGE else edge
        halves = [middle, edge] if middle < edge else [edge]
        found += halves
        sources += [item] * len(halves)
    return found, sources


def _begun(
    at: SearchState, problem: Problem, begun: Floats, numbers: Floats
) -> tuple[SearchState, State] | None:
    """Returns the search and its drive with other numbers, or `None` if these make no drive."""
    state = problem.state(numbers)
    if state is None:
        return None
    return replace(at, problem=problem, begun=begun, active=curve_numbers(problem)), state
