"""Verdicts on claims, and on sentences. The points of a sentence are claims.

A sentence says how many of its points it means. "In most cases", for example, means more than half
of the points.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Literal


class Verdict(StrEnum):
    """The verdict on a claim or on a sentence."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


Quantity = Literal["all", "most", "some"] | int
"""How many points a sentence means: all, more than half, at least one, or at least a number."""

IN_WORDS: Final = {"all": "at all points", "most": "at most points", "some": "at some point"}


def in_words(quantity: Quantity) -> str:
    """The quantity as words of a sentence, such as `at 5 points or more`."""
    return f"at {quantity} points or more" if isinstance(quantity, int) else IN_WORDS[quantity]


def least_of(quantity: Quantity, points: int) -> int:
    """The least number of points that must hold."""
    if isinstance(quantity, int):
        return quantity
    return {"all": points, "most": points // 2 + 1, "some": 1}[quantity]


def together(verdicts: Iterable[Verdict], quantity: Quantity = "all") -> Verdict:
    """The verdict on a sentence from the verdicts on its points.

    The sentence holds if enough points hold. It fails if too few can hold, even if each undecided
    point held. Otherwise the sentence is undecided.

    Raises:
        ValueError: the sentence has fewer points than must hold.
    """
    each = list(verdicts)
    least = least_of(quantity, len(each))
    if not each or least > len(each):
        raise ValueError(f"{least} of {len(each)} points cannot hold")
    holds = each.count(Verdict.HOLDS)
    if holds >= least:
        return Verdict.HOLDS
    return Verdict.UNDECIDED if holds + each.count(Verdict.UNDECIDED) >= least else Verdict.FAILS
