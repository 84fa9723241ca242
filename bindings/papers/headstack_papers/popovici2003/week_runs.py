"""The disks, schedulers, calls and comparisons that the figures share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.experiment import Call, Found, Scale, Series
from headstack_papers.popovici2003 import running
from headstack_papers.popovici2003.weeks import AJW, BUSY, DAYS, Week, weeks
from headstack_papers.quantities import Metric, certain

BASE: Final = "ibm_9lzx"
DISKS: Final = (BASE, *(f"ibm_9lzx_{row}" for row in range(2, 9)))
SUMMARIES: Final = ("mean", "median", "maximum", "probabilistic", "minimum")
GREEDY: Final = {"greedy-optimal": "sptf"}
CLASSIC: Final = {"FCFS": "fcfs", "C-LOOK": "clook", "SSTF": "sstf"}
TITLES: Final = {BUSY: "generated busy week", AJW: "HP ajw, a week of 1992"}
SAMPLES: Final = 10
"""Number of samples of a distance, from figure 4, where the paper does not give the number."""
MANY: Final = 100
"""Number of samples of a distance in figure 2."""

SET_UP: Final = (
    "The base disk is `ibm_9lzx`, row 1 of table 1. One request is at the drive at a time, and "
    "the others wait in the host. Greedy-optimal is `sptf` in the host. The paper's trace, of "
    "150,000 requests a day, is not available. A generated week with as many requests stands for "
    "it. This week has bursts, an update daemon, and 8 KiB blocks on 1 GiB. `weeks.generated` "
    "describes it in full, and each seed has another week. If HEADSTACK_DATA has its file, HP "
    "Labs' ajw of the paper's dates runs too. The disk of this week is less busy: 42,252 "
    "requests, so compression 20 there is about 500 here. On this one week, a scheduler without "
    "a table has one run, and no interval. Tables have every distance that can come. The samples "
    "are computed, and agree with the drive to 0.02 ns."
)


def seeds(week: Week, scale: Scale) -> tuple[int, ...]:
    """Seeds of a week's tables. The generated week itself has the same seeds."""
    return scale.seeds(4 if week.name == BUSY else 8)


def groups(week: Week) -> Sequence[Sequence[float]]:
    """Compressions of a week in groups, a group for each call.

    A call of the generated week has a single compression: its million requests take seconds.
    """
    return [week.compressions] if week.name == AJW else [[one] for one in week.compressions]


def of_week(week: Week, seed: int) -> dict[str, Any]:
    """Arguments of a call that select the requests."""
    return {"week": week.name, "requests": week.requests, "week_seed": week.seed(seed)}


def of_table(week: Week, samples: int, seed: int) -> dict[str, Any]:
    """Arguments of a call that describe the table."""
    return {
        "step": week.step,
        "span": week.span,
        "blocks": week.blocks,
        "samples": samples,
        "seed": seed if samples else 0,
    }


def plain(
    week: Week,
    scale: Scale,
    schedulers: Mapping[str, str],
    compressions: Sequence[Sequence[float]] = (),
    disk: str = BASE,
) -> Iterator[Call]:
    """Calls of schedulers without a table, for groups of compressions.

    Args:
        week: the week.
        scale: how much runs.
        schedulers: schedulers by the names that rows get.
        compressions: groups of compressions. Empty: the main compressions in a single group.
        disk: the disk.
    """
    for name, scheduler in schedulers.items():
        for seed in seeds(week, scale):
            for group in compressions or [week.main]:
                given = {"disk": disk, "scheduler": scheduler, "days": DAYS}
                at = {**of_week(week, seed), **given, "compressions": list(group)}
                yield Call(running.plain, at, {"name": name, "seed": seed})


def smtf(
    week: Week,
    scale: Scale,
    samples: int = SAMPLES,
    summaries: Sequence[str] = ("mean",),
    compressions: Sequence[Sequence[float]] = (),
    disk: str = BASE,
) -> Iterator[Call]:
    """Calls of SMTF with a table, for summaries and groups of compressions as in `plain`."""
    for seed in seeds(week, scale):
        for group in compressions or [week.main]:
            given = {"disk": disk, "days": DAYS, "summaries": list(summaries)}
            at = {**of_week(week, seed), **of_table(week, samples, seed), **given}
            yield Call(running.mimicked, {**at, "compressions": list(group)}, {"seed": seed})


def main_groups(week: Week) -> list[Sequence[float]]:
    """The groups of a week's compressions that have a main compression."""
    return [group for group in groups(week) if any(one in week.main for one in group)]


def summarised(week: Week, scale: Scale, *, main: bool = False) -> Iterator[Call]:
    """Calls of SMTF by each summary with 100 samples, as in figure 2.

    If `main` is set, only the groups with a main compression run.
    """
    wanted = main_groups(week) if main else groups(week)
    yield from smtf(week, scale, MANY, SUMMARIES, wanted)


def cases(scale: Scale) -> Iterator[tuple[dict[str, Any], str]]:
    """Yields the columns and the name of each case: a week at a main compression."""
    for week in weeks(scale):
        for compression in week.main:
            at = {"week": week.name, "compression": compression}
            yield at, f"{week.name}, compression {compression:g}"


def title(at: Mapping[str, Any], words: str) -> str:
    """The title of a case's panel."""
    return f"{TITLES[at['week']]}: {words.partition(', ')[2]}"


def paired(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of two schedulers (`named`) as pairs for `Rows.pairs`."""
    return {name: (one.get(name), other.get(name)) for name in {**one, **other}}


def above(
    found: Found,
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    metric: Metric = "time_s",
    **both: Any,
) -> Measured:
    """The mean percentage by which `one` exceeds `other`, both from `named`, seed by seed."""
    return certain(found.excesses(metric, **paired(one, other), **both))


def time(found: Found, own: Mapping[str, Any], at: Mapping[str, Any]) -> float:
    """The mean time of a scheduler at the disk."""
    return certain(found.values("time_s", **own, **at)).mean


def level(name: str, ends: tuple[float, float], value: float) -> Series:
    """A level line of a chart."""
    return Series(name, ends, (value, value))


def named(name: str, samples: int | None = None) -> dict[str, Any]:
    """The columns that select a scheduler's rows, and the number of samples if it has a table."""
    return {"name": name} if samples is None else {"name": name, "samples": samples}


GREEDILY: Final = named("greedy-optimal")
