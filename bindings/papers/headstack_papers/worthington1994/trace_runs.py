"""Runs of section 6: the schedulers, the runs, and comparisons at the knee.

The columns `trace`, `factor`, `memory` and `name` select rows. `factor` is the trace scaling
factor. `memory` is 'cache' (prefetching) or 'buffer' (speed-matching only).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.experiment import Found, Panel, Scale, Series, Table, lines
from headstack_papers.quantities import Metric, Row
from headstack_papers.worthington1994 import printed_tables
from headstack_papers.worthington1994.trace_requests import Generated
from headstack_papers.worthington1994.traces import BY_NAME, CELLO, PROFILES, Profile

RESPONSE: Final = "mean_response_ms"
SCV: Final = "scv_response"
CACHE: Final = "cache"
BUFFER: Final = "buffer"
KEYS: Final[dict[str, dict[str, object]]] = {CACHE: {}, BUFFER: {"cache.mode": "speed-matching"}}
"""The keys of the drive's file that set each kind of memory."""

MAPPED: Final = "full-map "

FCFS: Final = {"FCFS": "fcfs"}
BY_BLOCK: Final = {"C-LOOK": "clook", "LOOK": "look", "VSCAN(0.2)": "vscan(0.2)", "SSTF": "sstf"}
OTHERS: Final = tuple(name for name in BY_BLOCK if name != "C-LOOK")
"""The schedulers by block number with which C-LOOK is compared."""

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
"""Schedulers by cylinders of 1024 sectors, whatever the drive's cylinders hold."""

FROM_START: Final = {"full-map SSTF, first block": "sstf(map, from=start)"}
BY_POSITION: Final = {
    "SPTF": "sptf(mechanics)",
    "ASPTF(6)": "asptf(6, mechanics)",
    "SPCTF": "spctf(mechanics)",
    "ASPCTF(6)": "aspctf(6, mechanics)",
}
BLIND: Final = {"SPCTF": "SPTF", "ASPCTF(6)": "ASPTF(6)"}
"""For each scheduler that knows the cache, the same scheduler without knowledge of the cache."""

IN_ORDER: Final = {"ASPCTF(6), runs in order": "aspctf_seq(6, mechanics)"}
EVERY: Final = FCFS | BY_BLOCK | BY_MAP | BY_FIXED | FROM_START | BY_POSITION | IN_ORDER

REQUESTS: Final = 20_000
CELLO_REQUESTS: Final = 40_000
SEEDS: Final = 24
ELASTIC: Final = 1.25
"""Ratio of the loads by which a knee is told. Each trace runs at this multiple of table 3a's."""

SET_UP: Final = (
    "The traces are not public. Requests of a busy disk of each trace are generated "
    "(`trace_requests`), with size, reads and sequential reads as in table 2. A run has 20,000 "
    "of them (Cello 40,000, some 4 hours), instead of the trace's hours on all of its disks. "
    "Table 2 leaves open the skew over disks, also of sequential reads, the bursts, the length "
    "and pace of sequential runs, and the share of reads close by. These are fitted "
    "(`trace_fit`). The fit sees C-LOOK's columns of tables 3a, 3b and 4 and Cello's queue. As "
    "at a knee, a quarter more load must raise C-LOOK's mean by a quarter at least. No other "
    "scheduler runs in the fit, so the words on the others are a blind test, with one exception. "
    "Before the fit, a trial on Sci-TS had shown them over load and pace. Cello, Snake and "
    "Report were refined by hand, on C-LOOK. Requests are scheduled in the host, and one is at "
    "the drive at a time. The scaling factor divides arrival times. The printed means are of all "
    "disks. Here the disks that are not busy hardly queue. These disks get C-LOOK's mean "
    "response of such a disk under each scheduler. The knee is the factor of table 3. One fact "
    "comes from elsewhere, [Ruem93]: bursts of writes are HP-UX's write-back of its buffers."
)


def profile_requests(profile: Profile, scale: Scale) -> int:
    """Number of requests of a run. Cello needs more because of its large bursts."""
    if profile is CELLO:
        return scale.pick(full=CELLO_REQUESTS, quick=20_000, sample=400)
    return scale.requests(REQUESTS, least=200)


def factors(profile: Profile, scale: Scale) -> Sequence[float]:
    """The scaling factors. Tests have few."""
    return scale.pick(full=profile.factors, quick=profile.factors, sample=profile.factors[-3::2])


