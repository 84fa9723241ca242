"""The best of many drives near one: where small steps end, since the cost has steps of its own.

A request that misses its sector or catches it moves all that follow it: along each number the cost
goes down and up again in steps, and what small changes do tells nothing of the next valley. A
covariance-matrix adaptation (N. Hansen and A. Ostermeier, Completely Derandomized
Self-Adaptation in Evolution Strategies, 2001) needs costs alone; that without correlations (R. Ros
and N. Hansen, A Simple Modification in CMA-ES, 2008) learns the scales of many numbers sooner.
"""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.time_limit import TimeLimit

FAR: Final = 10.0
"""How far a number may be moved: so many times as far as makes the cost larger by 1/2, by its
curvature; but no farther than in one go of small steps."""

SPREAD: Final = 0.3
"""How far numbers are moved at first, as a share of that: within a valley, and to the next ones."""

SEED: Final = 1

NO_DRIVE: Final = 1e12
"""The cost of numbers that make no drive."""


def evolved(
    problem: Problem,
    active: Bools,
    state: State,
    width: Width,
    clock: TimeLimit,
    drives: int,
) -> State:
    """The best drive found; the one that it began with if none is better.

    Args:
        problem: what is searched.
        active: which of its numbers are changed.
        state: where it begins.
        width: how far off a request may well be.
        clock: how long it may take.
        drives: so many are tried, in whole generations.
    """
    from cmaes import SepCMA

    chosen = np.flatnonzero(active)
    if len(chosen) < 2:
        return state
    scale = _scale(problem, active, state, width)[chosen]
    low = np.array([problem.knobs[j].range.low for j in chosen])
    high = np.array([problem.knobs[j].range.high for j in chosen])
    best, least = state, problem.cost(state, width)

    def tried(place: Floats) -> float:
        nonlocal best, least
        numbers = state.numbers.copy()
        numbers[chosen] = np.clip(numbers[chosen] + place * scale, low, high)
        there = problem.state(problem.raised(numbers))
        cost = NO_DRIVE if there is None else problem.cost(there, width)
        if there is not None and cost < least:
            best, least = there, cost
        return cost

    strategy = SepCMA(mean=np.zeros(len(chosen)), sigma=SPREAD, seed=SEED)
    for _ in range(drives // strategy.population_size):
        places = [strategy.ask() for _ in range(strategy.population_size)]
        if not clock.left():
            return best
        strategy.tell([(place, tried(place)) for place in places])
    tried(strategy.mean)
    return best


def _scale(problem: Problem, active: Bools, state: State, width: Width) -> Floats:
    """How far each number may be moved, shape (knobs,)."""
    curvature = problem.curvature(state, problem.effects(state, active), width)
    most = np.array([knob.range.most for knob in problem.knobs])
    scale: Floats = np.minimum(most, FAR / np.sqrt(np.maximum(curvature, 1.0 / most**2)))
    return scale
