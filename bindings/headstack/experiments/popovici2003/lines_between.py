"""Calls of figure 6 and table 2: SMTF by tables of which lines stand for a part."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from headstack.experiments.claims import Measured
from headstack.experiments.experiment import Call, Found, Scale
from headstack.experiments.popovici2003.comparing import (
    BASE,
    SAMPLES,
    above,
    named,
    of_table,
    of_week,
    seeds,
)
from headstack.experiments.popovici2003.interpolating import interpolated
from headstack.experiments.popovici2003.weeks import AJW, BUSY, Week

Rule = tuple[tuple[int, float], ...]

FULL: Final = named("mean", SAMPLES)
"""The rows of SMTF with no distance left out."""

_SEEDS: Final = 3


def own_seeds(week: Week, scale: Scale) -> tuple[int, ...]:
    """Seeds of these tables, of which there are many."""
    return seeds(week, scale)[:_SEEDS]


def step(week: Week, scale: Scale, blocks: int) -> int:
    """Step between distances, in blocks: as wanted, but for tests."""
    del week
    return scale.pick(full=blocks, quick=blocks, sample=512)


def calls(
    week: Week, scale: Scale, rule: Rule, blocks: int, samples: int = SAMPLES, **labels: Any
) -> Iterator[Call]:
    """One rule of check points, by its labels."""
    for seed in own_seeds(week, scale):
        yield Call(
            interpolated,
            {
                **of_week(week, seed),
                **of_table(week, samples, seed),
                "disk": BASE,
                "step": step(week, scale, blocks),
                "checks": [[count, error] for count, error in rule],
                "compressions": list(week.main),
            },
            {**labels, "lines": samples, "every": blocks, "seed": seed},
        )


def cost(found: Found, week: Week, compression: float, **own: Any) -> Measured:
    """By how many percent lines lengthen the time at the disk, over no distance left out."""
    at: dict[str, Any] = {"week": week.name, "compression": compression}
    rows = found.where(**own, **at)
    wanted = {row["seed"] for row in rows}
    few = [row for row in found.where(**FULL, **at) if row["seed"] in wanted]
    return above(Found([*rows, *few], found.scale), own, FULL, **at)


def about(found: Found, week: Week, metric: str, **own: Any) -> list[float]:
    """A number about the tables, one a seed."""
    return found.values(metric, week=week.name, compression=week.main[0], **own)


def sizes(week: Week) -> Sequence[int]:
    """Steps of table 2's tables, in blocks: every sector."""
    return {AJW: (1,), BUSY: (1,)}[week.name]
