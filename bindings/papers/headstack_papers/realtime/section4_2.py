"""Section 4.2: its numbers under each reading of what the paper leaves open."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.quantities import Values, excess, lag, lead, measured, ratio
from headstack_papers.realtime import fig6, fig9, runs
from headstack_papers.verdict import Verdict

LOOPS: Final = {"after": "stalls", "open": "goes on"}
SLACKS: Final = {"SSEDV": "length", "SSEDV, signed": "signed"}
FEASIBLE: Final = {"F-EDF": "fits", "F-EDF, not late": "not late"}
EACH: Final = 100
"""Requests of a stream where each stream has a number of its own."""

REQUESTS: Final = {0: f"{runs.REQUESTS:,} in all", EACH: f"{EACH} a stream"}
SEEDS: Final = 20
FEW_SEEDS: Final = 2
FEW: Final = (10, 35, 60)
"""Numbers of streams, and of seeds, of the long runs."""

NAMES: Final = (*runs.SCHEDULERS, *runs.READINGS)


@dataclass(frozen=True)
class Reading:
    """A reading of what the paper leaves open.

    Attributes:
        issue: what a late stream does, 'after' or 'open'.
        each: number of requests of each stream. 0: all streams together have `runs.REQUESTS`.
        slack: SSEDV by this reading, a name of `SLACKS`.
        feasible: F-EDF by this reading, a name of `FEASIBLE`.
    """

    issue: str
    each: int
    slack: str
    feasible: str

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The reading in words, as cells of a table."""
        return (
            LOOPS[self.issue],
            REQUESTS[self.each],
            SLACKS[self.slack],
            FEASIBLE[self.feasible],
        )

    def values(self, found: Found, metric: str) -> dict[str, Values]:
        """Means of the seven schedulers by this reading, one number for each seed."""
        own = {"SSEDV": self.slack, "F-EDF": self.feasible}
        at = {"issue": self.issue, "each": self.each}
        return {
            name: found.by_seed(metric, name=own.get(name, name), **at) for name in runs.SCHEDULERS
        }


READINGS: Final = tuple(Reading(*one) for one in product(LOOPS, REQUESTS, SLACKS, FEASIBLE))
FIGURES: Final = Reading("after", 0, "SSEDV", "F-EDF")
NEAR: Final = Reading("open", 0, "SSEDV", "F-EDF, not late")
"""The reading of the figures, and the reading whose guarantee ratios are nearest."""


def points(scale: Scale) -> Iterator[Point]:
    """Yields the runs of all readings. The long runs have fewer numbers of streams and seeds."""
    for issue in LOOPS:
        yield from runs.points(scale, names=NAMES, issue=issue, seeds=SEEDS)
        yield from runs.points(
            scale, names=NAMES, issue=issue, counts=FEW, each=EACH, seeds=FEW_SEEDS
        )


def numbers(found: Found, reading: Reading) -> dict[str, tuple[Measured, Bounds]]:
    """The paper's numbers and orders by a reading: value here, and what the words allow."""
    met, merit, rate = (
        reading.values(found, metric) for metric in ("guarantee_ratio", "merit", "throughput_mb_s")
    )
    lowest = max(
        (lag(met, name, runs.without("EDF", "SCAN")) for name in ("EDF", "SCAN")),
        key=lambda one: one.mean,
    )
    return {
        "F-EDF's ratio, .2492": (measured(met["F-EDF"]), printed(fig6.MEAN)),
        "F-EDF's ratio over SSTF's, +25 %": _above(met, "F-EDF", fig6.HIGHER["F-EDF"]),
        "SSEDV's ratio over SSTF's, +19 %": _above(met, "SSEDV", fig6.HIGHER["SSEDV"]),
        "SSEDV's ratio by F-EDF's, close": (
            ratio(met["SSEDV"], met["F-EDF"]),
            words.near("close"),
        ),
        "F-EDF's ratio less the best other, best": (
            lead(met, "F-EDF", runs.without("F-EDF")),
            at_least(0),
        ),
        "EDF's and SCAN's ratio less the least other, lowest": (lowest, at_most(0)),
        "SSTF's ratio by EDF's, much": (ratio(met["SSTF"], met["EDF"]), words.above("much")),
        "F-EDF's merit over SSTF's, +23 %": _above(merit, "F-EDF", fig9.HIGHER["F-EDF"]),
        "SSEDV's merit over SSTF's, +22 %": _above(merit, "SSEDV", fig9.HIGHER["SSEDV"]),
        "SSEDO's merit below SSTF's, 1.3 %": _below(merit, "SSEDO", "SSTF", "1.3"),
        "SSEDO's merit below SSEDV's, 15 %": _below(merit, "SSEDO", "SSEDV", "15"),
        "F-EDF's MB/s below SSTF's, 17 %": _below(rate, "F-EDF", "SSTF", "17"),
    }


