"""Confidence intervals of means (by batch means) and quantiles (by the share of lower values)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack import checks
from headstack.arrays import Floats, Ints
from headstack.errors import ConfigError
from headstack.statistics.batches import Batches, batches_of
from headstack.statistics.warmup import series_of
from headstack.student import student_t

LEVEL: Final = 0.95
RESAMPLES: Final = 499
QUANTILE_BATCHES: Final = 16
"""Most batches for a quantile: rare events come together, in few batches."""

LEAST_BEYOND: Final = 5
"""Least number of values beyond a quantile for an interval."""


@dataclass(frozen=True)
class Interval:
    """A figure and an interval for its true value.

    Attributes:
        value: the estimate.
        low: the lower end.
        high: the upper end.
        level: share of such intervals that hold the true value.
        parts: number of batches or runs.
        sound: whether the parts looked independent, and enough values were beyond a quantile. If
            not, the interval can be too narrow.
    """

    value: float
    low: float
    high: float
    level: float
    parts: int
    sound: bool = True

    @property
    def half(self) -> float:
        """Half of the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"

    def document(self) -> dict[str, Any]:
        """Returns the interval as plain values."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "parts": self.parts,
            "sound": self.sound,
        }


def of_means(values: npt.ArrayLike, level: float = LEVEL) -> Interval | None:
    """Returns the interval of a mean of independent values. `None`: fewer than two values.

    Args:
        values: a value of each batch, or of each run.
        level: share of such intervals that hold the true value.
    """
    means = series_of(values)
    if len(means) < 2:
        return None
    error = float(means.std(ddof=1)) / len(means) ** 0.5
    return _around(float(means.mean()), error, len(means), level, True)


def of_series(values: npt.ArrayLike, level: float = LEVEL) -> Interval | None:
    """Returns the interval of the mean of a series of dependent values, by batch means.

    Args:
        values: a series in the order of time, without its warm-up.
        level: share of such intervals that hold the true value.

    Returns:
        The interval around the mean of all values. `None`: there are too few values for batches.
    """
    series = series_of(values)
    batches = batches_of(series)
    if batches is None:
        return None
    means = batches.means(series)
    error = float(means.std(ddof=1)) / batches.count**0.5
    return _around(float(series.mean()), error, batches.count, level, batches.independent)


def of_quantile(values: npt.ArrayLike, share: float, level: float = LEVEL) -> Interval | None:
    """Returns the interval of a quantile of a series of dependent values.

    The share of values below the quantile is a mean, with an interval by batch means. The ends of
    this interval are shares. The quantiles of these shares are the returned ends (Woodruff 1952).

    Args:
        values: a series in the order of time, without its warm-up.
        share: share of the values at or below the quantile, between 0 and 1.
        level: share of such intervals that hold the true value.

    Returns:
        The interval around the quantile of all values (as in `Result.summary`). The interval is not
        `sound` if its ends reach the largest or the least value. `None`: fewer than LEAST_BEYOND
        values are beyond the quantile, or there are too few values for batches.
    """
    series = series_of(values)
    batches = _batches(share, series)
    if batches is None:
        return None
    value = float(np.quantile(series, share))
    means = batches.means((series > value).astype(float))
    half = _student_t(level, batches.count) * float(means.std(ddof=1)) / batches.count**0.5
    ends = max(share - half, 0.0), min(share + half, 1.0)
    low, high = (float(end) for end in np.quantile(series, ends))
    sound = batches.independent and ends[0] > 0 and ends[1] < 1
    return Interval(value, min(low, value), max(high, value), level, batches.count, sound)


def of_quantiles(
    one: npt.ArrayLike, other: npt.ArrayLike, share: float, level: float = LEVEL
) -> Interval | None:
    """Returns the interval of a quantile of `other` less the quantile of `one`, by pairs of values.

    The function draws batches of pairs with replacement (a bootstrap), and computes both
    quantiles of the drawn batches. The error is the spread of the difference, with Student's t for
    the number of batches.

    Args:
        one: a series in the order of time, without its warm-up.
        other: a series of equal length, of the same requests. Both series have the same batches.
        share: as in `of_quantile`.
        level: as in `of_quantile`.
    """
    first, second = series_of(one), series_of(other)
    if len(first) != len(second):
        raise ConfigError(
            f"{len(first)} values and {len(second)} are not pairs; give two series of equal length"
        )
    batches = _batches(share, first, second)
    if batches is None:
        return None
    of_first, of_second = _Quantile(first, share, batches), _Quantile(second, share, batches)
    value = float(np.quantile(second, share) - np.quantile(first, share))
    error = _error(lambda drawn: of_second(drawn) - of_first(drawn), batches.count)
    return _around(value, error, batches.count, level, batches.independent)


def _around(value: float, error: float, parts: int, level: float, sound: bool) -> Interval:
    half = _student_t(level, parts) * error
    return Interval(value, value - half, value + half, level, parts, sound)


def _student_t(level: float, parts: int) -> float:
    if not 0 < checks.real("level", level) < 1:
        raise checks.wrong("level", f" is {level!r}; it must be between 0 and 1, as 0.95")
    return student_t(level, parts - 1)


def _batches(share: float, *series: Floats) -> Batches | None:
    """Returns common batches for the quantile of each series. `None`: too few values."""
    if not 0 < checks.real("share", share) < 1:
        raise checks.wrong("share", f" is {share!r}; it must be between 0 and 1, as 0.99")
    if len(series[0]) * min(share, 1 - share) < LEAST_BEYOND:
        return None
    beyond = [(one > np.quantile(one, share)).astype(float) for one in series]
    found = [batches_of(one, QUANTILE_BATCHES) for one in beyond]
    known = [one for one in found if one is not None]
    return min(known, key=lambda one: (one.independent, one.count), default=None)


def _error(statistic: Callable[[Any], Any], batches: int) -> float:
    """Returns the standard deviation of the results of batches drawn with replacement."""
    chosen = np.random.default_rng(1).integers(0, batches, (RESAMPLES, batches))
    spread = float(statistic(chosen).std(ddof=1))
    return spread * math.sqrt(batches / (batches - 1))  # draws have a spread of n - 1 of n


class _Quantile:
    """Returns the quantile of the values of batches with these numbers. A number can repeat."""

    def __init__(self, series: Floats, share: float, batches: Batches) -> None:
        used = series[batches.skipped :]
        falling = np.argsort(-used, kind="stable")
        self._values = used[falling]
        self._batch = falling // batches.size
        self._count = batches.count
        self._rank = (1 - share) * (len(used) - 1)  # from the largest, 0

    def __call__(self, chosen: Ints) -> Any:
        """Returns the quantile of each row of numbers."""
        rows = chosen.reshape(-1, chosen.shape[-1])
        found = np.array([self._of(row) for row in rows])
        return found.reshape(chosen.shape[:-1])

    def _of(self, row: Ints) -> float:
        """Interpolates between the two values with ranks next to the rank of the quantile."""
        times = np.bincount(row, minlength=self._count)
        near = min(len(self._values), 4 * int(self._rank) + 64)
        upto = np.cumsum(times[self._batch[:near]])
        if upto[-1] <= self._rank + 1:  # drawn batches have few of the largest
            upto = np.cumsum(times[self._batch])
        below = int(self._rank)
        places = np.searchsorted(upto, (below, min(below + 1, int(upto[-1]) - 1)), side="right")
        high, low = self._values[places]
        return float(high + (self._rank - below) * (low - high))
