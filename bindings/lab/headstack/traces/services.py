"""A recording with several requests outstanding, as services that follow one another.

A disk serves one request at a time. The service of a request begins when the request is issued, or
when the request before it in the order of completion ends, whichever is later. So the order of
completion turns any number of outstanding requests into a recording with one request at a time.

The order of completion is not always the order of the medium. A hit may overtake a read that waits
for the medium, and a host may see several completions at once. Such requests are marked.
"""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from headstack.arrays import Bools, Ints

NEAR_PS: Final = 100_000_000
"""Two services of a medium end further apart: one sector and a seek take more than 0.1 ms."""

GATHERED_PS: Final = 5_000_000
"""Completions that are closer were seen in one interrupt, so both times are uncertain."""


@dataclass(frozen=True, eq=False)
class Queued:
    """What the services of a recording with several requests outstanding have in common.

    Arrays have shape (n,), in the order of completion.

    Attributes:
        outstanding: number of requests that are mostly outstanding.
        waited: whether each request was issued before the end of the request before it.
        near: whether each request waited, and ended within `NEAR_PS` of the request before it.
        late: whether the end of each service may not be that of the medium: a near request, and a
            request that was seen at once with the next.
        unsure: whether the begin or the end of each service is uncertain: a late request, and a
            request that waited for a near request.
    """

    outstanding: int
    waited: Bools
    near: Bools
    late: Bools
    unsure: Bools

    def rows(self, which: slice) -> Self:
        """Returns the marks of some services."""
        parts = (getattr(self, name)[which] for name in ("waited", "near", "late", "unsure"))
        return type(self)(self.outstanding, *parts)


@dataclass(frozen=True, eq=False)
class Services:
    """Services in the order of completion.

    Attributes:
        order: number of the request of each service, shape (n,).
        measured_ps: time of each service, shape (n,).
        wait_ps: pause before each service without a request, shape (n,).
        queued: marks. `None`: one request was outstanding.
    """

    order: Ints
    measured_ps: Ints
    wait_ps: Ints
    queued: Queued | None


def of_times(issue_ps: Ints, completion_ps: Ints) -> Services:
    """Returns the services of requests, at least one.

    Args:
        issue_ps: time of each issue, shape (n,).
        completion_ps: time of each completion, shape (n,).
    """
    order = np.argsort(completion_ps, kind="stable")
    issue, end = issue_ps[order], completion_ps[order]
    before = np.r_[issue[0], end[:-1]]
    begin = np.maximum(issue, before)
    measured = end - begin
    waited = issue < before
    marks = None
    if waited.any():
        near = waited & (measured < NEAR_PS)
        late = near | np.r_[near[1:] & (measured[1:] < GATHERED_PS), False]
        after = np.r_[False, near[:-1]] & waited
        marks = Queued(depth_of(issue, end), waited, near, late, late | after)
    return Services(order, measured, begin - before, marks)


def depth_of(arrival_ps: Ints, completion_ps: Ints) -> int:
    """Returns the number of requests that are mostly outstanding after an arrival.

    Args:
        arrival_ps: time of each arrival, shape (n,).
        completion_ps: time of each completion, shape (n,).
    """
    arrivals, ends = np.sort(arrival_ps), np.sort(completion_ps)
    held = np.arange(1, len(arrivals) + 1) - np.searchsorted(ends, arrivals, side="right")
    return int(np.bincount(np.maximum(held, 0)).argmax())
