"""The compared series of a run: response times and completion times of its requests."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack.result import Result

PS_PER_MS: Final = 10**9


@dataclass(frozen=True, eq=False)
class Series:
    """A run as series. Arrays of one length, in ms.

    Attributes:
        arrival_ms: time of each arrival, in order of issue.
        response_ms: response time of each request, in order of issue.
        finish_ms: completion times, rising.
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
        """Returns the series of a run."""
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
        """Returns a value for each time between completions. The values' mean is the throughput.

        The first `cut` completions do not count. The throughput x is 1 / g, where g is the mean
        time between completions. The value for a time t is x (2 - x t). To first order, x (2 - x t)
        is 1 / t. The mean of the values is x.
        """
        gaps_s = np.diff(self.finish_ms[cut:]) / 1000
        whole = float(gaps_s.mean())
        return np.zeros(len(gaps_s)) if whole == 0 else (2 - gaps_s / whole) / whole
