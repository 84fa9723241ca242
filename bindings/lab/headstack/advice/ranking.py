"""Ranks configurations, and finds configurations that are not distinguishable from the first."""

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
"""Relation of a configuration to the first configuration. 'best': the first itself. 'same': every
request was served at the same time. 'open': not distinguishable. 'worse': worse. 'grew': the queue
grew, so times have no meaning."""

MEASURE_OF: Final = {
    "mean": MEASURES["mean_response_ms"],
    "p99": MEASURES["p99_response_ms"],
    "throughput": MEASURES["throughput_per_s"],
}


@dataclass(frozen=True)
class Ranked:
    """A configuration in a ranking.

    Attributes:
        place: place in the ranking, from 1.
        configuration: the configuration.
        figures: interval of each measure, by name. `None`: the interval is unknown.
        values: value of each measure, by name. A growing queue does not remove a value.
        against: difference from the first row in the measure of the ranking. `None`: the first row.
        standing: meaning of the difference.
    """

    place: int
    configuration: Configuration
    figures: Mapping[str, Interval | None]
    values: Mapping[str, float]
    against: Difference | None
    standing: Standing

    def document(self) -> dict[str, Any]:
        """Returns the row as plain values."""
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
    """Ranked configurations, the best first.

    Attributes:
        by: measure of the ranking.
        rows: the configurations.
        warmup: warm-up that was cut off each run.
        level: level of each figure's interval, and of the differences of all pairs together.
    """

    by: Measure
    rows: Sequence[Ranked]
    warmup: Warmup
    level: float

    @property
    def best(self) -> Ranked:
        """The first configuration."""
        return self.rows[0]

    def having(self, *standings: Standing) -> list[Ranked]:
        """Returns the rows with one of these standings."""
        return [row for row in self.rows if row.standing in standings]

    def of(self, configuration: Configuration) -> Ranked:
        """Returns the row of a configuration."""
        return next(row for row in self.rows if row.configuration == configuration)


def ranked(
    runs: Mapping[Configuration, Series],
    by: Measure,
    *,
    level: float = LEVEL,
) -> Ranking:
    """Ranks runs of the same requests.

    The runs themselves determine the first configuration. So the level of the differences from the
    first applies to all pairs together (Bonferroni). The differences then hold for any first
    configuration.

    Args:
        runs: the run of each configuration.
        by: measure of the ranking.
        level: level of each figure's interval, and of the differences of all pairs together.
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
    """Returns the longest cut of the runs without a growing queue.

    If the queue of every run grew, returns the longest cut of all runs.
    """
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
