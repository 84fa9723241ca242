"""The result of a run: a row for each request, and metrics."""

import hashlib
import os
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from headstack import metrics, notebook, rows
from headstack._core import RequestTotals, RunOutput
from headstack.errors import RunError
from headstack.keeping import stored
from headstack.metrics.figures import PERCENTS
from headstack.metrics.quantiles import Column, Ordered, percentiles_ms
from headstack.processor import Profile
from headstack.rows import COLUMNS, PARTS
from headstack.settings import Settings

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa

    from headstack.run_plots import RunPlots

__all__ = ["COLUMNS", "PARTS", "Result", "Settings", "document", "run_of"]


class Result:
    """The requests of a run, in order of completion, and their metrics.

    Attributes:
        columns: NumPy arrays of the columns of `requests`, in the units of `COLUMNS`. The deadline
            of a request without a deadline is 2^63 - 1, the largest number, in `columns`, and null
            in `requests`.
        settings: everything on which the run depends.
        wall_s: wall time of the simulation in s, without set-up.
        learnt: times that the scheduler had learnt at the end, for each of
            `headstack.mimic.KINDS`. `None`: the scheduler does not learn.
        profile: cycles of the firmware's processor by function. `None`: no profile was requested.

    Raises:
        RunError: a request was not served exactly once, or its times contradict each other.
    """

    def __init__(self, output: RunOutput, settings: Settings, requests: int) -> None:
        self.columns: dict[str, npt.NDArray[Any]] = dict(output.columns)
        self.settings = settings
        served = len(self.columns["id"])
        if served != requests:
            raise RunError(f"{served} requests were served, {requests} were issued")
        totals = RequestTotals(requests)
        responses, schedule = totals.add(self.columns, classes=True)
        totals.check_all_served()
        self._run: metrics.Run | None = run_of(
            output, settings, totals, Column(responses), hashlib.sha256(schedule.data), self.columns
        )
        self.wall_s: float = output.wall_s
        self.profile = profile_of(output)
        self.learnt = None if self._run.learnt is None else self._run.learnt[0]
        # Not functools.cached_property: a fork in another thread copies its lock (Python 3.11).
        self._requests: pa.Table | None = None
        self._summary: metrics.Metrics | None = None

    @property
    def requests(self) -> "pa.Table":
        """An Arrow table with a row for each request, in order of completion.

        The metadata of each field has `unit` and `description`. The metadata of the schema has the
        settings of the run. Its keys are the names of `Settings` with the prefix `headstack.`.
        """
        if self._requests is None:
            self._requests = rows.as_arrow(self.columns, self.settings)
        return self._requests

    @property
    def summary(self) -> metrics.Metrics:
        """The metrics of the run, as `headstack.metrics` defines them."""
        if self._summary is None:
            assert self._run is not None  # only a copy has no run, but it has a summary
            self._summary = metrics.of_run(self._run)
        return self._summary

    def __getstate__(self) -> dict[str, Any]:
        """Returns the state for pickle and copy: the columns and the summary, without the run."""
        return {**vars(self), "_summary": self.summary, "_run": None, "_requests": None}

    def document(self) -> dict[str, Any]:
        """Returns settings (without the configuration) and summary in one flat dict, for JSON."""
        return document(self.settings, self.summary)

    @property
    def plot(self) -> "RunPlots":
        """Plots of the run, as `result.plot.response()`. Raises ConfigError without matplotlib."""
        from headstack.run_plots import RunPlots

        return RunPlots(self.columns, self.settings)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes `requests` to a Parquet file.

        The file is written completely or not at all. It replaces an existing file.

        Raises:
            ConfigError: the file cannot be made.
            RunError: there is no room for the file.
        """
        stored.write(path, self.requests, stored.REQUESTS, **rows.PACKED)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns the requests as a DataFrame of pandas. Raises ConfigError without pandas.

        The columns are the columns of `requests`. `deadline` is a nullable Int64 and keeps all
        digits.
        """
        return rows.as_pandas(self.requests)

    def to_polars(self) -> "polars.DataFrame":
        """Returns the requests as a DataFrame of polars. Raises ConfigError without polars."""
        return rows.as_polars(self.requests)

    def __repr__(self) -> str:
        return notebook.text("Result", self.settings, self.summary)

    def _repr_html_(self) -> str:
        return notebook.html("Result", self.settings, self.summary)


def profile_of(output: RunOutput) -> Profile | None:
    """Returns the profile of the run. Returns `None` if no profile was requested."""
    return Profile(dict(output.core.profile)) if output.core and output.core.profile else None


def document(settings: Settings, summary: metrics.Metrics) -> dict[str, Any]:
    """Returns settings (without the configuration) and summary in one flat dict, for JSON."""
    found = asdict(settings)
    del found["configuration"]
    workload = found.pop("workload")
    return {**found, **workload, **summary}


def is_open(settings: Settings) -> bool:
    """Whether arrivals were independent of completions."""
    said = settings.workload
    return bool(said.get("open", said["workload"] in ("random", "arrivals")))


def run_of(
    output: RunOutput,
    settings: Settings,
    totals: RequestTotals,
    responses: Ordered,
    schedule: "hashlib._Hash",
    columns: metrics.Columns | None,
) -> metrics.Run:
    """Returns the data from which the metrics of a run are computed.

    Args:
        output: counts of the run.
        settings: everything on which the run depends.
        totals: totals of all requests.
        responses: response times of the requests, in ps.
        schedule: hash over id and finish of each request, in order of completion.
        columns: the requests. `None`: they were not kept.
    """
    in_host = settings.placement == "host"
    return metrics.Run(
        totals=totals,
        percentiles_ms=cache(lambda: percentiles_ms(responses, PERCENTS)),
        schedule_sha256=schedule.hexdigest(),
        columns=columns,
        bytes_per_block=settings.bytes_per_block,
        is_open=is_open(settings),
        timing=settings.timing,
        weights=settings.weights,
        decisions=output.host_decisions if in_host else output.decisions,
        candidates=output.host_candidates_examined if in_host else output.candidates_examined,
        core=output.core,
        learnt=output.learnt,
        bus_held_ps=output.bus_held_ps,
        wall_s=output.wall_s,
    )
