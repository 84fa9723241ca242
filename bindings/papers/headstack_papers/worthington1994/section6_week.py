"""Section 6 on a real trace: a week of an HP-UX workstation of the same lab and the same days."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from headstack import traces, workload
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale, data_file, lines
from headstack_papers.quantities import Row
from headstack_papers.worthington1994 import trace_runs as runs

FILE: Final = "hp_ajw_1992-05-30.srt"
BLOCK: Final = 512
FACTORS: Final = (0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
QUEUEING: Final = 4.0
"""Factor from which requests queue: FCFS is more than twice as slow as the best scheduler."""

CHAOS: Final = (
    "A guess: a few bursts make most of the response of this week, and one run has no spread over "
    "seeds. Which scheduler is lucky in them changes from factor to factor."
)
WEEK: Final = "week"


def load(path: Path, factor: float, requests: int | None) -> workload.Workload:
    """The requests of the busier disk, with their times divided by a factor."""
    found = traces.open(path, device="0").whole()
    rows = slice(0, requests)
    first = found.start_byte[rows] // BLOCK
    behind = -(-(found.start_byte[rows] + found.bytes[rows]) // BLOCK)
    return workload.arrivals(
        (found.arrival_ps[rows] - found.arrival_ps[0]) / 1e9 / factor,
        first,
        behind - first,
        write=found.write[rows],
    )


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of all schedulers with the cache, and of some with the buffer."""
    path = data_file(FILE)
    if path is None:
        return
    requests = scale.pick(full=None, quick=None, sample=300)
    for factor in scale.pick(full=FACTORS, quick=FACTORS, sample=(QUEUEING, FACTORS[-1])):
        asked = load(path, factor, requests)
        for memory, names in ((runs.CACHE, runs.EVERY), (runs.BUFFER, runs.BY_BLOCK)):
            for name, scheduler in names.items():
                yield Point(
                    drive="hp_c2247_9",
                    scheduler=scheduler,
                    placement="host",
                    workload=asked,
                    set=runs.KEYS[memory],
                    labels={"trace": WEEK, "name": name, "factor": factor, "memory": memory},
                )


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on its traces with sequential reads, on this trace."""
    if not found.rows:
        return
    loaded = [factor for factor in runs.ran(found, WEEK) if factor >= QUEUEING]
    at = {"trace": WEEK, "memory": runs.CACHE}
    calm = [
        found.mean(_calm, name="C-LOOK", factor=factor, memory=runs.CACHE).mean for factor in loaded
    ]
    bursts = Claim(
        "C-LOOK: median response by the mean, the most of these factors",
        "a few make most of the mean; of exponential times it would be 0.69",
        Measured(max(calm)),
        at_most(0.4),
    )

    def all_of(what: str, words: str, holds: Iterable[bool], reason: str = "") -> Claim:
        """Claims that a statement holds at every factor at which requests queue."""
        return Claim(
            f"factors, of {QUEUEING:g} to {FACTORS[-1]:g}, at which {what}",
            words,
            Measured(float(sum(holds))),
            at_least(len(loaded), "", reason),
        )

    def over(one: str, other: str, memory: str = runs.CACHE) -> list[float]:
        own = {**at, "memory": memory, "name": (one, other)}
        return [found.excess(runs.RESPONSE, factor=factor, **own).mean for factor in loaded]

    def more_hits(other: str, words: str) -> Claim:
        pair = ("C-LOOK", other)
        more = [found.difference(runs.hits, name=pair, factor=f, **at).mean for f in loaded]
        return all_of(f"C-LOOK has more hits than {other}", words, [one > 0 for one in more])

    yield all_of(
        "FCFS is 5 % or more behind SSTF",
        "FCFS scheduling performs poorly",
        [above >= 5 for above in over("FCFS", "SSTF")],
        '"poorly" as in figures 6 to 11',
    )
    for name in runs.OTHERS:
        cache, buffer = (over("C-LOOK", name, memory) for memory in (runs.CACHE, runs.BUFFER))
        yield all_of(
            f"C-LOOK is ahead of {name}",
            "higher performance than LOOK, VSCAN(0.2) and SSTF",
            [above < 0 for above in cache],
        ).because(CHAOS, bursts)
        yield all_of(
            f"C-LOOK does worse against {name} with a buffer than with the cache",
            "C-LOOK drops dramatically in relation to the other seek-reducing algorithms",
            [worse > above for worse, above in zip(buffer, cache, strict=True)],
        )
        yield more_hits(name, "the C-LOOK algorithm exhibits a higher hit rate")
        yield all_of(
            f"{name} is ahead by full map",
            "Performance improvements are observed",
            [above < 0 for above in over(f"{runs.MAPPED}{name}", name)],
        ).because(CHAOS, bursts)
    for name in runs.BY_BLOCK:
        yield all_of(
            f"{name} with 1024 sectors a cylinder is as with the full map",
            "within 1%",
            [abs(above) <= 1 for above in over(f"fixed {name}", f"{runs.MAPPED}{name}")],
        ).because(CHAOS, bursts)
    for name in runs.BY_POSITION:
        yield more_hits(name, "C-LOOK always exhibits a higher cache hit rate")
    yield all_of(
        "SPCTF is ahead of SPTF",
        "it is critical for such an implementation to recognize the existence of on-board disk "
        "caches",
        [above < 0 for above in over("SPCTF", "SPTF")],
    )


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
    "A workstation of the same lab was traced in the same week: 42,252 requests of its busier "
    "disk, a tenth of Snake's, 29 % reads. What the paper says of traces with sequential reads "
    "is tried on it.",
    set_up=f"`{FILE}` of the folder that HEADSTACK_DATA names, on the drive with 9 surfaces; "
    "without that file there is nothing here. One run each: nothing is random. The bursts of this "
    "disk are so large that there is no knee, so a claim is to hold at every factor that has "
    "queues; 16 is about the rate of Snake's busiest disk here.",
)
