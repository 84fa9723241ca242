"""What a run's requests say, each metric with its formula and the paper that it comes from.

Times of single requests are picoseconds (int64 columns as in `_core.RunOutput`); metrics are in
the unit that their name ends with. Sums are taken in double precision: 100,000 responses of an
overloaded run add up to more than 63 bits of picoseconds.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.metrics import deadlines
from headstack.metrics.metric import Columns, Metric, Metrics, Requests, evaluate

PS_PER_MS = 1e9
PS_PER_S = 1e12
PERCENTILE_METHOD: Final = "linear"
"""Hyndman and Fan 1996, type 7: linear between order statistics, rank 1 + p (n - 1)."""

GROWTH = 2.0
"""A queue that grows in proportion to time is three times as long in the second half."""


def response_ps(c: Columns) -> npt.NDArray[np.int64]:
    """Response time of each request: finish - arrival."""
    return c["finish"] - c["arrival"]


def elapsed_ps(c: Columns) -> int:
    """Time from the first arrival to the last completion."""
    return int(c["finish"].max() - c["arrival"].min())


def mean_ms(times_ps: npt.NDArray[np.int64]) -> float:
    """Arithmetic mean."""
    return float(times_ps.mean()) / PS_PER_MS


def percentile_ms(times_ps: npt.NDArray[np.int64], percent: float) -> float:
    """A percentile by PERCENTILE_METHOD; the median is percentile 50."""
    return float(np.percentile(times_ps, percent, method=PERCENTILE_METHOD)) / PS_PER_MS


def scv(times_ps: npt.NDArray[np.int64]) -> float:
    """Squared coefficient of variation, sigma^2 / mu^2 (Worthington 1994, section 4.4).

    The variance is the population's: divided by n.
    """
    return float(times_ps.var() / times_ps.mean() ** 2)


def utilisation(c: Columns) -> float:
    """Share of elapsed time in which the media transfers requested blocks (Seltzer 1990, 4)."""
    return float(c["transfer"].sum(dtype=np.float64)) / elapsed_ps(c)


def time_at_disk_ps(c: Columns) -> int:
    """Time with a request taken from the queue and not finished (Popovici 2003, section 4).

    The length of the union of the intervals start .. finish.
    """
    order = np.argsort(c["start"], kind="stable")
    start = c["start"][order]
    until = np.maximum.accumulate(c["finish"][order])
    gaps = np.maximum(start[1:] - until[:-1], 0)
    return int(until[-1] - start[0] - gaps.sum())


def busy(c: Columns) -> float:
    """Share of elapsed time that the requests spend at the disk."""
    return time_at_disk_ps(c) / elapsed_ps(c)


def mean_queue_length(c: Columns) -> float:
    """Time average of the requests that wait: sum of waiting times / elapsed time (Little)."""
    return float(c["queue"].sum(dtype=np.float64)) / elapsed_ps(c)


def throughput_per_s(c: Columns) -> float:
    """Requests / elapsed time."""
    return len(c["id"]) / elapsed_ps(c) * PS_PER_S


def throughput_mb_s(c: Columns, bytes_per_block: int) -> float:
    """10^6 bytes of requested blocks / elapsed time."""
    size = int(c["blocks"].sum(dtype=np.int64)) * bytes_per_block
    return size / 1e6 / elapsed_ps(c) * PS_PER_S


def reads(c: Columns) -> int:
    """Requests that read."""
    return len(c["write"]) - int(np.count_nonzero(c["write"]))


def hits(c: Columns) -> int:
    """Reads that the drive's buffer answers without a media access of their own."""
    return int(np.count_nonzero(c["hit"] & ~c["write"]))


def hit_rate(c: Columns) -> float | None:
    """Hits / reads; None without reads. Writes always go to the media, so they do not count."""
    return hits(c) / reads(c) if reads(c) else None


def retries(c: Columns) -> int:
    """Times that a block of the medium was tried again, over all requests."""
    return int(c["retries"].sum(dtype=np.int64))


def failed_requests(c: Columns) -> int:
    """Requests that ended with an error of the medium; they count in all other metrics."""
    return int(np.count_nonzero(c["failed"]))


