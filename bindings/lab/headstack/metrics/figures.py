"""Metrics of a run's requests. Each metric has a formula, and the paper that defines the metric.

Times of single requests are in picoseconds (int64 columns as in `_core.RunOutput`). The name of a
metric ends with its unit. Sums are whole picoseconds of any length. A figure is rounded once, when
it becomes a float, so the number of parts of the requests does not change the figure. A summary
uses the totals of `_core.RequestTotals` from one pass. The functions here compute equal figures
from columns.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from headstack import _core
from headstack._core import RequestTotals
from headstack.arrays import Ints
from headstack.metrics import deadlines
from headstack.metrics.metric import (
    PS_PER_MS,
    PS_PER_S,
    Columns,
    Metric,
    Metrics,
    Requests,
    evaluate,
)
from headstack.metrics.quantiles import Column, percentiles_ms

PERCENTILE_METHOD: Final = "linear"
"""Hyndman and Fan 1996, type 7: linear between order statistics, rank 1 + p (n - 1)."""

PERCENTS: Final = (50, 95, 99)
"""Percentiles of response times in a summary."""

GROWTH = 2.0
"""Least growth of a queue between halves. A queue that grows in proportion to time grows
threefold."""


_PS_PER_MS, _PS_PER_S = 10**9, 10**12  # for divisions of whole numbers, which are rounded once


def _ratio(whole: int, parts: int) -> float:
    return whole / parts


def _scv(count: int, total: int, squares: int) -> float:
    """Returns (squares / n - mean^2) / mean^2."""
    return (count * squares - total * total) / (total * total)


def _mb_s(size_bytes: int, time_ps: int) -> float:
    return size_bytes * (_PS_PER_S // 10**6) / time_ps


def response_ps(c: Columns) -> Ints:
    """Returns the response time of each request: finish - arrival."""
    return c["finish"] - c["arrival"]


def elapsed_ps(c: Columns) -> int:
    """Returns the time from the first arrival to the last completion."""
    return int(c["finish"].max() - c["arrival"].min())


def mean_ms(times_ps: Ints) -> float:
    """Returns the arithmetic mean."""
    return _ratio(_core.power_sums(times_ps)[0], len(times_ps) * _PS_PER_MS)


def percentile_ms(times_ps: Ints, percent: float) -> float:
    """Returns a percentile by PERCENTILE_METHOD. The median is percentile 50."""
    return float(np.percentile(times_ps, percent, method=PERCENTILE_METHOD)) / PS_PER_MS


def tail_ms(times_ps: Ints) -> dict[str, float]:
    """Returns mean, median, 99th and 99.9th percentile and maximum of response times."""
    return {
        "mean_response_ms": float(times_ps.mean()) / PS_PER_MS,
        "median_response_ms": percentile_ms(times_ps, 50),
        "p99_response_ms": percentile_ms(times_ps, 99),
        "p99_9_response_ms": percentile_ms(times_ps, 99.9),
        "max_response_ms": int(times_ps.max()) / PS_PER_MS,
    }


def scv(times_ps: Ints) -> float:
    """Returns the squared coefficient of variation, sigma^2 / mu^2 (Worthington 1994, 4.4).

    The variance is the variance of the population, so the sum is divided by n.
    """
    return _scv(len(times_ps), *_core.power_sums(times_ps))


def utilisation(c: Columns) -> float:
    """Returns the share of time in which the media transfers requested blocks (Seltzer 1990, 4)."""
    return _core.power_sums(c["transfer"])[0] / elapsed_ps(c)


def time_at_disk_ps(c: Columns) -> int:
    """Returns the time with a started and unfinished request (Popovici 2003, section 4).

    This time is the length of the union of the intervals start .. finish.
    """
    order = np.argsort(c["start"], kind="stable")
    start = c["start"][order]
    until = np.maximum.accumulate(c["finish"][order])
    gaps = np.maximum(start[1:] - until[:-1], 0)
    return int(until[-1] - start[0] - gaps.sum())


def busy(c: Columns) -> float:
    """Returns the share of elapsed time with a request at the disk."""
    return time_at_disk_ps(c) / elapsed_ps(c)


def mean_queue_length(c: Columns) -> float:
    """Returns the mean number of waiting requests: sum of waits / elapsed time (Little)."""
    return _core.power_sums(c["queue"])[0] / elapsed_ps(c)


def throughput_per_s(c: Columns) -> float:
    """Returns requests / elapsed time."""
    return len(c["id"]) * _PS_PER_S / elapsed_ps(c)


def throughput_mb_s(c: Columns, bytes_per_block: int) -> float:
    """Returns 10^6 bytes of requested blocks / elapsed time."""
    return _mb_s(int(c["blocks"].sum(dtype=np.int64)) * bytes_per_block, elapsed_ps(c))


def reads(c: Columns) -> int:
    """Returns the number of reads."""
    return len(c["write"]) - int(np.count_nonzero(c["write"]))


def hits(c: Columns) -> int:
    """Returns the number of reads that the buffer answers without a media access of their own."""
    return int(np.count_nonzero(c["hit"] & ~c["write"]))


def hit_rate(c: Columns) -> float | None:
    """Returns hits / reads. `None`: there are no reads. Writes go to the media and do not count."""
    return hits(c) / reads(c) if reads(c) else None


def retries(c: Columns) -> int:
    """Returns the number of retries of blocks, over all requests."""
    return int(c["retries"].sum(dtype=np.int64))


def failed_requests(c: Columns) -> int:
    """Returns the number of requests with an error of the medium. Other metrics include them."""
    return int(np.count_nonzero(c["failed"]))


def saturated(c: Columns) -> bool:
    """Whether the queue of an open workload grew over the run.

    The queue grew if two conditions hold. Arrivals of the second half found at least GROWTH times
    as many requests in the system as arrivals of the first half. The last arrival found more than
    20 requests, and more than 1 % of all requests. The value has no meaning for a closed workload.
    """
    arrival = np.sort(c["arrival"])
    count = len(arrival)
    in_system = np.arange(count) - np.searchsorted(c["finish"], arrival, side="right")
    if in_system[-1] <= max(20, count / 100):
        return False
    first, second = in_system[: count // 2].mean(), in_system[count // 2 :].mean()
    return bool(second >= GROWTH * first)


def schedule_sha256(c: Columns) -> str:
    """Returns a hash of the schedule. Two schedules have the same hash only if they are equal.

    The hash is SHA-256 over id (uint64) and finish in ps (int64), little endian, in order of
    completion.
    """
    schedule = np.empty(len(c["id"]), dtype=[("id", "<u8"), ("finish", "<i8")])
    schedule["id"], schedule["finish"] = c["id"], c["finish"]
    return hashlib.sha256(schedule.tobytes()).hexdigest()


def _of(
    name: str, unit: str, meaning: str, of: Callable[[RequestTotals], Any], source: str = ""
) -> Metric[Requests]:
    """Returns a metric that needs the totals only."""
    return Metric(name, unit, meaning, lambda found: of(found.totals), source)


def _mean(
    name: str, meaning: str, total_ps: Callable[[RequestTotals], int], source: str = ""
) -> Metric[Requests]:
    """Returns the metric of a mean time."""
    return _of(name, "ms", meaning, lambda t: total_ps(t) / (t.count * _PS_PER_MS), source)


def _percentile(place: int) -> Metric[Requests]:
    """Returns the metric of a percentile of response times, by index in PERCENTS."""
    percent = PERCENTS[place]
    name = "median_response_ms" if percent == 50 else f"p{percent}_response_ms"
    return Metric(name, "ms", f"percentile {percent}", lambda found: found.percentiles_ms()[place])


METRICS: Final[tuple[Metric[Requests], ...]] = (
    _of("requests", "1", "*n*", lambda t: t.count),
    _of("elapsed_s", "s", "*T*", lambda t: t.elapsed_ps / PS_PER_S),
    _of(
        "time_at_disk_s",
        "s",
        "length of the union of `start` to `finish` over all requests: the time with "
        "a request at the disk",
        lambda t: t.time_at_disk_ps / PS_PER_S,
        "Popovici 2003, 4",
    ),
    _mean(
        "mean_response_ms",
        "mean of response times",
        lambda t: t.response_ps,
        "Worthington 1994, 4.4",
    ),
    *(_percentile(place) for place in range(len(PERCENTS))),
    _of(
        "max_response_ms",
        "ms",
        "greatest response time",
        lambda t: t.max_response_ps / PS_PER_MS,
        "Seltzer 1990",
    ),
    _of(
        "scv_response",
        "1",
        "squared coefficient of variation: variance (divided by *n*) / mean²",
        lambda t: _scv(t.count, t.response_ps, t.response_squared_ps2),
        "Worthington 1994, 4.4",
    ),
    _mean(
        "mean_io_ms",
        "mean of `finish - start`",
        lambda t: t.io_ps,
        'Seltzer 1990, "I/O time"',
    ),
    _mean(
        "mean_wait_ms",
        "mean of `queue`",
        lambda t: t.queue_ps,
        'Worthington 1994, 6.1, "queue times"',
    ),
    _mean("mean_overhead_ms", "mean of `overhead`", lambda t: t.overhead_ps),
    _mean("mean_seek_ms", "mean of `seek`", lambda t: t.seek_ps),
    _mean("mean_rotation_ms", "mean of `rotation`", lambda t: t.rotation_ps),
    _mean("mean_transfer_ms", "mean of `transfer`", lambda t: t.transfer_ps),
    _mean("mean_bus_ms", "mean of `bus`", lambda t: t.bus_ps),
    _of(
        "mean_queue_length",
        "1",
        "sum of `queue` / *T*: requests waiting, averaged over time",
        lambda t: t.queue_ps / t.elapsed_ps,
        "Little's law",
    ),
    _of(
        "utilisation",
        "1",
        "sum of `transfer` / *T*: share of time in which requested blocks pass under a head",
        lambda t: t.transfer_ps / t.elapsed_ps,
        "Seltzer 1990, 4",
    ),
    _of("busy", "1", "`time_at_disk_s` / *T*", lambda t: t.time_at_disk_ps / t.elapsed_ps),
    _of("throughput_per_s", "1/s", "*n* / *T*", lambda t: t.count * _PS_PER_S / t.elapsed_ps),
    Metric(
        "throughput_mb_s",
        "10^6 bytes/s",
        "bytes requested / *T*",
        lambda found: _mb_s(found.totals.blocks * found.bytes_per_block, found.totals.elapsed_ps),
    ),
    _of("reads", "1", "number of reads", lambda t: t.reads),
    _of("hits", "1", "number of reads answered from the buffer", lambda t: t.hits),
    _of(
        "hit_rate",
        "1",
        "`hits` / `reads`; null without reads",
        lambda t: t.hits / t.reads if t.reads else None,
        "Worthington 1994, tables 4 and 5, which do not say of which requests",
    ),
    _of("retries", "1", "times that a block was tried again", lambda t: t.retries),
    _of(
        "failed_requests",
        "1",
        "requests that ended with an error of the medium or because of their duration limit; they "
        "count in all other metrics",
        lambda t: t.failed,
    ),
    *deadlines.METRICS,
    Metric(
        "percentile_method",
        "",
        "`linear`: between order statistics, rank 1 + p (*n* - 1)",
        lambda _: PERCENTILE_METHOD,
        "Hyndman and Fan 1996, type 7",
    ),
    Metric(
        "schedule_sha256",
        "",
        "SHA-256 over `id` (uint64) and `finish` in ps (int64), little endian, in "
        "order of completion; two runs have the same one if and only if they have the"
        " same schedule",
        lambda found: found.schedule_sha256,
    ),
)
"""The metrics of requests. *n* is the number of requests, *T* the elapsed time."""


def summarise(c: Columns, bytes_per_block: int) -> Metrics:
    """Returns all metrics of a run's requests.

    Args:
        c: columns of `_core.RunOutput`, a row for each request, in order of completion; not empty.
        bytes_per_block: size of the drive's blocks.
    """
    totals = RequestTotals()
    responses, schedule = totals.add(dict(c))
    times = Column(responses)
    found = Requests(
        totals=totals,
        percentiles_ms=cache(lambda: percentiles_ms(times, PERCENTS)),
        schedule_sha256=hashlib.sha256(schedule.data).hexdigest(),
        bytes_per_block=bytes_per_block,
    )
    return evaluate(METRICS, found)
