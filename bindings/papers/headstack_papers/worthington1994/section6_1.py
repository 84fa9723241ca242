"""Section 6.1: claims on scheduling by block number that belong to no single figure."""

import itertools
from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Scale, Table, measured
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.traces import PROFILES, REPORT

ORDER: Final = ("C-LOOK", "LOOK", "VSCAN(0.2)", "SSTF")


def points(scale: Scale) -> Iterator[Point]:
    """The schedulers by block number."""
    return runs.runs(scale, PROFILES, runs.BY_BLOCK)


def claims(found: Found) -> Iterator[Claim]:
    """The order in starvation resistance, and C-LOOK's gain beyond its hits."""
    for one, other in itertools.pairwise(ORDER[1:]):
        yield Claim(
            f"traces, of six, where {one} has a lower coefficient of variation than {other}",
            "LOOK has the next highest coefficient for most workloads, followed by VSCAN(0.2) and "
            "SSTF",
            Measured(_lower(found, one, other)),
            Bounds(low=4),
            reason='"most": more than half; the order is that of starvation resistance, as LOOK is '
            '"next" behind C-LOOK, which has the lowest coefficient; means at the knee',
            note="Neighbours in this order are close to each other, as the table shows.",
        )
    at = _knee(found, REPORT.name)
    for name in ("LOOK", "SSTF"):
        yield Claim(
            f"Report: C-LOOK's gain over {name} in per cent, less its gain in hits in points",
            "greater than would be expected from the improvement in cache hit rate",
            _beyond_hits(found, name, **at),
            Bounds(low=0),
            "points",
            reason="a hit in a hundred more saves at most a hundredth of the service times",
            note="Report's hits here differ by more than in table 4 (0.3 and 0.8 points there), "
            "and the response by less. A guess: reads of a run wait together more often, and the "
            "queue at the knee is shorter.",
        )


def _knee(found: Found, trace: str) -> dict[str, Any]:
    return {"trace": trace, "factor": runs.knee(found, trace), "memory": runs.CACHE}


def _lower(found: Found, one: str, other: str) -> float:
    """Number of traces at whose knee the first has the lower coefficient."""
    knees = [_knee(found, profile.name) for profile in PROFILES]
    return float(
        sum(
            runs.mean_of(found, "scv_response", one, **at).mean
            < runs.mean_of(found, "scv_response", other, **at).mean
            for at in knees
        )
    )


def _beyond_hits(found: Found, name: str, **at: Any) -> Measured:
    """Gain in response in per cent less gain in hits, seed by seed."""
    ratios = found.ratios("mean_response_ms", {"name": "C-LOOK"}, {"name": name}, **at)
    ours, others = found.where(**at, name="C-LOOK"), found.where(**at, name=name)
    more = [runs.hits(a) - runs.hits(b) for a, b in zip(ours, others, strict=True)]
    return measured([100 * (1 - a) - b for a, b in zip(ratios, more, strict=True)])


def shows(found: Found) -> Iterator[Table]:
    """The coefficients at the knees."""
    rows = []
    for profile in PROFILES:
        at = _knee(found, profile.name)
        rows.append(
            [
                profile.name,
                f"{at['factor']:g}",
                *(runs.mean_of(found, "scv_response", name, **at).text() for name in ORDER),
            ]
        )
    yield Table(
        "Squared coefficients of variation at the knee", ("Trace", "Scale factor", *ORDER), rows
    )


EXPERIMENT: Final = Experiment(
    title="Section 6.1: starvation, and C-LOOK's gain beyond its hits",
    section="6.1",
    says="C-LOOK resists starvation best, then LOOK, VSCAN and SSTF. Under Report it gains more "
    "than its hits explain, since the drive reads on upwards.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=runs.SET_UP,
)
