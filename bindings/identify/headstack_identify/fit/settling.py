"""Fits write settling times that are parts of a revolution, by ranges of distance.

A servo that checks the track a fixed number of times in a revolution has such settling times. Each
range of distances gets the part of a revolution that makes its writes most likely. Each border
between ranges has a price. Replays measure the likelihood of writes with a part. A write that may
begin among its blocks does not end later in proportion, so a computation would be wrong.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit import situations
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.splitting import roundest
from headstack_identify.fit.start import Start
from headstack_identify.fit.terms import Term

STEPS: Final = "seek.write_settle_steps"

PARTS: Final = 8
"""Tried parts of a revolution by which writes settle longer."""

LEAST_WRITES: Final = 200
"""Least number of writes with a seek."""

BORDER: Final = 16.0
"""Least gain of likelihood for a border between ranges, in nats. The choice is among about 600
distances and 8 parts. The logarithm of their product is 8.5. A term must be worth 8."""


def proposal(problem: Problem, state: State, start: Start, width: Width) -> Problem | None:
    """Returns the problem with the best steps.

    Returns `None` if the steps stay the same or the trace shows no steps.
    """
    others = {key: value for key, value in problem.others.items() if key != STEPS}
    plain = replace(problem, others=others)
    there = plain.state(state.numbers) if STEPS in problem.others else state
    if there is None:
        return None
    writes = problem.replays.trace.recording.write & there.found.media & (start.distance > 0)
    writes &= problem.rows
    if writes.sum() < LEAST_WRITES:
        return None
    steps = _steps(start.distance[writes], _costs(plain, there, width)[writes[problem.rows]])
    found = {**others, STEPS: steps} if steps else others
    return None if found == problem.others else replace(problem, others=found)


def _costs(problem: Problem, state: State, width: Width) -> Floats:
    """Returns the cost of each request for each part. A replay delays the writes by each part."""
    longer = situations.added(problem, [Term("write")])
    found = np.full((int(problem.rows.sum()), PARTS), np.inf)
    for part in range(PARTS):
        later = part / PARTS * problem.revolution_ms
        there = longer.state(np.r_[state.numbers, later])
        if there is not None:
            found[:, part] = longer.each(there, width)
    return found


def _steps(distance: Ints, costs: Floats) -> list[list[Any]]:
    """Returns steps for a drive file from the costs of writes, shape (writes, parts)."""
    distances, which = np.unique(distance, return_inverse=True)
    sums = np.zeros((len(distances), costs.shape[1]))
    np.add.at(sums, which, costs)
    parts = _ranges(sums)
    found: list[list[Any]] = []
    for number in np.flatnonzero(np.diff(parts)).tolist():
        low, high = int(distances[number]), int(distances[number + 1])
        found.append([roundest(low, high - 1), _text(parts[number])])
    if parts[-1]:
        found.append([int(distances[-1]), _text(parts[-1])])
    return found


def _text(part: int) -> str:
    share = Fraction(part, PARTS)
    return f"{share.numerator}/{share.denominator} rev" if part else "0 ms"


def _ranges(costs: Floats) -> list[int]:
    """Returns the cheapest part for each distance. Each change between neighbours has a price."""
    total, came = costs[0], []
    for cost in costs[1:]:
        cheapest = int(np.argmin(total))
        changed = total[cheapest] + BORDER < total
        came.append(np.where(changed, cheapest, np.arange(len(total))))
        total = np.where(changed, total[cheapest] + BORDER, total) + cost
    parts = [int(np.argmin(total))]
    for back in reversed(came):
        parts.append(int(back[parts[-1]]))
    return parts[::-1]
