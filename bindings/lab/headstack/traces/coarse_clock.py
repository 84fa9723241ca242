"""Completions to a nanosecond, from completions in whole milliseconds and exact latencies.

With one request outstanding, a request is issued a short gap after the completion before it. So
completions are sums of latencies and gaps, and the whole milliseconds bound each of them.
"""

from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from headstack.arrays import Ints

STEP_PS: Final = 10**9
"""The step of the clock: 1 ms."""

_APART: Final = 100
"""Requests before and after a request that bound its completion."""

_NEAR: Final = 20
"""Requests over which the mean gap is corrected. Few, so that most have no pause among them."""

_PASSES: Final = 4


def is_coarse(completion_ps: Ints) -> bool:
    """Whether all completions are whole milliseconds."""
    return len(completion_ps) > 1 and not np.any(completion_ps % STEP_PS)


def refined(completion_ps: Ints, response_ps: Ints) -> Ints | None:
    """Returns each completion, to some 20 us.

    Args:
        completion_ps: completions, rounded down to `STEP_PS`, in order of completion.
        response_ps: exact latencies.

    Returns:
        Completions in ps. `None`: more time was spent in requests than passed, so several
        requests were outstanding.
    """
    apart = min(_APART, len(completion_ps) - 1)
    spent = np.cumsum(response_ps)
    gaps = (completion_ps[apart:] - completion_ps[:-apart]) - (spent[apart:] - spent[:-apart])
    if np.median(gaps) < -1.5 * STEP_PS:
        return None
    gap_ps = float(np.quantile(gaps, 0.1)) / apart
    for _ in range(_PASSES):
        summed_ps = spent + np.rint(np.arange(len(spent)) * gap_ps).astype(np.int64)
        lag_ps = _lag(completion_ps - summed_ps)
        gap_ps += (
            float(np.median(lag_ps[_NEAR:] - lag_ps[:-_NEAR])) / _NEAR if len(lag_ps) > _NEAR else 0
        )
    found: Ints = summed_ps + lag_ps
    return found


def _lag(least_ps: Ints) -> Ints:
    """Returns by how much the clock is ahead of the sum of latencies and gaps at each completion.

    The sum loses time in each pause, and never gains any. So the milliseconds of earlier requests
    bound the lag from below, those of later requests from above.
    """
    before = np.pad(least_ps, (_APART - 1, 0), mode="edge")
    after = np.pad(least_ps, (0, _APART - 1), mode="edge")
    lowest = sliding_window_view(before, _APART).max(axis=1)
    highest = sliding_window_view(after, _APART).min(axis=1) + STEP_PS
    lag_ps: Ints = (lowest + highest) // 2
    return lag_ps
