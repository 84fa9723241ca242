"""The results of all runs, without words."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from headstack._core import DriveConfig, __version__
from headstack.advice.configurations import BASELINE, Configuration
from headstack.advice.question import Question
from headstack.advice.ranking import Ranking
from headstack.statistics.series import Series
from headstack.traces import Profile
from headstack.traces.busiest import Window
from headstack.workload import Workload


@dataclass(frozen=True, eq=False)
class Study:
    """The question, the tried configurations and the results.

    Attributes:
        question: the question.
        drive: the drive.
        load: the requests of all runs.
        profile: description of the trace. `None`: the requests are not from a trace.
        at_a_time: requests under way when the trace was recorded, from
            `advising.recorded_at_a_time`. `None`: the number is unknown.
        ranking: the configurations in order.
        runs: the runs of the ranking.
        screening: ranking of all configurations on some of the requests. `None`: all configurations
            ran on all requests.
        part: the requests of the screening in a trace. `None`: the screening had the first
            requests of a workload, or there was no screening.
        asked_per_s: arrival rate of the trace if every queue grew; otherwise `None`.
        alone_per_s: throughput with one request at a time, if every queue grew and the trace was
            recorded in this way; otherwise `None`.
        wall_s: time of the study, in s.
    """

    question: Question
    drive: DriveConfig
    load: Workload
    profile: Profile | None
    at_a_time: int | None
    ranking: Ranking
    runs: Mapping[Configuration, Series]
    screening: Ranking | None
    part: Window | None
    asked_per_s: float | None
    alone_per_s: float | None
    wall_s: float

    @property
    def baseline(self) -> Configuration:
        """Configuration of first come, first served."""
        return next(one for one in self.runs if one.scheduler == BASELINE)

    @property
    def versions(self) -> dict[str, str]:
        """Versions of headstack, Python and libraries."""
        return {
            "headstack": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
        }
