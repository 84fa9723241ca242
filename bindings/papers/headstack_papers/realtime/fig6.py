"""Figure 6: guarantee ratio, mean over both loads and all numbers of streams."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, measured
from headstack_papers.realtime import runs

_FAR: Final = (
    "All loads but 10 CD audio streams ask for more than the drive has. SSTF then misses most "
    "deadlines, while F-EDF and SSEDV serve the streams that they can. Where the drive suffices "
    "they are close. "
)


def points(scale: Scale) -> Iterator[Point]:
    """All loads; evidence: streams that go on whatever the drive does."""
    yield from runs.points(scale)
    yield from runs.points(scale, issue="open")


def claims(found: Found) -> Iterator[Claim]:
    """The paper's words on guarantee ratios."""
    met = runs.means(found, "guarantee_ratio")
    yield Claim(
        "F-EDF: guarantee ratio less the best of the other six",
        "F-EDF is the best",
        runs.lead(met, "F-EDF", runs.without("F-EDF")),
        Bounds(low=0),
    )
    yield _average(found, met)
    yield Claim(
        "SSEDV: guarantee ratio over that of F-EDF",
        "the guarantee ratio of SSEDV is pretty close to that of F-EDF",
        measured([a / b for a, b in zip(met["SSEDV"], met["F-EDF"], strict=True)]),
        Bounds(0.9, 1.1),
        reason='"close": a tenth',
    )
    yield Claim(
        "EDF: guarantee ratio less the least of the others but SCAN",
        "EDF and SCAN have the lowest guarantee ratios",
        runs.behind(met, "EDF", runs.without("EDF", "SCAN")),
        Bounds(high=0),
    )
    yield _scan(met)
    yield Claim(
        "EDF: guarantee ratio less the least of the other six",
        "non-preemptive EDF has the worst guarantee ratio",
        runs.behind(met, "EDF", runs.without("EDF")),
        Bounds(high=0),
        section="5",
    )
    yield Claim(
        "SSTF: guarantee ratio over that of EDF",
        "EDF is much worse than SSTF",
        measured([a / b for a, b in zip(met["SSTF"], met["EDF"], strict=True)]),
        Bounds(low=1.5),
        reason='"much": half as much again',
    )
    yield from _above(found, met)
    yield Claim(
        "EDF: mean seek above that of SSTF",
        "the disk arm often moves a long distance to serve the earliest deadline request",
        runs.above(runs.means(found, "mean_seek_ms"), "EDF", "SSTF"),
        Bounds(low=0),
        "%",
    )


def _average(found: Found, met: runs.Values) -> Claim:
    going_on = runs.means(found, "guarantee_ratio", "open")["F-EDF"]
    pairs = zip(met["F-EDF"], going_on, strict=True)
    return Claim(
        "F-EDF: mean guarantee ratio",
        "an average guarantee ratio of 0.2492",
        measured(met["F-EDF"]),
        printed("0.2492"),
        note="A stream that stalls asks for nothing more, so its one late request counts once. If "
        "streams go on whatever the drive does, late requests pile up and count; the ratio is "
        "then about 0.45. What the paper counted is not known.",
        evidence=(
            Claim(
                "F-EDF: guarantee ratio less that of streams that go on",
                "late requests pile up",
                measured([stall - go for stall, go in pairs]),
                Bounds(low=0.3),
            ),
        ),
    )


def _scan(met: runs.Values) -> Claim:
    return Claim(
        "SCAN: guarantee ratio less the least of the others but EDF",
        "EDF and SCAN have the lowest guarantee ratios",
        runs.behind(met, "SCAN", runs.without("SCAN", "EDF")),
        Bounds(high=0),
        note="SCAN serves a full queue nearly as fast as SSTF, and here meets nearly as many "
        "deadlines. Why the paper's does not, it does not say.",
        evidence=(
            Claim(
                "SCAN: guarantee ratio below that of SSTF",
                "nearly that of SSTF",
                runs.above(met, "SCAN", "SSTF", -1),
                Bounds(0, 15),
                "%",
            ),
        ),
    )


def _above(found: Found, met: runs.Values) -> Iterator[Claim]:
    for name, words in (("F-EDF", "25"), ("SSEDV", "19")):
        yield Claim(
            f"{name}: guarantee ratio above that of SSTF",
            "their average guarantee ratio are 19 - 25% higher",
            runs.above(met, name, "SSTF"),
            printed(words),
            "%",
            reason=f"{name}'s is the {words} %: section 4.2.3 has both numbers by name, but says "
            "throughputs for guarantee ratios",
            note=_FAR,
            section="5",
            evidence=(runs.overload(found, "guarantee_ratio", name, 10),),
        )
        yield Claim(
            f"{name}: guarantee ratio less the best of the other five",
            "can significantly improve the guarantee ratio and merit more than other algorithms",
            runs.lead(met, name, runs.without("F-EDF", "SSEDV")),
            Bounds(low=0),
            section="5",
        )


def shows(found: Found) -> Iterator[Panel]:
    """Bars of the means."""
    met = runs.means(found, "guarantee_ratio")
    yield runs.bars(met, "Average guarantee ratio", "Guarantee Ratio", {"F-EDF": 0.2492})


EXPERIMENT: Final = Experiment(
    title="Figure 6: average guarantee ratio",
    section="4.2.1",
    says="F-EDF is the best with 0.2492 and SSEDV close to it; EDF and SCAN are the lowest, EDF "
    "much worse than SSTF. F-EDF is 25 % above SSTF, SSEDV 19 %.",
    points=points,
    claims=claims,
    shows=shows,
    set_up="Means over 10, 15, ... 60 streams of both loads. SSEDV: alpha 0.5, a cylinder as much "
    "as a millisecond; SSEDO: beta 1.01; windows are the whole queue. The paper gives none of "
    "these.",
)
