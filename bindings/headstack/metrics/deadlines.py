"""How well deadlines were met. Requests without one count in throughput only.

Real-time paper, section 4.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from headstack.workload.base import NO_DEADLINE

Columns = Mapping[str, npt.NDArray[Any]]


def of_class(c: Columns, class_id: int) -> dict[str, npt.NDArray[Any]]:
    """The rows of one class."""
    rows = c["class"] == class_id
    return {name: column[rows] for name, column in c.items()}


def have_deadlines(c: Columns) -> bool:
    """Whether any request has a deadline."""
    return bool((c["deadline"] != NO_DEADLINE).any())


def missed(c: Columns) -> int:
    """Requests that finished after their deadline."""
    return int(np.count_nonzero(c["finish"] > c["deadline"]))


def guarantee_ratio(c: Columns) -> float | None:
    """Share of requests with a deadline that finished by it; None without any."""
    count = int(np.count_nonzero(c["deadline"] != NO_DEADLINE))
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


def summarise(c: Columns) -> dict[str, Any]:
    """All metrics of deadlines; empty if no request has one."""
    if not have_deadlines(c):
        return {}
    return {
        "deadlines": int(np.count_nonzero(c["deadline"] != NO_DEADLINE)),
        "missed": missed(c),
        "guarantee_ratio": guarantee_ratio(c),
        "merit": merit(c),
    }
