"""Finds the busiest part of a trace: consecutive requests that came in the least time."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from headstack.arrays import Ints
from headstack.units import PS_PER_S


@dataclass(frozen=True)
class Window:
    """Consecutive requests. Times are in ps after the first arrival of the trace.

    Attributes:
        first: number of requests before the window.
        requests: number of requests in the window.
        begin_ps: first arrival of the window.
        end_ps: last arrival of the window.
        all_requests: number of requests of the trace.
        all_ps: last arrival of the trace.
    """

    first: int
    requests: int
    begin_ps: int
    end_ps: int
    all_requests: int
    all_ps: int

    @property
    def rate_per_s(self) -> float | None:
        """Arrivals per second in the window. `None`: all requests came at one time."""
        return _rate(self.requests, self.end_ps - self.begin_ps)

    @property
    def all_rate_per_s(self) -> float | None:
        """Arrivals per second in the whole trace. `None`: all requests came at one time."""
        return _rate(self.all_requests, self.all_ps)

    def document(self) -> dict[str, int | float | None]:
        """Returns the window as plain values."""
        return {
            "requests_before": self.first,
            "requests": self.requests,
            "begin_s": self.begin_ps / PS_PER_S,
            "end_s": self.end_ps / PS_PER_S,
            "rate_per_s": self.rate_per_s,
            "all_rate_per_s": self.all_rate_per_s,
        }


def busiest(arrivals: Iterable[Ints], requests: int) -> Window:
    """Returns the window of `requests` requests with the least time from first to last arrival.

    If several windows have this time, the earliest is returned. The function keeps one part and the
    arrivals of one window in memory.

    Args:
        arrivals: times in ps, rising, in parts; `requests` of them or more.
        requests: length of the window, 1 or more.
    """
    behind = requests - 1  # distance from the window's first request to its last
    held = np.zeros(0, np.int64)
    seen, began, found = 0, 0, (-1, 0, 0)
    for part in arrivals:
        if not len(part):
            continue
        began = began if seen else int(part[0])
        both = np.concatenate((held, part))
        spans = both[behind:] - both[: max(len(both) - behind, 0)]
        if len(spans):
            row = int(np.argmin(spans))
            begin, end = int(both[row]), int(both[row + behind])
            if found[0] < 0 or end - begin < found[2] - found[1]:
                found = seen - len(held) + row, begin, end
        seen += len(part)
        held = both[max(len(both) - behind, 0) :]
    first, begin, end = found
    assert first >= 0, "fewer requests than a window has"
    return Window(first, requests, begin - began, end - began, seen, int(both[-1]) - began)


def _rate(requests: int, span_ps: int) -> float | None:
    return (requests - 1) * PS_PER_S / span_ps if span_ps else None
