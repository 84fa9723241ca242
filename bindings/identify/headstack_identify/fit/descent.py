"""Makes a step downhill: changes all numbers at once, or the numbers of one stage."""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem, State, Width

SHARES: Final = (1.0, 0.5, 0.2, 0.05)
"""Tried shares of each step. The best share is taken."""

CLIFF: Final = 20.0
"""Rise of the cost, in nats, after the least share of a step, that shows a cliff."""

ENOUGH: Final = 1.0
"""Least gain of likelihood, in nats, after which `steps` makes another step."""


def step(
    problem: Problem, active: Bools, state: State, width: Width
) -> tuple[State | None, float, float]:
    """Returns the state after one step, its cost and the cost before.

    If all numbers together give no better state, numbers that alone raise the cost are left out. If
    that gives none either, the numbers of each stage are tried separately.
    `None` as the state: no step gives a better state.

    Args:
        problem: problem of the search.
        active: which numbers may change.
        state: state before the step.
        width: scales of the likelihoods.
    """
    before = problem.cost(state, width)
    change, _ = problem.step(state, problem.effects(state, active), width)
    best, least = _along(problem, state, change, width)
    if best is None:
        less = _without_cliffs(problem, state, change, width)
        if np.any(less != change):
            change = less
            best, least = _along(problem, state, change, width)
    if best is not None:
        return best, least, before
    stages = np.array([knob.stage for knob in problem.knobs])
    for stage in dict.fromkeys(stages.tolist()):
        part = np.where(stages == stage, change, 0.0)
        found, cost = _along(problem, best or state, part, width)
        if found is not None:
            best, least = found, cost
    return best, least, before


def steps(
    problem: Problem, active: Bools, state: State, width: Width, most: int
) -> tuple[State, float]:
    """Returns the state after up to `most` steps, and its cost. Arguments as in `step`."""
    cost = problem.cost(state, width)
    for _ in range(most):
        following, cost, before = step(problem, active, state, width)
        state = following or state
        if following is None or before - cost < ENOUGH:
            break
    return state, cost


def _without_cliffs(problem: Problem, state: State, change: Floats, width: Width) -> Floats:
    """Returns a change without the numbers that alone raise the cost at once.

    With a little more time for a change of heads, all reads of two tracks can miss the second
    track. Effects do not show such a cliff. The cliff would stop the other numbers too.
    """
    before, found = problem.cost(state, width), change.copy()

    def rises(part: Floats) -> bool:
        trial = problem.state(problem.raised(state.numbers + SHARES[-1] * part))
        return trial is None or problem.cost(trial, width) > before + CLIFF

    if rises(change):
        for j in np.flatnonzero(change).tolist():
            alone = np.zeros(len(change))
            alone[j] = change[j]
            if rises(alone):
                found[j] = 0.0
    return found


def _along(
    problem: Problem, state: State, change: Floats, width: Width
) -> tuple[State | None, float]:
    """Returns the state of the best share of a change, and its cost.

    `None` as the state: no share gives a better state.
    """
    best, least = None, problem.cost(state, width)
    if not np.any(change):
        return best, least
    for share in SHARES:
        trial = problem.state(problem.raised(state.numbers + share * change))
        cost = np.inf if trial is None else problem.cost(trial, width)
        if cost < least:
            best, least = trial, cost
        elif best is not None:
            break
    return best, least
