"""The median of paired ratios, how sure it is, and what can be said of it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

CONFIDENCE: Final = 0.99
"""Of each interval, so that of seven cases without a difference 93 % show none."""

LEAST_PAIRS: Final = 8
"""With fewer no two of the ratios enclose the median with CONFIDENCE."""

Verdict = Literal["faster", "slower", "no difference shown"]


@dataclass(frozen=True)
class Ratio:
    """Time here / time of the reference.

    Attributes:
        median: of the pairs.
        low: order statistic that the true median is not below,
        high: and one that it is not above, with CONFIDENCE together.
    """

    median: float
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """What the interval says: it must lie on one side of 1."""
        if self.high < 1:
            return "faster"
        return "slower" if self.low > 1 else "no difference shown"


def rank(pairs: int) -> int:
    """How far from either end, from 0, the order statistics are that enclose the median.

    A median has as many of the independent pairs below it as coins show heads, whatever their
    distribution. The greatest rank is taken at which both tails together are at most 1 -
    CONFIDENCE.

    Raises:
        ValueError: fewer than LEAST_PAIRS.
    """
    if pairs < LEAST_PAIRS:
        raise ValueError(f"{pairs} pairs; at least {LEAST_PAIRS} are needed")
    tail, found = 0.0, -1
    for below in range(pairs):
        tail += math.comb(pairs, below) / 2**pairs
        if 2 * tail > 1 - CONFIDENCE:
            break
        found = below
    return found


def ratio(ratios: Sequence[float]) -> Ratio:
    """Returns the median of ratios with its interval. Raises ValueError for too few ratios."""
    ordered = sorted(ratios)
    place = rank(len(ordered))
    return Ratio(statistics.median(ordered), ordered[place], ordered[-1 - place])
