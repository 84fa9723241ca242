"""Metrics of met deadlines. Requests without a deadline count in throughput only.

Real-time paper, section 4.
"""

from typing import Any, Final

import numpy.typing as npt

from headstack import _core
from headstack.metrics.metric import Columns, Metric, Metrics, Requests


def of_class(c: Columns, class_id: int) -> dict[str, npt.NDArray[Any]]:
    """Returns the rows of a class."""
    rows = c["class"] == class_id
    return {name: column[rows] for name, column in c.items()}


def deadlines(c: Columns) -> int:
    """Returns the number of requests with a deadline."""
    return _core.deadline_sums(dict(c))[0]


def missed(c: Columns) -> int:
    """Returns the number of requests that finished after their deadline."""
    return _core.deadline_sums(dict(c))[1]


def guarantee_ratio(c: Columns) -> float | None:
    """Returns the share of deadlines that were met. `None`: there are no deadlines."""
    count, late, _ = _core.deadline_sums(dict(c))
    return _kept(count, late)


def merit(c: Columns) -> float | None:
    """Returns the mean of phi(R), where R is response time / time from arrival to deadline.

    phi is 1 for R up to 1, and e^(-2 (R - 1)) for larger R. This formula is a reconstruction,
    because the formula in the paper is damaged. If the time to the deadline is 0, R is 1 for a
    response time of 0, and infinite for any other response time. `None`: there are no deadlines.
    """
    count, _, total = _core.deadline_sums(dict(c))
    return total / count if count else None


def _kept(count: int, late: int) -> float | None:
    return 1 - late / count if count else None


def _have_deadlines(found: Requests) -> bool:
    return found.totals.deadlines > 0


METRICS: Final[tuple[Metric[Requests], ...]] = (
    Metric(
        "deadlines",
        "1",
        "requests with a deadline; this and the next three are there only if any has one",
        lambda found: found.totals.deadlines,
        when=_have_deadlines,
    ),
    Metric(
        "missed",
        "1",
        "of them, those with `finish` > `deadline`",
        lambda found: found.totals.missed,
        when=_have_deadlines,
    ),
    Metric(
        "guarantee_ratio",
        "1",
        "1 - `missed` / `deadlines`",
        lambda found: _kept(found.totals.deadlines, found.totals.missed),
        "Real-time paper, 4",
        _have_deadlines,
    ),
    Metric(
        "merit",
        "1",
        "mean over them of 1 if R ≤ 1, else e^(-2 (R - 1)), with R = (`finish` - `arrival`) / "
        "(`deadline` - `arrival`). A reconstruction: the formula is damaged in the text that we "
        "have",
        lambda found: found.totals.merit / found.totals.deadlines,
        "Real-time paper, 4.1",
        _have_deadlines,
    ),
)


def summarise(c: Columns) -> Metrics:
    """Returns all metrics of deadlines. Returns no metrics if no request has a deadline."""
    count, late, total = _core.deadline_sums(dict(c))
    if not count:
        return {}
    values = (count, late, _kept(count, late), total / count)
    return {metric.name: value for metric, value in zip(METRICS, values, strict=True)}
