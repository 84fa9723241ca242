"""Figure 4: scheduling with the full map beside scheduling by block number, on random requests."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.worthington1994.random_load import (
    FULL_MAP,
    LOADS,
    NAMED,
    SEEKING,
    SET_UP,
    above,
    both_charts,
    runs,
    scv_ratio,
)

PAIRS: Final = {name: f"{name}, map" for name in SEEKING}


def points(scale: Scale) -> Iterator[Point]:
    """Both forms of the four algorithms."""
    yield from runs(scale, SEEKING, LOADS)
    yield from runs(scale, FULL_MAP, LOADS)


def claims(found: Found) -> Iterator[Claim]:
    """The words of section 5.2 on this figure, with those of sections 1 and 7 on full maps."""
    for name, full in PAIRS.items():
        for load in LOADS:
            yield Claim(
                f"{name}, {load}/s: response by LBN above that by full map",
                "less than 2%",
                above(found, name, full, load),
                Bounds(-2, 2),
                "%",
                section="1",
            )
            yield Claim(
                f"{name}, {load}/s: squared coefficient of variation by full map over that by LBN",
                "almost identical performance, as measured by ... coefficients of variation",
                scv_ratio(found, full, name, load),
                Bounds(0.95, 1.05),
                reason='"almost": a twentieth; the paper has no number',
            )
    yield from _of_sstf(found)


def _of_sstf(found: Found) -> Iterator[Claim]:
    heavy = NAMED["heavy"]
    yield Claim(
        f"SSTF, {heavy}/s: squared coefficient of variation by full map over that by LBN, slight",
        "a slight increase in SSTF's coefficient of variance for the full-map algorithm",
        scv_ratio(found, "SSTF, map", "SSTF", heavy),
        Bounds(1, 1.1),
        reason='"slight": at most a tenth; the paper has no number',
    )
    changes = {
        name: max(abs(scv_ratio(found, full, name, load).mean - 1) for load in LOADS)
        for name, full in PAIRS.items()
    }
    others = max(change for name, change in changes.items() if name != "SSTF")
    yield Claim(
        "the others: greatest change of the squared coefficient of variation by the full map",
        "the only visible deviation",
        Measured(100 * others),
        Bounds(high=2),
        "%",
        reason='not "visible": 2 % on a chart that ends near 1',
    )


def shows(found: Found) -> Iterator[Panel]:
    """The figure's two charts."""
    names: dict[str, dict[str, Any]] = {name: {"name": name} for name in (*SEEKING, *FULL_MAP)}
    yield from both_charts(found, names, 1.2)


EXPERIMENT: Final = Experiment(
    title="Figure 4: full map and block numbers, random requests",
    section="5.2",
    says="An algorithm that knows the whole mapping is hardly better than the same one that goes "
    "by block numbers. The only deviation to be seen is that SSTF's coefficient of variation is a "
    "little larger with the full map.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " With the full map a cylinder is emptied in C-LOOK order.",
)