def points(
    scale: Scale,
    profiles: Iterable[Profile],
    names: Mapping[str, str],
    memory: str = CACHE,
    seeds: int = SEEDS,
) -> Iterator[Point]:
    """Yields a run for each trace, scheduler, factor and seed."""
    for profile in profiles:
        for name, scheduler in names.items():
            for factor in factors(profile, scale):
                for seed in scale.seeds(seeds):
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
                        set=KEYS[memory],
                        labels={
                            "trace": profile.name,
                            "name": name,
                            "factor": factor,
                            "memory": memory,
                        },
                    )


def of_busiest(trace: str, printed_ms: float, memory: str = CACHE) -> float:
    """The mean response of a busy disk, from a printed mean over all disks."""
    return BY_NAME[trace].of_busy(printed_ms, buffer=memory == BUFFER)


def of_all(row: Row) -> float:
    """The mean response of all disks of a trace, in ms: what the paper prints."""
    profile = BY_NAME[str(row["trace"])]
    return profile.over_disks(float(row[RESPONSE]), buffer=row["memory"] == BUFFER)


def knee(found: Found, trace: str, memory: str = CACHE) -> float:
    """The factor of table 3a or 3b, or in a run in small the factor next to it."""
    of = printed_tables.FACTORS if memory == CACHE else printed_tables.SPEED_MATCHING_FACTORS
    return min(ran(found, trace), key=lambda factor: abs(math.log(factor / of[trace])))


def ran(found: Found, trace: str) -> list[float]:
    """The factors that have run, in ascending order."""
    return sorted({float(row["factor"]) for row in found.where(trace=trace)})


def at_knee(found: Found, trace: str, memory: str = CACHE) -> dict[str, Any]:
    """The columns that select the rows of a knee."""
    return {"trace": trace, "memory": memory, "factor": knee(found, trace, memory)}


def at_heaviest(found: Found, trace: str) -> dict[str, Any]:
    """The columns that select the rows of the heaviest workload."""
    return {"trace": trace, "memory": CACHE, "factor": ran(found, trace)[-1]}


def excesses(found: Found, name: str, other: str, trace: str) -> list[Measured]:
    """At each factor that has run, the percentage by which the response of `name` is higher."""
    return [
        found.excess(of_all, name=(name, other), trace=trace, memory=CACHE, factor=factor)
        for factor in ran(found, trace)
    ]


def hits(row: Row) -> float:
    """Hits in per cent of all requests."""
    return 100 * float(row["hits"]) / float(row["requests"])


def variances(one: Row, other: Row) -> float:
    """The ratio of the variances of response times, of `one` to `other`."""
    scv, mean = (float(one[of]) / float(other[of]) for of in (SCV, RESPONSE))
    return scv * mean * mean


def knee_table(found: Found, metric: Metric, title: str, names: Iterable[str]) -> Table:
    """Makes a table of a metric of schedulers at the knee of each trace."""
    rows = []
    for profile in PROFILES:
        at = at_knee(found, profile.name)
        means = [found.mean(metric, name=name, **at).text() for name in names]
        rows.append([profile.name, f"{at['factor']:g}", *means])
    return Table(title, ("Trace", "Scale factor", *names), rows)


def panels(found: Found, trace: str, names: Iterable[str]) -> Iterator[Panel]:
    """Draws a figure's two graphs over the scaling factor, on a logarithmic axis."""
    at: dict[str, Any] = {"trace": trace, "memory": CACHE}
    names = list(names)
    responses = lines(found, RESPONSE, "factor", names, **at)
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
    title, series = "Squared coefficient of variation", lines(found, SCV, "factor", names, **at)
    yield Panel(f"(b) {title}", "trace scaling factor", title.lower(), series, x_log=True)


def marks(trace: str, names: Iterable[str]) -> list[Series]:
    """Makes points of the numbers that table 3a prints for a trace, at its factor."""
    place = [printed_tables.FACTORS[trace]]
    return [
        Series(
            f"{name}, table 3a, for a busy disk", place, [of_busiest(trace, ms)], (), "points", True
        )
        for name, ms in zip(
            printed_tables.SEEK_REDUCING, printed_tables.PREFETCHING[trace], strict=True
        )
        if name in names
    ]
