"""The runs of the paper's figures, and columns of their rows by class and by origin."""

import json
import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

from headstack import workload
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.experiment import Found, Scale
from headstack_papers.quantities import Row, excess

DRIVE: Final = "ibm_dnes_309170w"
WEIGHTS: Final = (80, 20)
AT_DRIVE: Final = 4
LOADS: Final = (11, 21, 31, 41, 51, 61)
ENDS: Final = (11, 61)
"""Values of |IO|: all values, and the two values of figures 3 and 5 to 7."""

RULES: Final = ("queued", "unserved")
"""Rules of property 2 by the scheduler's names. By the first, which is the paper's, only classes
with a request in their queue bound the lead of the others. By the second, all classes do that have
requests at the host or at the drive."""

PAPERS: Final = RULES[0]
OVERHEADS: Final = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
LEADS: Final = (0.0, 0.5, 1.0, 5.0, 10.0, 20.0)
"""Values of Mdmo and of Mqos. A lead of 0 is YFQ."""

BEST: Final = 20
RATIO: Final = WEIGHTS[0] / WEIGHTS[1]
REQUESTS: Final = 1_000
LONG: Final = 20_000
SEEDS: Final = 80
LONG_SEEDS: Final = 12
BASE: Final = 4
"""Number of requests of a base sequence."""


def scheduler_of(overhead: float, lead: float, gaps: str = "one", counts: str = PAPERS) -> str:
    """The scheduler with these margins and readings."""
    if not lead:
        return "yfq"
    return f"yfq_dor({overhead:g}, {lead:g}, gaps={gaps}, counts={counts})"


def points(
    scale: Scale,
    *,
    overheads: Iterable[int] = (BEST,),
    leads: Iterable[float] = (0.5,),
    loads: Iterable[int] = LOADS,
    gaps: str = "one",
    counts: str = PAPERS,
    long: bool = False,
    halves: bool = False,
) -> Iterator[Point]:
    """Yields a run for each pair of margins, load and seed.

    Args:
        scale: how much runs.
        overheads: values of Mdmo.
        leads: values of Mqos.
        loads: values of |IO|.
        gaps: number of requests that a gap takes: 'one', or 'literal' for any number, as printed.
        counts: rule of property 2, one of `RULES`.
        long: whether a run has `LONG` requests.
        halves: whether |IO| counts both workloads. Each workload then has half of |IO|.
    """
    requests = LONG if long else REQUESTS
    for overhead in overheads:
        for lead in leads:
            for load in loads:
                each = [(load + 1) // 2, load // 2] if halves else [load, load]
                for seed in scale.seeds(LONG_SEEDS if long else SEEDS):
                    yield Point(
                        drive=DRIVE,
                        scheduler=scheduler_of(overhead, lead, gaps, counts),
                        placement="host",
                        host_outstanding=AT_DRIVE,
                        weights=WEIGHTS,
                        workload=workload.classes(
                            [workload.Class(count) for count in each],
                            requests=scale.pick(full=requests, quick=requests, sample=200),
                            seed=seed,
                        ),
                        seed=seed,
                        labels={
                            "mdmo": overhead,
                            "mqos": lead,
                            "load": load,
                            "gaps": gaps,
                            "counts": counts,
                            "long": long,
                            "halves": halves,
                        },
                    )


def with_shares(found: Found) -> Found:
    """Adds the columns of each class and origin to the rows."""
    return Found([{**row, **shares_of(row)} for row in found.rows], found.scale)


def by_rule(found: Found, counts: str = PAPERS) -> Found:
    """The rows of a rule of property 2."""
    return Found(found.where(counts=counts), found.scale)


def names_by_rule(queue: str, **columns: Any) -> dict[str, dict[str, Any]]:
    """Names of lines, and their columns, for `lines`: a line for each rule of property 2."""
    return {
        queue + ("" if counts == PAPERS else f", counts={counts}"): {"counts": counts, **columns}
        for counts in RULES
    }


def shares_of(row: Row) -> dict[str, float]:
    """Columns of a run's classes: rates in MB/s, ratios of RQ1 to RQ2, and losses in percent."""
    classes: list[dict[str, Any]] = json.loads(row["classes"])
    by: dict[str, float] = {}
    for number, each in enumerate(classes, start=1):
        by[f"rq{number}"] = each["throughput_mb_s"]
        by[f"bqs{number}"] = each["by_turn_mb_s"]
        by[f"dor{number}"] = each["inserted_mb_s"]
        by[f"dor_share{number}"] = each["inserted_mb_s"] / each["throughput_mb_s"]
    ratio = float(row["ratios"][0])
    return {
        **by,
        "bqs": by["bqs1"] + by["bqs2"],
        "ratio": ratio,
        "bqs_ratio": _ratio(by["bqs1"], by["bqs2"]),
        "dor_ratio": _ratio(by["dor1"], by["dor2"]),
        "lost": 100 * (1 - ratio / RATIO),
        "length": length_of(row["inserted_fraction"]),
    }


def length_of(inserted: float) -> float:
    """Mean length of an expanded sequence, from the share of requests that were inserted."""
    return BASE / (1 - inserted)


def _ratio(one: float, other: float) -> float:
    return one / other if other else math.nan


def off(found: Found, metric: str, **columns: Any) -> Measured:
    """The percentage by which the mean of a ratio departs from the ratio of the weights."""
    ratio = found.mean(metric, **columns)
    return Measured(abs(100 * (ratio.mean / RATIO - 1)), 100 * ratio.half / RATIO, ratio.runs)


def worst(candidates: Iterable[Measured]) -> Measured:
    """The candidate whose interval has the highest upper end, with its own interval.

    The interval does not cover the choice. A bound from above is met by all candidates if the
    chosen candidate meets it.
    """
    return max(candidates, key=lambda one: one.high)


def over_next(found: Found, load: int) -> Measured:
    """The percentage by which `BEST` exceeds the best other Mdmo in throughput.

    The best other Mdmo has the greatest mean over the seeds. The interval is that of this pair, and
    does not cover the choice.
    """
    rates = {at: found.values("throughput_mb_s", mdmo=at, load=load) for at in OVERHEADS}
    others = [at for at in OVERHEADS if at != BEST]
    return excess(rates[BEST], rates[max(others, key=lambda at: float(rates[at].mean()))])


THROUGHPUT: Final = ("I/O throughput, Mqos = 0.5", "throughput_mb_s", "I/O throughput, MB/s")
LENGTH: Final = ("Length of the expanded sequence", "length", "requests")
"""Title, metric and unit of the panels of figures 2 and 3."""
