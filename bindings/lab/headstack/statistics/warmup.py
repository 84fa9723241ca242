"""Finds the end of the warm-up of a series: MSER-5 (White 1997)."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack import checks
from headstack.arrays import Floats
from headstack.errors import ConfigError

BATCH: Final = 5
"""Number of values in each mean, the 5 of MSER-5."""

LEAST_LEFT: Final = 5
"""Least number of means after the cut: the last few means are alike by chance too often."""

MOST: Final = 0.5
"""Largest share of a series in a cut, from White."""

MOST_OF_ONE: Final = 0.1
"""Largest share in a cut for the series of a single run. In such a series, the rule takes bursts
near the beginning for a warm-up, and the rest has too few bursts. With half of M/M/1 at 80 %, 95 %
intervals hold 3 to 5 % less often."""


@dataclass(frozen=True)
class Warmup:
    """The warm-up at the beginning of a series.

    Attributes:
        cut: number of values to cut off; 0 if no warm-up was found.
        values: length of the series.
        least_at: cut with the least value of the rule; equals `cut` if `found`.
        found: whether this cut is early enough. If not, the series is too short, or has no steady
            state.
    """

    cut: int
    values: int
    least_at: int
    found: bool

    def __str__(self) -> str:
        if not self.found:
            return f"none found: the rule's least value is at {self.least_at:,} of {self.values:,}"
        return f"the first {self.cut:,} of {self.values:,}"


def warmup(values: npt.ArrayLike, *, most: float = MOST) -> Warmup:
    """Finds the cut that gives the mean of the rest the least standard error.

    The values become m means z of BATCH values each. Each possible cut d leaves at least LEAST_LEFT
    means. The rule chooses the cut with the least sum((z - mean)^2) / (m - d)^2 over the means
    after the cut.

    Args:
        values: a series, such as response times in order of arrival.
        most: share of the series that may be cut off, 0 to 1.

    Raises:
        ConfigError: the values are not a series of finite numbers, or `most` is out of its range.
    """
    if not 0 <= checks.real("most", most) <= 1:
        raise checks.wrong("most", f" is {most!r}; it must be from 0 to 1")
    series = series_of(values)
    means = len(series) // BATCH
    if means <= LEAST_LEFT:
        return Warmup(0, len(series), 0, False)
    parts = series[: means * BATCH].reshape(means, BATCH).mean(axis=1)
    least_at = BATCH * int(np.argmin(_errors(parts)[: means - LEAST_LEFT + 1]))
    found = least_at <= most * len(series)
    return Warmup(least_at if found else 0, len(series), least_at, found)


def _errors(parts: Floats) -> Floats:
    """Returns the value of the rule for each cut."""
    if np.ptp(parts) == 0:
        return np.zeros(len(parts))
    from_mean = parts - parts.mean()
    left = np.arange(len(parts), 0, -1)
    sums = np.cumsum(from_mean[::-1])[::-1]
    squares = np.cumsum(from_mean[::-1] ** 2)[::-1]
    errors: Floats = np.maximum(squares - sums**2 / left, 0) / left**2.0
    return errors


def series_of(values: npt.ArrayLike) -> npt.NDArray[Any]:
    """Returns the values as floats. Raises ConfigError unless they are a finite series."""
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ConfigError("values must be numbers, one after another") from None
    if found.ndim != 1 or not found.size:
        raise ConfigError(f"values has shape {found.shape}; give one series of at least 1 value")
    if not np.isfinite(found).all():
        row = int(np.flatnonzero(~np.isfinite(found))[0])
        raise ConfigError(f"value {row} is {found[row]}; all must be finite")
    return found
