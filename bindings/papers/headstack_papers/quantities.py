"""The quantities that claims are about: means, ratios, excesses, differences, leads.

All papers use these quantities. `Rows` computes them from an experiment's rows. A column with a
single value selects rows. A column with a pair of values selects two groups of rows, which are
compared seed by seed. For example, `found.excess("merit", name=("EDF", "SSTF"), issue="after")`
is the percentage by which the merit of EDF exceeds the merit of SSTF. The functions of the module
compute the same quantities from arrays of values.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from headstack.arrays import Floats
from headstack.errors import ConfigError
from headstack.statistics.measured import Measured

Row = Mapping[str, Any]
Metric = str | Callable[[Row], float]
"""The name of a column, or a function of a row."""

Values = Sequence[float] | Floats
"""Numbers, one for each seed."""


@dataclass(frozen=True)
class Rows:
    """Rows with named columns.

    Two groups of rows that are compared have the same seeds.

    Attributes:
        rows: all rows, in order.
    """

    rows: Sequence[Row]

    def where(self, **columns: Any) -> list[Row]:
        """Selects the rows that have these values, in order.

        The value `None` also selects rows without the column.

        Raises:
            ConfigError: no row has these values.
        """
        found = [
            row
            for row in self.rows
            if all(row.get(name) == value for name, value in columns.items())
        ]
        if not found:
            raise ConfigError(f"no row has {columns}")
        return found

    def having(self, column: str) -> Self:
        """Selects the rows that have a column, such as a column that only runs have."""
        return replace(self, rows=[row for row in self.rows if column in row])

    def values(self, metric: Metric, **columns: Any) -> Floats:
        """A metric of the rows that `where` selects, one number for each row."""
        return _numbers(self.where(**columns), metric)

    def by_seed(self, metric: Metric, **columns: Any) -> Floats:
        """The mean of a metric over the rows of each seed, in ascending order of the seeds."""
        own: dict[int, list[float]] = {}
        for row in self.where(**columns):
            own.setdefault(row["seed"], []).append(_number(row, metric))
        return np.array([math.fsum(values) / len(values) for _, values in sorted(own.items())])

    def pairs(self, **columns: Any) -> list[tuple[Row, Row]]:
        """Pairs the rows of the two groups that are compared, one pair for each seed.

        Args:
            columns: a pair of values for each column in which the two groups differ, and a single
                value for each column in which they agree.

        Raises:
            ConfigError: the seeds of the two groups differ.
        """
        one, other = (
            {
                name: value[place] if isinstance(value, tuple) else value
                for name, value in columns.items()
            }
            for place in (0, 1)
        )
        pairs = list(zip(self.where(**one), self.where(**other), strict=True))
        for row, against in pairs:
            if row.get("seed") != against.get("seed"):
                raise ConfigError(f"seeds {row.get('seed')} and {against.get('seed')} are no pair")
        return pairs

    def of_pairs(self, function: Callable[[Row, Row], float], **columns: Any) -> Floats:
        """Applies a function to the two rows of each pair of `pairs`."""
        return np.array([float(function(*pair)) for pair in self.pairs(**columns)])

    def both(self, metric: Metric, **columns: Any) -> tuple[Floats, Floats]:
        """A metric of the first rows of `pairs`, and the same metric of the second rows."""
        pairs = self.pairs(**columns)
        return _numbers([one for one, _ in pairs], metric), _numbers([b for _, b in pairs], metric)

    def ratios(self, metric: Metric, **columns: Any) -> Floats:
        """The first metric of `both` divided by the second, seed by seed."""
        one, other = self.both(metric, **columns)
        return one / other

    def excesses(self, metric: Metric, **columns: Any) -> Floats:
        """The percentage by which the first metric of `both` exceeds the second, by seed."""
        return 100 * (self.ratios(metric, **columns) - 1)

    def differences(self, metric: Metric, **columns: Any) -> Floats:
        """The first metric of `both` less the second, seed by seed."""
        one, other = self.both(metric, **columns)
        return one - other

    def mean(self, metric: Metric, **columns: Any) -> Measured:
        """The mean of a metric with its interval over the rows. A single row has no interval."""
        return measured(self.values(metric, **columns))

    def ratio(self, metric: Metric, **columns: Any) -> Measured:
        """The mean of `ratios`."""
        return measured(self.ratios(metric, **columns))

    def excess(self, metric: Metric, **columns: Any) -> Measured:
        """The mean of `excesses`, in percent."""
        return measured(self.excesses(metric, **columns))

    def difference(self, metric: Metric, **columns: Any) -> Measured:
        """The mean of `differences`."""
        return measured(self.differences(metric, **columns))

    def least(self, metric: Metric, names: Iterable[str], **columns: Any) -> str:
        """Finds the scheduler with the least mean among these names."""
        return min(names, key=lambda name: self.mean(metric, name=name, **columns).mean)

    def greatest(self, metric: Metric, names: Iterable[str], **columns: Any) -> str:
        """Finds the scheduler with the greatest mean among these names."""
        return max(names, key=lambda name: self.mean(metric, name=name, **columns).mean)


def _number(row: Row, metric: Metric) -> float:
    return float(row[metric] if isinstance(metric, str) else metric(row))


def _numbers(rows: Iterable[Row], metric: Metric) -> Floats:
    return np.array([_number(row, metric) for row in rows])


def measured(values: Values) -> Measured:
    """The mean with its interval. A single value has no interval."""
    numbers = [float(value) for value in values]
    return Measured.of(numbers) if len(numbers) > 1 else Measured(numbers[0])


def certain(values: Values) -> Measured:
    """The mean with its interval. If all seeds have the same value, the mean has no interval."""
    return Measured(float(values[0])) if max(values) == min(values) else measured(values)


def ratio(one: Values, other: Values) -> Measured:
    """The mean of `one` divided by `other`, seed by seed."""
    return measured(np.divide(one, other))


def excess(one: Values, other: Values) -> Measured:
    """The mean percentage by which `one` exceeds `other`, seed by seed."""
    return measured(100 * (np.divide(one, other) - 1))


def difference(one: Values, other: Values) -> Measured:
    """The mean of `one` less `other`, seed by seed."""
    return measured(np.subtract(one, other))


def common(one: Values, other: Values) -> tuple[Values, Values]:
    """Shortens both arrays to the seeds that both have."""
    seeds = min(len(one), len(other))
    return one[:seeds], other[:seeds]


def best(values: Mapping[str, Values], names: Iterable[str]) -> str:
    """Finds the name with the greatest mean."""
    return max(names, key=lambda name: math.fsum(values[name]))


def least(values: Mapping[str, Values], names: Iterable[str]) -> str:
    """Finds the name with the least mean."""
    return min(names, key=lambda name: math.fsum(values[name]))


def lead(values: Mapping[str, Values], name: str, others: Iterable[str]) -> Measured:
    """The mean of a name's values less the values of the best other name, seed by seed."""
    return difference(values[name], values[best(values, others)])


