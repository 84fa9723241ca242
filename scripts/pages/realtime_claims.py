"""The claims of the Real-time paper, section 4, for scripts/pages/papers.py.

Media streams on the HP 97560, in three readings of the paper's loop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from headstack.experiments import page, realtime
from headstack.experiments.claims import Bounds, Claim, Measured, printed
from headstack.experiments.page import Column

SSTF, SCAN = "sstf(map)", "scan"
CONVENTIONAL = ("fcfs", SSTF, SCAN)
BEHIND = [name for name in realtime.PAPER if name != "fd_edf"]

Row = dict[str, Any]
Values = list[float]  # a seed each


@dataclass(frozen=True)
class Reading:
    """A reading of the paper's loop.

    Attributes:
        title: heading in the tables.
        issue: when a stream asks for its next piece.
        requests: number of requests of a run, or of each stream.
        each: whether that is the number of each stream.
        seeds: seeds, one for each run.
    """

    title: str
    issue: str
    requests: int = 1000
    each: bool = False
    seeds: tuple[int, ...] = (1, 2, 3, 4, 5)


AFTER = Reading("late streams stall, 1000 in all", "after")
OPEN = Reading("all issued beforehand, 1000 in all", "open")
OPEN_EACH = Reading("all issued beforehand, 1000 a stream", "open", each=True, seeds=(1, 2, 3))
READINGS = (AFTER, OPEN, OPEN_EACH)


@cache
def rows(reading: Reading, seed: int) -> tuple[Row, ...]:
    """A run for each load, scheduler and number of streams."""
    found: list[Row] = []
    for streams in realtime.STREAMS:
        requests = reading.requests * (streams if reading.each else 1)
        found += realtime.compare(
            schedulers=realtime.PAPER,
            streams=[streams],
            requests=requests,
            issue=reading.issue,
            seeds=[seed],
        )
    return tuple(found)


@cache
def _buffered(reading: Reading, seed: int, buffer: str) -> dict[str, float]:
    """Merit of 40 CD audio streams."""
    found = realtime.compare(
        schedulers=realtime.PAPER,
        kinds=["cd_audio"],
        streams=[40],
        requests=reading.requests * (40 if reading.each else 1),
        issue=reading.issue,
        buffer=buffer or 0,
        seeds=[seed],
    )
    return {row["scheduler"]: row["merit"] for row in found}


def means(reading: Reading, metric: str) -> dict[str, Values]:
    """Mean of a metric for each scheduler, over both loads and all numbers of streams."""
    return {
        name: [
            sum(
                realtime.mean_over_streams(rows(reading, seed), kind, name, metric)
                for kind in realtime.KINDS
            )
            / len(realtime.KINDS)
            for seed in reading.seeds
        ]
        for name in realtime.PAPER
    }


def _over(values: dict[str, Values], name: str, others: Sequence[str], best: Any) -> Measured:
    """Ratio of one scheduler to the best, or the least, of others, in each run."""
    pairs = zip(values[name], *(values[other] for other in others), strict=True)
    return Measured.of([mine / best(theirs) for mine, *theirs in pairs])


def _less(values: dict[str, Values], name: str, others: Sequence[str]) -> Measured:
    """Difference of one scheduler from the best of others, in each run."""
    pairs = zip(values[name], *(values[other] for other in others), strict=True)
    return Measured.of([mine - max(theirs) for mine, *theirs in pairs])


def _above(values: dict[str, Values], name: str, other: str, sign: int = 1) -> Measured:
    """Percent by which one scheduler is above another, or with -1 below it."""
    pairs = zip(values[name], values[other], strict=True)
    return Measured.of([sign * 100 * (a / b - 1) for a, b in pairs])


def claims(reading: Reading) -> Iterator[Claim]:
    """The claims under a reading, as rows."""
    yield from _of_guarantee(reading)
    yield from _of_merit(reading)
    yield from _of_buffers(reading)
    yield from _of_throughput(means(reading, "throughput_mb_s"))


def _of_guarantee(reading: Reading) -> Iterator[Claim]:
    met = means(reading, "guarantee_ratio")
    yield Claim(
        "F-EDF: guarantee ratio less the best of the other six",
        "the best",
        _less(met, "fd_edf", BEHIND),
        Bounds(low=0),
    )
    third = [name for name in BEHIND if name != "ssedv"]
    yield Claim(
        "SSEDV: guarantee ratio less the best of the five but F-EDF",
        "second",
        _less(met, "ssedv", third),
        Bounds(low=0),
    )
    yield Claim(
        "SSEDV: guarantee ratio over that of F-EDF",
        "pretty close",
        _over(met, "ssedv", ["fd_edf"], max),
        Bounds(0.9, 1),
        reason='"close": a tenth; 0.95 by its other figures',
    )
    yield Claim(
        "EDF: guarantee ratio over the least of the other six",
        "the lowest",
        _over(met, "edf", [name for name in realtime.PAPER if name != "edf"], min),
        Bounds(high=1),
    )
    yield Claim(
        "SCAN: guarantee ratio over the least of the others but EDF",
        "the lowest with EDF",
        _over(met, SCAN, [name for name in realtime.PAPER if name not in (SCAN, "edf")], min),
        Bounds(high=1),
    )
    yield Claim(
        "SSTF: guarantee ratio over that of EDF",
        "much better",
        _over(met, SSTF, ["edf"], max),
        Bounds(low=1.5),
        reason='"much": half as much again; the paper has no number',
    )
    yield Claim(
        "F-EDF: guarantee ratio, mean of both loads",
        "0.2492",
        Measured.of(met["fd_edf"]),
        printed("0.2492"),
    )
    for name, words in (("fd_edf", "25"), ("ssedv", "19")):
        yield Claim(
            f"{name}: guarantee ratio above that of SSTF",
            f"{words} %",
            _above(met, name, SSTF),
            printed(words),
            "%",
        )
    yield Claim(
        "schedulers and loads, of 14, whose guarantee ratio falls from 10 to 60 streams",
        "all",
        Measured.of([_falling(rows(reading, seed)) for seed in reading.seeds]),
        Bounds(14, 14),
    )


def _falling(found: Sequence[Row]) -> int:
    ratio = {(r["kind"], r["scheduler"], r["streams"]): r["guarantee_ratio"] for r in found}
    first, last = realtime.STREAMS[0], realtime.STREAMS[-1]
    return sum(
        ratio[kind, name, last] < ratio[kind, name, first]
        for kind in realtime.KINDS
        for name in realtime.PAPER
    )


def _of_merit(reading: Reading) -> Iterator[Claim]:
    merit = means(reading, "merit")
    for name in ("fd_edf", "ssedv"):
        yield Claim(
            f"{name}: merit less the best of FCFS, SSTF and SCAN",
            "higher",
            _less(merit, name, CONVENTIONAL),
            Bounds(low=0),
        )
    for name, words in (("fd_edf", "23"), ("ssedv", "22")):
        yield Claim(
            f"{name}: merit above that of SSTF",
            f"{words} %",
            _above(merit, name, SSTF),
            printed(words),
            "%",
        )
    yield Claim(
        "SSEDV: merit below that of F-EDF",
        "22 against 23 %",
        _above(merit, "ssedv", "fd_edf", -1),
        Bounds(0, 1.62),
        "%",
        reason="0 to 1.62 by the rounding of both",
    )
    yield Claim(
        "SSEDO: merit below that of SSEDV",
        "15 %",
        _above(merit, "ssedo", "ssedv", -1),
        printed("15"),
        "%",
    )
    yield Claim(
        "SSEDO: merit below that of SSTF",
        "1.3 %",
        _above(merit, "ssedo", SSTF, -1),
        printed("1.3"),
        "%",
        note="beta = 1.01, which is ours",
    )


def _of_buffers(reading: Reading) -> Iterator[Claim]:
    def merits(buffer: str) -> list[dict[str, float]]:
        return [_buffered(reading, seed, buffer) for seed in reading.seeds]

    highest = [max(merit.values()) for merit in merits("200 kB")]
    yield Claim(
        "40 CD audio streams with 0.2 MB each: the highest merit",
        '"as high as 0.85"',
        Measured.of(highest),
        printed("0.85"),
    )
    raised = [
        sum(more[name] > less[name] for name in realtime.PAPER)
        for less, more in zip(merits(""), merits("200 kB"), strict=True)
    ]
    yield Claim(
        "of the seven, those whose merit a buffer of 0.2 MB raises",
        "all",
        Measured.of(raised),
        Bounds(7, 7),
        note="40 CD audio streams",
    )


def _of_throughput(rate: dict[str, Values]) -> Iterator[Claim]:
    yield Claim(
        "SSTF: throughput over the best of the other six",
        "the highest",
        _over(rate, SSTF, [name for name in realtime.PAPER if name != SSTF], max),
        Bounds(low=1),
    )
    yield Claim(
        "SSTF: throughput over the best of F-EDF, SSEDV, SSEDO and EDF",
        "real-time schedulers are lower",
        _over(rate, SSTF, ["fd_edf", "ssedv", "ssedo", "edf"], max),
        Bounds(low=1),
    )
    yield Claim(
        "SCAN: throughput below that of SSTF",
        "17 %, by its figure",
        _above(rate, SCAN, SSTF, -1),
        printed("17"),
        "%",
    )
    yield Claim(
        "SSTF: throughput",
        "around 4.5 MB/s",
        Measured.of(rate[SSTF]),
        printed("4.5"),
        "MB/s",
        note="the media brings 2.1 at most",
    )
    for name, words in (("fd_edf", "17"), ("ssedv", "12")):
        yield Claim(
            f"{name}: throughput below that of SSTF",
            f"{words} %",
            _above(rate, name, SSTF, -1),
            printed(words),
            "%",
        )
    same = [rate[name] for name in ("fcfs", "edf", SCAN, "fd_edf")]
    yield Claim(
        "FCFS, EDF, SCAN, F-EDF: throughput of the best over that of the least",
        "almost the same",
        Measured.of([max(run) / min(run) for run in zip(*same, strict=True)]),
        Bounds(1, 1.05),
        reason='"almost": a twentieth',
    )


def averages() -> str:
    """A Markdown table of the means of every scheduler under every reading."""
    metrics = (("guarantee_ratio", 100, 1), ("merit", 1, 3), ("throughput_mb_s", 1, 3))

    def column(reading: Reading) -> Column:
        def cell(name: str) -> str:
            each = ((means(reading, metric)[name], by, digits) for metric, by, digits in metrics)
            return ", ".join(f"{by * (sum(v) / len(v)):.{digits}f}" for v, by, digits in each)

        return Column(f"{reading.title}: met %, merit, MB/s", cell)

    names = Column("", lambda name: f"`{name}`", text=True)
    return page.table((names, *map(column, READINGS)), realtime.PAPER)
