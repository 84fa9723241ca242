"""What a run gives back: a row for each request, and metrics."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from headstack import _core, files, metrics
from headstack._core import RunOutput
from headstack.errors import RunError
from headstack.workload.base import NO_DEADLINE

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("queue", "overhead", "seek", "rotation", "transfer", "bus")
"""Where the response time of a request went; the parts add up to it exactly."""

COLUMNS: dict[str, tuple[str, str]] = _core.COLUMNS
"""Unit and meaning of each column of `Result.requests`."""


@dataclass(frozen=True)
class Settings:
    """Everything that a run depends on, so that it can be repeated."""

    drive: str
    configuration: str  # resolved, TOML
    bytes_per_block: int
    drive_queue_depth: int
    scheduler: str  # in full form
    placement: str
    host_outstanding: int | None  # None: the drive schedules
    workload: Mapping[str, str | int | float]
    seed: int | None
    version: str
    weights: tuple[float, ...] | None = None  # of the classes
    mimic: str | None = None  # SHA-256 of the table of times that the scheduler was given
    timing: str = "measured"  # or "executed": decisions take the firmware's cycles as well


class Result:
    """The requests of a run, in order of completion, and what they say.

    Attributes:
        columns: NumPy arrays of the columns of `requests`; units as in `COLUMNS`. A request without
            a deadline has 2^63 - 1 here, the largest number, and null in `requests`.
        settings: what the run depends on.
        wall_s: seconds that the simulation itself took, without set-up.
        learnt: what a scheduler that learns knew at the end, for each of
            `headstack.mimic.KINDS`; None for any other scheduler.

    Raises:
        RunError: some request was not served exactly once, or its times do not add up.
    """

    def __init__(self, output: RunOutput, settings: Settings, requests: int) -> None:
        self.columns: dict[str, npt.NDArray[Any]] = dict(output.columns)
        self.settings = settings
        self._run = metrics.Run(
            columns=self.columns,
            bytes_per_block=settings.bytes_per_block,
            is_open=settings.workload["workload"] in ("random", "arrivals"),
            timing=settings.timing,
            weights=settings.weights,
            decisions=output.decisions,
            candidates=output.candidates_examined,
            timed_decisions=output.timed_decisions,
            hidden_decisions=output.hidden_decisions,
            decision_ms=output.decision_ms,
            decision_late_ms=output.decision_late_ms,
            learnt=output.learnt,
            bus_held_ps=output.bus_held_ps,
            wall_s=output.wall_s,
        )
        self.wall_s: float = output.wall_s
        self.learnt = None if self._run.learnt is None else self._run.learnt[0]
        # Not functools.cached_property, whose lock (Python 3.11) a fork in another thread copies.
        self._requests: pa.Table | None = None
        self._summary: metrics.Metrics | None = None
        _verify(self.columns, requests)

    @property
    def requests(self) -> "pa.Table":
        """An Arrow table with a row for each request, in order of completion.

        Each field's metadata has its `unit` and `description`; the schema's metadata has the
        settings of the run, keys as in `Settings` with `headstack.` before them.
        """
        if self._requests is None:
            self._requests = self._as_arrow()
        return self._requests

    @property
    def summary(self) -> metrics.Metrics:
        """The metrics of the run, as `headstack.metrics` defines them."""
        if self._summary is None:
            self._summary = metrics.of_run(self._run)
        return self._summary

    def _as_arrow(self) -> "pa.Table":
        import pyarrow as pa

        fields = [
            pa.field(
                name,
                pa.from_numpy_dtype(self.columns[name].dtype),
                nullable=name == "deadline",
                metadata={"unit": unit, "description": description},
            )
            for name, (unit, description) in COLUMNS.items()
        ]
        record = {
            f"headstack.{key}": value if isinstance(value, str) else json.dumps(value)
            for key, value in asdict(self.settings).items()
        }
        no_deadline = self.columns["deadline"] == NO_DEADLINE
        arrays = [
            pa.array(self.columns[name], mask=no_deadline if name == "deadline" else None)
            for name in COLUMNS
        ]
        return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=record))

    def document(self) -> dict[str, Any]:
        """Settings (without the configuration) and summary in one flat dict, for JSON."""
        settings = asdict(self.settings)
        del settings["configuration"]
        workload = settings.pop("workload")
        return {**settings, **workload, **self.summary}

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes `requests` to a Parquet file.

        The file appears whole or not at all, and takes the place of one that is there.

        Raises:
            ConfigError: the file cannot be made.
            RunError: there is no room for it.
        """
        import pyarrow.parquet as pq

        table = self.requests
        with files.whole(path) as temporary, files.saying(path), temporary.open("wb") as file:
            pq.write_table(table, file, compression="lz4", use_dictionary=False)


def _verify(c: Mapping[str, npt.NDArray[Any]], requests: int) -> None:
    """Raises RunError unless requests 0 .. `requests` - 1 were served exactly once each."""
    ids = c["id"]
    if len(ids) != requests:
        raise RunError(f"{len(ids)} requests were served, {requests} were issued")
    if ids.min() < 0 or ids.max() >= requests:
        raise RunError(f"request {ids.max()} was served, but only 0 to {requests - 1} were issued")
    times_served = np.bincount(ids.astype(np.int64, copy=False), minlength=requests)
    if times_served.max() > 1:
        twice, never = int(times_served.argmax()), int(times_served.argmin())
        raise RunError(
            f"request {twice} was served {times_served[twice]} times, request {never} not at all"
        )
    arrival, start, finish = c["arrival"], c["start"], c["finish"]
    parts = sum((c[part] for part in PARTS[1:]), start=c[PARTS[0]])
    wrong = (parts != finish - arrival) | (start < arrival) | (finish < start)
    for part in PARTS:
        wrong |= c[part] < 0
    wrong[1:] |= finish[1:] < finish[:-1]
    if wrong.any():
        row = int(wrong.argmax())
        times = ", ".join(f"{name} {c[name][row]}" for name in ("arrival", "start", "finish"))
        spent = ", ".join(f"{part} {c[part][row]}" for part in PARTS)
        raise RunError(
            f"the times of request {ids[row]} contradict each other or the order of completion: "
            f"{times}; {spent} ps"
        )
