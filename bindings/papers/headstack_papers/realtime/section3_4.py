"""Section 3.4, read literally: means of streams that do not wait for late data."""

from collections.abc import Iterator, Mapping
from typing import Final

from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel
from headstack_papers.quantities import Values, excess, lag, lead, measured
from headstack_papers.realtime import fig6, fig9, fig13, runs

OPEN: Final = "open"
_PILE: Final = (
    "Streams do not wait, and all loads but 10 CD audio streams ask for more than the drive can "
    "serve. Late requests pile up. F-EDF gives late requests up. The other schedulers serve "
    "little else. If the drive can serve all streams, all schedulers are close."
)
_OLDEST: Final = (
    "Late requests pile up. FCFS meets the fewest deadlines, because it serves the requests first "
    "that are late by the most."
)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the words on guarantee ratios, merits and throughputs."""
    yield from _met(found, runs.means(found, "guarantee_ratio", OPEN))
    yield from _merits(found, runs.means(found, "merit", OPEN))
    yield from _rates(runs.means(found, "throughput_mb_s", OPEN))


def _near(found: Found, metric: str, name: str, against: str = "SSTF") -> Claim:
    return runs.overload(found, metric, name, 20, against, OPEN)


def _met(found: Found, met: Mapping[str, Values]) -> Iterator[Claim]:
    yield fig6.f_edf_is_the_best(met)
    yield Claim(
        "SSEDV: guarantee ratio less the best of the other five",
        "the guarantee ratio of SSEDV is pretty close to that of F-EDF",
        lead(met, "SSEDV", runs.without("F-EDF", "SSEDV")),
        at_least(0, "", "the second best, at least"),
    )
    yield fig6.ssedv_is_close(met).because(_PILE, _near(found, "guarantee_ratio", "SSEDV", "F-EDF"))
    fewest = Claim(
        "FCFS: guarantee ratio less the least of the others",
        "the fewest",
        lag(met, "FCFS", runs.without("FCFS")),
        at_most(0),
    )
    for name in ("EDF", "SCAN"):
        yield Claim(
            f"{name}: guarantee ratio less the least of the others but EDF and SCAN",
            "EDF and SCAN have the lowest guarantee ratios",
            lag(met, name, runs.without("EDF", "SCAN")),
            at_most(0),
            note=_OLDEST,
            evidence=fewest,
        )
    yield fig6.edf_is_much_worse(met).because(_PILE, _near(found, "guarantee_ratio", "EDF"))
    yield fig6.mean_of_f_edf(met).because(
        "The ratio is nearer than with streams that stall. F-EDF still serves all that the drive "
        "can serve, two fifths of the load. The paper does not say what it counted.",
        Claim(
            "F-EDF: throughput by that of FCFS, which serves everything that comes",
            "F-EDF serves what the drive has",
            found.ratio("throughput_mb_s", name=("F-EDF", "FCFS")),
            Bounds(0.95, 1.05),
        ),
    )
    for name, number in fig6.HIGHER.items():
        yield Claim(
            f"{name}: guarantee ratio above that of SSTF",
            f"{number} % higher",
            excess(met[name], met["SSTF"]),
            printed(number, "%"),
            reason="the paper's text says throughputs, its conclusion says guarantee ratios",
            note=_PILE,
            section="3.4, 4.2.3",
            evidence=_near(found, "guarantee_ratio", name),
        )


def _merits(found: Found, merit: Mapping[str, Values]) -> Iterator[Claim]:
    for name, number in fig9.HIGHER.items():
        yield Claim(
            f"{name}: merit less the best of FCFS, SSTF and SCAN",
            "SSEDV and F-EDF have a higher merit than all conventional algorithms",
            lead(merit, name, runs.CONVENTIONAL),
            at_least(0),
            section="3.4, 4.2.2",
        )
        yield Claim(
            f"{name}: merit above that of SSTF",
            f"average merits are {number} % higher",
            excess(merit[name], merit["SSTF"]),
            printed(number, "%"),
            note=_PILE,
            section="3.4, 4.2.3",
            evidence=_near(found, "merit", name),
        )
    for other, number, text in (
        ("SSEDV", "15", "the average merit of SSEDO is 15 % lower than that of SSEDV"),
        ("SSTF", "1.3", "SSEDO performs 1.3 % worse than SSTF"),
    ):
        yield Claim(
            f"SSEDO: merit below that of {other}",
            text,
            excess(merit["SSEDO"], merit[other]).times(-1),
            printed(number, "%"),
            note="The beta of 1.01 is ours. " + _PILE,
            section="3.4, 4.2.2",
            evidence=_near(found, "merit", "SSEDO", other),
        )


def _rates(rate: Mapping[str, Values]) -> Iterator[Claim]:
    sstf = measured(rate["SSTF"])
    yield Claim(
        "SSTF: throughput",
        "the highest throughput of around 4.5 MByte/s",
        sstf,
        printed("4.5", "MB/s"),
        note="The drive has 2.46 MB/s under its heads, as in figure 13.",
        section="3.4, 4.2.3",
        evidence=Claim(
            "SSTF: throughput", "less than what passes under the heads", sstf, at_most(2.46, "MB/s")
        ),
    )
    for name, number in fig13.LOWER.items():
        yield Claim(
            f"{name}: throughput below that of SSTF",
            f"{number} % lower than that of SSTF",
            excess(rate[name], rate["SSTF"]).times(-1),
            printed(number, "%"),
            note="Seeks are a small part of a service of 25 tracks, as in figure 13.",
            section="3.4, 4.2.3",
            evidence=fig13.small_seeks(rate),
        )


def shows(found: Found) -> Iterator[Panel]:
    """Bars of the means."""
    for metric, title, paper in (
        ("guarantee_ratio", "Average guarantee ratio", {"F-EDF": float(fig6.MEAN)}),
        ("merit", "Average merit", {}),
        ("throughput_mb_s", "Average throughput, MB/s", {"SSTF": 4.5}),
    ):
        yield runs.bars(runs.means(found, metric, OPEN), title, title, paper)


EXPERIMENT: Final = Experiment(
    title="Section 3.4 to the letter: streams that go on when they are late",
    section="3.4, 4.2.1",
    says="All requests are sorted by their release times and put into a queue beforehand. A "
    "stream therefore continues whatever the drive does. The words are those of figures 6, 9 and "
    "13.",
    points=lambda scale: runs.points(scale, issue=OPEN),
    set_up="The values are means over 10, 15, ... 60 streams of both loads. The rest is as in "
    "figure 6.",
)
