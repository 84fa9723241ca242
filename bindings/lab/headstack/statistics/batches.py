"""A series in parts of equal length whose means do not depend on each other."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack.statistics.warmup import series_of

MOST_BATCHES: Final = 64
LEAST_BATCHES: Final = 8
SIGNIFICANCE: Final = 0.4
"""Of the test for dependence. It is high since dependence that is not seen makes intervals that are
too narrow, and a longer batch costs little."""


@dataclass(frozen=True)
class Batches:
    """How a series is cut.

    Attributes:
        count: number of batches.
        size: values of each.
        skipped: values in front of the first one, fewer than `count`.
        independent: whether the test saw no dependence between neighbours.
    """

    count: int
    size: int
    skipped: int
    independent: bool

    def means(self, values: Floats) -> Floats:
        """The mean of each batch of a series of the same length."""
        found: Floats = values[self.skipped :].reshape(self.count, self.size).mean(axis=1)
        return found


def batches_of(values: Floats, most: int = MOST_BATCHES) -> Batches | None:
    """The most batches, `most` or a half, a quarter ... of it, that look independent.

    The test is von Neumann's, of the squared differences of neighbours (Fishman 1978), one-sided.

    Args:
        values: a series, in its order in time.
        most: number to begin with, at least LEAST_BATCHES.

    Returns:
        The batches: LEAST_BATCHES that are not `independent` if no number is. None: the series has
        fewer than two values a batch.
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
    """Whether neighbours are no more alike than by chance, by von Neumann's ratio."""
    from scipy.special import ndtri

    spread = float(np.sum((means - means.mean()) ** 2))
    if spread == 0:
        return True
    count = len(means)
    alike = 1 - float(np.sum(np.diff(means) ** 2)) / (2 * spread)
    normal = alike * ((count**2 - 1) / (count - 2)) ** 0.5
    return bool(normal <= ndtri(1 - SIGNIFICANCE))
