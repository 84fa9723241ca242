"""Figure 5: scheduling by positioning times, with and without aging, on random requests."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most, exactly
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.quantities import measured, variances
from headstack_papers.worthington1994 import random_load as runs

HEAVY: Final = runs.NAMED["heavy"]
BETWEEN: Final = 40  # a load between medium and heavy
SEEDS: Final = 6  # at `BETWEEN`, where the steps of W are close, ten seeds run
JUDGED: Final = (*runs.NAMED.values(), runs.EDGE)
FURTHER: Final = (*runs.PAST, 75, 80)


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of the aging factors, and of the schedulers of figure 3 for comparison."""
    yield from runs.points(
        scale, runs.POSITIONING, [load for load in runs.LOADS if load != BETWEEN], SEEDS
    )
    yield from runs.points(scale, runs.POSITIONING, [BETWEEN])
    yield from runs.points(scale, runs.POSITIONING, FURTHER, 5)
    yield from runs.points(scale, runs.SEEKING, runs.LOADS, SEEDS)
    yield from runs.points(scale, ["FCFS"], runs.FCFS_LOADS, SEEDS)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the words of section 5.3."""
    yield from _of_seeking(found)
    yield from _of_weights(found)
    yield from _of_saturation(found)
    yield from _of_matching(found)
    yield from _of_effort(found)


def _of_seeking(found: Found) -> Iterator[Claim]:
    for load in JUDGED:
        best = found.least("mean_response_ms", runs.SEEKING, load=load)
        for name in runs.POSITIONING:
            yield Claim(
                f"{name}, {load}/s: response above that of the best that goes by seeks",
                "in all cases ... lower average response times",
                found.excess("mean_response_ms", name=(name, best), load=load),
                at_most(0, "%"),
                note=f"the best is {best}",
            )
    for name in ("LOOK", "C-LOOK", "VSCAN(0.2)"):
        yield runs.ordered(
            found,
            name,
            "SPTF",
            HEAVY,
            "As with SSTF, SPTF is highly susceptible to request starvation",
        )


def _of_weights(found: Found) -> Iterator[Claim]:
    for one, more in pairwise(runs.POSITIONING):
        yield Claim(
            f"{more}, {BETWEEN}/s: response above that of {one}",
            "as W increases, the average response time slowly grows",
            found.excess("mean_response_ms", name=(more, one), load=BETWEEN),
            Bounds(0, 5, "%", '"slowly": at most 5 % for a step of 6; the paper has no number'),
        )
        yield Claim(
            f"{more}, {BETWEEN}/s: variance over that of {one}",
            "the response time variance drops",
            measured(found.of_pairs(variances, name=(more, one), load=BETWEEN)),
            at_most(1),
        )
    yield Claim(
        f"ASPTF(30), {HEAVY}/s: variance over that of SPTF",
        "drops significantly",
        measured(found.of_pairs(variances, name=("ASPTF(30)", "SPTF"), load=HEAVY)),
        words.below("significantly"),
    )


def _of_saturation(found: Found) -> Iterator[Claim]:
    sharp = "for higher values of W ... a sharp increase in average response time"
    for name in ("ASPTF(24)", "ASPTF(30)"):
        yield Claim(
            f"{name}, {runs.EDGE}/s: response above that of SPTF",
            sharp,
            found.excess("mean_response_ms", name=(name, "SPTF"), load=runs.EDGE),
            at_least(25, "%", '"sharp": a quarter more; the paper has no number'),
        )
    yield Claim(
        "ASPTF(30), 65/s: share of runs that saturate",
        sharp,
        found.mean("saturated", name="ASPTF(30)", load=65),
        exactly(1, "", "ASPTF(30) saturates where SPTF does not yet"),
    )
    yield Claim(
        "SPTF, 65/s: share of runs that saturate",
        sharp,
        found.mean("saturated", name="SPTF", load=65),
        exactly(0, "", "only higher values of W saturate"),
    )


def _of_matching(found: Found) -> Iterator[Claim]:
    for name in ("ASPTF(6)", "ASPTF(12)"):
        for load in runs.NAMED.values():
            yield Claim(
                f"{name}, {load}/s: response above that of SPTF, all but the heaviest",
                "match the performance of SPTF for all but the heaviest workloads",
                found.excess("mean_response_ms", name=(name, "SPTF"), load=load),
                Bounds(-2, 2, "%", '"match": 2 %, what the paper calls marginal elsewhere'),
            )
        yield Claim(
            f"{name}, {HEAVY}/s: squared coefficient of variation over that of SPTF",
            "much better starvation resistance",
            found.ratio("scv_response", name=(name, "SPTF"), load=HEAVY),
            words.below("much"),
        )
    aged = "ASPTF(12)"
    for load in runs.NAMED.values():
        yield Claim(
            f"{aged}, {load}/s: variance over that of C-LOOK",
            "lower response time variance than C-LOOK",
            measured(found.of_pairs(variances, name=(aged, "C-LOOK"), load=load)),
            at_most(1),
        )
    yield Claim(
        f"{aged}, {HEAVY}/s: squared coefficient of variation over that of C-LOOK",
        "its coefficient of variation is slightly higher",
        found.ratio("scv_response", name=(aged, "C-LOOK"), load=HEAVY),
        Bounds(1, 1.25, "", '"slightly": a quarter; the paper has no number'),
    )


def _of_effort(found: Found) -> Iterator[Claim]:
    yield Claim(
        f"SPTF, {HEAVY}/s: requests looked at for a decision, above those of SSTF",
        "significant computational effort",
        found.excess("candidates_per_decision", name=("SPTF", "SSTF"), load=HEAVY),
        words.exceeds("significantly", "the paper's simulator considered all waiting requests"),
    )
    many, few = (
        found.mean("candidates_per_decision", name="SPTF", load=load) for load in (80, HEAVY)
    )
    # The runs at two loads are not pairs, so the growth is taken from the two means.
    half = 100 * (many.half + few.half * many.mean / few.mean) / few.mean
    yield Claim(
        f"SPTF: requests looked at for a decision at 80/s, above those at {HEAVY}/s",
        "especially for large queues",
        Measured(100 * (many.mean / few.mean - 1), half, many.runs),
        at_least(0, "%"),
    )


def shows(found: Found) -> Iterator[Panel]:
    """The figure's two charts."""
    names = (*runs.POSITIONING, "C-LOOK", "SSTF", "FCFS")
    yield runs.response_chart(found, names)
    yield runs.variation_chart(found, names, "b", 1.4)


EXPERIMENT: Final = Experiment(
    title="Figure 5: scheduling with full knowledge, random requests",
    section="5.3",
    says="SPTF and ASPTF(W) are faster than all algorithms that go by seeks. As W grows, the mean "
    "grows slowly and the variance falls. ASPTF(6) and ASPTF(12) are as fast as SPTF except at "
    "the heaviest loads. With a large W, the algorithm saturates early and tends to FCFS.",
    set_up=runs.SET_UP + " SPTF and ASPTF weigh seek and rotation, not the command's overhead. W "
    "is in milliseconds for each second of waiting. The paper does not give the values of W. We "
    "choose 0, 6, 12, 18, 24 and 30.",
)
