"""Times in whole units, of requests with one outstanding.

Issue and latency are rounded separately. So a request may seem to begin shortly before the end of
the request before it.
"""

from typing import Final

import numpy as np

from headstack.arrays import Ints

MOST_PS: Final = 1_000_000
"""Longest overlap that counts as rounding: 1 us. Rounding to 1 us causes such overlaps."""


def apart(issue_ps: Ints, completion_ps: Ints) -> Ints:
    """Returns times of issue after the ends of the requests before them.

    The given times come back if some requests overlap by more than rounding explains.

    Args:
        issue_ps: time of each issue, in the order of issue, shape (n,).
        completion_ps: time of each completion, shape (n,).
    """
    overlap = completion_ps[:-1] - issue_ps[1:]
    most = int(overlap.max(initial=0))
    # Two issues are off by less than a unit of issues together, and a latency by less than its own.
    error = _unit(issue_ps - issue_ps[0]) + _unit(completion_ps - issue_ps)
    if most == 0 or most >= error or most > MOST_PS:
        return issue_ps
    later = issue_ps.copy()
    later[1:] = np.maximum(issue_ps[1:], completion_ps[:-1])
    return later


def _unit(times_ps: Ints) -> int:
    """Returns the unit of times: the largest number that divides all of them."""
    return int(np.gcd.reduce(times_ps))
