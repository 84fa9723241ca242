"""Configurations in order, and which of them cannot be told apart from the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from headstack.advice.configurations import Configuration
from headstack.statistics import figures
from headstack.statistics.figures import MEASURES, Difference, Measure
from headstack.statistics.intervals import LEVEL, Interval
from headstack.statistics.series import Series
from headstack.statistics.warmup import MOST_OF_ONE, Warmup, warmup

Standing = Literal["best", "same", "open", "worse", "grew"]
"""The first one; served every request at the same time as the first; not distinguishable from it;
worse; its queue grew, so that its times mean nothing."""

MEASURE_OF: Final = {
    "mean": MEASURES["mean_response_ms"],
    "p99": MEASURES["p99_response_ms"],
    "throughput": MEASURES["throughput_per_s"],
}


@dataclass(frozen=True)
class Ranked:
    """A configuration in the order.

    Attributes:
        place: 1 for the first.
        configuration: what it is.
        figures: interval of each measure, by its name; None: nothing can be said.
        values: the measures themselves, of runs whose queue grew as well.
        against: how it differs from the first in what is ranked by; None: it is the first.
        standing: what that says.
    """

    place: int
    configuration: Configuration
    figures: Mapping[str, Interval | None]
    values: Mapping[str, float]
    against: Difference | None
    standing: Standing

    def document(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "place": self.place,
            **self.configuration.document(),
            "name": self.configuration.label,
            "standing": self.standing,
            **{name: None if one is None else one.document() for name, one in self.figures.items()},
            "against_best": None if self.against is None else self.against.document(),
        }


@dataclass(frozen=True)
class Ranking:
    """Configurations in order, the best first.

    Attributes:
        by: what they are ranked by.
        rows: the configurations.
        warmup: what was cut off each run.
        level: of each figure's interval, and of all differences of any two together.
    """

    by: Measure
    rows: Sequence[Ranked]
    warmup: Warmup
    level: float

    @property
    def best(self) -> Ranked:
        """The first one."""
        return self.rows[0]

    def having(self, *standings: Standing) -> list[Ranked]:
        """Those that stand so."""
        return [row for row in self.rows if row.standing in standings]

    def of(self, configuration: Configuration) -> Ranked:
        """The row of a configuration."""
        return next(row for row in self.rows if row.configuration == configuration)


def ranked(
    runs: Mapping[Configuration, Series],
    by: Measure,
    *,
    level: float = LEVEL,
) -> Ranking:
    """Puts runs of the same requests in order.

    Which one is the first is known from the runs only. Differences to it hold together whichever
    it is: their level is that of all pairs (Bonferroni).

    Args:
        runs: the run of each configuration.
        by: what they are ranked by.
        level: of each figure's interval, and of all differences of any two together.
    """
    cut = warmup_of(list(runs.values()))
    order = sorted(runs, key=lambda one: _key(runs[one], by, cut.cut))
    pairs = len(runs) * (len(runs) - 1) // 2
    each = 1 - (1 - level) / max(pairs, 1)
    first = order[0]
    rows = []
    for place, one in enumerate(order, 1):
        difference = None
        if one is not first:
            pair = (first.label, [runs[first]]), (one.label, [runs[one]])
            difference = figures.difference(by, *pair, cut.cut, each)
        rows.append(
            Ranked(
                place=place,
                configuration=one,
                figures={
                    name: figures.alone(measure, [runs[one]], cut.cut, level)
                    for name, measure in MEASURES.items()
                },
                values={
                    name: measure.value(runs[one], cut.cut) for name, measure in MEASURES.items()
                },
                against=difference,
                standing=_standing(runs[one], by, difference),
            )
        )
    return Ranking(by, rows, cut, level)


def warmup_of(runs: Sequence[Series]) -> Warmup:
    """The longest cut that a run needs whose queue did not grow."""
    steady = [run for run in runs if not run.saturated] or runs
    found = [warmup(run.response_ms, most=MOST_OF_ONE) for run in steady]
    return max(found, key=lambda one: (one.cut, not one.found))


def _key(run: Series, by: Measure, cut: int) -> tuple[bool, float]:
    if by.of_times and run.saturated:
        return True, -MEASURES["throughput_per_s"].value(run, cut)
    value = by.value(run, cut)
    return False, value if by.less_is_better else -value


def _standing(run: Series, by: Measure, difference: Difference | None) -> Standing:
    if difference is None:
        return "best"
    if difference.verdict == "same":
        return "same"
    if by.of_times and run.saturated:
        return "grew"
    return "open" if difference.verdict == "undecided" else "worse"
