"""Runs of section 6: schedulers by the paper's names, points, the knee, and what is compared there.

A row is found by `trace`, `factor` (the trace scaling factor), `memory` ('cache': prefetching;
'buffer': speed-matching only) and `name`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.experiment import Found, Panel, Row, Scale, Series, lines, measured
from headstack_papers.worthington1994 import printed_tables
from headstack_papers.worthington1994.trace_requests import Generated
from headstack_papers.worthington1994.traces import BY_NAME, CELLO, Profile

CACHE: Final = "cache"
BUFFER: Final = "buffer"
MAPPED: Final = "full-map "

FCFS: Final = {"FCFS": "fcfs"}
BY_BLOCK: Final = {"C-LOOK": "clook", "LOOK": "look", "VSCAN(0.2)": "vscan(0.2)", "SSTF": "sstf"}
BY_MAP: Final = {
    "full-map C-LOOK": "clook(map)",
    "full-map LOOK": "look(map)",
    "full-map VSCAN(0.2)": "vscan(0.2, map)",
    "full-map SSTF": "sstf(map)",
}
BY_FIXED: Final = {
    "fixed C-LOOK": "clook(fixed)",
    "fixed LOOK": "look(fixed)",
    "fixed VSCAN(0.2)": "vscan(0.2, fixed)",
    "fixed SSTF": "sstf(fixed)",
}
"""1024 sectors a cylinder, whatever the drive's cylinders hold."""

FROM_START: Final = {"full-map SSTF, first block": "sstf(map, from=start)"}
BY_POSITION: Final = {
    "SPTF": "sptf(mechanics)",
    "ASPTF(6)": "asptf(6, mechanics)",
    "SPCTF": "spctf(mechanics)",
    "ASPCTF(6)": "aspctf(6, mechanics)",
}
IN_ORDER: Final = {"ASPCTF(6), runs in order": "aspctf_seq(6, mechanics)"}
EVERY: Final = {
    **FCFS,
    **BY_BLOCK,
    **BY_MAP,
    **BY_FIXED,
    **FROM_START,
    **BY_POSITION,
    **IN_ORDER,
}

REQUESTS: Final = 20_000
CELLO_REQUESTS: Final = 40_000
SEEDS: Final = 24
OTHERS_MS: Final = 20.0
"""Response of Cello's other disks, which hardly queue, in the mean over all of its disks."""

SET_UP: Final = (
    "The traces are not public: requests of each trace's busiest disk are generated "
    "(`trace_requests`), with size, reads and sequential reads as in table 2, 20,000 of them a run "
    "(Cello 40,000, some 4 hours) in place of its hours on all of its disks. The disk's rate and "
    "the share of reads close by are set by C-LOOK's columns of tables 3a and 4, Cello's and "
    "Snake's bursts by these and Cello's queue. What else the paper leaves open is ours "
    "(`traces`). Length and pace of sequential runs are the same for all; they were chosen among a "
    "few with figures 6 to 11 and table 3b in view, since longer runs come nearer to both, so "
    "those are no blind test of them, nor are tables 3a and 4 and section 6.1. Schedulers by map "
    "and position were not looked at for that. Scheduled in the host, one request at the drive at "
    "a time. The scaling factor divides arrival times. The knee is the factor, of those that ran, "
    "at which C-LOOK's mean response is nearest to that of table 3 by its ratio. For Cello that is "
    "what is left for the busiest disk if the others take 20 ms. [Ruem93] is known from elsewhere: "
    "bursts of writes come from HP-UX writing back its buffers."
)


def profile_requests(profile: Profile, scale: Scale) -> int:
    """Number of requests of a run; Cello's large bursts want more."""
    if profile is CELLO:
        return scale.pick(full=CELLO_REQUESTS, quick=20_000, sample=400)
    return scale.requests(REQUESTS, least=200)


def factors(profile: Profile, scale: Scale) -> Sequence[float]:
    """The scaling factors; tests take few."""
    return scale.pick(full=profile.factors, quick=profile.factors, sample=profile.factors[-3::2])


def runs(
    scale: Scale, profiles: Iterable[Profile], names: Mapping[str, str], memory: str = CACHE
) -> Iterator[Point]:
    """A run for each trace, scheduler, factor and seed."""
    changes = {} if memory == CACHE else {"cache.mode": "speed-matching"}
    for profile in profiles:
        for name, scheduler in names.items():
            for factor in factors(profile, scale):
                for seed in scale.seeds(SEEDS):
                    yield Point(
                        drive=profile.drive,
                        scheduler=scheduler,
                        placement="host",
                        workload=Generated(
                            profile=profile,
                            factor=factor,
                            requests=profile_requests(profile, scale),
                            seed=seed,
                        ),
                        set=changes,
                        labels={
                            "trace": profile.name,
                            "name": name,
                            "factor": factor,
                            "memory": memory,
                        },
                    )