def lag(values: Mapping[str, Values], name: str, others: Iterable[str]) -> Measured:
    """The mean of a name's values less the values of the least other name, seed by seed."""
    return difference(values[name], values[least(values, others)])


def over(
    pick: Callable[[Sequence[float]], float],
    each: Iterable[Values],
    mean: Callable[[Values], Measured] = measured,
) -> Measured:
    """The mean over the seeds of a number that `pick` makes from each seed's values on an axis.

    Args:
        pick: function that makes a number from a seed's values: `max`, `min` or `average`.
        each: values at each place of the axis. A seed counts only if all places have the seed.
        mean: function that takes the mean over the seeds, `measured` or `certain`.
    """
    return mean([pick(of_seed) for of_seed in seed_by_seed(each)])


def seed_by_seed(each: Iterable[Values]) -> list[tuple[float, ...]]:
    """The values along an axis, for each seed that all places of the axis have."""
    return [tuple(map(float, of_seed)) for of_seed in zip(*each, strict=False)]


def farthest(each: Iterable[Measured]) -> Measured:
    """The mean that is farthest from 0, without its sign, with its interval."""
    most = max(each, key=lambda one: abs(one.mean))
    return most if most.mean >= 0 else most.times(-1)


def variances(one: Row, other: Row) -> float:
    """The ratio of the variances of response times, of `one` to `other`, for `of_pairs`."""
    scv: float = one["scv_response"] / other["scv_response"]
    return scv * float(one["mean_response_ms"] / other["mean_response_ms"]) ** 2


def average(values: Sequence[float]) -> float:
    """The mean of numbers, for `over`."""
    return sum(values) / len(values)
