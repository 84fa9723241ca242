"""Figure 4: scheduling with the full map beside scheduling by block number, on random requests."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.quantities import farthest
from headstack_papers.worthington1994 import random_load as runs

PAIRS: Final = {name: f"{name}, map" for name in runs.SEEKING}


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of both forms of the four algorithms."""
    yield from runs.points(scale, runs.SEEKING, runs.LOADS)
    yield from runs.points(scale, runs.FULL_MAP, runs.LOADS)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the words of section 5.2 on this figure, and of sections 1 and 7 on full maps."""
    for name, full in PAIRS.items():
        for load in runs.LOADS:
            yield Claim(
                f"{name}, {load}/s: response by LBN above that by full map",
                "less than 2%",
                found.excess("mean_response_ms", name=(name, full), load=load),
                Bounds(-2, 2, "%"),
                section="1",
            )
            yield Claim(
                f"{name}, {load}/s: squared coefficient of variation by full map over that by LBN",
                "almost identical performance, as measured by ... coefficients of variation",
                found.ratio("scv_response", name=(full, name), load=load),
                words.near("almost", "the paper has no number"),
            )
    yield from _of_sstf(found)


def _of_sstf(found: Found) -> Iterator[Claim]:
    heavy = runs.NAMED["heavy"]
    yield Claim(
        f"SSTF, {heavy}/s: squared coefficient of variation by full map over that by LBN, slight",
        "a slight increase in SSTF's coefficient of variance for the full-map algorithm",
        found.ratio("scv_response", name=("SSTF, map", "SSTF"), load=heavy),
        Bounds(1, 1.1, "", '"slight": at most a tenth; the paper has no number'),
    )
    others = [
        found.excess("scv_response", name=(full, name), load=load)
        for name, full in PAIRS.items()
        if name != "SSTF"
        for load in runs.LOADS
    ]
    yield Claim(
        "the others: greatest change of the squared coefficient of variation by the full map",
        "the only visible deviation",
        farthest(others),
        at_most(2, "%", 'not "visible": 2 % on a chart that ends near 1'),
    )


def shows(found: Found) -> Iterator[Panel]:
    """The figure's two charts."""
    names = (*runs.SEEKING, *runs.FULL_MAP)
    yield runs.response_chart(found, names)
    yield runs.variation_chart(found, names, "b", 1.2)


EXPERIMENT: Final = Experiment(
    title="Figure 4: full map and block numbers, random requests",
    section="5.2",
    says="An algorithm that knows the whole mapping is hardly better than the same algorithm by "
    "block numbers. Only one deviation is visible: SSTF's coefficient of variation is a little "
    "larger with the full map.",
    set_up=runs.SET_UP + " With the full map a cylinder is emptied in C-LOOK order.",
)
