"""The runs of the paper's figures, and means over them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from headstack import workload
from headstack.arrays import Floats
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Found, Panel, Scale, Series, lines
from headstack_papers.quantities import Metric, Row, Values, measured

SCHEDULERS: Final = {
    "FCFS": "fcfs",
    "SSTF": "sstf(map)",
    "EDF": "edf",
    "SCAN": "scan",
    "SSEDV": "ssedv",
    "SSEDO": "ssedo",
    "F-EDF": "fd_edf",
}
"""The schedulers in the order of the paper's bars."""

OTHERS: Final = {"SSEDO, beta 1.006": "ssedo(beta=1.006)"}
"""Further schedulers, for evidence."""

READINGS: Final = {
    "SSEDV, signed": "ssedv(slack=signed)",
    "F-EDF, not late": "headstack_papers.realtime.not_late:NotLate",
}
"""Other readings of the paper's schedulers."""

_ALL: Final = SCHEDULERS | OTHERS | READINGS

CONVENTIONAL: Final = ("FCFS", "SSTF", "SCAN")
REAL_TIME: Final = ("EDF", "SSEDV", "SSEDO", "F-EDF")
KINDS: Final = ("mpeg2", "cd_audio")
LOADS: Final = {"cd_audio": "CD audio loads", "mpeg2": "MPEG-2 loads"}
COUNTS: Final = tuple(range(10, 61, 5))
ENDS: Final = (COUNTS[0], COUNTS[-1])
DRIVE: Final = "hp_97560"
REQUESTS: Final = 1_000
SEEDS: Final = 40
_NO_BUFFER: Final = 0


def points(
    scale: Scale,
    *,
    kinds: Iterable[str] = KINDS,
    counts: Iterable[int] = COUNTS,
    names: Iterable[str] = tuple(SCHEDULERS),
    issue: str = "after",
    buffers_kb: Iterable[int] = (_NO_BUFFER,),
    each: int = 0,
    seeds: int = SEEDS,
) -> Iterator[Point]:
    """Yields a run for each load, number of streams, scheduler, buffer and seed.

    Args:
        scale: how much runs.
        kinds: kinds of streams. A run has streams of a single kind.
        counts: numbers of streams.
        names: schedulers, by the paper's names.
        issue: 'after', or 'open' for streams that do not wait for late data.
        buffers_kb: sizes of each stream's buffer.
        each: number of requests of each stream. 0: all streams together have `REQUESTS`.
        seeds: number of seeds at full scale.
    """
    for kind in kinds:
        for count in counts:
            for name in names:
                for buffer in buffers_kb:
                    for seed in scale.seeds(seeds):
                        requests = each * count or REQUESTS
                        yield Point(
                            drive=DRIVE,
                            scheduler=_ALL[name],
                            placement="host",
                            workload=workload.streams(
                                {kind: count},
                                requests=scale.pick(full=requests, quick=requests, sample=100),
                                issue=issue,
                                buffer=f"{buffer} kB" if buffer else 0,
                                seed=seed,
                            ),
                            seed=seed,
                            labels={
                                "name": name,
                                "kind": kind,
                                "count": count,
                                "issue": issue,
                                "buffer_kb": buffer,
                                "each": each,
                            },
                        )


def means(found: Found, metric: Metric, issue: str = "after") -> dict[str, Floats]:
    """Each scheduler's means over both loads and all numbers of streams, one for each seed."""
    names = dict.fromkeys(row["name"] for row in found.rows)
    return {name: found.by_seed(metric, name=name, issue=issue) for name in names}


def without(*names: str) -> list[str]:
    """The schedulers without the given names."""
    return [name for name in SCHEDULERS if name not in names]


def change(found: Found, metric: Metric, kind: str, name: str) -> Measured:
    """A scheduler's metric with 60 streams less its metric with 10 streams, seed by seed."""
    return found.difference(metric, count=ENDS[::-1], kind=kind, name=name, issue="after")


def over_streams(found: Found, metric: Metric, kind: str, title: str, y: str = "") -> Panel:
    """Draws a metric over the number of streams, with a line for each scheduler."""
    series = lines(found, metric, "count", SCHEDULERS.keys(), kind=kind, issue="after")
    return Panel(f"{title} ({LOADS[kind]})", "Stream Number", y or title, series, x_range=ENDS)


def bars(values: Mapping[str, Values], title: str, y: str, paper: Mapping[str, float]) -> Panel:
    """Draws means as bars, beside the paper's numbers."""
    here = Series.of("here", list(SCHEDULERS), [measured(values[n]) for n in SCHEDULERS], "bars")
    at = list(paper), list(paper.values())
    return Panel(title, "", y, [here, Series("paper, by its words", *at, (), "points", True)])


def pace(row: Row) -> float:
    """The rate of a request from arrival to end: mean size divided by mean response, in MB/s."""
    megabytes = float(row["throughput_mb_s"]) / float(row["throughput_per_s"])
    return 1000 * megabytes / float(row["mean_response_ms"])


def overload(
    found: Found, metric: str, name: str, most: float, against: str = "SSTF", issue: str = "after"
) -> Claim:
    """Evidence that two schedulers are near each other if the drive can serve all streams."""
    at = {"name": (name, against), "kind": "cd_audio", "count": 10, "issue": issue}
    return Claim(
        f"10 CD audio streams: {metric.replace('_', ' ')} of {name} above that of {against}",
        "the gap is one of overload",
        found.excess(metric, **at),
        Bounds(-most, most, "%"),
    )
