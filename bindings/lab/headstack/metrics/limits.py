"""Metrics by duration limit (docs/use/limits.md)."""

from typing import Final

import numpy as np

from headstack.metrics.figures import response_ps, tail_ms
from headstack.metrics.metric import Columns, Metric, Metrics, Run
from headstack.workload.base import NO_DEADLINE

_ENDS: Final = (0x2E0B, 0x550F)
"""Sense of a command that a limit has ended: key + 2^8 code. ABORTED COMMAND, or COMPLETED."""


def by_limit(run: Run) -> list[Metrics]:
    """Returns the metrics of the requests of each limit, the requests without a limit first."""
    assert run.columns is not None  # `_has_limits` has checked this
    return [_of_limit(run.columns, int(number)) for number in np.unique(run.columns["limit"])]


def _has_limits(run: Run) -> bool:
    return run.columns is not None and bool(run.columns["limit"].any())


def _of_limit(c: Columns, number: int) -> Metrics:
    mine = c["limit"] == number
    response = response_ps(c)[mine]
    timed = mine & (c["deadline"] != NO_DEADLINE)
    late = timed & (c["finish"] > c["deadline"])
    return {
        "limit": number,
        "requests": int(np.count_nonzero(mine)),
        "ended": int(np.count_nonzero(mine & np.isin(c["sense"] & 0xFFFF, _ENDS))),
        "missed": int(np.count_nonzero(late)) if timed.any() else None,
        **tail_ms(response),
    }


METRICS: Final[tuple[Metric[Run], ...]] = (
    Metric(
        "limits",
        "",
        "for each duration limit, and for the requests without a limit (`limit` 0): `requests`, "
        "`ended` (without their data, because of the limit), `missed` (finish after the limit's "
        "whole time; null if there is no such time), and `mean_`, `median_`, `p99_`, `p99_9_`, "
        "`max_response_ms`; only of runs with duration limits",
        by_limit,
        "",
        _has_limits,
    ),
)
"""The metrics of duration limits."""
