"""Figure 8: utilisation and maximum response time of GSTF by the size of its groups."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import (
    Call,
    Experiment,
    Found,
    Panel,
    Scale,
    Series,
    lines,
    measured,
)
from headstack_papers.seltzer1990.closed import length, run
from headstack_papers.seltzer1990.compared import HIGHER, IO, LONGEST, LOWER, UTILISATION
from headstack_papers.seltzer1990.requests import in_group
from headstack_papers.seltzer1990.theory import CYLINDERS

QUEUE: Final = 1000
SEEDS: Final = 40
SIZES: Final = (1, 2, 5, 10, 20, 30, 42, 60, 84, 105, 140, 168, 210, 280, 420, 840)
RISING: Final = (1, 5, 20, 42, 105, 210, 420, 840)
"""Sizes between which utilisation is compared."""

LOW: Final = 30
"""Where the dip is."""

LONGER: Final = (LOW, 60, 105, 210, 420, 840)
"""Sizes between which the maximum is compared."""


def points(scale: Scale) -> Iterator[Point]:
    """GSTF with all sizes of groups; STF and SSF."""
    requests = length(scale, QUEUE)
    for seed in scale.seeds(SEEDS):
        for size in SIZES:
            yield run(
                "GSTF",
                QUEUE,
                seed,
                requests,
                scheduler=f"gstf({CYLINDERS // size})",
                labels={"size": size},
            )
        for name in ("STF", "SSF"):
            yield run(name, QUEUE, seed, requests, labels={"size": CYLINDERS})


def calls(scale: Scale) -> Iterator[Call]:
    """How full the groups are."""
    for size in (210, 420):
        for seed in scale.seeds(SEEDS):
            yield Call(
                in_group,
                {
                    "groups": CYLINDERS // size,
                    "queue": QUEUE,
                    "requests": length(scale, QUEUE),
                    "seed": seed,
                },
                {"filled": size},
            )


def _ratio(found: Found, metric: str, size: int, other: int) -> Measured:
    return measured(found.ratios(metric, {"size": size}, {"size": other}, name="GSTF"))


def claims(found: Found) -> Iterator[Claim]:
    """Utilisation, maximum, and the dip."""
    for one, other in pairwise(RISING):
        yield _rise(found, one, other)
    gains = [(found.values(UTILISATION, name="GSTF", size=size)) for size in (1, 105, 420)]
    yield Claim(
        "gain in utilisation from groups of 105 to 420, by that from 1 to 105",
        "As utilization flattens out",
        measured([(c - b) / (b - a) for a, b, c in zip(*gains, strict=True)]),
        Bounds(-0.1, 0.1),
        reason='"flat": a tenth of the rise before',
    )
    for metric, what in ((UTILISATION, "utilisation"), (LONGEST, "maximum response")):
        yield Claim(
            f"groups of 840: {what} over that of STF",
            "when the group size is 840 (the entire disk), GSTF is the same (by definition) as STF",
            measured(found.ratios(metric, {"name": "GSTF"}, {"name": "STF"}, size=CYLINDERS)),
            Bounds(1, 1),
        )
    for one, other in pairwise(LONGER):
        yield Claim(
            f"maximum response with groups of {other} over that of {one}",
            "as the group size increases, the maximum response time becomes longer and longer",
            _ratio(found, LONGEST, other, one),
            HIGHER,
        )
    yield from _dip(found)


def _rise(found: Found, one: int, other: int) -> Claim:
    """Utilisation from a size to a larger one."""
    fails = (one, other) == (210, 420)
    return Claim(
        f"utilisation with groups of {other} over that of {one}",
        "As the cylinder group size increases, the utilization of GSTF increases",
        _ratio(found, UTILISATION, other, one),
        HIGHER,
        note="the curve is flat there, which the paper says too. Whatever the size, as many wait "
        "in a cylinder of the group at work, so larger groups only save tails, in which a group "
        "is left with few; the tails of larger groups are rarer but slower. That both cancel out "
        "from 210 on is a guess. Only one group has no tail at all"
        if fails
        else "",
        evidence=_filled(found) if fails else (),
    )


def _filled(found: Found) -> tuple[Claim, ...]:
    """As many wait a cylinder with both sizes, and the last ones take longer in large groups."""
    pair = {"filled": 420}, {"filled": 210}
    return (
        Claim(
            "waiting a cylinder in groups of 420 over those in 210",
            "the same",
            measured(found.ratios("per_cylinder", *pair)),
            Bounds(0.98, 1.02),
            reason="to a fiftieth",
        ),
        Claim(
            "I/O time of a group's last four with groups of 420 over that with 210",
            "longer",
            measured(found.ratios("last_ms", *pair)),
            HIGHER,
        ),
    )


def _dip(found: Found) -> Iterator[Claim]:
    """The dip of the maximum, and its two causes."""
    yield Claim(
        f"maximum response with groups of 1 over that of {LOW}",
        "The early dip in the maximum response time curve",
        _ratio(found, LONGEST, 1, LOW),
        HIGHER,
    )
    curves = [found.values(LONGEST, name="GSTF", size=size) for size in SIZES]
    lowest = [SIZES[of_seed.index(min(of_seed))] for of_seed in zip(*curves, strict=True)]
    yield Claim(
        "size of groups with the least maximum response",
        "early dip",
        measured(lowest),
        Bounds(2, 210),
        "cylinders",
        reason='"early": in the first quarter of the axis',
    )
    for size in (1, LOW):
        pairs = zip(
            found.where(name="GSTF", size=size), found.where(name="GSTF", size=210), strict=True
        )
        spreads = [
            (a["scv_response"] / b["scv_response"]) ** 0.5
            * a["mean_response_ms"]
            / b["mean_response_ms"]
            for a, b in pairs
        ]
        yield Claim(
            f"standard deviation of response with groups of {size} over that of 210",
            "more fair (less variation between response times) at small group sizes",
            measured(spreads),
            LOWER,
        )
        yield Claim(
            f"mean response with groups of {size} over that of 210",
            "the disk is being used less efficiently, and the average response time is larger",
            _ratio(found, "mean_response_ms", size, 210),
            HIGHER,
        )


def shows(found: Found) -> Iterator[Panel]:
    """Both parts over the size of the groups."""
    runs = Found([row for row in found.rows if "size" in row], found.scale)
    x = "cylinder group size"
    for title, y, metric, scale in (
        ("(a) Disk utilisation", "utilisation, %", UTILISATION, 100.0),
        ("(a) Average I/O time, as the text has it", "average I/O time, ms", IO, 1.0),
        ("(b) Maximum response time", "maximum response time, s", LONGEST, 1e-3),
    ):
        flat = [
            Series(name, [1, CYLINDERS], [scale * runs.mean(metric, name=name).mean] * 2)
            for name in ("STF", "SSF")
        ]
        grouped = lines(runs, metric, "size", {"GSTF": {"name": "GSTF"}}, scale)
        yield Panel(title, x, y, (*grouped, *flat), x_range=(0, CYLINDERS))


EXPERIMENT: Final = Experiment(
    title="Figure 8: utilisation and maximum response time by group size",
    section="5.1.1",
    says="At Q = 1000 utilisation rises with the size of the groups and flattens out; at 840 "
    "cylinders GSTF is STF. The maximum has an early dip and then grows until it is STF's.",
    points=points,
    calls=calls,
    claims=claims,
    shows=shows,
    set_up="A queue of 1000 and 100,000 requests. Sizes are 840 by a whole number of groups; "
    "groups are taken in turn, upwards, and from the last to the first. The caption says "
    "utilisation where the text says average I/O time, and shortest seek first where shortest "
    "time first is meant, it seems: all are drawn.",
)
