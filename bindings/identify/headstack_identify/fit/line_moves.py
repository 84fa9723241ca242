"""Moves single numbers and parts of the seek curve, each move tried by a replay.

A step of all numbers follows slopes that hold nearby. Requests that change their revolution give
the cost steps of some nats, so a small gain of a step gets lost among the changes of the other
numbers. Here, each move has one line: a number, a bend, all bends from a distance on, or a ramp of
these bends.
"""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.free_parameters import SeekCurvePoint
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.time_limit import TimeLimit

SHIFTS: Final = (-3.0, -1.0, 1.0, 3.0)
"""Tried shifts along a line."""

BEND_MS: Final = 0.07
"""A shift by 1 along a line of bends, in ms."""

SWEEPS: Final = 3
"""Most times that all lines are tried."""


def moved(
    problem: Problem, active: Bools, state: State, width: Width, worth: float, clock: TimeLimit
) -> State:
    """Returns the drive after all moves that pay, one at a time.

    Args:
        problem: problem of the search.
        active: which numbers may change, shape (knobs,).
        state: the drive.
        width: scales of the likelihoods.
        worth: least gain of likelihood of a move, in nats.
        clock: time limit.
    """
    low, high = (np.array([getattr(knob.range, end) for knob in problem.knobs])
                 for end in ("low", "high"))  # fmt: skip
    tried, cost = lines(problem, active), problem.cost(state, width)
    for _ in range(SWEEPS):
        before = cost
        for line in tried:
            for shift in SHIFTS:
                if not clock.left():
                    return state
                numbers = np.clip(state.numbers + shift * line, low, high)
                there = problem.state(problem.raised(numbers))
                least = np.inf if there is None else problem.cost(there, width)
                if there is not None and least < cost - worth:
                    state, cost = there, least
        if cost == before:
            break
    return state


def lines(problem: Problem, active: Bools) -> Floats:
    """Returns changes of the numbers by a shift of 1, shape (lines, knobs)."""
    knobs = problem.knobs
    bends = [j for j, knob in enumerate(knobs) if active[j] and isinstance(knob, SeekCurvePoint)]
    others = [j for j in np.flatnonzero(active).tolist() if j not in bends]
    found = np.zeros((len(others) + 3 * len(bends), len(knobs)))
    for row, j in enumerate(others):
        found[row, j] = knobs[j].range.step
    distances = np.array([getattr(knob, "distance", 0) for knob in knobs], np.float64)
    row = len(others)
    for place, j in enumerate(bends):
        rest = bends[place:]
        length = distances[rest[-1]] - distances[j]
        found[row, j] = BEND_MS
        found[row + 1, rest] = BEND_MS
        if length:
            found[row + 2, rest] = BEND_MS * (distances[rest] - distances[j]) / length
        row += 3
    return found[np.any(found, axis=1)]
