"""What of a run is compared: the response time of each request, and when each was over."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack.result import Result

PS_PER_MS: Final = 10**9


@dataclass(frozen=True, eq=False)
class Series:
    """A run as series; arrays of one length.

    Attributes:
        arrival_ms: when each request came, in the order in which they were issued.
        response_ms: response time of each, in the same order.
        finish_ms: when requests were over, rising.
        saturated: whether the queue grew over the run.
        schedule: SHA-256 of the schedule, `schedule_sha256` of the summary.
    """

    arrival_ms: Floats
    response_ms: Floats
    finish_ms: Floats
    saturated: bool
    schedule: str

    @classmethod
    def of(cls, result: Result) -> "Series":
        """The series of a run."""
        columns = result.columns
        order = np.argsort(columns["id"])
        response = (columns["finish"] - columns["arrival"])[order]
        return cls(
            arrival_ms=columns["arrival"][order] / PS_PER_MS,
            response_ms=response / PS_PER_MS,
            finish_ms=np.sort(columns["finish"]) / PS_PER_MS,
            saturated=bool(result.summary["saturated"]),
            schedule=str(result.summary["schedule_sha256"]),
        )

    def rates_per_s(self, cut: int) -> Floats:
        """A number for each time between completions behind the cut; their mean is the throughput.

        The throughput is the inverse of the mean time between completions, g. What each time t
        adds is x (2 - x t), with x = 1 / g: to first order the inverse of t, and its mean is x.
        """
        gaps_s = np.diff(self.finish_ms[cut:]) / 1000
        whole = float(gaps_s.mean())
        return np.zeros(len(gaps_s)) if whole == 0 else (2 - gaps_s / whole) / whole
