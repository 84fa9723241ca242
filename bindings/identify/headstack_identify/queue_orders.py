"""Compares the schedulers of a drive with a recording of several requests outstanding.

A disk that holds several commands serves them in an order of its own. A recording with as many
requests outstanding shows how fast that order is: its throughput and its response times. The model
serves the same requests in the same closed loop under each scheduler. The scheduler whose response
times are most alike is the likeliest order of the disk.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import catalog, traces, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.measure import validation
from headstack.metrics import PS_PER_MS, response_ps
from headstack.traces.recording import check_device, completed
from headstack.traces.services import depth_of
from headstack.units import PS_PER_S

SCHEDULERS: Final = ("fcfs", "sstf", "look", "clook", "sptf", "asptf(6)")
"""Orders that are compared if no others are named."""

FEWEST: Final = 100
"""Fewest requests of a recording: fewer do not tell one order from another."""


@dataclass(frozen=True)
class Row:
    """Figures of the recording, or of a scheduler.

    Attributes:
        scheduler: name of the scheduler; '' for the recording.
        throughput_per_s: requests per second.
        mean_response_ms: mean response time.
        p99_response_ms: 99th percentile of the response times.
        rms_ms: distance of the distributions of response times (docs/use/validation.md); 0 for the
            recording.
    """

    scheduler: str
    throughput_per_s: float
    mean_response_ms: float
    p99_response_ms: float
    rms_ms: float


@dataclass(frozen=True)
class Comparison:
    """A recording and the schedulers, the likeliest scheduler first.

    Attributes:
        drive: name of the drive.
        trace: path of the recording.
        outstanding: number of requests outstanding.
        requests: number of requests.
        recorded: figures of the recording.
        rows: figures of each scheduler.
    """

    drive: str
    trace: str
    outstanding: int
    requests: int
    recorded: Row
    rows: tuple[Row, ...]

    def document(self) -> dict[str, Any]:
        """Returns the comparison for JSON."""
        recorded = {key: one for key, one in vars(self.recorded).items() if key != "scheduler"}
        return {
            "drive": self.drive,
            "trace": self.trace,
            "outstanding": self.outstanding,
            "requests": self.requests,
            "recorded": recorded,
            "schedulers": [vars(row) for row in self.rows],
        }


def compare(
    drive: str | DriveConfig, trace: str | Path, schedulers: Sequence[str] = SCHEDULERS
) -> Comparison:
    """Runs the requests of a recording under each scheduler of the drive.

    Args:
        drive: name of a drive, path of a drive file, or a description.
        trace: a recording in any format of traces with times of completion. The number of requests
            outstanding is about equal throughout, as fio keeps it.
        schedulers: names of schedulers, with parameters as in 'asptf(6)'.

    Raises:
        ConfigError: a recording without times of completion, of several devices, with fewer than
            FEWEST requests, or with one request outstanding; an unknown drive or scheduler.
        RunError: a run failed.
    """
    config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
    opened = traces.open(trace)
    arrival_ps, completion_ps = _times(opened)
    outstanding = depth_of(arrival_ps, completion_ps)
    if outstanding < 2:
        raise ConfigError(
            f"{opened.path} has one request outstanding, so the drive has no order to choose; "
            "leave --schedulers out"
        )
    measured_ms = (completion_ps - arrival_ps) / PS_PER_MS
    span_s = float(completion_ps.max() - arrival_ps.min()) / PS_PER_S
    recorded = _row("", len(measured_ms) / span_s, measured_ms, measured_ms)
    deep = catalog.with_queue_depth(config, max(config.queue_depth, outstanding))
    load = workload.replay(trace, mode="closed", outstanding=outstanding)
    rows = []
    for scheduler in schedulers:
        result = Drive(deep, scheduler).run(load)
        model_ms = response_ps(result.columns) / PS_PER_MS
        rows.append(_row(scheduler, result.summary["throughput_per_s"], model_ms, measured_ms))
    rows.sort(key=lambda row: row.rms_ms)
    return Comparison(
        drive=config.name,
        trace=opened.path,
        outstanding=outstanding,
        requests=len(measured_ms),
        recorded=recorded,
        rows=tuple(rows),
    )


def _times(trace: traces.Trace) -> tuple[Ints, Ints]:
    """Returns the times of arrival and completion of the requests that were completed."""
    batch = trace.whole()
    check_device(trace, batch)
    if batch.response_ps is None:
        raise ConfigError(f"{trace.path}: the trace has no times of completion")
    batch = completed(trace, batch, several=True)
    assert batch.response_ps is not None
    if len(batch) < FEWEST:
        raise ConfigError(
            f"{trace.path}: {len(batch)} completed requests are too few to tell one order "
            f"from another; {FEWEST} are enough"
        )
    return batch.arrival_ps, batch.arrival_ps + batch.response_ps


def _row(scheduler: str, per_s: float, own_ms: Floats, measured_ms: Floats) -> Row:
    return Row(
        scheduler=scheduler,
        throughput_per_s=float(per_s),
        mean_response_ms=float(own_ms.mean()),
        p99_response_ms=float(np.percentile(own_ms, 99)),
        rms_ms=float(validation.rms_ms(own_ms, measured_ms)),
    )
