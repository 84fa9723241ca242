"""Runs a week of requests on a disk, under schedulers with or without a table of the disk.

Calls use `plain`, `mimicked` and `predicted`, which return rows of text and numbers.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.drive import Drive
from headstack.mimic import Mimic
from headstack.result import Result
from headstack_papers.popovici2003 import mechanics
from headstack_papers.popovici2003.weeks import compressed

PS: Final = 1e12
ALL_PLACES: Final = 0
"""Value of `samples` for the mean over all places, as if there were infinitely many samples."""

Row = dict[str, Any]


@lru_cache(maxsize=1)  # with 100 samples it takes half a gigabyte
def table(disk: str, step: int, span: int, blocks: int, samples: int, seed: int) -> Mimic:
    """The offline table of a disk, without interpolation."""
    if samples == ALL_PLACES:
        return mechanics.exact(disk, step=step, span=span, blocks=blocks)
    return mechanics.sampled(disk, step=step, span=span, samples=samples, seed=seed, blocks=blocks)


def found(week: str, disk: str, compression: float, result: Result, days: int = 1) -> Row:
    """The row of a run: the time at the disk, and the number of requests that wait meanwhile.

    `time_s` is the time of all requests. `days_s` has the times of `days` equal parts of the
    requests, and `last_day_s` is the time of the last part.
    """
    taken = np.zeros(len(result.columns["id"]))
    taken[result.columns["id"]] = (result.columns["finish"] - result.columns["start"]) / PS
    parts = [float(part.sum()) for part in np.array_split(taken, days)]
    time_s = float(result.summary["time_at_disk_s"])
    return {
        "week": week,
        "disk": disk,
        "compression": compression,
        "time_s": time_s,
        "waiting": float(result.columns["queue"].sum(dtype=float)) / PS / time_s,
        "days_s": parts,
        "last_day_s": parts[-1],
    }


def plain(
    week: str,
    requests: int,
    week_seed: int,
    disk: str,
    scheduler: str,
    compressions: Sequence[float],
    days: int = 1,
) -> list[Row]:
    """A scheduler without a table, a row for each compression."""
    drive = Drive(disk, scheduler, placement="host")
    return [
        found(week, disk, compression, drive.run(load), days)
        for compression in compressions
        for load in [compressed(week, requests, week_seed, compression)]
    ]


def mimicked(
    week: str,
    requests: int,
    week_seed: int,
    disk: str,
    step: int,
    span: int,
    blocks: int,
    samples: int,
    seed: int,
    summaries: Sequence[str],
    compressions: Sequence[float],
    days: int = 1,
) -> list[Row]:
    """SMTF with a table, a row for each summary and compression."""
    known = table(disk, step, span, blocks, samples, seed)
    rows = []
    for summary in summaries:
        drive = Drive(disk, f"smtf({summary})", placement="host", mimic=known)
        for compression in compressions:
            load = compressed(week, requests, week_seed, compression)
            rows.append(
                {
                    **found(week, disk, compression, drive.run(load), days),
                    "name": summary,
                    "samples": samples,
                }
            )
    return rows


def predicted(
    week: str,
    requests: int,
    week_seed: int,
    disk: str,
    step: int,
    span: int,
    blocks: int,
    samples: int,
    seed: int,
    summary: str,
    compression: float,
    quantiles: int,
) -> list[Row]:
    """The demerit figure of a summary, and two distributions. The figure is their distance.

    SMTF serves the requests by this summary. The function compares the predicted time of each
    request with the actual time. The actual time leaves out the difference in length between the
    request and a probe.
    """
    known = table(disk, step, span, blocks, samples, seed)
    drive = Drive(disk, f"smtf({summary})", placement="host", mimic=known)
    columns = drive.run(compressed(week, requests, week_seed, compression)).columns
    order = np.argsort(columns["start"], kind="stable")
    lbn = columns["lbn"][order].astype(np.int64)
    length = columns["blocks"][order].astype(np.int64)
    took = (columns["finish"] - columns["start"])[order] / 1e9
    extra = (length - blocks) * mechanics.Mechanics.of(disk).sector_ns / 1e6
    distance = lbn[1:] - (lbn[:-1] + length[:-1] - 1)
    said = _said(known, distance, summary, seed)
    actual, model = np.sort((took - extra)[1:]), np.sort(said)
    at = np.linspace(0.0, 1.0, quantiles)
    return [
        {
            "week": week,
            "name": summary,
            "demerit_ms": math.sqrt(float(((actual - model) ** 2).mean())),
            "mean_actual_ms": float(actual.mean()),
            "mean_model_ms": float(model.mean()),
            "share": at.tolist(),
            "actual_ms": np.quantile(actual, at).tolist(),
            "model_ms": np.quantile(model, at).tolist(),
        }
    ]


def _said(known: Mimic, distance: Ints, summary: str, seed: int) -> Floats:
    """The times in ms that a table predicts for distances, at its nearest distances."""
    kind = known.kinds[0]
    grid = kind.distance.astype(np.int64)
    above = np.clip(np.searchsorted(grid, distance), 1, len(grid) - 1)
    nearest = np.where(grid[above] - distance < distance - grid[above - 1], above, above - 1)
    times = kind.ns[nearest]
    if summary == "probabilistic":
        drawn = np.random.Generator(np.random.PCG64(seed)).integers(times.shape[1], size=len(times))
        return np.asarray(times[np.arange(len(times)), drawn] / 1e6, np.float64)
    if summary == "mean":
        return np.asarray(times.mean(axis=1) / 1e6, np.float64)
    # The samples of a distance are rising.
    share = {"minimum": 0.0, "median": 0.5, "maximum": 1.0}[summary]
    return np.asarray(np.quantile(times, share, axis=1) / 1e6, np.float64)
