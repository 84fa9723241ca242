"""Runs of the Disk Mimic's experiments: how a table is made, and what it costs on the trace."""

import os
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import headstack
from headstack.experiments.claims import Measured
from headstack.experiments.popovici2003.mechanics import exact, sampled
from headstack.mimic import Mimic

ROOT = Path(__file__).resolve().parents[2]
TRACE = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data")) / (
    "hp_ajw_1992-05-30.srt"
)
DISKS = ("ibm_9lzx", *(f"ibm_9lzx_{row}" for row in range(2, 9)))
BASE = DISKS[0]
SUMMARIES = ("mean", "median", "maximum", "probabilistic", "minimum")
SPAN = "328MiB"  # what the trace's disk holds
STEP_BLOCKS = 2  # 1 KiB: the trace has no other distances
SPAN_BLOCKS = 328 * 2048
LIGHT, COMPRESSION = 20, 500


@dataclass(frozen=True)
class Probing:
    """How a disk's table is made; 0 samples: the mean over all places."""

    samples: int = 10
    interpolate: bool = False
    step: str = "1KiB"
    seeds: int = 10


STANDARD = Probing()
FULL = replace(STANDARD, samples=100, seeds=8)  # as in the paper's figure 2
MANY = replace(FULL, seeds=6)
ALL_PLACES = replace(STANDARD, samples=0, seeds=1)


@lru_cache(maxsize=1)  # with 100 samples it takes half a gigabyte
def probed(disk: str, how: Probing, seed: int) -> Mimic:
    """The offline table of a disk, for the distances that the trace can have."""
    step = int(how.step.removesuffix("KiB")) * STEP_BLOCKS
    if how.samples == 0:
        return exact(disk, step=step, span=SPAN_BLOCKS)
    if not how.interpolate:
        return sampled(disk, step=step, span=SPAN_BLOCKS, samples=how.samples, seed=seed)
    return Mimic.probe(
        disk,
        samples=how.samples,
        step=how.step,
        span=SPAN,
        interpolate=how.interpolate,
        by_type=False,
        seed=seed,
    )


@lru_cache(maxsize=8)
def trace(compression: float) -> headstack.workload.Compressed:
    return headstack.workload.compressed(TRACE, compression=compression)


@cache
def time_s(disk: str, scheduler: str, compression: float) -> float:
    """Time at the disk of a scheduler without a table."""
    return spent(disk, scheduler, compression)[0]


def spent(
    disk: str, scheduler: str, compression: float, table: Mimic | None = None
) -> tuple[float, float]:
    """Time at the disk, and how many requests wait in it."""
    drive = headstack.Drive(disk, scheduler, placement="host", mimic=table)
    result = drive.run(trace(compression))
    seconds = float(result.summary["time_at_disk_s"])
    return seconds, float(result.columns["queue"].sum(dtype=float)) / 1e12 / seconds


def above(disk: str, scheduler: str, compression: float = COMPRESSION) -> float:
    """Excess of a scheduler's time at the disk over greedy-optimal, in %."""
    return 100 * (time_s(disk, scheduler, compression) / time_s(disk, "sptf", compression) - 1)


@cache
def tabled(disk: str, how: Probing) -> dict[tuple[str, float], tuple[float, ...]]:
    """Excess of `smtf`, by summary and compression: a value for each seed of the probe."""
    summaries = SUMMARIES if (disk, how) == (BASE, FULL) else SUMMARIES[:1]
    compressions = (LIGHT, 100, COMPRESSION, 1000) if disk == BASE else (LIGHT, COMPRESSION)
    found: dict[tuple[str, float], tuple[float, ...]] = {}
    for seed in range(1, how.seeds + 1):
        table = probed(disk, how, seed)
        for summary in summaries:
            for compression in compressions:
                seconds, _ = spent(disk, f"smtf({summary})", compression, table)
                excess = 100 * (seconds / time_s(disk, "sptf", compression) - 1)
                key = (summary, compression)
                found[key] = (*found.get(key, ()), excess)
    return found


def smtf(disk: str, compression: float, how: Probing = STANDARD, summary: str = "mean") -> Measured:
    """Excess of `smtf` over greedy-optimal, in %, over the seeds."""
    values = tabled(disk, how)[summary, compression]
    return Measured.of(values) if len(values) > 1 else Measured(values[0])


def less(value: float, from_it: Measured) -> Measured:
    return Measured(value - from_it.mean, from_it.half)


def over_offline(scheduler: str) -> Measured:
    """Excess of a scheduler's time at the disk over that of the offline table, in %."""
    one = 1 + above(BASE, scheduler) / 100
    offline = tabled(BASE, STANDARD)["mean", COMPRESSION]
    return Measured.of([100 * (one / (1 + excess / 100) - 1) for excess in offline])


INTERPOLATED = tuple(
    Probing(count, True, step, 3) for step in ("8KiB", "1KiB") for count in (10, 30)
)


@cache
def kept(how: Probing) -> tuple[int, int, int, int]:
    """Numbers of distances in the grid, probed, and kept, and the table's bytes, for one seed."""
    table = probed(BASE, how, how.seeds)
    step = int(how.step.removesuffix("KiB")) * STEP_BLOCKS
    return 2 * (SPAN_BLOCKS // step) + 1 + 2 * 63, table.probed, table.points, table.memory_bytes
