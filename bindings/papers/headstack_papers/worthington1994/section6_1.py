"""Section 6.1: claims on scheduling by block number that belong to no single figure."""

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, at_least, at_most
from headstack_papers.experiment import Experiment, Found, Table
from headstack_papers.quantities import difference
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.traces import PROFILES, REPORT


def claims(found: Found) -> Iterator[Claim]:
    """Judges the order in starvation resistance, and the gain of C-LOOK beyond its hits."""
    for (one, other), profile in product(pairwise(runs.OTHERS), PROFILES):
        at = runs.at_knee(found, profile.name)
        yield Claim(
            f"{profile.name}: coefficient of variation of {one} by that of {other}",
            "LOOK has the next highest coefficient for most workloads, followed by VSCAN(0.2) and "
            "SSTF",
            found.ratio(runs.SCV, name=(one, other), **at),
            at_most(1),
            quantity="most",
            reason='the order of starvation resistance: LOOK is "next" behind C-LOOK, which has '
            "the lowest coefficient; means at the knee",
            note="The coefficients of neighbours in this order are close to each other, as the "
            "table shows.",
        )
    for name in ("LOOK", "SSTF"):
        yield Claim(
            f"Report: C-LOOK's gain over {name} in per cent, less its gain in hits in points",
            "greater than would be expected from the improvement in cache hit rate",
            _beyond_hits(found, name, **runs.at_knee(found, REPORT.name)),
            at_least(0, "points"),
            reason="one more hit in a hundred saves at most a hundredth of the service times",
            note="Report's hits differ by more here than in table 4, which has 0.3 and 0.8 "
            "points. Compared with table 3, C-LOOK's gain is larger over LOOK, and smaller over "
            "SSTF. We guess two reasons: reads of a run wait together more often here, and the "
            "queue at the knee is shorter.",
        )


def _beyond_hits(found: Found, name: str, **at: Any) -> Measured:
    """The gain in response in per cent less the gain in hits in points, seed by seed."""
    pair = ("C-LOOK", name)
    gain = 100 * (1 - found.ratios(runs.RESPONSE, name=pair, **at))
    return difference(gain, found.differences(runs.hits, name=pair, **at))


def shows(found: Found) -> Iterator[Table]:
    """Makes a table of the coefficients at the knees."""
    title = "Squared coefficients of variation at the knee"
    yield runs.knee_table(found, runs.SCV, title, runs.BY_BLOCK)


EXPERIMENT: Final = Experiment(
    title="Section 6.1: starvation, and C-LOOK's gain beyond its hits",
    section="6.1",
    says="C-LOOK resists starvation best, then LOOK, VSCAN and SSTF. Under Report C-LOOK gains "
    "more than its hits explain, because the drive reads on upwards.",
    points=lambda scale: runs.points(scale, PROFILES, runs.BY_BLOCK),
    set_up=runs.SET_UP,
)
