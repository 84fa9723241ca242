"""Figure 5: scheduling by positioning times, with and without aging, on random requests."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.worthington1994.random_load import (
    EDGE,
    FCFS_LOADS,
    LOADS,
    NAMED,
    PAST,
    POSITIONING,
    SEEKING,
    SET_UP,
    above,
    both_charts,
    ordered,
    runs,
    scv_ratio,
    variance_ratio,
)

AGED: Final = [name for name in POSITIONING if name != "SPTF"]
HEAVY: Final = NAMED["heavy"]
BETWEEN: Final = 40  # medium and heavy
SEEDS: Final = 6  # ten where steps of W are close
JUDGED: Final = (*NAMED.values(), EDGE)
FURTHER: Final = (*PAST, 75, 80)


def points(scale: Scale) -> Iterator[Point]:
    """The aging factors, and those of figure 3 to compare with."""
    yield from runs(scale, POSITIONING, [load for load in LOADS if load != BETWEEN], SEEDS)
    yield from runs(scale, POSITIONING, [BETWEEN])
    yield from runs(scale, POSITIONING, FURTHER, 5)
    yield from runs(scale, SEEKING, LOADS, SEEDS)
    yield from runs(scale, ["FCFS"], FCFS_LOADS, SEEDS)


def claims(found: Found) -> Iterator[Claim]:
    """The words of section 5.3."""
    yield from _of_seeking(found)
    yield from _of_weights(found)
    yield from _of_saturation(found)
    yield from _of_matching(found)
    yield from _of_effort(found)


def _of_seeking(found: Found) -> Iterator[Claim]:
    for load in JUDGED:
        for name in POSITIONING:
            best = min(SEEKING, key=lambda other: found.mean(
                "mean_response_ms", name=other, load=load).mean)  # fmt: skip
            yield Claim(
                f"{name}, {load}/s: response above that of the best that goes by seeks",
                "in all cases ... lower average response times",
                above(found, name, best, load),
                Bounds(high=0),
                "%",
                note=f"the best is {best}",
            )
    for name in ("LOOK", "C-LOOK", "VSCAN(0.2)"):
        yield ordered(
            found,
            name,
            "SPTF",
            HEAVY,
            "As with SSTF, SPTF is highly susceptible to request starvation",
        )


def _of_weights(found: Found) -> Iterator[Claim]:
    for one, more in pairwise(POSITIONING):
        yield Claim(
            f"{more}, {BETWEEN}/s: response above that of {one}",
            "as W increases, the average response time slowly grows",
            above(found, more, one, BETWEEN),
            Bounds(0, 5),
            "%",
            reason='"slowly": at most 5 % for a step of 6; the paper has no number',
        )
        yield Claim(
            f"{more}, {BETWEEN}/s: variance over that of {one}",
            "the response time variance drops",
            variance_ratio(found, more, one, BETWEEN),
            Bounds(high=1),
        )
    yield Claim(
        f"ASPTF(30), {HEAVY}/s: variance over that of SPTF",
        "drops significantly",
        variance_ratio(found, "ASPTF(30)", "SPTF", HEAVY),
        Bounds(high=0.8),
        reason='"significantly": a fifth; the paper has no number',
    )


def _of_saturation(found: Found) -> Iterator[Claim]:
    words = "for higher values of W ... a sharp increase in average response time"
    for name in ("ASPTF(24)", "ASPTF(30)"):
        yield Claim(
            f"{name}, {EDGE}/s: response above that of SPTF",
            words,
            above(found, name, "SPTF", EDGE),
            Bounds(low=25),
            "%",
            reason='"sharp": a quarter more; the paper has no number',
        )
    yield Claim(
        "ASPTF(30), 65/s: share of runs that saturate",
        words,
        found.mean("saturated", name="ASPTF(30)", load=65),
        Bounds(1, 1),
        reason="it saturates where SPTF does not yet",
    )
    yield Claim(
        "SPTF, 65/s: share of runs that saturate",
        words,
        found.mean("saturated", name="SPTF", load=65),
        Bounds(0, 0),
        reason="it saturates for higher values of W only",
    )


def _of_matching(found: Found) -> Iterator[Claim]:
    for name in ("ASPTF(6)", "ASPTF(12)"):
        for load in NAMED.values():
            yield Claim(
                f"{name}, {load}/s: response above that of SPTF, all but the heaviest",
                "match the performance of SPTF for all but the heaviest workloads",
                above(found, name, "SPTF", load),
                Bounds(-2, 2),
                "%",
                reason='"match": 2 %, what the paper calls marginal elsewhere',
            )
        yield Claim(
            f"{name}, {HEAVY}/s: squared coefficient of variation over that of SPTF",
            "much better starvation resistance",
            scv_ratio(found, name, "SPTF", HEAVY),
            Bounds(high=0.9),
            reason='"much": a tenth; the paper has no number',
        )
    aged = "ASPTF(12)"
    for load in NAMED.values():
        yield Claim(
            f"{aged}, {load}/s: variance over that of C-LOOK",
            "lower response time variance than C-LOOK",
            variance_ratio(found, aged, "C-LOOK", load),
            Bounds(high=1),
        )
    yield Claim(
        f"{aged}, {HEAVY}/s: squared coefficient of variation over that of C-LOOK",
        "its coefficient of variation is slightly higher",
        scv_ratio(found, aged, "C-LOOK", HEAVY),
        Bounds(1, 1.25),
        reason='"slightly": a quarter; the paper has no number',
    )


def _of_effort(found: Found) -> Iterator[Claim]:
    yield Claim(
        f"SPTF, {HEAVY}/s: requests looked at for a decision, above those of SSTF",
        "significant computational effort",
        found.excess("candidates_per_decision", {"name": "SPTF"}, {"name": "SSTF"}, load=HEAVY),
        Bounds(low=50),
        "%",
        reason='"significant": half as many again; the paper has no number, and its simulator '
        "looked at all that wait",
    )
    yield Claim(
        f"SPTF: requests looked at for a decision at 80/s, above those at {HEAVY}/s",
        "especially for large queues",
        _more_looked_at(found),
        Bounds(low=0),
        "%",
    )


def _more_looked_at(found: Found) -> Measured:
    """The growth with the load, whose runs are no pairs: by the means."""
    many, few = (
        found.mean("candidates_per_decision", name="SPTF", load=load) for load in (80, HEAVY)
    )
    return Measured(
        100 * (many.mean / few.mean - 1),
        100 * (many.half + few.half * many.mean / few.mean) / few.mean,
        many.runs,
    )


def shows(found: Found) -> Iterator[Panel]:
    """The figure's two charts."""
    names: dict[str, dict[str, Any]] = {
        name: {"name": name} for name in (*POSITIONING, "C-LOOK", "SSTF", "FCFS")
    }
    yield from both_charts(found, names, 1.4)


EXPERIMENT: Final = Experiment(
    title="Figure 5: scheduling with full knowledge, random requests",
    section="5.3",
    says="SPTF and ASPTF(W) are faster than all that go by seeks. With W the mean grows slowly and "
    "the variance falls; ASPTF(6) and ASPTF(12) are as fast as SPTF but at the heaviest loads. "
    "Large W saturate early, and tend to FCFS.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " They weigh seek and rotation, not the command's overhead. W is in "
    "milliseconds for each second of waiting; 0, 6, 12, 18, 24 and 30 are our choice of values.",
)
