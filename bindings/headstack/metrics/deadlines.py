"""How well deadlines were met. Requests without one count in throughput only.

Real-time paper, section 4.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.metrics.metric import Columns, Metric, Metrics, Requests, evaluate
from headstack.workload.base import NO_DEADLINE


def of_class(c: Columns, class_id: int) -> dict[str, npt.NDArray[Any]]:
    """The rows of one class."""
    rows = c["class"] == class_id
    return {name: column[rows] for name, column in c.items()}


def deadlines(c: Columns) -> int:
    """Requests with a deadline."""
    return int(np.count_nonzero(c["deadline"] != NO_DEADLINE))


def missed(c: Columns) -> int:
    """Requests that finished after their deadline."""
    return int(np.count_nonzero(c["finish"] > c["deadline"]))


def guarantee_ratio(c: Columns) -> float | None:
    """Share of requests with a deadline that finished by it; None without any."""
    count = deadlines(c)
    return 1 - missed(c) / count if count else None


def merit(c: Columns) -> float | None:
    """Mean of phi(R), R being response time / time from arrival to deadline.

    phi is 1 for R up to 1 and e^(-2 (R - 1)) above: a reconstruction, since the paper's formula is
    damaged. None without deadlines. A request that was given no time has R = 1 if it took
    none, else R is infinite.
    """
    rows = c["deadline"] != NO_DEADLINE
    if not rows.any():
        return None
    response = (c["finish"] - c["arrival"])[rows].astype(np.float64)
    given = (c["deadline"] - c["arrival"])[rows].astype(np.float64)
    rated = np.divide(response, given, out=np.where(response > 0, np.inf, 1.0), where=given > 0)
    return float(np.where(rated <= 1, 1.0, np.exp(-2 * (rated - 1))).mean())


def _have_deadlines(found: Requests) -> bool:
    return deadlines(found.columns) > 0


METRICS: Final[tuple[Metric[Requests], ...]] = (
    Metric(
        "deadlines",
        "1",
        "requests with a deadline; this and the next three are there only if any has one",
        lambda found: deadlines(found.columns),
        when=_have_deadlines,
    ),
    Metric(
        "missed",
        "1",
        "of them, those with `finish` > `deadline`",
        lambda found: missed(found.columns),
        when=_have_deadlines,
    ),
    Metric(
        "guarantee_ratio",
        "1",
        "1 - `missed` / `deadlines`",
        lambda found: guarantee_ratio(found.columns),
        "Real-time paper, 4",
        _have_deadlines,
    ),
    Metric(
        "merit",
        "1",
        "mean over them of 1 if R ≤ 1, else e^(-2 (R - 1)), with R = (`finish` - `arrival`) / "
        "(`deadline` - `arrival`). A reconstruction: the formula is damaged in the text that we "
        "have",
        lambda found: merit(found.columns),
        "Real-time paper, 4.1",
        _have_deadlines,
    ),
)


def summarise(c: Columns) -> Metrics:
    """All metrics of deadlines; empty if no request has one."""
    return evaluate(METRICS, Requests(c, bytes_per_block=0))  # no size is looked at
