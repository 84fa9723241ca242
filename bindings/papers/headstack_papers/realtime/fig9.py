"""Figure 9: merit, mean over both loads and all numbers of streams."""

from collections.abc import Iterator, Mapping
from typing import Final

from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel
from headstack_papers.quantities import Values, best, excess, lag, lead
from headstack_papers.realtime import runs
from headstack_papers.realtime.fig6 import nearly_sstf

HIGHER: Final = {"F-EDF": "23", "SSEDV": "22"}
"""Percent by which each scheduler's merit is above SSTF's merit in the paper."""

_FAR: Final = (
    "Under these overloads F-EDF and SSEDV serve as many streams as the drive can serve. The other "
    "schedulers miss nearly all deadlines. If the drive can serve all streams, all schedulers are "
    "close."
)
_SSEDO: Final = (
    "SSEDO is near SSTF with our beta of 1.01. The paper gives no beta. SSEDO is nearer to SSTF if "
    "beta is nearer to 1. "
)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on merits."""
    merit = runs.means(found, "merit")
    for name in HIGHER:
        yield Claim(
            f"{name}: merit less the best of FCFS, SSTF and SCAN",
            "SSEDV and F-EDF have a higher merit than all conventional non-real-time scheduling "
            "algorithms",
            lead(merit, name, runs.CONVENTIONAL),
            at_least(0),
        )
        yield Claim(
            f"{name}: merit above the best of the other five",
            "can significantly improve the guarantee ratio and merit more than other algorithms",
            excess(merit[name], merit[best(merit, runs.without("F-EDF", "SSEDV"))]),
            words.exceeds("significantly"),
            section="5",
        )
    for name, number in HIGHER.items():
        yield Claim(
            f"{name}: merit above that of SSTF",
            "their average merits are 23% and 22% higher ... respectively",
            excess(merit[name], merit["SSTF"]),
            printed(number, "%", "the numbers of F-EDF and SSEDV, in this order"),
            note=_FAR,
            section="4.2.3",
            evidence=runs.overload(found, "merit", name, 10),
        )
    yield from _ssedo(found, merit)
    yield Claim(
        "EDF: merit less the least of the other six",
        "non-preemptive EDF has the worst guarantee ratio, merit and throughput",
        lag(merit, "EDF", runs.without("EDF")),
        at_most(0),
        section="5",
    )


def _ssedo(found: Found, merit: Mapping[str, Values]) -> Iterator[Claim]:
    yield Claim(
        "SSEDO: merit below that of SSTF",
        "SSEDO performs 1.3% worse than SSTF",
        excess(merit["SSEDO"], merit["SSTF"]).times(-1),
        printed("1.3", "%"),
        note=_SSEDO,
        evidence=Claim(
            "SSEDO with a beta of 1.006: merit below that of SSTF",
            "1.3 % by a beta nearer to 1",
            excess(merit["SSEDO, beta 1.006"], merit["SSTF"]).times(-1),
            Bounds(0.8, 1.8, "%"),
        ),
    )
    for other in ("FCFS", "SCAN"):
        yield Claim(
            f"SSEDO: merit above that of {other}",
            "it is much better than other conventional non-real-time algorithms",
            excess(merit["SSEDO"], merit[other]),
            words.exceeds("much"),
            note="SCAN nearly equals SSTF here, and SSEDO lies between SCAN and SSTF.",
            evidence=nearly_sstf(merit, "merit"),
        )
    yield Claim(
        "SSEDO: merit below that of SSEDV",
        "the average merit of SSEDO is 15% lower than that of SSEDV",
        excess(merit["SSEDO"], merit["SSEDV"]).times(-1),
        printed("15", "%"),
        note=_SSEDO + _FAR,
        evidence=runs.overload(found, "merit", "SSEDO", 10, "SSEDV"),
    )
    yield Claim(
        "SSEDV: merit above that of SSEDO",
        "SSEDV has a higher merit and throughput than SSEDO",
        excess(merit["SSEDV"], merit["SSEDO"]),
        at_least(0, "%"),
        section="5",
    )


def shows(found: Found) -> Iterator[Panel]:
    """Draws the means as bars, and the means relative to SSTF, as the paper prints them."""
    merit = runs.means(found, "merit")
    sstf = sum(merit["SSTF"]) / len(merit["SSTF"])
    paper = {"SSTF": 1.0, "SSEDV": 1.22, "SSEDO": 0.987, "F-EDF": 1.23}
    relative = {name: [value / sstf for value in values] for name, values in merit.items()}
    yield runs.bars(merit, "Average merit", "Average Merit", {})
    yield runs.bars(relative, "Average merit over that of SSTF", "merit / SSTF's", paper)


EXPERIMENT: Final = Experiment(
    title="Figure 9: average merit",
    section="4.2.2",
    says="F-EDF and SSEDV have more merit than all conventional schedulers, 23 and 22 % above "
    "SSTF. SSEDO is 1.3 % below SSTF and 15 % below SSEDV.",
    points=lambda scale: runs.points(scale, names=(*runs.SCHEDULERS, *runs.OTHERS)),
    set_up="The values are means over 10, 15, ... 60 streams of both loads.",
)
