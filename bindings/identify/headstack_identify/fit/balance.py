"""Balances the requests that the model serves a revolution late and a revolution early.

The likelihood of a command time before the medium is flat within hundredths of a millisecond. A few
requests that change their revolution move all following requests, so the cost has steps. The
positioning times of a real drive spread evenly to both sides. So at the right command time, as many
requests just miss their sector as just catch it. For n requests of both kinds, a difference of k
costs k^2 / 2n, in nats like the rest.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack_identify.fit import revolution_errors, table
from headstack_identify.fit.problem import Problem, State, Width

SHIFTS: Final[Floats] = np.arange(-12, 13) / 12
"""Tried shifts of a command time, in spreads of positioning."""

NEAR: Final = 3.0
"""Limit, in spreads of positioning. Requests count if they miss or catch their sector by less."""

CLASSES: Final = ("read miss", "write")


def balanced(problem: Problem, state: State, width: Width) -> State:
    """Returns the drive with command times before the medium that balance both kinds."""
    for of in CLASSES:
        state = _shifted(problem, state, width, of)
    return state


def _shifted(problem: Problem, state: State, width: Width, of: str) -> State:
    own = np.array([knob.name in table.COMMANDS[of] for knob in problem.knobs])
    shifts_ms = SHIFTS * width.spread
    tried = [problem.state(state.numbers + shift * own) for shift in shifts_ms]
    there = [(shift, one) for shift, one in zip(shifts_ms, tried, strict=True) if one is not None]
    if len(there) < len(SHIFTS) / 2 or not np.any(own):
        return state
    write = problem.replays.trace.recording.write == (of == "write")
    counted = replace(problem, rows=problem.rows & write)
    costs = [problem.cost(one, width) + _unbalance(counted, one, width) for _, one in there]
    shifts = np.array([shift for shift, _ in there])
    # Fits a parabola through all costs, because the costs have steps.
    best = np.polynomial.Polynomial.fit(shifts, costs, 2)
    return there[int(np.argmin(best(shifts)))][1]


def _unbalance(problem: Problem, state: State, width: Width) -> float:
    """Returns the cost of the difference between late and early requests."""
    found, turn = state.found, problem.revolution_ms
    error = found.model_ms - problem.measured_ms
    late = revolution_errors.revolutions(error, found.media, turn)
    counts = problem.rows & found.media & (np.abs(error - late * turn) < revolution_errors.FAR_MS)
    slack = (found.rotation_ms % turn - late * turn)[counts]
    near = NEAR * width.spread
    caught = int(np.sum((slack < 0) & (slack > -near)))
    missed = int(np.sum((slack > turn) & (slack < turn + near)))
    return (caught - missed) ** 2 / (2 * max(caught + missed, 1))
