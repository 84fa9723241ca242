"""Section 6 on a real trace: a week of an HP-UX workstation of the same lab and the same days."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from headstack import workload
from headstack.experiments.claims import Bounds, Claim
from headstack.experiments.experiment import Experiment, Found, Panel, Scale, lines
from headstack.experiments.worthington1994 import trace_runs as runs
from headstack.sweeps import Point
from headstack.workload import srt

FILE: Final = "hp_ajw_1992-05-30.srt"
VARIABLE: Final = "HEADSTACK_DATA"
BLOCK: Final = 512
FACTORS: Final = (0.25, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
KNEE: Final = 16.0
"""Where C-LOOK queues for most of a second in the mean; lighter bursts queue from 4 on."""

WEEK: Final = "week"
NAMES: Final = {
    **runs.FCFS,
    **runs.BY_BLOCK,
    **runs.BY_MAP,
    **runs.BY_FIXED,
    **runs.FROM_START,
    **runs.BY_POSITION,
    **runs.IN_ORDER,
}


def file() -> Path | None:
    """The trace, where the environment variable says; None if it is not there."""
    folder = os.environ.get(VARIABLE)
    found = Path(folder) / FILE if folder else None
    return found if found is not None and found.exists() else None


def load(path: Path, factor: float, requests: int | None) -> workload.Workload:
    """The busier disk's requests, at their times divided by a factor."""
    found = srt.read_srt_trace(path, 0)
    rows = slice(0, requests)
    first = found.start_byte[rows] // BLOCK
    behind = -(-(found.start_byte[rows] + found.bytes[rows]) // BLOCK)
    return workload.arrivals(
        found.arrival_ps[rows] / 1e9 / factor, first, behind - first, write=found.write[rows]
    )


def points(scale: Scale) -> Iterator[Point]:
    """All schedulers with the cache, those by block number with the buffer."""
    path = file()
    if path is None:
        return
    requests = scale.pick(full=None, quick=None, sample=300)
    for factor in scale.pick(full=FACTORS, quick=FACTORS, sample=(KNEE, FACTORS[-1])):
        asked = load(path, factor, requests)
        for memory, names in ((runs.CACHE, NAMES), (runs.BUFFER, runs.BY_BLOCK)):
            for name, scheduler in names.items():
                yield Point(
                    drive="hp_c2247_9",
                    scheduler=scheduler,
                    placement="host",
                    workload=asked,
                    set={} if memory == runs.CACHE else {"cache.mode": "speed-matching"},
                    labels={"trace": WEEK, "name": name, "factor": factor, "memory": memory},
                )


def claims(found: Found) -> Iterator[Claim]:
    """What the paper says of its traces with sequential reads, said of this one."""
    if not found.rows:
        return
    at: dict[str, Any] = {"trace": WEEK, "factor": KNEE}

    def over(what: str, words: str, one: str, other: str, bounds: Bounds, **of: str) -> Claim:
        return Claim(what, words, runs.above(found, one, other, **at, **of), bounds, "%")

    yield from _by_block(found, over, at)
    for name in ("LOOK", "VSCAN(0.2)", "SSTF"):
        yield over(
            f"{name}: response by full map above that by block number",
            "Performance improvements are observed",
            f"{runs.MAPPED}{name}",
            name,
            Bounds(high=0),
        )
    for name in runs.BY_BLOCK:
        yield over(
            f"{name}: response with 1024 sectors a cylinder above the full map",
            "within 1%",
            f"fixed {name}",
            f"{runs.MAPPED}{name}",
            Bounds(-1, 1),
        )
    heaviest: dict[str, Any] = {"trace": WEEK, "factor": FACTORS[-1]}
    first = next(iter(runs.FROM_START))
    yield Claim(
        "SSTF, the largest factor: response by full map above that by block number",
        "the LBN-based SSTF scheduler is actually superior to the full-map version",
        runs.above(found, f"{runs.MAPPED}SSTF", "SSTF", **heaviest),
        Bounds(low=0),
        "%",
        reason="of Report, in the paper",
    )
    yield Claim(
        "SSTF from the first block, the largest factor: response above that from the last",
        "modified to use the first block, it achieves performance improvement",
        runs.above(found, first, f"{runs.MAPPED}SSTF", **heaviest),
        Bounds(high=0),
        "%",
    )
    for name in runs.BY_POSITION:
        yield Claim(
            f"C-LOOK's hits less those of {name}",
            "C-LOOK always exhibits a higher cache hit rate",
            runs.more_hits(found, "C-LOOK", name, **at),
            Bounds(low=0),
            "points",
        )
    yield over(
        "SPCTF: response above that of SPTF",
        "it is critical for such an implementation to recognize the existence of on-board disk "
        "caches",
        "SPCTF",
        "SPTF",
        Bounds(high=0),
    )


def _by_block(found: Found, over: Callable[..., Claim], at: dict[str, Any]) -> Iterator[Claim]:
    """FCFS, and C-LOOK with the cache and without."""
    yield over(
        "FCFS: response above that of SSTF",
        "FCFS scheduling performs poorly",
        "FCFS",
        "SSTF",
        Bounds(low=5),
    )
    for name in ("LOOK", "VSCAN(0.2)", "SSTF"):
        yield over(
            f"C-LOOK's response above that of {name}, with the cache",
            "higher performance than LOOK, VSCAN(0.2) and SSTF",
            "C-LOOK",
            name,
            Bounds(high=0),
        )
        yield over(
            f"C-LOOK's response above that of {name}, with a buffer",
            "C-LOOK drops dramatically in relation to the other seek-reducing algorithms",
            "C-LOOK",
            name,
            Bounds(low=0),
            memory=runs.BUFFER,
        )
        yield Claim(
            f"C-LOOK's hits less those of {name}",
            "the C-LOOK algorithm exhibits a higher hit rate",
            runs.more_hits(found, "C-LOOK", name, **at),
            Bounds(low=0),
            "points",
        )


def shows(found: Found) -> Iterator[Panel]:
    """Mean response over the factor, with the cache and with a buffer."""
    if not found.rows:
        return
    for memory, names in (
        (runs.CACHE, ("FCFS", *runs.BY_BLOCK, "full-map SSTF", *runs.BY_POSITION)),
        (runs.BUFFER, tuple(runs.BY_BLOCK)),
    ):
        yield Panel(
            f"Average response time, {memory}",
            "trace scaling factor",
            "average response time, s",
            lines(
                found,
                "mean_response_ms",
                "factor",
                {name: {"name": name, "memory": memory} for name in names},
                0.001,
            ),
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
    points=points,
    claims=claims,
    shows=shows,
    set_up=f"`{FILE}` of the folder that {VARIABLE} names, on the drive with 9 surfaces; without "
    "that file there is nothing here. One run each: nothing is random. The bursts of this disk "
    "are so large that there is no knee; claims are at a factor of 16, about the rate of Snake.",
)
