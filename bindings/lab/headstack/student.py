"""The quantile of Student's t distribution, for intervals of means."""

import math
from functools import cache

HALVINGS = 60
"""Number of halvings of the angle's interval. The result then has all digits of a float."""


@cache
def student_t(level: float, freedom: int) -> float:
    """Returns the t whose interval -t to t has the probability `level`.

    The function solves the finite sum of the distribution, which exists for whole numbers of
    degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).

    Args:
        level: probability, more than 0 and less than 1.
        freedom: degrees of freedom, 1 or more.
    """
    low, high = 0.0, math.pi / 2
    for _ in range(HALVINGS):
        angle = (low + high) / 2
        if _probability(angle, freedom) < level:
            low = angle
        else:
            high = angle
    return math.sqrt(freedom) * math.tan((low + high) / 2)


def _probability(angle: float, freedom: int) -> float:
    """Probability of the interval -t to t, where t = tan(angle) sqrt(freedom)."""
    odd = freedom % 2
    square = math.cos(angle) ** 2
    term = math.cos(angle) if odd else 1.0
    total = 0.0
    for step in range(odd + 1, freedom, 2):
        total += term
        term *= square * step / (step + 1)
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total
