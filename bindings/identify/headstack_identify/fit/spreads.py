"""The spread of positioning times that makes a trace likeliest."""

from typing import Final

from headstack_identify.fit.problem import Problem, State, Width

SPREADS_MS: Final = (0.12, 0.09, 0.065, 0.045, 0.03)
"""Spreads from which the likeliest is taken, in ms."""


def likeliest(problem: Problem, state: State, rest_ms: float) -> Width:
    """Returns the scales with the likeliest spread.

    Args:
        problem: problem of the search.
        state: the drive.
        rest_ms: scale of errors without whole revolutions.
    """
    widths = [Width(rest=rest_ms, spread=spread) for spread in SPREADS_MS]
    return min(widths, key=lambda width: problem.cost(state, width))
