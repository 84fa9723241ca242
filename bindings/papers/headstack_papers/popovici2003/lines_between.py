"""Calls of figure 6 and table 2: SMTF by tables of which lines stand for a part."""

from collections.abc import Iterator
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.experiment import Call, Found, Scale
from headstack_papers.popovici2003.comparing import (
    BASE,
    SAMPLES,
    above,
    named,
    of_table,
    of_week,
    seeds,
)
from headstack_papers.popovici2003.interpolating import interpolated
from headstack_papers.popovici2003.weeks import Week

Rule = tuple[tuple[int, float], ...]

FULL: Final = named("mean", SAMPLES)
"""The rows of SMTF with no distance left out."""

MORE_SAMPLES: Final = 30


def calls(
    week: Week, scale: Scale, rule: Rule, blocks: int, samples: int = SAMPLES, **labels: Any
) -> Iterator[Call]:
    """One rule of check points, by its labels."""
    for seed in seeds(week, scale):
        yield Call(
            interpolated,
            {
                **of_week(week, seed),
                **of_table(week, samples, seed),
                "disk": BASE,
                "step": scale.pick(full=blocks, quick=blocks, sample=512),
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
