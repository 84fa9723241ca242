"""The runs of the paper's figures, and means over them."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from headstack import workload
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Found, Panel, Row, Scale, Series, by_seed, lines, measured

SCHEDULERS: Final = {
    "FCFS": "fcfs",
    "SSTF": "sstf(map)",
    "EDF": "edf",
    "SCAN": "scan",
    "SSEDV": "ssedv",
    "SSEDO": "ssedo",
    "F-EDF": "fd_edf",
}
"""In the order of the paper's bars."""

OTHERS: Final = {"SSEDO, beta 1.006": "ssedo(beta=1.006)"}
"""For evidence."""

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

Values = Mapping[str, Sequence[float]]
"""A scheduler's values, one a seed."""


def points(
    scale: Scale,
    *,
    kinds: Iterable[str] = KINDS,
    counts: Iterable[int] = COUNTS,
    names: Iterable[str] = tuple(SCHEDULERS),
    issue: str = "after",
    buffers_kb: Iterable[int] = (_NO_BUFFER,),
) -> Iterator[Point]:
    """A run for each load, number of streams, scheduler, buffer and seed.

    Args:
        scale: how much runs.
        kinds: kinds of streams, one in a run.
        counts: numbers of streams.
        names: schedulers, by the paper's names.
        issue: 'after', or 'open': streams go on whatever the drive does.
        buffers_kb: sizes of each stream's buffer.
    """
    for kind in kinds:
        for count in counts:
            for name in names:
                for buffer in buffers_kb:
                    for seed in scale.seeds(SEEDS):
                        yield Point(
                            drive=DRIVE,
                            scheduler=(SCHEDULERS | OTHERS)[name],
                            placement="host",
                            workload=workload.streams(
                                {kind: count},
                                requests=scale.pick(full=REQUESTS, quick=REQUESTS, sample=100),
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
                            },
                        )


def means(found: Found, metric: str, issue: str = "after") -> dict[str, list[float]]:
    """Each scheduler's mean over both loads and all numbers of streams, seed by seed."""
    return {
        name: by_seed(found.where(name=name, issue=issue), metric)
        for name in dict.fromkeys(row["name"] for row in found.rows)
    }


def above(values: Values, name: str, other: str, sign: int = 1) -> Measured:
    """Percent by which one is above another, seed by seed, or with -1 below it."""
    pairs = zip(values[name], values[other], strict=True)
    return measured([sign * 100 * (one / two - 1) for one, two in pairs])


def lead(values: Values, name: str, others: Iterable[str]) -> Measured:
    """One scheduler less the best of others, the best by its mean, seed by seed."""
    best = max(others, key=lambda other: math.fsum(values[other]))
    return measured([one - two for one, two in zip(values[name], values[best], strict=True)])


def behind(values: Values, name: str, others: Iterable[str]) -> Measured:
    """One scheduler less the least of others, the least by its mean, seed by seed."""
    least = min(others, key=lambda other: math.fsum(values[other]))
    return measured([one - two for one, two in zip(values[name], values[least], strict=True)])


def without(*names: str) -> list[str]:
    """The other schedulers."""
    return [name for name in SCHEDULERS if name not in names]


def change(found: Found, metric: str, kind: str, name: str) -> Measured:
    """Its value with 60 streams less that with 10, paired by seed."""
    few, many = (
        found.values(metric, kind=kind, name=name, count=count, issue="after") for count in ENDS
    )
    return measured([b - a for a, b in zip(few, many, strict=True)])


def falling(found: Found, metric: str, kind: str, what: str, words: str) -> Iterator[Claim]:
    """That a metric falls with the number of streams, for each scheduler."""
    for name in SCHEDULERS:
        yield Claim(
            f"{name}: {what} with 60 streams less that with 10",
            words,
            change(found, metric, kind, name),
            Bounds(high=0),
        )


def over_streams(found: Found, metric: str, kind: str, title: str) -> Iterator[Panel]:
    """A metric over the number of streams, a line a scheduler."""
    names = {name: {"name": name} for name in SCHEDULERS}
    yield Panel(
        f"{title} ({LOADS[kind]})",
        "Stream Number",
        title,
        lines(found, metric, "count", names, kind=kind, issue="after"),
        x_range=ENDS,
    )


def bars(values: Values, title: str, y: str, paper: Mapping[str, float]) -> Panel:
    """Means as bars, beside what the paper prints."""
    at = [measured(values[name]) for name in SCHEDULERS]
    return Panel(
        title,
        "",
        y,
        [
            Series(
                "here",
                list(SCHEDULERS),
                [one.mean for one in at],
                [one.half for one in at],
                kind="bars",
            ),
            Series(
                "paper, by its words",
                list(paper),
                list(paper.values()),
                kind="points",
                published=True,
            ),
        ],
    )


def with_pace(found: Found) -> Found:
    """The same rows with `pace`: mean size over mean response time, in MB/s."""
    return Found([{**row, "pace": pace_of(row)} for row in found.rows], found.scale)


def pace_of(row: Row) -> float:
    """A request's rate as one who waits for it sees it, in MB/s."""
    megabytes = float(row["throughput_mb_s"]) / float(row["throughput_per_s"])
    return 1000 * megabytes / float(row["mean_response_ms"])


def overload(
    found: Found,
    metric: str,
    name: str,
    most: float,
    against: str = "SSTF",
    issue: str = "after",
) -> Claim:
    """Evidence: where the drive can serve all streams, two schedulers are near one another."""
    return Claim(
        f"10 CD audio streams: {metric.replace('_', ' ')} of {name} above that of {against}",
        "the gap is one of overload",
        found.excess(
            metric,
            {"name": name},
            {"name": against},
            kind="cd_audio",
            count=10,
            issue=issue,
        ),
        Bounds(-most, most),
        "%",
    )
