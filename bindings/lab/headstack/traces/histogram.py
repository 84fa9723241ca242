"""Quantiles of any number of whole numbers, in bounded memory."""

import math
from typing import Final

import numpy as np

from headstack.arrays import Ints
from headstack.traces.base import total

DISTINCT: Final = 65_536
"""Largest number of different values that are counted singly. With more, all go into bins."""

_BITS = 8  # leading bits of a value that determine its bin; the first bit is 1


class Histogram:
    """Whole numbers, 0 or more, counted by value.

    With at most DISTINCT different values, quantiles are exact. With more values, the values with
    the same first 8 binary digits share a bin. A quantile is then the middle of a bin, with an
    error below 0.4 %. Mean, least and most are always exact.
    """

    def __init__(self) -> None:
        self.count = 0
        self.least = 0
        self.most = 0
        self.exact = True
        self._sum = 0
        self._keys = np.zeros(0, np.int64)
        self._counts = np.zeros(0, np.int64)

    def add(self, values: Ints) -> None:
        """Counts some values."""
        if not len(values):
            return
        least, most = int(values.min()), int(values.max())
        self.least = min(self.least, least) if self.count else least
        self.most = max(self.most, most)
        self.count += len(values)
        self._sum += total(values)
        keys, counts = np.unique(values if self.exact else _bins(values), return_counts=True)
        self._merge(keys, counts)
        if self.exact and len(self._keys) > DISTINCT:
            self.exact = False
            keys, counts = _bins(self._keys), self._counts
            self._keys, self._counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
            self._merge(keys, counts)

    def mean(self) -> float | None:
        """Returns the mean. `None`: there are no values."""
        return self._sum / self.count if self.count else None

    def quantile(self, share: float) -> int | None:
        """Returns the least value that this share does not exceed. `None`: there are no values."""
        if not self.count:
            return None
        rank = max(math.ceil(share * self.count), 1)
        place = int(np.searchsorted(np.cumsum(self._counts), rank))
        return min(max(int(self.values()[place]), self.least), self.most)

    def common(self, most: int) -> list[tuple[int, int]]:
        """Returns at most `most` values with their counts, the most common first."""
        order = np.lexsort((self._keys, -self._counts))[:most]
        values = self.values()
        return [(int(values[place]), int(self._counts[place])) for place in order]

    def values(self) -> Ints:
        """The different values, or the middles of the bins, in rising order."""
        return self._keys if self.exact else _middles(self._keys)

    def counts(self) -> Ints:
        """Number of occurrences of each of `values`."""
        return self._counts

    def _merge(self, keys: Ints, counts: Ints) -> None:
        all_keys = np.concatenate((self._keys, keys))
        self._keys, inverse = np.unique(all_keys, return_inverse=True)
        sums = np.zeros(len(self._keys), np.int64)
        np.add.at(sums, inverse, np.concatenate((self._counts, counts)))
        self._counts = sums


def _bins(values: Ints) -> Ints:
    _, bits = np.frexp(values.astype(np.float64))
    shift = np.maximum(bits.astype(np.int64) - _BITS, 0)
    bins: Ints = (shift << (_BITS - 1)) + (values >> shift)
    return bins


def _middles(bins: Ints) -> Ints:
    shift = np.maximum((bins >> (_BITS - 1)) - 1, 0)
    low = (bins - (shift << (_BITS - 1))) << shift
    middles: Ints = low + (((1 << shift) - 1) >> 1)
    return middles
