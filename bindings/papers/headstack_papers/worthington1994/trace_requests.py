"""A disk's requests in the characteristics of a trace, generated.

The requests are jobs: a run of sequential reads, reads close to each other, a read elsewhere, or
consecutive writes. A job begins at any time or in a burst, and continues at its own pace. Shares
are exact counts. Sizes and lengths are evenly spaced quantiles in random order. So the results of
two seeds have equal amounts of everything, and differ only in the order.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints
from headstack.workload.streaming import Rows, Sourced
from headstack_papers.worthington1994.traces import Profile

RUN, LOCAL, READ, WRITE = range(4)
"""Kinds of jobs."""

AREAS: Final = 32
"""Equal parts of the disk. The i-th most popular part has a share of jobs proportional to 1 / i."""

LOCAL_JOB: Final = 3.0
"""Mean number of reads after the first read of a job of reads close to each other."""
SKIPPED: Final = 16
"""Largest number of blocks that such a read leaves out. The read-ahead has 128 blocks."""
LOOSE: Final = 0.5
"""Share of a job's writes that do not begin at the end of the previous write."""
LOOSENESS: Final = 400
"""Largest number of blocks that such a write leaves out."""
WRITES_PACE: Final = 0.2
"""Ratio of the time between a job's writes to the time between sequential reads.

Nobody waits for writes.
"""
LARGEST: Final = 127
"""Blocks of the largest request."""
PARETO: Final = 1.5
"""Exponent of the sizes of bursts: their variance has no bound."""


@dataclass(frozen=True)
class Columns:
    """Requests in the order of arrival, as arrays of the same length.

    Attributes:
        arrival_ps: time of each request at a scaling factor of one.
        lbn: first block.
        blocks: length.
        write: whether the request is a write.
        sequential: whether the request is a read that begins where the previous read of its run
            ended.
    """

    arrival_ps: Ints
    lbn: Ints
    blocks: Ints
    write: Bools
    sequential: Bools


@dataclass(frozen=True, kw_only=True)
class Generated(Sourced):
    """A busy disk of a trace, with arrival times divided by a scaling factor (section 4.3).

    Attributes:
        profile: the trace.
        factor: the scaling factor.
        requests: number of requests.
        seed: seed of the random numbers. Equal seeds give equal requests at every factor.
    """

    profile: Profile
    factor: float
    requests: int
    seed: int
    outstanding: None = field(init=False, default=None)
    is_open = True

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {
            "workload": f"as {self.profile.name}",
            "factor": self.factor,
            "rate_per_s": self.profile.rate_per_s * self.factor,
            "open": True,
        }

    def rows(self, drive: DriveConfig) -> Iterator[Rows]:
        """All requests at once."""
        made = generated(self.profile, self.requests, self.seed, drive.blocks)
        when = np.rint(made.arrival_ps / self.factor).astype(np.int64)
        yield Rows(
            made.lbn.astype(np.uint32),
            made.blocks.astype(np.uint32),
            made.write,
            np.diff(when, prepend=0),
        )


@dataclass(frozen=True)
class _Jobs:
    """Arrays with an element for each job: its kind and its number of requests."""

    kind: Ints
    length: Ints


@lru_cache(maxsize=16)
def generated(profile: Profile, requests: int, seed: int, disk_blocks: int) -> Columns:
    """Generates the requests at a scaling factor of one. The latest results are kept."""
    random = np.random.default_rng([seed, 1994])
    jobs = _jobs(profile, requests, random)
    of = np.repeat(np.arange(len(jobs.length)), jobs.length)
    first = (np.cumsum(jobs.length) - jobs.length)[of]
    kind = jobs.kind[of]
    size = _sizes(profile, requests, random)
    behind = np.arange(requests) > first
    pace = np.where(kind == WRITE, WRITES_PACE, 1.0) * profile.pace_ms * 1e9
    gaps = random.exponential(1.0, requests) * pace * behind
    when = _starts(profile, requests, jobs, random)[of] * 1e12 + _since(gaps, first)
    lbn = _places(jobs, disk_blocks, random)[of] + _since(_advances(kind, size, random), first)
    again = (kind == LOCAL) & behind & (random.random(requests) < profile.again)
    lbn = np.where(again, np.roll(lbn, 1), lbn) % (disk_blocks - LARGEST)
    order = np.argsort(when, kind="stable")
    return Columns(
        np.rint(when).astype(np.int64)[order],
        lbn.astype(np.int64)[order],
        size[order],
        (kind == WRITE)[order],
        ((kind == RUN) & behind)[order],
    )


def _since(values: npt.NDArray[np.float64 | np.int64], first: Ints) -> Floats:
    """The sums of `values` from the first request of each job to each request.

    For each request, `first` has the index of the job's first request. The value of the first
    request itself does not count.
    """
    sums = np.cumsum(values, dtype=np.float64)
    return np.asarray(sums - sums[first], np.float64)


