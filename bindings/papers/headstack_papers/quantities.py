"""The quantities that claims are about: means, ratios, excesses, differences, leads.

One vocabulary for all papers. It reads an experiment's rows (`Rows`). A column with one value
chooses rows. A column with a pair of values says which two are compared, seed by seed:
`found.excess("merit", name=("EDF", "SSTF"), issue="after")` is by how many percent EDF's merit is
above that of SSTF. Functions of the module do the same with values that are already at hand.
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
"""A column, or a function of a row."""

Values = Sequence[float] | Floats
"""Numbers, one a seed."""


@dataclass(frozen=True)
class Rows:
    """Rows of columns by name; those that are compared have the same seeds.

    Attributes:
        rows: all of them, in order.
    """

    rows: Sequence[Row]

    def where(self, **columns: Any) -> list[Row]:
        """The rows with these values, in order; a value of None: without the column.

        Raises:
            ConfigError: there is none.
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
        """The rows that have a column, such as those of the points only."""
        return replace(self, rows=[row for row in self.rows if column in row])

    def values(self, metric: Metric, **columns: Any) -> Floats:
        """A metric of the rows with these values, a number a seed."""
        return _numbers(self.where(**columns), metric)

    def by_seed(self, metric: Metric, **columns: Any) -> Floats:
        """A metric's mean over the rows of each seed, in the order of the seeds."""
        own: dict[int, list[float]] = {}
        for row in self.where(**columns):
            own.setdefault(row["seed"], []).append(_number(row, metric))
        return np.array([math.fsum(values) / len(values) for _, values in sorted(own.items())])

    def pairs(self, **columns: Any) -> list[tuple[Row, Row]]:
        """The rows of the two that are compared, seed by seed.

        Args:
            columns: a pair for each column in which the two differ, and values that both have.

        Raises:
            ConfigError: they have not the same seeds.
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
        """A function of the two rows that are compared (`pairs`), seed by seed."""
        return np.array([float(function(*pair)) for pair in self.pairs(**columns)])

    def both(self, metric: Metric, **columns: Any) -> tuple[Floats, Floats]:
        """A metric of the two that are compared (`pairs`), seed by seed."""
        pairs = self.pairs(**columns)
        return _numbers([one for one, _ in pairs], metric), _numbers([b for _, b in pairs], metric)

    def ratios(self, metric: Metric, **columns: Any) -> Floats:
        """One's values by the other's, seed by seed (`pairs`)."""
        one, other = self.both(metric, **columns)
        return one / other

    def excesses(self, metric: Metric, **columns: Any) -> Floats:
        """By how many percent one is above the other, seed by seed (`pairs`)."""
        return 100 * (self.ratios(metric, **columns) - 1)

    def differences(self, metric: Metric, **columns: Any) -> Floats:
        """One's values less the other's, seed by seed (`pairs`)."""
        one, other = self.both(metric, **columns)
        return one - other

    def mean(self, metric: Metric, **columns: Any) -> Measured:
        """A metric's mean and interval over the seeds; a single row has no interval."""
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
        """The scheduler, of these names, with the least mean."""
        return min(names, key=lambda name: self.mean(metric, name=name, **columns).mean)

    def greatest(self, metric: Metric, names: Iterable[str], **columns: Any) -> str:
        """The scheduler, of these names, with the greatest mean."""
        return max(names, key=lambda name: self.mean(metric, name=name, **columns).mean)


def _number(row: Row, metric: Metric) -> float:
    return float(row[metric] if isinstance(metric, str) else metric(row))


def _numbers(rows: Iterable[Row], metric: Metric) -> Floats:
    return np.array([_number(row, metric) for row in rows])


def measured(values: Values) -> Measured:
    """The mean with its interval; of one value, the value without one."""
    numbers = [float(value) for value in values]
    return Measured.of(numbers) if len(numbers) > 1 else Measured(numbers[0])


def certain(values: Values) -> Measured:
    """The mean with its interval; without one where no seed makes a difference."""
    return Measured(float(values[0])) if max(values) == min(values) else measured(values)


def ratio(one: Values, other: Values) -> Measured:
    """One by the other, seed by seed."""
    return measured(np.divide(one, other))


def excess(one: Values, other: Values) -> Measured:
    """By how many percent one is above the other, seed by seed."""
    return measured(100 * (np.divide(one, other) - 1))


def difference(one: Values, other: Values) -> Measured:
    """One less the other, seed by seed."""
    return measured(np.subtract(one, other))


def common(one: Values, other: Values) -> tuple[Values, Values]:
    """Both, up to the seeds that both have."""
    seeds = min(len(one), len(other))
    return one[:seeds], other[:seeds]


def best(values: Mapping[str, Values], names: Iterable[str]) -> str:
    """The name with the greatest mean."""
    return max(names, key=lambda name: math.fsum(values[name]))


def least(values: Mapping[str, Values], names: Iterable[str]) -> str:
    """The name with the least mean."""
    return min(names, key=lambda name: math.fsum(values[name]))


def lead(values: Mapping[str, Values], name: str, others: Iterable[str]) -> Measured:
    """One less the best of others, seed by seed."""
    return difference(values[name], values[best(values, others)])


def lag(values: Mapping[str, Values], name: str, others: Iterable[str]) -> Measured:
    """One less the least of others, seed by seed."""
    return difference(values[name], values[least(values, others)])


def over(
    pick: Callable[[Sequence[float]], float],
    each: Iterable[Values],
    mean: Callable[[Values], Measured] = measured,
) -> Measured:
    """What is picked (`max`, `min`, `average`) over an axis, seed by seed.

    Args:
        pick: makes one number of a seed's.
        each: values at each place of the axis; seeds count that all places have.
        mean: function that takes the mean over the seeds, `measured` or `certain`.
    """
    return mean([pick(of_seed) for of_seed in seed_by_seed(each)])


def seed_by_seed(each: Iterable[Values]) -> list[tuple[float, ...]]:
    """For each seed that all places of an axis have, its values along the axis."""
    return [tuple(map(float, of_seed)) for of_seed in zip(*each, strict=False)]


def variances(one: Row, other: Row) -> float:
    """The variance of one's response times over the other's, for `of_pairs`."""
    scv: float = one["scv_response"] / other["scv_response"]
    return scv * float(one["mean_response_ms"] / other["mean_response_ms"]) ** 2


def average(values: Sequence[float]) -> float:
    """The mean of numbers, for `over`."""
    return sum(values) / len(values)
