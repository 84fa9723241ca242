"""Section 3.4, to the letter: the paper's words on means, with streams that go on when late."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, measured
from headstack_papers.realtime import runs

OPEN: Final = "open"
_PILE: Final = (
    "Streams go on whatever the drive does, and all loads but 10 CD audio streams ask for more "
    "than it has. Late requests pile up, and a scheduler that does not give them up serves little "
    "else; F-EDF does. Where the drive suffices all are close."
)
_OLDEST: Final = (
    "With late requests piled up FCFS meets the fewest deadlines: it serves what has been lost the "
    "longest."
)
_MEDIA: Final = "As in figure 13: seeks are a small part of a service of 25 tracks."


def points(scale: Scale) -> Iterator[Point]:
    """All loads."""
    return runs.points(scale, issue=OPEN)


def claims(found: Found) -> Iterator[Claim]:
    """Guarantee ratios, merits, throughputs."""
    yield from _met(found, runs.means(found, "guarantee_ratio", OPEN))
    yield from _merits(found, runs.means(found, "merit", OPEN))
    yield from _rates(runs.means(found, "throughput_mb_s", OPEN))


def _near(found: Found, metric: str, name: str, against: str = "SSTF") -> tuple[Claim, ...]:
    return (runs.overload(found, metric, name, 20, against, OPEN),)


def _met(found: Found, met: runs.Values) -> Iterator[Claim]:
    yield Claim(
        "F-EDF: guarantee ratio less the best of the other six",
        "F-EDF is the best",
        runs.lead(met, "F-EDF", runs.without("F-EDF")),
        Bounds(low=0),
    )
    yield Claim(
        "SSEDV: guarantee ratio less the best of the other five",
        "the guarantee ratio of SSEDV is pretty close to that of F-EDF",
        runs.lead(met, "SSEDV", runs.without("F-EDF", "SSEDV")),
        Bounds(low=0),
        reason="the second, at least",
    )
    yield Claim(
        "SSEDV: guarantee ratio over that of F-EDF",
        "the guarantee ratio of SSEDV is pretty close to that of F-EDF",
        measured([a / b for a, b in zip(met["SSEDV"], met["F-EDF"], strict=True)]),
        Bounds(0.9, 1.1),
        reason='"close": a tenth',
        note=_PILE,
        evidence=_near(found, "guarantee_ratio", "SSEDV", "F-EDF"),
    )
    fewest = Claim(
        "FCFS: guarantee ratio less the least of the others",
        "the fewest",
        runs.behind(met, "FCFS", runs.without("FCFS")),
        Bounds(high=0),
    )
    for name, rest in (("EDF", runs.without("EDF", "SCAN")), ("SCAN", runs.without("EDF", "SCAN"))):
        yield Claim(
            f"{name}: guarantee ratio less the least of the others but EDF and SCAN",
            "EDF and SCAN have the lowest guarantee ratios",
            runs.behind(met, name, rest),
            Bounds(high=0),
            note=_OLDEST,
            evidence=(fewest,),
        )
    yield Claim(
        "SSTF: guarantee ratio over that of EDF",
        "EDF is much worse than SSTF",
        measured([a / b for a, b in zip(met["SSTF"], met["EDF"], strict=True)]),
        Bounds(low=1.5),
        reason='"much": half as much again',
        note=_PILE,
        evidence=_near(found, "guarantee_ratio", "EDF"),
    )
    yield Claim(
        "F-EDF: mean guarantee ratio",
        "an average guarantee ratio of 0.2492",
        measured(met["F-EDF"]),
        printed("0.2492"),
        note="Nearer than with streams that stall, but F-EDF still serves what the drive has, "
        "which is two fifths of what is asked. What the paper counted is not known.",
        evidence=(
            Claim(
                "F-EDF: throughput by that of FCFS, which serves everything that comes",
                "F-EDF serves what the drive has",
                measured(found.ratios("throughput_mb_s", {"name": "F-EDF"}, {"name": "FCFS"})),
                Bounds(0.95, 1.05),
            ),
        ),
    )
    for name, words in (("F-EDF", "25"), ("SSEDV", "19")):
        yield Claim(
            f"{name}: guarantee ratio above that of SSTF",
            f"{words} % higher",
            runs.above(met, name, "SSTF"),
            printed(words),
            "%",
            reason="the paper's text says throughputs, its conclusion guarantee ratios",
            note=_PILE,
            section="4.2.3",
            evidence=_near(found, "guarantee_ratio", name),
        )


def _merits(found: Found, merit: runs.Values) -> Iterator[Claim]:
    for name, words in (("F-EDF", "23"), ("SSEDV", "22")):
        yield Claim(
            f"{name}: merit less the best of FCFS, SSTF and SCAN",
            "SSEDV and F-EDF have a higher merit than all conventional algorithms",
            runs.lead(merit, name, runs.CONVENTIONAL),
            Bounds(low=0),
            section="4.2.2",
        )
        yield Claim(
            f"{name}: merit above that of SSTF",
            f"average merits are {words} % higher",
            runs.above(merit, name, "SSTF"),
            printed(words),
            "%",
            note=_PILE,
            section="4.2.3",
            evidence=_near(found, "merit", name),
        )
    for other, number, words in (
        ("SSEDV", "15", "the average merit of SSEDO is 15 % lower than that of SSEDV"),
        ("SSTF", "1.3", "SSEDO performs 1.3 % worse than SSTF"),
    ):
        yield Claim(
            f"SSEDO: merit below that of {other}",
            words,
            runs.above(merit, "SSEDO", other, -1),
            printed(number),
            "%",
            note="The beta of 1.01 is ours. " + _PILE,
            section="4.2.2",
            evidence=_near(found, "merit", "SSEDO", other),
        )


def _rates(rate: runs.Values) -> Iterator[Claim]:
    yield Claim(
        "SSTF: throughput",
        "the highest throughput of around 4.5 MByte/s",
        measured(rate["SSTF"]),
        printed("4.5"),
        "MB/s",
        note="As in figure 13: the drive has 2.46 MB/s under its heads.",
        section="4.2.3",
        evidence=(
            Claim(
                "SSTF: throughput",
                "less than what passes under the heads",
                measured(rate["SSTF"]),
                Bounds(high=2.46),
                "MB/s",
            ),
        ),
    )
    small = Claim(
        "SSTF: throughput above that of FCFS",
        "seeks are a small part",
        runs.above(rate, "SSTF", "FCFS"),
        Bounds(0, 5),
        "%",
    )
    for name, words in (("F-EDF", "17"), ("SSEDV", "12")):
        yield Claim(
            f"{name}: throughput below that of SSTF",
            f"{words} % lower than that of SSTF",
            runs.above(rate, name, "SSTF", -1),
            printed(words),
            "%",
            note=_MEDIA,
            section="4.2.3",
            evidence=(small,),
        )


def shows(found: Found) -> Iterator[Panel]:
    """Bars of the means."""
    for metric, title, paper in (
        ("guarantee_ratio", "Average guarantee ratio", {"F-EDF": 0.2492}),
        ("merit", "Average merit", {}),
        ("throughput_mb_s", "Average throughput, MB/s", {"SSTF": 4.5}),
    ):
        yield runs.bars(runs.means(found, metric, OPEN), title, title, paper)


EXPERIMENT: Final = Experiment(
    title="Section 3.4 to the letter: streams that go on when they are late",
    section="4.2.1",
    says="All requests are sorted by their release times and put into a queue beforehand: a stream "
    "goes on whatever the drive does. The words are those of figures 6, 9 and 13.",
    points=points,
    claims=claims,
    shows=shows,
    set_up="Means over 10, 15, ... 60 streams of both loads; otherwise as in figure 6.",
)
