"""Metrics by priority (docs/use/priorities.md)."""

from typing import Final

import numpy as np

from headstack.metrics.figures import response_ps, tail_ms
from headstack.metrics.metric import Columns, Metric, Metrics, Run


def by_priority(run: Run) -> list[Metrics]:
    """Returns the metrics of the requests of each priority, those without a priority first."""
    assert run.columns is not None  # `_has_priorities` has checked this
    return [_of_priority(run.columns, int(one)) for one in np.unique(run.columns["priority"])]


def _has_priorities(run: Run) -> bool:
    return run.columns is not None and bool(run.columns["priority"].any())


def _of_priority(c: Columns, priority: int) -> Metrics:
    mine = c["priority"] == priority
    return {
        "priority": priority,
        "requests": int(np.count_nonzero(mine)),
        **tail_ms(response_ps(c)[mine]),
    }


METRICS: Final[tuple[Metric[Run], ...]] = (
    Metric(
        "priorities",
        "",
        "for each priority, and for the requests without a priority (`priority` 0): `requests`, "
        "and `mean_`, `median_`, `p99_`, `p99_9_`, `max_response_ms`; only of runs with priorities",
        by_priority,
        "",
        _has_priorities,
    ),
)
"""The metrics of priorities."""
