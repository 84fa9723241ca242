"""Calls of figure 6 and table 2: SMTF with tables in which lines replace some distances."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from headstack.arrays import Floats
from headstack.statistics.measured import Measured
from headstack_papers.experiment import Call, Found, Scale
from headstack_papers.popovici2003 import week_runs as runs
from headstack_papers.popovici2003.interpolating import interpolated
from headstack_papers.popovici2003.weeks import Week

Rule = tuple[tuple[int, float], ...]

FULL: Final = runs.named("mean", runs.SAMPLES)
"""The columns of SMTF with a table of all distances."""

MORE_SAMPLES: Final = 30


def rule_calls(
    week: Week,
    scale: Scale,
    rule: Rule,
    blocks: int,
    samples: int = runs.SAMPLES,
    disk: str = runs.BASE,
    **labels: Any,
) -> Iterator[Call]:
    """Yields the calls of SMTF under a rule of check points.

    Args:
        week: the week.
        scale: how much runs.
        rule: numbers of check points, each with the allowed error as a share.
        blocks: step between distances in blocks.
        samples: number of samples of a distance.
        disk: the disk.
        labels: columns by which claims find the rows.
    """
    for seed in runs.seeds(week, scale):
        given = {
            "disk": disk,
            "step": scale.pick(full=blocks, quick=blocks, sample=512),
            "checks": [[count, error] for count, error in rule],
            "compressions": list(week.main),
        }
        at = {**runs.of_week(week, seed), **runs.of_table(week, samples, seed), **given}
        yield Call(interpolated, at, {**labels, "lines": samples, "every": blocks, "seed": seed})


def cost(found: Found, at: Mapping[str, Any], **own: Any) -> Measured:
    """The percentage by which lines lengthen the time at the disk of a table of all distances."""
    rows = found.where(**own, **at)
    wanted = {row["seed"] for row in rows}
    few = [row for row in found.where(**FULL, **at) if row["seed"] in wanted]
    return runs.above(Found([*rows, *few], found.scale), own, FULL, **at)


def about(found: Found, week: Week, metric: str, **own: Any) -> Floats:
    """A metric of the tables, one number for each seed."""
    return found.values(metric, week=week.name, compression=week.main[0], **own)