def _jobs(profile: Profile, requests: int, random: np.random.Generator) -> _Jobs:
    """The jobs, with exact counts of reads, sequential reads, local reads and writes."""
    reads = round(requests * profile.reads)
    sequential, local = round(requests * profile.runs), round(requests * profile.local)
    runs = _lengths(sequential, profile.run, random)
    close = _lengths(local, LOCAL_JOB, random)
    alone = reads - sequential - local - len(runs) - len(close)
    writes = _lengths(requests - reads, profile.writes, random)
    parts = (runs + 1, close + 1, np.ones(alone, np.int64), writes)
    kinds = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return _Jobs(kinds, np.concatenate(parts))


def _lengths(total: int, mean: float, random: np.random.Generator) -> Ints:
    """Geometric numbers, 1 or more, that add up to the total."""
    if not total:
        return np.zeros(0, np.int64)
    found = geometric(max(1, round(total / mean)), mean, random)
    missing = total - int(found.sum())
    while missing:
        some = random.integers(len(found), size=abs(missing))
        if missing > 0:
            np.add.at(found, some, 1)
        else:
            found[np.unique(some[found[some] > 1])] -= 1
        missing = total - int(found.sum())
    return found


def geometric(count: int, mean: float, random: np.random.Generator) -> Ints:
    """Geometric numbers from 1 on: evenly spaced quantiles in random order."""
    if mean <= 1:
        return np.ones(count, np.int64)
    at = (np.arange(count) + 0.5) / count
    found = np.ceil(np.log1p(-at) / np.log1p(-1 / mean)).astype(np.int64)
    return np.asarray(random.permutation(np.maximum(found, 1)), np.int64)


def _sizes(profile: Profile, requests: int, random: np.random.Generator) -> Ints:
    """Lengths in blocks of 512 bytes, with the mean of table 2."""
    if not profile.unix:
        return np.minimum(geometric(requests, 2 * profile.size_kb, random), LARGEST)
    large = round(requests * (profile.size_kb - 2) / 6)  # of 8 KB, the others 2 KB
    return np.where(random.permutation(requests) < large, 16, 4).astype(np.int64)


def _starts(profile: Profile, requests: int, jobs: _Jobs, random: np.random.Generator) -> Floats:
    """When the jobs begin, in seconds: at any time, or somewhere in a burst."""
    count, last_s = len(jobs.length), requests / profile.rate_per_s
    share = np.where(jobs.kind == WRITE, profile.burst_writes, profile.burst_reads)
    bursting = random.random(count) < share
    bursts = max(1, round(int(jobs.length[bursting].sum()) / profile.burst))
    sizes = _burst_sizes(bursts, profile.burst, profile.largest_burst)
    begin = _spread(bursts, last_s, random)
    which = random.choice(bursts, p=sizes / sizes.sum(), size=count)
    within = random.random(count) * sizes[which] / profile.burst_per_s
    anywhere = _spread(count, last_s, random)
    return np.where(bursting, begin[which] + within, anywhere)


def _burst_sizes(count: int, mean: float, largest: int) -> Floats:
    """Quantiles of a Pareto distribution with this mean. The last quantile is `largest`."""
    at = (np.arange(count) + 0.5) / count
    found = np.minimum(mean * (1 - 1 / PARETO) * (1 - at) ** (-1 / PARETO), largest)
    found = np.minimum(found * mean / found.mean(), largest)
    found[-1] = largest
    return np.asarray(found, np.float64)


def _spread(count: int, last_s: float, random: np.random.Generator) -> Floats:
    """Times in random order, with a time in each of `count` equal parts of the run."""
    return np.asarray(
        random.permutation(np.arange(count) + random.random(count)) * last_s / count, np.float64
    )


def _places(jobs: _Jobs, disk_blocks: int, random: np.random.Generator) -> Ints:
    """First blocks of the jobs."""
    popular = 1 / np.arange(1, AREAS + 1)
    count = len(jobs.length)
    area = random.permutation(AREAS)[random.choice(AREAS, p=popular / popular.sum(), size=count)]
    return ((area + random.random(count)) * (disk_blocks - LARGEST) / AREAS).astype(np.int64)


def _advances(kind: Ints, size: Ints, random: np.random.Generator) -> Ints:
    """Blocks from the start of the previous request of a job to the start of each request."""
    count = len(size)
    skipped = np.where(kind == LOCAL, random.integers(1, SKIPPED + 1, count), 0)
    loose = (kind == WRITE) & (random.random(count) < LOOSE)
    skipped += np.where(loose, random.integers(1, LOOSENESS + 1, count), 0)
    return np.asarray(np.roll(size, 1) + skipped, np.int64)
