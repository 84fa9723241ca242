"""Makes a recommendation from given requests."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack import catalog, checks, traces
from headstack._core import DriveConfig
from headstack.advice import linux, summary
from headstack.advice.configurations import Configuration, configurations
from headstack.advice.question import By, Question, closed, shorter
from headstack.advice.ranking import MEASURE_OF, Ranking, ranked
from headstack.advice.running import Say, run, run_all
from headstack.advice.study import Study
from headstack.drawing import markup
from headstack.errors import ConfigError
from headstack.lazy import present
from headstack.statistics.figures import MEASURES
from headstack.statistics.series import Series
from headstack.traces import Trace
from headstack.traces.base import MOST
from headstack.traces.busiest import Window
from headstack.workload import Workload
from headstack.workload.traced import Traced

SCREENED: Final = 20_000
"""Number of requests of a screening: the busiest part of a trace, or the first requests of a
workload. A screening runs only with at least twice as many requests and more than KEPT + 1
configurations."""

KEPT: Final = 5
"""Number of configurations that then run on all requests, besides the baseline."""

AT_A_TIME: Final = 32
"""Requests in the system of a closed replay if the recorded number is unknown or 1."""

OF_ARRIVALS: Final = 0.95
"""Quantile over arrivals that gives the number of requests under way. The arrivals above this
quantile belong to short bursts."""


@dataclass(frozen=True, eq=False)
class Advice(Study):
    """A recommendation and the results that support it."""

    @property
    def answer(self) -> str:
        """The recommendation, in sentences."""
        return summary.answer(self)

    @property
    def assumed(self) -> list[str]:
        """The assumptions. Each assumption is a sentence."""
        return summary.assumed(self)

    @property
    def sureness(self) -> list[str]:
        """The certainty of the recommendation, and the reasons. Each item is a sentence."""
        return summary.sureness(self)

    @property
    def linux(self) -> list[str]:
        """The commands that set the best configuration on Linux. Empty: Linux does not have it."""
        best = self.ranking.best.configuration
        return linux.commands(best, self.runs[best])

    def _repr_html_(self) -> str | None:
        """Returns the page of the recommendation in a frame. `None`: there is no matplotlib."""
        if not present("matplotlib"):
            return None
        from headstack.advice import advice_page

        return markup.frame(advice_page.html(self))

    def document(self) -> dict[str, Any]:
        """Returns the recommendation with its data as plain values, for JSON."""
        ranking = self.ranking
        return {
            "answer": self.answer,
            "linux": self.linux,
            "command": self.question.command,
            "drive": self.drive.name,
            "workload": dict(self.load.settings()),
            "requests": self.load.requests,
            "closed": self.load.outstanding is not None,
            "by": ranking.by.name,
            "level": ranking.level,
            "warmup_requests": ranking.warmup.cut,
            "warmup_found": ranking.warmup.found,
            "ranking": [row.document() for row in ranking.rows],
            "screened": None
            if self.screening is None
            else [row.document() for row in self.screening.rows],
            "screened_requests": None if self.screening is None else self.screening.warmup.values,
            "screened_part": None if self.part is None else self.part.document(),
            "asked_per_s": self.asked_per_s,
            "recorded_at_a_time": self.at_a_time,
            "one_at_a_time_per_s": self.alone_per_s,
            "assumed": self.assumed,
            "sureness": self.sureness,
            "versions": self.versions,
            "trace": None if self.profile is None else self.profile.document(),
            "wall_s": self.wall_s,
        }


def advise(question: Question, progress: Say | None = None, jobs: int | None = None) -> Advice:
    """Tries ways of ordering given requests on a drive, and recommends one of them.

    All configurations get the same requests. If there are many requests, all configurations run on
    SCREENED of the requests. Then the best KEPT configurations run on all requests. A trace of a
    faster device can make the queue of every configuration grow. The trace is then replayed as a
    closed loop. The loop has the recorded number of requests in the system, or AT_A_TIME.

    Args:
        question: the requests, the drive and the choices to try.
        progress: called with the number of finished runs, and the name of the last finished run.
        jobs: number of processes. `None`: one for each core.

    Raises:
        ConfigError: the trace or the drive cannot be read, the trace does not fit the drive, or an
            argument is out of its range.
        RunError: a run failed.
    """
    begun = time.monotonic()
    checks.instance("question", question, Question, "advice.Question")
    checks.function("progress", progress)
    if jobs is not None:
        checks.whole("jobs", jobs, 1, 4096)
    _check(question)
    tried = configurations(question.schedulers, question.places, question.depths)
    drive = catalog.load(question.drive)
    load = question.load().on(drive)
    profile = traces.profile(load.trace) if isinstance(load, Traced) else None
    at_a_time = recorded_at_a_time(load.trace, load.requests) if isinstance(load, Traced) else None
    trials = _Trials(drive, question, tried, progress or _silent, jobs)
    found = trials.of(load)
    asked = alone = None
    if (
        isinstance(load, Traced)
        and load.is_open
        and all(one.saturated for one in found[1].values())
    ):
        asked = _rate(next(iter(found[1].values())))
        at_once = at_a_time if at_a_time and at_a_time > 1 else AT_A_TIME
        if at_a_time == 1:
            one = run(drive, closed(load, 1), tried[0])
            alone = MEASURES["throughput_per_s"].value(one, 0)
        load = closed(load, min(at_once, load.requests))
        found = trials.of(load)
    ranking, runs, screening, part = found
    return Advice(
        question=question,
        drive=drive,
        load=load,
        profile=profile,
        at_a_time=at_a_time,
        ranking=ranking,
        runs=runs,
        screening=screening,
        part=part,
        asked_per_s=asked,
        alone_per_s=alone,
        wall_s=time.monotonic() - begun,
    )


_Found = tuple[Ranking, dict[Configuration, Series], Ranking | None, Window | None]


class _Trials:
    """Runs all configurations under a load, or only the best configurations of a screening."""

    def __init__(
        self,
        drive: DriveConfig,
        question: Question,
        tried: Sequence[Configuration],
        say: Say,
        jobs: int | None,
    ) -> None:
        self._drive = drive
        self._question = question
        self._tried = tried
        self._say = say
        self._jobs = jobs
        self._done = 0

    def of(self, load: Workload) -> _Found:
        """Returns ranking and runs, and a screening's ranking and window. `None`: no screening."""
        if load.requests < 2 * SCREENED or len(self._tried) <= KEPT + 1:
            runs = self._run(load, self._tried)
            return self._ranked(runs, load), runs, None, None
        part = load.busiest(self._drive, SCREENED) if isinstance(load, Traced) else None
        some = shorter(load, SCREENED, part)
        screening = self._ranked(self._run(some, self._tried), some)
        best = {row.configuration for row in screening.rows[:KEPT]} | {self._tried[0]}
        runs = self._run(load, [one for one in self._tried if one in best])
        return self._ranked(runs, load), runs, screening, part

    def _run(self, load: Workload, tried: Sequence[Configuration]) -> dict[Configuration, Series]:
        before = self._done
        runs = run_all(
            self._drive, load, tried, lambda done, what: self._say(before + done, what), self._jobs
        )
        self._done += len(tried)
        return runs

    def _ranked(self, runs: Mapping[Configuration, Series], load: Workload) -> Ranking:
        usual: By = "mean" if load.outstanding is None else "throughput"
        return ranked(
            runs,
            MEASURE_OF[self._question.by or usual],
            level=self._question.level,
        )


