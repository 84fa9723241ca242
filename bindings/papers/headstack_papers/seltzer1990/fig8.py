"""Figure 8: utilisation and maximum response time of GSTF by the size of its groups."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most, exactly
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import Row, measured, over, ratio
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import in_group
from headstack_papers.seltzer1990.theory import CYLINDERS

QUEUE: Final = 1000
SEEDS: Final = 40
SIZES: Final = (1, 2, 5, 10, 20, 30, 42, 60, 84, 105, 140, 168, 210, 280, 420, 840)
RISING: Final = (1, 5, 20, 42, 105, 210, 420, 840)
"""Sizes between which utilisation is compared."""

LOW: Final = 30
"""Size of groups at the dip of the maximum."""

LONGER: Final = (LOW, 60, 105, 210, 420, 840)
"""Sizes between which the maximum is compared."""


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of GSTF with all sizes of groups, and of STF and SSF."""
    requests = closed.length(scale, QUEUE)
    for seed in scale.seeds(SEEDS):
        for size in SIZES:
            yield closed.run(
                "GSTF",
                QUEUE,
                seed,
                requests,
                scheduler=f"gstf({CYLINDERS // size})",
                labels={"size": size},
            )
        for name in ("STF", "SSF"):
            yield closed.run(name, QUEUE, seed, requests, labels={"size": CYLINDERS})


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that count the requests in the groups."""
    for size in (210, 420):
        groups = CYLINDERS // size
        yield from closed.each_seed(scale, in_group, SEEDS, QUEUE, {"filled": size}, groups=groups)


def _ratio(found: Found, metric: str, size: int, other: int) -> Measured:
    return found.ratio(metric, size=(size, other), name="GSTF")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the utilisation, the maximum and its dip."""
    for one, other in pairwise(RISING):
        yield _rise(found, one, other)
    before, at, flat = (
        found.values(closed.UTILISATION, name="GSTF", size=n) for n in (1, 105, 420)
    )
    yield Claim(
        "gain in utilisation from groups of 105 to 420, by that from 1 to 105",
        "As utilization flattens out",
        ratio(flat - at, at - before),
        Bounds(-0.1, 0.1, "", '"flat": a tenth of the rise before'),
    )
    for metric, what in ((closed.UTILISATION, "utilisation"), (closed.LONGEST, "maximum response")):
        yield Claim(
            f"groups of 840: {what} over that of STF",
            "when the group size is 840 (the entire disk), GSTF is the same (by definition) as STF",
            found.ratio(metric, name=("GSTF", "STF"), size=CYLINDERS),
            exactly(1),
        )
    for one, other in pairwise(LONGER):
        yield Claim(
            f"maximum response with groups of {other} over that of {one}",
            "as the group size increases, the maximum response time becomes longer and longer",
            _ratio(found, closed.LONGEST, other, one),
            at_least(1),
        )
    yield from _dip(found)


def _rise(found: Found, one: int, other: int) -> Claim:
    """Compares the utilisation with a size of groups to the utilisation with a larger size."""
    rise = Claim(
        f"utilisation with groups of {other} over that of {one}",
        "As the cylinder group size increases, the utilization of GSTF increases",
        _ratio(found, closed.UTILISATION, other, one),
        at_least(1),
    )
    if (one, other) != (210, 420):
        return rise
    return rise.because(
        "The curve is flat there, and the paper says the same. The number of requests that wait "
        "in a cylinder of the current group does not depend on the size of the groups. Larger "
        "groups only save tails, in which few requests are left in a group. The tails of larger "
        "groups are rarer, but slower. We guess that the two effects cancel out from 210 on. A "
        "single group has no tail.",
        Claim(
            "waiting a cylinder in groups of 420 over those in 210",
            "the same",
            found.ratio("per_cylinder", filled=(420, 210)),
            Bounds(0.98, 1.02, "", "to a fiftieth"),
        ),
        Claim(
            "I/O time of a group's last four with groups of 420 over that with 210",
            "longer",
            found.ratio("last_ms", filled=(420, 210)),
            at_least(1),
        ),
    )


def _deviations(one: Row, other: Row) -> float:
    """The ratio of the standard deviations of response times, of `one` to `other`."""
    scv: float = one["scv_response"] / other["scv_response"]
    return float(scv**0.5) * float(one["mean_response_ms"]) / float(other["mean_response_ms"])


def _dip(found: Found) -> Iterator[Claim]:
    """Judges the dip of the maximum, and the two causes of the dip."""
    yield Claim(
        f"maximum response with groups of 1 over that of {LOW}",
        "The early dip in the maximum response time curve",
        _ratio(found, closed.LONGEST, 1, LOW),
        at_least(1),
    )
    curves = [found.values(closed.LONGEST, name="GSTF", size=size) for size in SIZES]
    yield Claim(
        "size of groups with the least maximum response",
        "early dip",
        over(lambda of_seed: SIZES[of_seed.index(min(of_seed))], curves),
        Bounds(2, 210, "cylinders", '"early": in the first quarter of the axis'),
    )
    for size in (1, LOW):
        at = {"name": "GSTF", "size": (size, 210)}
        yield Claim(
            f"standard deviation of response with groups of {size} over that of 210",
            "more fair (less variation between response times) at small group sizes",
            measured(found.of_pairs(_deviations, **at)),
            at_most(1),
        )
        yield Claim(
            f"mean response with groups of {size} over that of 210",
            "the disk is being used less efficiently, and the average response time is larger",
            found.ratio("mean_response_ms", **at),
            at_least(1),
        )


def shows(found: Found) -> Iterator[Panel]:
    """Draws both parts of the figure over the size of the groups."""
    runs = found.having("size")
    x = "cylinder group size"
    for title, y, metric, scale in (
        ("(a) Disk utilisation", "utilisation, %", closed.UTILISATION, 100.0),
        ("(a) Average I/O time, as the text has it", "average I/O time, ms", closed.IO, 1.0),
        ("(b) Maximum response time", "maximum response time, s", closed.LONGEST, 1e-3),
    ):
        flat = [
            Series(name, [1, CYLINDERS], [scale * runs.mean(metric, name=name).mean] * 2)
            for name in ("STF", "SSF")
        ]
        grouped = lines(runs, metric, "size", ["GSTF"], scale)
        yield Panel(title, x, y, (*grouped, *flat), x_range=(0, CYLINDERS))


EXPERIMENT: Final = Experiment(
    title="Figure 8: utilisation and maximum response time by group size",
    section="5.1.1",
    says="At Q = 1000, utilisation rises with the size of the groups and flattens out. At 840 "
    "cylinders GSTF is STF. The maximum has an early dip. Then the maximum grows up to that of "
    "STF.",
    set_up="The queue has 1000 requests, and a run has 100,000. Sizes are 840 divided by a whole "
    "number of groups. Groups are taken in turn, upwards, and from the last to the first. The "
    "caption says utilisation where the text says average I/O time. The caption also says "
    "shortest seek first, but seems to mean shortest time first. The charts show all of them.",
)
