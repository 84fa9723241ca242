"""Moves single numbers and parts of the seek curve, each move tried by a replay.

A step of all numbers follows slopes that hold nearby. Requests that change their revolution give
the cost steps of some nats, so a small gain of a step gets lost among the changes of the other
numbers. Here, each move has one line: a number, a bend, all bends from a distance on, a ramp of
these bends, or a time that moves from before the data of all reads or writes to after them.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit import table
from headstack_identify.fit.free_parameters import SeekCurvePoint
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.time_limit import TimeLimit

Moves = Callable[[Problem, Bools, State, Width, float, TimeLimit], State]
"""`far`, `exchanged` or `moved`. Returns the given state itself if no move pays."""

SHIFTS: Final = (-3.0, -1.0, 1.0, 3.0)
"""Tried shifts along a line."""

FAR: Final = tuple(sign * by for by in (5, 8, 10, 12, 15, 20, 30, 40) for sign in (-1.0, 1.0))
"""Tried shifts of single numbers. The range between two cliffs of the cost may be 0.1 ms wide."""

BEND_MS: Final = 0.07
"""A shift by 1 along a line of bends, in ms."""

STEP_MS: Final = 0.01
"""A shift by 1 of time from before the data to after them, in ms."""

SWEEPS: Final = 3
"""Most times that all lines are tried."""


def far(
    problem: Problem, active: Bools, state: State, width: Width, worth: float, clock: TimeLimit
) -> State:
    """Returns the drive after far moves of single numbers that pay. Arguments as in `moved`."""
    return _along(problem, _numbers(problem, active), FAR, 1, state, width, worth, clock)


def exchanged(
    problem: Problem, active: Bools, state: State, width: Width, worth: float, clock: TimeLimit
) -> State:
    """Returns the drive after moves of time between commands and their ends that pay.

    Few requests tell both times apart. A sequential read over a track's end is an example: after a
    long command, the next track is missed. A move that a number's limit would cut short is left
    out, because most requests would take another time. Arguments as in `moved`.
    """
    tried = _after_and_before(problem, active, state)
    shifts = (*SHIFTS, *FAR)
    return _along(problem, tried, shifts, SWEEPS, state, width, worth, clock, whole=True)


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
    return _along(problem, lines(problem, active), SHIFTS, SWEEPS, state, width, worth, clock)


def _along(
    problem: Problem,
    tried: Floats,
    shifts: tuple[float, ...],
    sweeps: int,
    state: State,
    width: Width,
    worth: float,
    clock: TimeLimit,
    whole: bool = False,
) -> State:
    """Returns the drive after all shifts along lines that pay, one at a time.

    `whole`: without shifts that a limit of a number would cut short.
    """
    low, high = (np.array([getattr(knob.range, end) for knob in problem.knobs])
                 for end in ("low", "high"))  # fmt: skip
    cost = problem.cost(state, width)
    for _ in range(sweeps):
        before = cost
        for line in tried:
            for shift in shifts:
                if not clock.left():
                    return state
                uncut = state.numbers + shift * line
                numbers = np.clip(uncut, low, high)
                cut = whole and not np.array_equal(numbers, uncut)
                if cut or np.array_equal(numbers, state.numbers):
                    continue
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
    bends = _bends(problem, active)
    found = np.zeros((3 * len(bends), len(knobs)))
    distances = np.array([getattr(knob, "distance", 0) for knob in knobs], np.float64)
    for place, j in enumerate(bends):
        rest = bends[place:]
        length = distances[rest[-1]] - distances[j]
        found[3 * place, j] = BEND_MS
        found[3 * place + 1, rest] = BEND_MS
        if length:
            found[3 * place + 2, rest] = BEND_MS * (distances[rest] - distances[j]) / length
    return np.vstack([_numbers(problem, active), found[np.any(found, axis=1)]])


def _numbers(problem: Problem, active: Bools) -> Floats:
    """Returns changes of each number but the bends by its step, shape (numbers, knobs)."""
    steps = np.diag([knob.range.step for knob in problem.knobs])
    single = np.setdiff1d(np.flatnonzero(active), _bends(problem, active))
    return steps[single]


def _after_and_before(problem: Problem, active: Bools, state: State) -> Floats:
    """Returns lines with `STEP_MS` more after the data, and less before, shape (lines, knobs).

    A least time of 0 is no rule, and stays. A number that may not change stays too.
    """
    found = np.zeros((len(table.AFTER_AND_BEFORE), len(problem.knobs)))
    for line, (after, before) in zip(found, table.AFTER_AND_BEFORE, strict=True):
        for j, knob in enumerate(problem.knobs):
            least = knob.name.endswith("_least")
            if knob.name in before or (knob.name in after and (not least or state.numbers[j] > 0)):
                line[j] = -STEP_MS if knob.name in before else STEP_MS
    found *= active
    kept: Floats = found[np.any(found > 0, axis=1) & np.any(found < 0, axis=1)]
    return kept


def _bends(problem: Problem, active: Bools) -> list[int]:
    """Returns the bends that may change."""
    knobs = enumerate(problem.knobs)
    return [j for j, knob in knobs if active[j] and isinstance(knob, SeekCurvePoint)]