def recorded_at_a_time(trace: Trace, requests: int) -> int | None:
    """Returns the number of requests that were under way when a trace was recorded.

    Args:
        trace: the trace.
        requests: number of first requests that are examined.

    Returns:
        The quantile OF_ARRIVALS of the requests under way at an arrival, including the arriving
        request. Returns `None` if a request has no measured response time.
    """
    arrivals, ends, left = [], [], requests
    for batch in trace.ordered_batches():
        if batch.response_ps is None or (batch.response_ps[:left] < 0).any():
            return None
        arrivals.append(batch.arrival_ps[:left])
        longest = MOST - np.maximum(batch.arrival_ps, 0)
        ends.append((batch.arrival_ps + np.minimum(batch.response_ps, longest))[:left])
        left -= len(arrivals[-1])
        if not left:
            break
    came, over = np.concatenate(arrivals), np.sort(np.concatenate(ends))
    under_way = np.arange(1, len(came) + 1) - np.searchsorted(over, came, side="right")
    return int(np.quantile(under_way, OF_ARRIVALS, method="higher"))


def _silent(done: int, what: str) -> None:
    del done, what


def _rate(run: Series) -> float:
    """Returns the arrivals per second."""
    span_s = float(run.arrival_ms[-1] - run.arrival_ms[0]) / 1000
    return (len(run.arrival_ms) - 1) / span_s if span_s else float("inf")


def _check(question: Question) -> None:
    if (question.trace is None) == (question.workload is None):
        raise ConfigError("give either a trace or a workload")
    if not 0 < checks.real("level", question.level) < 1:
        raise checks.wrong("level", f" is {question.level!r}; it must be between 0 and 1, as 0.95")
    if question.by is not None:
        checks.choice("by", question.by, tuple(MEASURE_OF))
    if question.workload is None:
        if question.seed is not None:
            raise checks.wrong("seed", " is for a workload; with a trace, leave it out")
        return
    given = [
        name
        for name in ("map", "outstanding", "device", "format")
        if getattr(question, name) is not None
    ]
    given += ["speed"] if question.speed not in (1, "1") else []
    given += ["skip_bad"] if question.skip_bad else []
    for name in given:
        raise checks.wrong(name, " is for a trace; with a workload, leave it out")
