"""Finds the best of many drives near a drive. There, small steps end because the cost has steps.

A request that misses or catches its sector moves all following requests. So along each number the
cost falls and rises in steps, and small changes tell nothing about the next valley. A
covariance-matrix adaptation (N. Hansen and A. Ostermeier, Completely Derandomized
Self-Adaptation in Evolution Strategies, 2001) needs only costs. The variant without correlations
(R. Ros and N. Hansen, A Simple Modification in CMA-ES, 2008) learns the scales of many numbers
sooner.
"""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.time_limit import TimeLimit

FAR: Final = 10.0
"""Largest change of a number, as a multiple of the change that raises the cost by 1/2, by its
curvature. The change is never larger than the largest step of the number."""

SPREAD: Final = 0.3
"""First change of a number, as a share of the largest change. This share
reaches points of the same valley and of the next valleys."""

NO_DRIVE: Final = 1e12
"""The cost of numbers that make no drive."""


def evolved(
    problem: Problem,
    active: Bools,
    state: State,
    width: Width,
    clock: TimeLimit,
    drives: int,
    seed: int = 1,
) -> State:
    """Returns the best drive found, or the first drive if none is better.

    Args:
        problem: problem of the search.
        active: which numbers may change.
        state: state before the search.
        width: scales of the likelihoods.
        clock: time limit.
        drives: number of drives to try, in whole generations.
        seed: seed of the random numbers.
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

    strategy = SepCMA(mean=np.zeros(len(chosen)), sigma=SPREAD, seed=seed)
    for _ in range(drives // strategy.population_size):
        places = [strategy.ask() for _ in range(strategy.population_size)]
        if not clock.left():
            return best
        strategy.tell([(place, tried(place)) for place in places])
    tried(strategy.mean)
    return best


def _scale(problem: Problem, active: Bools, state: State, width: Width) -> Floats:
    """Returns the scale of changes of each number, shape (knobs,)."""
    curvature = problem.curvature(state, problem.effects(state, active), width)
    most = np.array([knob.range.most for knob in problem.knobs])
    scale: Floats = np.minimum(most, FAR / np.sqrt(np.maximum(curvature, 1.0 / most**2)))
    return scale
