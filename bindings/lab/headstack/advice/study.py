"""What was found, before it is put into words."""

from collections.abc import Mapping
from dataclasses import dataclass

from headstack._core import DriveConfig
from headstack.advice.configurations import BASELINE, Configuration
from headstack.advice.question import Question
from headstack.advice.ranking import Ranking
from headstack.statistics.series import Series
from headstack.traces import Profile
from headstack.traces.busiest import Window
from headstack.workload import Workload


@dataclass(frozen=True, eq=False)
class Study:
    """What was asked, tried and found.

    Attributes:
        question: what was asked.
        drive: the drive.
        load: the requests that all were given.
        profile: what is known of the trace; None: there is none.
        at_a_time: requests that were under way together when it was recorded, at 95 % of the
            arrivals no more; None: it does not say.
        ranking: the configurations in order.
        runs: the runs that it is of.
        screening: the order of all of them on some of the requests; None: all were run on all.
        part: which requests of a trace these are; None: the first of a workload, or all.
        asked_per_s: rate of the trace, where nothing keeps up with it; None: something does.
        alone_per_s: throughput with one request at a time, as it was recorded, where nothing keeps
            up; None: otherwise.
        wall_s: seconds that it took.
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
        """First come, first served."""
        return next(one for one in self.runs if one.scheduler == BASELINE)
