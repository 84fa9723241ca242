"""A seek curve without the scatter of its description.

The bends of a search move several points of a curve at once, and the price of a bend holds each
point near its neighbours. So the curve keeps the scatter of the points of its description. Here,
each point gets its own bend, and the bends count from a smooth curve through the points.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit import descent, more_bends
from headstack_identify.fit.free_parameters import SMOOTH_MS, SeekCurvePoint, curve_of
from headstack_identify.fit.more_bends import NEW, Bent
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.search_state import SearchState

SCATTER_MS: Final = 0.1
"""Scale of the distance of a found point from the smooth curve, in ms."""

ROUNDS: Final = 10
"""Number of times that far points lose weight."""

STEPS: Final = 4
"""Most steps of all numbers at each width."""

Points = Sequence[tuple[int, float]]
"""Points of a seek curve: distance in cylinders, time in ms."""


def smoothed(points: Points) -> Floats:
    """Returns times of a smooth curve at the points, in ms.

    The curve is straight over the root of the distance, but for bends of some `SMOOTH_MS`. Most
    points are within `SCATTER_MS`. A far point has little weight, as with a Cauchy law.

    Args:
        points: at least one point.
    """
    roots = np.sqrt([distance for distance, _ in points])
    times = np.array([time for _, time in points])
    bending = np.zeros((max(0, len(points) - 2), len(points)))
    for row, (before, here, after) in enumerate(zip(roots, roots[1:], roots[2:], strict=False)):
        share = (here - before) / (after - before)
        bending[row, row : row + 3] = np.array([share - 1, 1, -share]) / SMOOTH_MS
    weight = np.ones(len(points))
    found = times
    for _ in range(ROUNDS):
        both = np.vstack([np.diag(weight / SCATTER_MS), bending])
        right = np.r_[weight * times / SCATTER_MS, np.zeros(len(bending))]
        found = np.linalg.lstsq(both, right, rcond=None)[0]
        weight = 1 / np.sqrt(1 + np.square((times - found) / SCATTER_MS))
    return found


def proposal(at: SearchState, state: State, widths: Sequence[Width]) -> Bent | None:
    """Returns the search with a bend at each point of a smooth curve, after some steps.

    Returns `None` if the search has no bends, or if the smooth curve makes no drive.

    Args:
        at: state of the search.
        state: the drive of the search.
        widths: scales of the likelihoods, one after the other.
    """
    bends = [knob for knob in at.problem.knobs if isinstance(knob, SeekCurvePoint)]
    if len(bends) < 2:
        return None
    smooth, numbers = _smooth(at.problem, state)
    first, last = bends[0].distance, bends[-1].distance
    known = {knob.distance for knob in bends}
    between = [d for d, _ in bends[0].points if first < d < last and d not in known]
    problem, sources, numbers = more_bends.with_bends(smooth, numbers, between)
    there = problem.state(numbers)
    if there is None:
        return None
    description = problem.replays.config
    begun = [
        knob.read(description) if isinstance(knob, SeekCurvePoint) else at.begun[source]
        for knob, source in zip(problem.knobs, sources.tolist(), strict=True)
    ]
    active: Bools = np.where(sources != NEW, at.active[sources], True)
    found = replace(at, problem=problem, begun=np.array(begun), active=active)
    cost = problem.cost(there, widths[-1])
    for width in widths:
        there, cost = descent.steps(problem, active, there, width, STEPS)
    return Bent(found, there, cost, tuple(between))


def _smooth(problem: Problem, state: State) -> tuple[Problem, Floats]:
    """Returns the problem with bends of the smooth curve, and numbers whose bends are 0."""
    curve = curve_of(problem.replays.config.with_values(problem.values(state.numbers)))
    times = smoothed(curve).tolist()
    points = tuple((distance, time) for (distance, _), time in zip(curve, times, strict=True))
    bends = np.array([isinstance(knob, SeekCurvePoint) for knob in problem.knobs])
    knobs = tuple(
        replace(knob, points=points) if isinstance(knob, SeekCurvePoint) else knob
        for knob in problem.knobs
    )
    return replace(problem, knobs=knobs), np.where(bends, 0.0, state.numbers)