def saturated(c: Columns) -> bool:
    """Whether the queue of an open workload grew over the run.

    True if arrivals of the second half found at least GROWTH times as many requests in the system
    as those of the first half, and the last arrival found a backlog of more than 20 and of more
    than 1 % of all requests. For a closed workload it says nothing.
    """
    arrival = np.sort(c["arrival"])
    count = len(arrival)
    in_system = np.arange(count) - np.searchsorted(c["finish"], arrival, side="right")
    if in_system[-1] <= max(20, count / 100):
        return False
    first, second = in_system[: count // 2].mean(), in_system[count // 2 :].mean()
    return bool(second >= GROWTH * first)


def schedule_sha256(c: Columns) -> str:
    """Hash of the schedule: two runs have the same one if and only if their schedules are the same.

    SHA-256 over id (uint64) and finish in ps (int64), little endian, in order of completion.
    """
    schedule = np.empty(len(c["id"]), dtype=[("id", "<u8"), ("finish", "<i8")])
    schedule["id"], schedule["finish"] = c["id"], c["finish"]
    return hashlib.sha256(schedule.tobytes()).hexdigest()


def _of(
    name: str, unit: str, meaning: str, of: Callable[[Columns], Any], source: str = ""
) -> Metric[Requests]:
    """A metric that the columns alone say."""
    return Metric(name, unit, meaning, lambda found: of(found.columns), source)


METRICS: Final[tuple[Metric[Requests], ...]] = (
    _of("requests", "1", "*n*", lambda c: len(c["id"])),
    _of("elapsed_s", "s", "*T*", lambda c: elapsed_ps(c) / PS_PER_S),
    _of(
        "time_at_disk_s",
        "s",
        "length of the union of `start` to `finish` over all requests: the time with "
        "a request at the disk",
        lambda c: time_at_disk_ps(c) / PS_PER_S,
        "Popovici 2003, 4",
    ),
    _of(
        "mean_response_ms",
        "ms",
        "mean of response times",
        lambda c: mean_ms(response_ps(c)),
        "Worthington 1994, 4.4",
    ),
    _of("median_response_ms", "ms", "percentile 50", lambda c: percentile_ms(response_ps(c), 50)),
    _of("p95_response_ms", "ms", "percentile 95", lambda c: percentile_ms(response_ps(c), 95)),
    _of("p99_response_ms", "ms", "percentile 99", lambda c: percentile_ms(response_ps(c), 99)),
    _of(
        "max_response_ms",
        "ms",
        "greatest response time",
        lambda c: int(response_ps(c).max()) / PS_PER_MS,
        "Seltzer 1990",
    ),
    _of(
        "scv_response",
        "1",
        "squared coefficient of variation: variance (divided by *n*) / mean²",
        lambda c: scv(response_ps(c)),
        "Worthington 1994, 4.4",
    ),
    _of(
        "mean_io_ms",
        "ms",
        "mean of `finish - start`",
        lambda c: mean_ms(c["finish"] - c["start"]),
        'Seltzer 1990, "I/O time"',
    ),
    _of(
        "mean_wait_ms",
        "ms",
        "mean of `queue`",
        lambda c: mean_ms(c["queue"]),
        'Worthington 1994, 6.1, "queue times"',
    ),
    _of("mean_overhead_ms", "ms", "mean of `overhead`", lambda c: mean_ms(c["overhead"])),
    _of("mean_seek_ms", "ms", "mean of `seek`", lambda c: mean_ms(c["seek"])),
    _of("mean_rotation_ms", "ms", "mean of `rotation`", lambda c: mean_ms(c["rotation"])),
    _of("mean_transfer_ms", "ms", "mean of `transfer`", lambda c: mean_ms(c["transfer"])),
    _of("mean_bus_ms", "ms", "mean of `bus`", lambda c: mean_ms(c["bus"])),
    _of(
        "mean_queue_length",
        "1",
        "sum of `queue` / *T*: requests waiting, averaged over time",
        mean_queue_length,
        "Little's law",
    ),
    _of(
        "utilisation",
        "1",
        "sum of `transfer` / *T*: share of time in which requested blocks pass under a head",
        utilisation,
        "Seltzer 1990, 4",
    ),
    _of("busy", "1", "`time_at_disk_s` / *T*", busy),
    _of("throughput_per_s", "1/s", "*n* / *T*", throughput_per_s),
    Metric(
        "throughput_mb_s",
        "10^6 bytes/s",
        "bytes requested / *T*",
        lambda found: throughput_mb_s(found.columns, found.bytes_per_block),
    ),
    _of("reads", "1", "number of reads", reads),
    _of("hits", "1", "number of reads answered from the buffer", hits),
    _of(
        "hit_rate",
        "1",
        "`hits` / `reads`; null without reads",
        hit_rate,
        "Worthington 1994, tables 4 and 5, which do not say of which requests",
    ),
    _of("retries", "1", "times that a block was tried again", retries),
    _of(
        "failed_requests",
        "1",
        "requests that ended with an error of the medium; they count in all other metrics",
        failed_requests,
    ),
    *deadlines.METRICS,
    Metric(
        "percentile_method",
        "",
        "`linear`: between order statistics, rank 1 + p (*n* - 1)",
        lambda _: PERCENTILE_METHOD,
        "Hyndman and Fan 1996, type 7",
    ),
    _of(
        "schedule_sha256",
        "",
        "SHA-256 over `id` (uint64) and `finish` in ps (int64), little endian, in "
        "order of completion; two runs have the same one if and only if they have the"
        " same schedule",
        schedule_sha256,
    ),
)
"""The metrics of requests. *n* is their number, *T* the elapsed time."""


def summarise(c: Columns, bytes_per_block: int) -> Metrics:
    """All metrics of a run's requests.

    Args:
        c: columns of `_core.RunOutput`, a row for each request, in order of completion; not empty.
        bytes_per_block: size of the drive's blocks.
    """
    return evaluate(METRICS, Requests(c, bytes_per_block))
