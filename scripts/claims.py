"""What a paper claims, and what runs say of it: it holds, it fails, or it is undecided.

A claim's bounds are the paper's words. What was measured is a mean with its 95 % confidence
interval, and the whole interval decides.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

# Student's t, 97.5 %, for 1 to 9 degrees of freedom.
_STUDENT_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


class Verdict(StrEnum):
    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Measured:
    """A mean over runs, and half of its 95 % confidence interval; 0: a value without an error."""

    mean: float
    half: float = 0.0

    @classmethod
    def of(cls, values: Sequence[float]) -> "Measured":
        """From the values of 2 to 10 independent runs."""
        count = len(values)
        mean = math.fsum(values) / count
        variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
        return cls(mean, _STUDENT_T[count - 2] * math.sqrt(variance / count))

    @property
    def low(self) -> float:
        return self.mean - self.half

    @property
    def high(self) -> float:
        return self.mean + self.half

    def text(self) -> str:
        return f"{self.mean:.1f} ± {self.half:.1f}" if self.half else f"{self.mean:.1f}"


@dataclass(frozen=True)
class Bounds:
    """What the paper's words allow, both ends included; infinite: no end."""

    low: float = -math.inf
    high: float = math.inf

    def text(self) -> str:
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        if math.isinf(self.high):
            return f"at least {self.low:g}"
        return f"{self.low:g} to {self.high:g}"

    def verdict(self, found: Measured) -> Verdict:
        """By the whole interval: within the bounds, outside, or neither."""
        if self.low <= found.low and found.high <= self.high:
            return Verdict.HOLDS
        if found.high < self.low or found.low > self.high:
            return Verdict.FAILS
        return Verdict.UNDECIDED


@dataclass(frozen=True)
class Claim:
    """A row: what is claimed, in the paper's words, what was measured, and what the words allow."""

    what: str
    paper: str
    measured: Measured
    bounds: Bounds
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        return self.bounds.verdict(self.measured)


def shown(verdict: Verdict) -> str:
    """As a table has it."""
    return verdict.value if verdict is Verdict.HOLDS else f"**{verdict.value}**"


def rows(claims: Iterable[Claim]) -> Iterable[tuple[str, ...]]:
    """A table; the first row is its head."""
    yield ("claim", "paper", "within", "here", "verdict", "note")
    for claim in claims:
        measured = (claim.bounds.text(), claim.measured.text())
        yield (claim.what, claim.paper, *measured, shown(claim.verdict), claim.note)
