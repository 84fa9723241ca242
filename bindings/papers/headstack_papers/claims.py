"""What a paper claims, and what runs say of it: it holds, it fails, or it is undecided.

A claim's bounds are the paper's words; where they are wider than the words, `reason` says why. What
was measured is a mean with its 95 % confidence interval, and the whole interval decides.
"""

import math
import re
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from typing import Any

from headstack.statistics.measured import Measured


class Verdict(StrEnum):
    """The verdict on a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Bounds:
    """The range that the paper's words allow, ends included; an infinite end is none.

    Attributes:
        low: its lower end.
        high: its upper end.
        unit: unit of both, and of the measured value.
        reason: why the range is wider than the words, or what the words leave open.
    """

    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    reason: str = ""

    def text(self) -> str:
        """The range in words, such as `5 to 10` or `at most 30`."""
        if self.low == self.high:
            return f"{self.low:g}"
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        return (
            f"at least {self.low:g}" if math.isinf(self.high) else f"{self.low:g} to {self.high:g}"
        )


def at_least(low: float, unit: str = "", reason: str = "") -> Bounds:
    """The range from a number on."""
    return Bounds(low, math.inf, unit, reason)


def at_most(high: float, unit: str = "", reason: str = "") -> Bounds:
    """The range up to a number."""
    return Bounds(-math.inf, high, unit, reason)


def exactly(value: float, unit: str = "", reason: str = "") -> Bounds:
    """A single number."""
    return Bounds(value, value, unit, reason)


def printed(number: str, unit: str = "", reason: str = "") -> Bounds:
    """The range that rounds to a printed number: '8.3' is 8.25 to 8.35."""
    decimals = len(number.partition(".")[2])
    half = 0.5 * 10.0**-decimals
    value = float(number)
    low, high = (round(end, decimals + 1) for end in (value - half, value + half))
    return Bounds(low, high, unit, reason)


@dataclass(frozen=True)
class Claim:
    """A paper's claim and what was measured, a row of a table.

    Attributes:
        what: quantity that the claim is about.
        paper: words of the paper.
        measured: value that the model gives.
        bounds: range that the words allow, with its unit.
        reason: why the bounds are wider than the words, where the bounds do not say it.
        note: why the claim fails, or what else the reader should know.
        section: section of the paper, if it is not that of the whole experiment.
        evidence: what was measured to see whether the note is true, one claim or several: each of
            these has to hold; its `paper` are our words.
    """

    what: str
    paper: str
    measured: Measured
    bounds: Bounds
    _: KW_ONLY
    reason: str = ""
    note: str = ""
    section: str = ""
    evidence: "Claim | tuple[Claim, ...]" = ()

    @property
    def reading(self) -> str:
        """Why the bounds are wider than the words: the claim's reason, or that of its bounds."""
        return self.reason or self.bounds.reason

    @property
    def proofs(self) -> "tuple[Claim, ...]":
        """The evidence as a tuple."""
        return (self.evidence,) if isinstance(self.evidence, Claim) else self.evidence

    @property
    def unit(self) -> str:
        """Unit of the numbers."""
        return self.bounds.unit

    def because(self, note: str, *evidence: "Claim") -> "Claim":
        """The same claim, with the note why it fails, and what was measured to see whether."""
        return replace(self, note=note, evidence=evidence)

    @property
    def slug(self) -> str:
        """The claim's name in an identifier: its `what` in small letters, digits and hyphens."""
        return re.sub(r"[^a-z0-9.]+", "-", self.what.lower()).strip("-.")

    def document(self, paper: str, experiment: str, section: str) -> dict[str, Any]:
        """The claim as JSON; an end of `interval` or `tolerance` that is infinite is None."""
        verdict = self.verdict
        return {
            "id": f"{paper}/{experiment}/{self.slug}",
            "paper": paper,
            "experiment": experiment,
            "section": self.section or section,
            "claim": self.what,
            "published": self.paper,
            "ours": _finite(self.measured.mean),
            "unit": self.unit,
            "interval": [_finite(self.measured.low), _finite(self.measured.high)],
            "runs": self.measured.runs,
            "tolerance": [_finite(self.bounds.low), _finite(self.bounds.high)],
            "verdict": verdict.value,
            "holds": None if verdict is Verdict.UNDECIDED else verdict is Verdict.HOLDS,
            "why": _remark(self),
            "evidence": [one._asked(paper, experiment, section) for one in self.proofs],
        }

    def _asked(self, paper: str, experiment: str, section: str) -> dict[str, Any]:
        """Evidence as JSON: `expected` are our words, in place of the paper's in `published`."""
        document = self.document(paper, experiment, section)
        return {"expected" if key == "published" else key: of for key, of in document.items()}

    @property
    def verdict(self) -> Verdict:
        """The verdict by the whole interval: within the bounds, outside, or neither."""
        found, bounds = self.measured, self.bounds
        if bounds.low <= found.low and found.high <= bounds.high:
            return Verdict.HOLDS
        if found.high < bounds.low or found.low > bounds.high:
            return Verdict.FAILS
        return Verdict.UNDECIDED

    @property
    def runs_to_decide(self) -> int | None:
        """About how many runs would decide; None if it is decided, or lies on a bound.

        An interval shrinks with the root of the number of runs. It has to become as short as the
        distance from the mean to the nearest bound.
        """
        away = min(abs(self.measured.mean - end) for end in (self.bounds.low, self.bounds.high))
        if self.verdict is not Verdict.UNDECIDED or not away:
            return None
        return math.ceil(self.measured.runs * (self.measured.half / away) ** 2)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _remark(claim: Claim) -> str:
    return "; ".join(part for part in (claim.reading, claim.note) if part)
