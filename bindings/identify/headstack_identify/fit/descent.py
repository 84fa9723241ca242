"""A step downhill: all numbers at once, or those of one stage."""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem, State, Width

SHARES: Final = (1.0, 0.5, 0.2, 0.05)
"""Of each step these shares are tried, and the best is taken."""


def step(
    problem: Problem, active: Bools, state: State, width: Width
) -> tuple[State | None, float, float]:
    """One step: the state that it leads to, its cost, and that before; None: no better one.

    Where the numbers together lead nowhere, those of each stage are tried by themselves.

    Args:
        problem: what is searched.
        active: which of its numbers are turned.
        state: where the step begins.
        width: how far off a request may well be.
    """
    before = problem.cost(state, width)
    change, _ = problem.step(state, problem.effects(state, active), width)
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


def _along(
    problem: Problem, state: State, change: Floats, width: Width
) -> tuple[State | None, float]:
    """The best share of a change, and its cost; None and the cost as it is: none is better."""
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
