"""Section 6 on a real trace: a week of an HP-UX workstation of the same lab and the same days."""

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import traces, workload
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale, data_file, lines
from headstack_papers.quantities import Row, measured
from headstack_papers.worthington1994 import trace_runs as runs

FILE: Final = "hp_ajw_1992-05-30.srt"
BLOCK: Final = 512
FACTORS: Final = (0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
QUEUEING: Final = 4.0
"""Factor from which requests queue: FCFS is more than twice as slow as the best scheduler."""

CHAOS: Final = (
    "A few bursts make most of the response of this week. The scheduler that is lucky in these "
    "bursts changes from day to day."
)
WEEK: Final = "week"
DAYS: Final = 7
_DAY_PS: Final = 86_400 * 10**12


def load(path: Path, factor: float, day: int, requests: int | None) -> workload.Workload:
    """The requests of a day of the busier disk, with their times divided by a factor.

    Args:
        path: the trace.
        factor: trace scaling factor.
        day: number of the day, from 1. The last day also has the requests after it.
        requests: number of requests. `None`: all requests of the day.
    """
    week = traces.open(path, device="0").whole()
    days = np.minimum((week.arrival_ps - week.arrival_ps[0]) // _DAY_PS, DAYS - 1)
    found = week.take(np.flatnonzero(days == day - 1)[:requests])
    first = found.start_byte // BLOCK
    behind = -(-(found.start_byte + found.bytes) // BLOCK)
    return workload.arrivals(
        (found.arrival_ps - found.arrival_ps[0]) / 1e9 / factor,
        first,
        behind - first,
        write=found.write,
    )


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of all schedulers with the cache, and of some with the buffer, for each day."""
    path = data_file(FILE)
    if path is None:
        return
    requests = scale.pick(full=None, quick=None, sample=300)
    every = scale.pick(full=FACTORS, quick=FACTORS, sample=(QUEUEING, FACTORS[-1]))
    for factor, day in product(every, range(1, DAYS + 1)):
        asked = load(path, factor, day, requests)
        for memory, names in ((runs.CACHE, runs.EVERY), (runs.BUFFER, runs.BY_BLOCK)):
            for name, scheduler in names.items():
                yield Point(
                    drive="hp_c2247_9",
                    scheduler=scheduler,
                    placement="host",
                    workload=asked,
                    set=runs.KEYS[memory],
                    labels={
                        "trace": WEEK,
                        "name": name,
                        "factor": factor,
                        "memory": memory,
                        "seed": day,
                    },
                )


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on its traces with sequential reads, on this trace."""
    if not found.rows:
        return
    for factor in runs.ran(found, WEEK):
        if factor >= QUEUEING:
            yield from _at_factor(found, factor)


def _at_factor(found: Found, factor: float) -> Iterator[Claim]:
    """Judges the words at a factor, over the days."""
    at = {"trace": WEEK, "factor": factor, "memory": runs.CACHE}
    calm = found.mean(_calm, name="C-LOOK", **at)
    bursts = Claim(
        f"factor {factor:g}: C-LOOK's median response by the mean",
        "a few make most of the mean; of exponential times it would be 0.69",
        calm,
        at_most(0.69),
    )

    def above(what: str, words: str, pair: tuple[str, str], bounds: Bounds) -> Claim:
        """Claims that a response exceeds another response by so much."""
        excess = found.excess(runs.RESPONSE, name=pair, **at)
        claim = Claim(f"factor {factor:g}: {what}", words, excess, bounds)
        return claim.because(CHAOS, bursts)

    yield above(
        "FCFS above SSTF",
        "FCFS scheduling performs poorly",
        ("FCFS", "SSTF"),
        at_least(5, "%", '"poorly" as in figures 6 to 11'),
    )
    for name in runs.OTHERS:
        yield above(
            f"C-LOOK above {name}",
            "higher performance than LOOK, VSCAN(0.2) and SSTF",
            ("C-LOOK", name),
            at_most(0, "%"),
        )
        yield _with_buffer(found, factor, name)
        yield _more_hits(found, at, name, "the C-LOOK algorithm exhibits a higher hit rate")
        yield above(
            f"{name} by full map above {name}",
            "Performance improvements are observed",
            (f"{runs.MAPPED}{name}", name),
            at_most(0, "%"),
        )
    for name in runs.BY_BLOCK:
        yield above(
            f"{name} with 1024 sectors a cylinder above that by the full map",
            "within 1%",
            (f"fixed {name}", f"{runs.MAPPED}{name}"),
            Bounds(-1, 1, "%"),
        )
    for name in runs.BY_POSITION:
        yield _more_hits(found, at, name, "C-LOOK always exhibits a higher cache hit rate")
    yield above(
        "SPCTF above SPTF",
        "it is critical for such an implementation to recognize the existence of on-board disk "
        "caches",
        ("SPCTF", "SPTF"),
        at_most(0, "%"),
    )


def _with_buffer(found: Found, factor: float, name: str) -> Claim:
    """Judges C-LOOK's response by that of another scheduler, with a buffer by with the cache."""
    buffer, cache = (
        found.ratios(runs.RESPONSE, name=("C-LOOK", name), trace=WEEK, factor=factor, memory=memory)
        for memory in (runs.BUFFER, runs.CACHE)
    )
    return Claim(
        f"factor {factor:g}: C-LOOK's response by that of {name}, with a buffer by with the cache",
        "the performance of C-LOOK drops ... in relation to the other seek-reducing algorithms",
        measured(buffer / cache),
        at_least(1, "", "the sentence says dramatically, but calls this best seen on Sci-TS"),
    )


def _more_hits(found: Found, at: Mapping[str, Any], other: str, words: str) -> Claim:
    """Judges the hits of C-LOOK less the hits of another scheduler."""
    more = found.difference(runs.hits, name=("C-LOOK", other), **at)
    what = f"factor {at['factor']:g}: hits of C-LOOK less those of {other}"
    return Claim(what, words, more, at_least(0, "points"))


def _calm(row: Row) -> float:
    """The median response divided by the mean response."""
    return float(row["median_response_ms"] / row["mean_response_ms"])


def shows(found: Found) -> Iterator[Panel]:
    """Draws the mean response over the factor, with the cache and with a buffer."""
    if not found.rows:
        return
    for memory, names in (
        (runs.CACHE, ("FCFS", *runs.BY_BLOCK, "full-map SSTF", *runs.BY_POSITION)),
        (runs.BUFFER, tuple(runs.BY_BLOCK)),
    ):
        own = {name: {"name": name, "memory": memory} for name in names}
        yield Panel(
            f"Average response time, {memory}",
            "trace scaling factor",
            "average response time, s",
            lines(found, "mean_response_ms", "factor", own, 0.001),
            x_log=True,
            y_log=True,
        )


EXPERIMENT: Final = Experiment(
    title="Section 6 on a week of a real HP-UX workstation",
    section="6",
    says="Cello and Snake are a week, from 30 May 1992, of machines whose traces are not public. "
    "A workstation of the same lab was traced in the same week. The busier disk of this "
    "workstation has 42,252 requests, a tenth of Snake's, with 29 % reads. The paper's words on "
    "traces with sequential reads are tried on this disk.",
    set_up=f"`{FILE}` in the folder that HEADSTACK_DATA names runs on the drive with 9 surfaces. "
    "Without this file, the experiment has no results. Each of the seven days is a run of its "
    "own, so intervals are over days. The bursts of this disk are so large that there is no "
    "knee. A sentence is therefore judged at every factor that has queues. Factor 16 is about "
    "the rate of Snake's busiest disk here.",
)
