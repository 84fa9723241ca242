"""More bends of the seek curve instead of a term that holds at some distances.

A command that goes to the medium takes its term before the seek. So a term with a limit of distance
can stand in for a bend of the seek curve between two bends of the search. Bends about the limits
then do as well, and the term is not needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.measure import seek_times
from headstack_identify.fit import descent
from headstack_identify.fit.free_parameters import (
    SMOOTH_MS,
    FreeParameter,
    SeekCurvePoint,
    curve_of,
)
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.search_state import SearchState
from headstack_identify.fit.start import sums_of
from headstack_identify.fit.terms import Term

BEFORE_SEEKS: Final = ("read miss", "write")
"""Kinds of commands whose terms add to the time before a seek."""

RAMP: Final = 10
"""A curve rises at a limit from a tenth before the limit to a tenth after it."""

STEPS: Final = 4
"""Most steps of all numbers, with the bends and with the term."""

NEW: Final = -1
"""Stands for a knob that the problem before did not have."""


@dataclass(frozen=True, eq=False)
class Bent:
    """A search with more bends.

    Attributes:
        at: state of the search with the bends.
        state: the drive after steps of all numbers.
        cost: its cost.
        distances: distances of the new bends, in cylinders.
    """

    at: SearchState
    state: State
    cost: float
    distances: tuple[int, ...]

    @property
    def text(self) -> str:
        """The new bends in words."""
        return f"bends of the seek curve at {', '.join(map(str, self.distances))} cylinders"


def instead(at: SearchState, state: State, term: Term, width: Width) -> Bent | None:
    """Returns the search with bends about the limits of a term, after some steps.

    Returns `None` if the term cannot stand in for a bend, or if the bends make no drive.

    Args:
        at: state of the search, without the term.
        state: the drive without the term.
        term: the term.
        width: scales of the likelihoods.
    """
    distances = _limits(term, at.problem.knobs)
    if not distances:
        return None
    problem, sources, numbers = with_bends(at.problem, state.numbers, distances)
    there = problem.state(numbers)
    if there is None:
        return None
    old = sources != NEW
    active: Bools = np.where(old, at.active[sources], True)
    begun: Floats = np.where(old, at.begun[sources], 0.0)
    there, cost = descent.steps(problem, active, there, width, STEPS)
    bent = replace(at, problem=problem, begun=begun, active=active)
    return Bent(bent, there, cost, distances)


def _limits(term: Term, knobs: Sequence[FreeParameter]) -> tuple[int, ...]:
    """Returns the distances about the limits of a term that lie between bends."""
    bends = [knob.distance for knob in knobs if isinstance(knob, SeekCurvePoint)]
    if term.of not in BEFORE_SEEKS or len(bends) < 2:
        return ()
    about = {
        limit + by * max(1, limit // RAMP) for limit in (term.beyond, term.up_to) for by in (-1, 1)
    }
    return tuple(sorted({one for one in about if bends[0] < one < bends[-1]} - set(bends)))


def with_bends(
    problem: Problem, numbers: Floats, distances: Sequence[int]
) -> tuple[Problem, Ints, Floats]:
    """Returns the problem with more bends, where its knobs come from, and the numbers.

    The new bends lie on the curve of the bends before, so the seek curve stays as it is.

    Args:
        problem: a problem with two bends or more, one after the other.
        numbers: numbers of its knobs, shape (knobs,).
        distances: distances of the new bends, between the bends of the problem. The curve also
            gets a point at each of these distances.

    Returns:
        The problem, the place of each knob in the problem before or NEW, and the numbers.
    """
    bends = {j: k for j, k in enumerate(problem.knobs) if isinstance(k, SeekCurvePoint)}
    old = {knob.distance: j for j, knob in bends.items()}
    first, last = min(bends), max(bends)
    one = bends[first]
    places = sorted({*old, *distances})
    points = _with_points(problem, numbers, distances)
    edges = zip([places[0], *places[:-1]], places, [*places[1:], places[-1]], strict=True)
    scales = {knob.distance: knob.smooth_ms for knob in bends.values()}
    knobs = [
        SeekCurvePoint(*edge, one.stage, one.range, points, scales.get(edge[1], SMOOTH_MS))
        for edge in edges
    ]
    roots = [sqrt(place) for place in old]
    bent = np.interp([sqrt(place) for place in places], roots, numbers[list(bends)])
    all_knobs = (*problem.knobs[:first], *knobs, *problem.knobs[last + 1 :])
    middle = [old.get(place, NEW) for place in places]
    sources = np.r_[np.arange(first), middle, np.arange(last + 1, len(numbers))].astype(np.int64)
    more = np.r_[numbers[:first], bent, numbers[last + 1 :]]
    sums = sums_of(problem.replays.config, all_knobs)
    return replace(problem, knobs=all_knobs, sums=sums), sources, more


def _with_points(
    problem: Problem, numbers: Floats, distances: Sequence[int]
) -> tuple[tuple[int, float], ...]:
    """Returns the points that the bends count from, with points at the distances.

    With its bend, each of these points lies on the present curve. Such a point is needed where the
    curve has none, because a bend moves points only.
    """
    bends = {j: k for j, k in enumerate(problem.knobs) if isinstance(k, SeekCurvePoint)}
    known = dict(next(iter(bends.values())).points)
    more = np.array(sorted(set(distances) - set(known)), np.int64)
    now = curve_of(problem.replays.config.with_values(problem.values(numbers)))
    roots = [sqrt(knob.distance) for knob in bends.values()]
    bent = np.interp(np.sqrt(more), roots, numbers[list(bends)])
    times = seek_times.by_points(now, more) - bent
    return tuple(sorted({**dict(zip(more.tolist(), times.tolist(), strict=True)), **known}.items()))