def of_busiest(trace: str, printed_ms: float) -> float:
    """A printed mean over all disks, as that of the busiest one."""
    if trace != CELLO.name:
        return printed_ms
    return (printed_ms - (1 - CELLO.share) * OTHERS_MS) / CELLO.share


def knee(found: Found, trace: str, memory: str = CACHE) -> float:
    """The factor at which C-LOOK's mean response is nearest to that of table 3, by its ratio."""
    table = printed_tables.PREFETCHING if memory == CACHE else printed_tables.SPEED_MATCHING
    goal = of_busiest(trace, table[trace][0])
    means = {
        factor: found.mean(
            "mean_response_ms", trace=trace, memory=memory, name="C-LOOK", factor=factor
        ).mean
        for factor in ran(found, trace)
    }
    return min(means, key=lambda factor: abs(float(np.log(means[factor] / goal))))


def ran(found: Found, trace: str) -> list[float]:
    """The factors that have run, from the least on."""
    return sorted({float(row["factor"]) for row in found.where(trace=trace)})


def above(
    found: Found,
    one: str,
    other: str,
    metric: str = "mean_response_ms",
    **at: Any,
) -> Measured:
    """By how many percent one scheduler's metric is above the other's; `at`: trace, factor ..."""
    return found.excess(metric, {"name": one}, {"name": other}, **{"memory": CACHE, **at})


def ratio(found: Found, metric: str, one: str, other: str, **at: Any) -> Measured:
    """One scheduler's metric over the other's."""
    return measured(found.ratios(metric, {"name": one}, {"name": other}, **{"memory": CACHE, **at}))


def mean_of(found: Found, metric: str, name: str, **at: Any) -> Measured:
    """A scheduler's metric."""
    return found.mean(metric, **{"memory": CACHE, **at}, name=name)


def least(found: Found, names: Iterable[str], metric: str = "mean_response_ms", **at: Any) -> str:
    """The one with the least mean."""
    return min(names, key=lambda name: mean_of(found, metric, name, **at).mean)


def greatest(
    found: Found, names: Iterable[str], metric: str = "mean_response_ms", **at: Any
) -> str:
    """The one with the greatest mean."""
    return max(names, key=lambda name: mean_of(found, metric, name, **at).mean)


def hits(row: Row) -> float:
    """Hits in per cent of all requests."""
    return 100 * float(row["hits"]) / float(row["requests"])


def more_hits(found: Found, one: str, other: str, **at: Any) -> Measured:
    """One scheduler's hits less the other's, in points, seed by seed."""
    both = {"memory": CACHE, **at}
    pairs = zip(found.where(**both, name=one), found.where(**both, name=other), strict=True)
    return measured([hits(row) - hits(against) for row, against in pairs])


def variances(found: Found, one: str, other: str, **at: Any) -> Measured:
    """One scheduler's variance of response times over the other's."""
    both = {"memory": CACHE, **at}
    names = ({"name": one}, {"name": other})
    spread = found.ratios("scv_response", *names, **both)
    mean = found.ratios("mean_response_ms", *names, **both)
    return measured([a * b * b for a, b in zip(spread, mean, strict=True)])


def panels(found: Found, trace: str, names: Iterable[str]) -> Iterator[Panel]:
    """A figure's two graphs, over the scaling factor in powers of two."""
    named = {name: {"name": name} for name in names}
    at: dict[str, Any] = {"trace": trace, "memory": CACHE}
    responses = lines(found, "mean_response_ms", "factor", named, **at)
    heaviest = max(max(value for value in line.y if value is not None) for line in responses)
    top = min(heaviest, 6 * of_busiest(trace, printed_tables.PREFETCHING[trace][0]))
    yield Panel(
        "(a) Average response time",
        "trace scaling factor",
        "average response time, ms",
        responses + marks(trace, names),
        x_log=True,
        y_range=(0, top),
    )
    yield Panel(
        "(b) Squared coefficient of variation",
        "trace scaling factor",
        "squared coefficient of variation",
        lines(found, "scv_response", "factor", named, **at),
        x_log=True,
    )


def marks(trace: str, names: Iterable[str]) -> list[Series]:
    """What table 3a prints of a trace, at its factor."""
    place = [printed_tables.FACTORS[trace]]
    return [
        Series(
            f"{name}, table 3a" + (", what is left for one disk" if trace == "Cello" else ""),
            place,
            [of_busiest(trace, printed_tables.PREFETCHING[trace][index])],
            kind="points",
            published=True,
        )
        for index, name in enumerate(printed_tables.SEEK_REDUCING)
        if name in names
    ]


def profile(trace: str) -> Profile:
    """The trace of a name."""
    return BY_NAME[trace]
