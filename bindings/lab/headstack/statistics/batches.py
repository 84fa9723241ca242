"""Cuts a series into batches of equal length with independent means."""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack.statistics.warmup import series_of

MOST_BATCHES: Final = 64
LEAST_BATCHES: Final = 8
SIGNIFICANCE: Final = 0.4
"""Significance of the test for dependence. The value is high, because undetected dependence makes
intervals too narrow. A longer batch costs little."""


@dataclass(frozen=True)
class Batches:
    """Batches of a series.

    Attributes:
        count: number of batches.
        size: number of values in each batch.
        skipped: number of values before the first batch, fewer than `count`.
        independent: whether the test found no dependence between neighbours.
    """

    count: int
    size: int
    skipped: int
    independent: bool

    def means(self, values: Floats) -> Floats:
        """Returns the mean of each batch of a series of the same length."""
        found: Floats = values[self.skipped :].reshape(self.count, self.size).mean(axis=1)
        return found


def batches_of(values: Floats, most: int = MOST_BATCHES) -> Batches | None:
    """Returns the largest number of batches that look independent: `most`, a half, a quarter ...

    The test is von Neumann's one-sided test of squared differences of neighbours (Fishman 1978).

    Args:
        values: a series in the order of time.
        most: first number of batches to try, at least LEAST_BATCHES.

    Returns:
        The batches. If no number looks independent, the result is LEAST_BATCHES batches that are
        not `independent`. `None`: the series has fewer than two values for each batch.
    """
    series = series_of(values)
    count, found = most, None
    while count >= LEAST_BATCHES:
        size = len(series) // count
        if size >= 2:
            found = Batches(count, size, len(series) - count * size, True)
            if looks_independent(found.means(series)):
                return found
        count //= 2
    return found and Batches(found.count, found.size, found.skipped, False)


def looks_independent(means: Floats) -> bool:
    """Whether neighbours are no more alike than by chance. The test is von Neumann's ratio."""
    spread = float(np.sum((means - means.mean()) ** 2))
    if spread == 0:
        return True
    count = len(means)
    alike = 1 - float(np.sum(np.diff(means) ** 2)) / (2 * spread)
    normal = alike * ((count**2 - 1) / (count - 2)) ** 0.5
    return bool(normal <= NormalDist().inv_cdf(1 - SIGNIFICANCE))
