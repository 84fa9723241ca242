"""Compares the response times of a model with the times of a real drive.

`rms_ms` is the horizontal distance of the two distributions (Ruemmler and Wilkes 1994), computed
as in DiskSim 4.0: histogram of `disksim_stat.c` with `statdefs`, distance of `rms.c`. The paired
figures compare request i with request i, and are the stronger test.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from headstack import catalog, notebook, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.drive import Drive, timing_of
from headstack.metrics import PS_PER_MS, response_ps
from headstack.traces import validation_trace

if TYPE_CHECKING:
    from headstack.measure.validation_plots import ValidationPlots

BUCKETS = 1750
STEP = 0.0001  # step of the cumulated fraction
POINTS = 10_000
QUANTILES = 500  # parts of a stored distribution

FIGURES = {
    "requests": "requests",
    "measured_mean_ms": "measured mean, ms",
    "model_mean_ms": "model mean, ms",
    "rms_ms": "rms of the distributions, ms",
    "demerit_percent": "demerit, % of measured mean",
    "paired_bias_ms": "paired: bias, model - measured, ms",
    "paired_mean_abs_ms": "paired: mean absolute, ms",
    "paired_rms_ms": "paired: rms, ms",
    "within_0_1_ms_percent": "paired: within 0.1 ms, %",
    "within_0_5_ms_percent": "paired: within 0.5 ms, %",
}
"""The figures of `compare`, with their labels."""


def bucket_edges() -> Ints:
    """Returns upper edges in us: 0, and then steps of 1 + floor(edge / 100); shape (1750,)."""
    edges = np.zeros(BUCKETS, np.int64)
    for k in range(1, BUCKETS):
        edges[k] = edges[k - 1] + 1 + edges[k - 1] // 100
    return edges


def distribution(times_ms: Floats) -> tuple[Floats, Floats]:
    """Returns the cumulated histogram as DiskSim prints it.

    Args:
        times_ms: at least one time; each time is 0 or more.

    Returns:
        Edges in ms (3 decimals), and the fraction of times below each edge (6 decimals), up to the
        first fraction of 1. Times are cut off to whole microseconds.
    """
    edges = bucket_edges()
    microseconds = np.sort((times_ms * 1000.0).astype(np.int64))
    below = np.searchsorted(microseconds, edges, side="left")
    fraction = np.rint(below / len(times_ms) * 1e6) / 1e6
    fraction[-1] = 1.0  # the last bucket has no upper edge
    kept = int(np.argmax(fraction >= 1.0)) + 1
    return edges[:kept] / 1000.0, fraction[:kept]


def quantiles(edges_ms: Floats, fraction: Floats) -> Floats:
    """Returns times at the fractions 0.0001, 0.0002, ... 1, linear within a bucket, in ms."""
    points = np.cumsum(np.full(POINTS, STEP))  # added singly, as in rms.c: the sum is just below 1
    upper = np.searchsorted(fraction, points, side="left")
    lower = upper - 1
    share = (points - fraction[lower]) / (fraction[upper] - fraction[lower])
    return np.asarray(edges_ms[lower] + share * (edges_ms[upper] - edges_ms[lower]))


def rms_ms(model_ms: Floats, measured_ms: Floats) -> float:
    """Returns the root mean square of the horizontal distance of two distributions."""
    apart = quantiles(*distribution(model_ms)) - quantiles(*distribution(measured_ms))
    return float(np.sqrt(np.mean(apart**2)))


def compare(model_ms: Floats, measured_ms: Floats) -> dict[str, float]:
    """Returns all figures, with the keys of FIGURES.

    Args:
        model_ms: response times of the model.
        measured_ms: response times of the real drive, for the same requests in the same order.
    """
    rms = rms_ms(model_ms, measured_ms)
    mean = float(measured_ms.mean())
    apart = model_ms - measured_ms
    return {
        "requests": len(measured_ms),
        "measured_mean_ms": mean,
        "model_mean_ms": float(model_ms.mean()),
        "rms_ms": rms,
        "demerit_percent": 100 * rms / mean,
        "paired_bias_ms": float(apart.mean()),
        "paired_mean_abs_ms": float(np.abs(apart).mean()),
        "paired_rms_ms": float(np.sqrt(np.mean(apart**2))),
        "within_0_1_ms_percent": _percent_within(apart, 0.1),
        "within_0_5_ms_percent": _percent_within(apart, 0.5),
    }


def _percent_within(apart_ms: Floats, limit_ms: float) -> float:
    return 100 * float(np.mean(np.abs(apart_ms) <= limit_ms))


@dataclass(frozen=True, eq=False)
class Validation:
    """A replay by the model, with the times of the real drive."""

    drive: str
    trace: str
    think: str
    timing: str
    model_ms: Floats
    measured_ms: Floats

    @property
    def plot(self) -> "ValidationPlots":
        """Plots, as `found.plot.distribution()`. Raises ConfigError without matplotlib."""
        from headstack.measure.validation_plots import ValidationPlots

        return ValidationPlots(self.quantiles())

    def quantiles(self) -> dict[str, list[float]]:
        """Returns the distributions as times in ms at equally spaced shares, from 0 to 1."""
        shares = np.linspace(0, 1, QUANTILES + 1)
        times = {"measured_ms": self.measured_ms, "model_ms": self.model_ms}
        return {name: np.quantile(found, shares).tolist() for name, found in times.items()}

    def _repr_html_(self) -> str:
        document = self.document()
        rows = [[label, f"{document[key]:,.5g}"] for key, label in FIGURES.items()]
        return notebook.table(f"{self.drive} against {self.trace}", ("figure", ""), rows)

    def document(self) -> dict[str, Any]:
        """Returns the figures and the compared items, for JSON."""
        figures = compare(self.model_ms, self.measured_ms)
        return {
            "drive": self.drive,
            "trace": self.trace,
            "think": self.think,
            "timing": self.timing,
            **figures,
        }


def validate(
    drive: str | os.PathLike[str] | DriveConfig,
    trace: str | Path | workload.Replay,
    think: str | None = None,
) -> Validation:
    """Replays a real drive's trace, and compares the model's times with the measured times.

    Args:
        drive: name of a drive, path to a drive file, or a description.
        trace: file in DiskSim's validation format, or a trace that was read.
        think: convention of the file's think times, 'after' or 'before'. `None`: the key `think` of
            the drive, or 'after'.

    Raises:
        ConfigError: unknown drive or convention, bad trace, or a request beyond the drive's end.
        RunError: the run failed.
    """
    config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
    replay = as_replay(config, trace, think)
    return Validation(
        drive=config.name,
        trace=replay.recording.path,
        think=replay.think,
        timing=timing_of(config),
        model_ms=model_ms(config, replay),
        measured_ms=measured_ms(replay),
    )


def as_replay(
    config: DriveConfig, trace: str | Path | workload.Replay, think: str | None
) -> workload.Replay:
    """Returns a trace with its convention of think times: `think`, the drive's, or 'after'."""
    if isinstance(trace, workload.Replay):
        return trace
    usual = config.value("think") or validation_trace.THINK
    return workload.trace(trace, think=usual if think is None else think)


def model_ms(config: DriveConfig, replay: workload.Replay) -> Floats:
    """Returns the model's response time of each request, in the order of the trace."""
    columns = Drive(config).run(replay).columns
    times_ps = np.empty(replay.requests, np.int64)
    times_ps[columns["id"]] = response_ps(columns)
    return times_ps / PS_PER_MS


def measured_ms(replay: workload.Replay) -> Floats:
    """Returns the real drive's response time of each request."""
    return replay.recording.measured_ps / PS_PER_MS