def _above(values: dict[str, Values], name: str, percent: str) -> tuple[Measured, Bounds]:
    return excess(values[name], values["SSTF"]), printed(percent, "%")


def _below(
    values: dict[str, Values], name: str, other: str, percent: str
) -> tuple[Measured, Bounds]:
    return excess(values[name], values[other]).times(-1), printed(percent, "%")


def _verdicts(found: Found, reading: Reading) -> dict[str, Claim]:
    """Each number as a claim, for its verdict."""
    return {
        what: Claim(what, "", value, bounds)
        for what, (value, bounds) in numbers(found, reading).items()
    }


def _holding(found: Found, reading: Reading) -> int:
    """How many of the paper's numbers come out by a reading."""
    return sum(one.verdict is Verdict.HOLDS for one in _verdicts(found, reading).values())


def claims(found: Found) -> Iterator[Claim]:
    """Measures the readings against each other. No words of the paper."""
    holding = {reading: _holding(found, reading) for reading in READINGS}
    all_of_them = len(numbers(found, FIGURES))
    yield Claim(
        f"of {all_of_them} numbers and orders, those that come out by the best reading",
        "",
        Measured(max(holding.values())),
        at_most(all_of_them - 1, "", "no reading gives all"),
    )
    yield Claim(
        "numbers and orders by the reading of the figures less those by the best other reading",
        "",
        Measured(holding[FIGURES] - max(n for one, n in holding.items() if one != FIGURES)),
        at_least(0, "", "the reading of the figures is among the best"),
    )
    near = NEAR.values(found, "guarantee_ratio")
    for name, number in fig6.HIGHER.items():
        yield Claim(
            f"{name}: guarantee ratio above that of SSTF, streams go on, feasible is not late",
            "",
            excess(near[name], near["SSTF"]),
            at_most(50, "%", f"the nearest reading to the paper's {number} %"),
        )


def shows(found: Found) -> Iterator[Table]:
    """The paper's numbers, one a column, with a row for each reading."""
    rows = []
    for reading in READINGS:
        each = _verdicts(found, reading)
        cells = [f"{one.measured.text()} {one.verdict.value}" for one in each.values()]
        rows.append((*reading.cells, *cells, str(_holding(found, reading))))
    yield Table(
        "The paper's numbers by each reading",
        (
            "a late stream",
            "requests",
            "SSEDV's slack",
            "feasible",
            *numbers(found, FIGURES),
            "hold",
        ),
        rows,
    )


EXPERIMENT: Final = Experiment(
    title="Section 4.2: its numbers under each reading of what the paper leaves open",
    section="4.2",
    says="F-EDF meets .2492 of the deadlines, 25 % more than SSTF. SSEDV meets 19 % more than "
    "SSTF, close to F-EDF. Merits are 23 and 22 % higher. EDF and SCAN meet the fewest.",
    set_up="The readings combine four choices. A late stream stalls, or continues (3.3 and 3.4). "
    "The 1,000 requests are those of all streams, or each stream has a number of its own: "
    f"{EACH} here, with {FEW[0]}, {FEW[1]} and {FEW[2]} streams. SSEDV's slack is a length, past "
    "or to come, or has a sign. A deadline is feasible if the whole service fits, or until it "
    "has passed. A number comes out if its whole interval rounds to the printed number.",
)
