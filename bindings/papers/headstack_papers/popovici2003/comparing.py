"""What the figures share: the disks, the schedulers, their calls, and how two are compared."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.experiment import Call, Found, Scale, Series, measured
from headstack_papers.popovici2003 import running
from headstack_papers.popovici2003.weeks import AJW, BUSY, DAYS, Week, weeks

BASE: Final = "ibm_9lzx"
DISKS: Final = (BASE, *(f"ibm_9lzx_{row}" for row in range(2, 9)))
SUMMARIES: Final = ("mean", "median", "maximum", "probabilistic", "minimum")
GREEDY: Final = {"greedy-optimal": "sptf"}
CLASSIC: Final = {"FCFS": "fcfs", "C-LOOK": "clook", "SSTF": "sstf"}
TITLES: Final = {BUSY: "generated busy week", AJW: "HP ajw, a week of 1992"}
SAMPLES: Final = 10
"""Samples of a distance where the paper does not say their number: the number of its figure 4."""
MANY: Final = 100
"""Samples of figure 2."""

SET_UP: Final = (
    "The base disk is `ibm_9lzx`, row 1 of table 1; one request is at the drive at a time, the "
    "others wait in the host. Greedy-optimal is `sptf` in the host. The paper's trace, of 150,000 "
    "requests a day, is not to be had. In its place are a generated week with as many requests "
    "(bursts, an update daemon, 8 KiB blocks on 1 GiB; `weeks.generated` has it in full, each "
    "seed has another week) and, where HEADSTACK_DATA has its file, HP Labs' ajw of the paper's "
    "dates, of a less busy disk: 42,252 requests, so that compression 20 there is about 500 here. "
    "On that one week a scheduler without a table has one run, and no interval. "
    "Tables have every distance that can come, drawn by arithmetic that is the drive's to 0.02 ns."
)


def seeds(week: Week, scale: Scale) -> tuple[int, ...]:
    """Seeds: of the generated week and its tables, or of the tables for the recorded one."""
    return scale.seeds(4 if week.name == BUSY else 8)


def groups(week: Week) -> Sequence[Sequence[float]]:
    """Its compressions by calls: one of a million requests takes seconds."""
    return [week.compressions] if week.name == AJW else [[one] for one in week.compressions]


def of_week(week: Week, seed: int) -> dict[str, Any]:
    """Arguments that say the requests."""
    return {"week": week.name, "requests": week.requests, "week_seed": week.seed(seed)}


def of_table(week: Week, samples: int, seed: int) -> dict[str, Any]:
    """Arguments that say the table."""
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
    """Schedulers without a table, by their names; groups of compressions, or the main ones."""
    for name, scheduler in schedulers.items():
        for seed in seeds(week, scale):
            for group in compressions or [week.main]:
                yield Call(
                    running.plain,
                    {
                        **of_week(week, seed),
                        "disk": disk,
                        "scheduler": scheduler,
                        "days": DAYS,
                        "compressions": list(group),
                    },
                    {"name": name, "seed": seed},
                )


def smtf(
    week: Week,
    scale: Scale,
    samples: int = SAMPLES,
    summaries: Sequence[str] = ("mean",),
    compressions: Sequence[Sequence[float]] = (),
    disk: str = BASE,
) -> Iterator[Call]:
    """SMTF with a table, by its summary."""
    for seed in seeds(week, scale):
        for group in compressions or [week.main]:
            yield Call(
                running.mimicked,
                {
                    **of_week(week, seed),
                    **of_table(week, samples, seed),
                    "disk": disk,
                    "days": DAYS,
                    "summaries": list(summaries),
                    "compressions": list(group),
                },
                {"seed": seed},
            )


def summarised(week: Week, scale: Scale, *, main: bool = False) -> Iterator[Call]:
    """SMTF by each summary with 100 samples, as in figure 2; `main`: at the main compressions."""
    wanted = [group for group in groups(week) if not main or any(one in week.main for one in group)]
    yield from smtf(week, scale, MANY, SUMMARIES, wanted)


def cases(scale: Scale) -> Iterator[tuple[Week, float, str]]:
    """The weeks at their main compressions, with words for a claim."""
    for week in weeks(scale):
        for compression in week.main:
            yield week, compression, f"{week.name}, compression {compression:g}"


def above(
    found: Found,
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    metric: str = "time_s",
    **both: Any,
) -> Measured:
    """By how many percent one is above the other, seed by seed."""
    return certain([100 * (ratio - 1) for ratio in found.ratios(metric, one, other, **both)])


def certain(values: Sequence[float]) -> Measured:
    """The mean with its interval; without one where no seed made a difference."""
    return Measured(values[0]) if max(values) == min(values) else measured(values)


def named(name: str, samples: int | None = None) -> dict[str, Any]:
    """The columns of a scheduler's rows."""
    return {"name": name} if samples is None else {"name": name, "samples": samples}


def drawn(
    found: Found, metric: str, x: str, names: Mapping[str, Mapping[str, Any]], **columns: Any
) -> list[Series]:
    """A line for each name over a column's values, with intervals where seeds differ."""
    lines = []
    for name, own in names.items():
        rows = found.where(**columns, **own)
        places = sorted({row[x] for row in rows})
        at = [certain([float(row[metric]) for row in rows if row[x] == one]) for one in places]
        lines.append(Series(name, places, [one.mean for one in at], [one.half for one in at]))
    return lines
