"""Figure 13: throughput, mean over both loads and all numbers of streams."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, by_seed, measured
from headstack_papers.realtime import runs

_SAME: Final = ("FCFS", "EDF", "SCAN", "F-EDF")
_TIES: Final = {
    "SCAN": "SCAN sweeps a queue that is always as long as there are streams; its seeks are as "
    "short as SSTF's, and both tie to some hundredths of a percent.",
    "SSEDO": "With the beta of 1.01, which is ours, SSEDO goes nearly by distance alone: a tie.",
}
_LOWER: Final = {"F-EDF": "17", "SSEDV": "12"}


def points(scale: Scale) -> Iterator[Point]:
    """All loads."""
    yield from runs.points(scale)


def claims(found: Found) -> Iterator[Claim]:
    """The paper's words on throughput."""
    rate = runs.means(found, "throughput_mb_s")
    yield _sstf(found, rate)
    for name in runs.without("SSTF"):
        yield _below(rate, name)
    for name, words in _LOWER.items():
        yield Claim(
            f"{name}: throughput below that of SSTF, in percent",
            "the throughputs of F-EDF and SSEDV are 17% and 12% lower than that of SSTF "
            "respectively",
            runs.above(rate, name, "SSTF", -1),
            printed(words),
            "%",
            note="Of a service of 25 tracks, positioning is about a twentieth, so no order of "
            "requests can change throughput by much: even SSTF, which goes for nothing but "
            "seeks, gains little over FCFS, which does not look at them.",
            evidence=(_seeks(rate),),
        )
    yield Claim(
        "FCFS, EDF, SCAN, F-EDF: throughput of the best over that of the least",
        "FCFS, EDF, SCAN and F-EDF have almost the same throughput",
        measured([max(own) / min(own) for own in zip(*(rate[n] for n in _SAME), strict=True)]),
        Bounds(1, 1.05),
        reason='"almost": a twentieth',
    )
    yield from _conclusions(rate)


def _seeks(rate: runs.Values) -> Claim:
    return Claim(
        "SSTF: throughput above that of FCFS",
        "seeks are a small part",
        runs.above(rate, "SSTF", "FCFS"),
        Bounds(0, 5),
        "%",
    )


def _sstf(found: Found, rate: runs.Values) -> Claim:
    passing = by_seed(
        [
            {**row, "passing": float(row["throughput_mb_s"]) / float(row["utilisation"])}
            for row in found.where(name="SSTF", issue="after")
        ],
        "passing",
    )
    return Claim(
        "SSTF: throughput",
        "the highest throughput of around 4.5MByte/s",
        measured(rate["SSTF"]),
        printed("4.5"),
        "MB/s",
        note="The paper's own drive cannot give it: 72 sectors of 512 bytes pass under a head in a "
        "revolution at 4002 rpm, which is 2.46 MB/s. A guess: its data moved at the 5 MB/s of the "
        "bus.",
        evidence=(
            Claim(
                "rate at which requested blocks pass under a head",
                "72 sectors a revolution are 2.46 MB/s",
                measured(passing),
                Bounds(2.45, 2.47),
                "MB/s",
            ),
        ),
    )


def _below(rate: runs.Values, name: str) -> Claim:
    conventional = name in runs.CONVENTIONAL
    return Claim(
        f"SSTF: throughput above that of {name}",
        "SSTF, the best non-real-time algorithm, has the highest throughput"
        if conventional
        else "all real-time disk scheduling algorithms have a lower throughput than SSTF",
        runs.above(rate, "SSTF", name),
        Bounds(low=0),
        "%",
        note=_TIES.get(name, ""),
        evidence=(
            Claim(
                f"SSTF and {name}: throughput of the one above that of the other",
                "a tie",
                runs.above(rate, "SSTF", name),
                Bounds(-0.2, 0.2),
                "%",
            ),
        )
        if name in _TIES
        else (),
    )


def _conclusions(rate: runs.Values) -> Iterator[Claim]:
    yield Claim(
        "SSEDV: throughput above that of SSEDO",
        "SSEDV has a higher merit and throughput than SSEDO",
        runs.above(rate, "SSEDV", "SSEDO"),
        Bounds(low=0),
        "%",
        section="5",
        note="With the beta of 1.01, which is ours, SSEDO goes nearly by distance alone, as SSTF "
        "does, and so has its throughput; SSEDV looks at deadlines and pays for it with seeks.",
        evidence=(
            Claim(
                "SSEDO and SSTF: throughput of the one above that of the other",
                "a tie",
                runs.above(rate, "SSEDO", "SSTF"),
                Bounds(-0.2, 0.2),
                "%",
            ),
        ),
    )
    yield Claim(
        "EDF: throughput above the least of the other six",
        "non-preemptive EDF has the worst guarantee ratio, merit and throughput",
        runs.above(
            rate,
            "EDF",
            min(runs.without("EDF"), key=lambda name: sum(rate[name])),
        ),
        Bounds(high=0),
        "%",
        section="5",
        note="Three of them, FCFS, EDF and F-EDF, do not look at seeks and tie.",
        evidence=(
            Claim(
                "EDF and FCFS: throughput of the one above that of the other",
                "a tie",
                runs.above(rate, "EDF", "FCFS"),
                Bounds(-0.5, 0.5),
                "%",
            ),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Bars of the means, beside the paper's 4.5 MB/s and what is lower by 17 and 12 %."""
    rate = runs.means(found, "throughput_mb_s")
    paper = {"SSTF": 4.5} | {name: 4.5 * (1 - float(words) / 100) for name, words in _LOWER.items()}
    yield runs.bars(rate, "Average throughput", "Average Throughput (Mbytes/s)", paper)


EXPERIMENT: Final = Experiment(
    title="Figure 13: average throughput",
    section="4.2.3",
    says="SSTF has the highest throughput, around 4.5 MB/s; F-EDF and SSEDV are 17 and 12 % lower. "
    "FCFS, EDF, SCAN and F-EDF are almost the same.",
    points=points,
    claims=claims,
    shows=shows,
    set_up="Means over 10, 15, ... 60 streams of both loads, bytes of all requests over elapsed "
    "time.",
)
