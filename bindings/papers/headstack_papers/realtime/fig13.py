"""Figure 13: throughput, mean over both loads and all numbers of streams."""

from collections.abc import Iterator, Mapping
from typing import Final

from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel
from headstack_papers.quantities import Row, Values, excess, least, measured, over
from headstack_papers.realtime import runs

_SAME: Final = ("FCFS", "EDF", "SCAN", "F-EDF")
_TIES: Final = {
    "SCAN": "The queue always holds a request of each stream, and SCAN sweeps this queue. SCAN's "
    "seeks are as short as SSTF's, and both tie to some hundredths of a percent.",
    "SSEDO": "With our beta of 1.01, SSEDO goes nearly by distance alone: the two tie.",
}
LOWER: Final = {"F-EDF": "17", "SSEDV": "12"}
"""Percent by which each scheduler's throughput is below SSTF's throughput in the paper."""


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on throughput."""
    rate = runs.means(found, "throughput_mb_s")
    yield _sstf(found, rate)
    for name in runs.without("SSTF"):
        yield _below(rate, name)
    for name, number in LOWER.items():
        yield Claim(
            f"{name}: throughput below that of SSTF, in percent",
            "the throughputs of F-EDF and SSEDV are 17% and 12% lower than that of SSTF "
            "respectively",
            excess(rate[name], rate["SSTF"]).times(-1),
            printed(number, "%"),
            note="Positioning is about a twentieth of a service of 25 tracks. No order of requests "
            "can change the throughput by much: SSTF considers nothing but seeks and gains "
            "little over FCFS, which does not consider seeks.",
            evidence=small_seeks(rate),
        )
    yield Claim(
        "FCFS, EDF, SCAN, F-EDF: throughput of the best over that of the least",
        "FCFS, EDF, SCAN and F-EDF have almost the same throughput",
        over(lambda own: max(own) / min(own), [rate[name] for name in _SAME]),
        Bounds(1, 1.05, "", '"almost": a twentieth'),
    )
    yield from _conclusions(rate)


def small_seeks(rate: Mapping[str, Values]) -> Claim:
    """Evidence that a scheduler gains little if it only shortens seeks."""
    return Claim(
        "SSTF: throughput above that of FCFS",
        "seeks are a small part",
        excess(rate["SSTF"], rate["FCFS"]),
        Bounds(0, 5, "%"),
    )


def _passing(row: Row) -> float:
    """The rate at which requested blocks pass under a head, in MB/s."""
    return float(row["throughput_mb_s"]) / float(row["utilisation"])


def _sstf(found: Found, rate: Mapping[str, Values]) -> Claim:
    return Claim(
        "SSTF: throughput",
        "the highest throughput of around 4.5MByte/s",
        measured(rate["SSTF"]),
        printed("4.5", "MB/s"),
        note="The paper's own drive cannot give this throughput: 72 sectors of 512 bytes pass a "
        "head in a revolution at 4002 rpm, which is 2.46 MB/s. We guess that the data moved "
        "at the 5 MB/s of the bus.",
        evidence=Claim(
            "rate at which requested blocks pass under a head",
            "72 sectors a revolution are 2.46 MB/s",
            measured(found.by_seed(_passing, name="SSTF", issue="after")),
            Bounds(2.45, 2.47, "MB/s"),
        ),
    )


def _tie(rate: Mapping[str, Values], one: str, other: str, most: float = 0.2) -> Claim:
    """Evidence that two schedulers have the same throughput."""
    return Claim(
        f"{one} and {other}: throughput of the one above that of the other",
        "a tie",
        excess(rate[one], rate[other]),
        Bounds(-most, most, "%"),
    )


def _below(rate: Mapping[str, Values], name: str) -> Claim:
    claim = Claim(
        f"SSTF: throughput above that of {name}",
        "SSTF, the best non-real-time algorithm, has the highest throughput"
        if name in runs.CONVENTIONAL
        else "all real-time disk scheduling algorithms have a lower throughput than SSTF",
        excess(rate["SSTF"], rate[name]),
        at_least(0, "%"),
    )
    return claim.because(_TIES[name], _tie(rate, "SSTF", name)) if name in _TIES else claim


def _conclusions(rate: Mapping[str, Values]) -> Iterator[Claim]:
    yield Claim(
        "SSEDV: throughput above that of SSEDO",
        "SSEDV has a higher merit and throughput than SSEDO",
        excess(rate["SSEDV"], rate["SSEDO"]),
        at_least(0, "%"),
        section="5",
        note="With our beta of 1.01, SSEDO goes nearly by distance alone, as SSTF does, and has "
        "the throughput of SSTF. SSEDV considers deadlines, and pays with longer seeks.",
        evidence=_tie(rate, "SSEDO", "SSTF"),
    )
    yield Claim(
        "EDF: throughput above the least of the other six",
        "non-preemptive EDF has the worst guarantee ratio, merit and throughput",
        excess(rate["EDF"], rate[least(rate, runs.without("EDF"))]),
        at_most(0, "%"),
        section="5",
        note="FCFS, EDF and F-EDF do not consider seeks, and the three tie.",
        evidence=_tie(rate, "EDF", "FCFS", 0.5),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Draws the means as bars, beside the paper's 4.5 MB/s and the values 17 and 12 % below."""
    rate = runs.means(found, "throughput_mb_s")
    paper = {"SSTF": 4.5} | {name: 4.5 * (1 - float(words) / 100) for name, words in LOWER.items()}
    yield runs.bars(rate, "Average throughput", "Average Throughput (Mbytes/s)", paper)


EXPERIMENT: Final = Experiment(
    title="Figure 13: average throughput",
    section="4.2.3",
    says="SSTF has the highest throughput, around 4.5 MB/s. F-EDF and SSEDV are 17 and 12 % "
    "lower. FCFS, EDF, SCAN and F-EDF are almost the same.",
    points=runs.points,
    set_up="The values are means over 10, 15, ... 60 streams of both loads. Throughput is the "
    "bytes of all requests over elapsed time.",
)
