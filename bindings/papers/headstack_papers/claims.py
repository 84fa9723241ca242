"""Claims of a paper. Runs decide whether a claim holds, fails, or is undecided.

The bounds of a claim express the paper's words. If the bounds are wider than the words, `reason`
says why. A measured value is a mean with its 95 % confidence interval. The whole interval decides.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any

from headstack.statistics.measured import Measured
from headstack_papers.verdict import Quantity, Verdict


@dataclass(frozen=True)
class Bounds:
    """The range that the paper's words allow.

    Both ends belong to the range. An infinite end is no limit.

    Attributes:
        low: lower end of the range.
        high: upper end of the range.
        unit: unit of both ends, and of the measured value.
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
    """The range from a number upwards."""
    return Bounds(low, math.inf, unit, reason)


def at_most(high: float, unit: str = "", reason: str = "") -> Bounds:
    """The range up to a number."""
    return Bounds(-math.inf, high, unit, reason)


def exactly(value: float, unit: str = "", reason: str = "") -> Bounds:
    """The range that has a single number."""
    return Bounds(value, value, unit, reason)


def printed(number: str, unit: str = "", reason: str = "") -> Bounds:
    """The range of values that round to a printed number: 8.25 to 8.35 for '8.3'."""
    decimals = len(number.partition(".")[2])
    half = 0.5 * 10.0**-decimals
    value = float(number)
    low, high = (round(end, decimals + 1) for end in (value - half, value + half))
    return Bounds(low, high, unit, reason)


@dataclass(frozen=True)
class Claim:
    """A claim of a paper with the measured value: a row of a table.

    Attributes:
        what: quantity that the claim is about.
        paper: words of the paper.
        measured: value that the model gives.
        bounds: range that the words allow, with its unit.
        reason: why the bounds are wider than the words. Empty: `bounds` has the reason.
        note: why the claim fails, or another remark for the reader.
        section: section of the paper. Empty: the section of the whole experiment.
        quantity: how many of its points the quoted sentence means (`verdict.Quantity`).
        evidence: claim or claims that test whether the note is true. Each of these claims must
            hold. The `paper` of such a claim has our words.
    """

    what: str
    paper: str
    measured: Measured
    bounds: Bounds
    _: KW_ONLY
    reason: str = ""
    note: str = ""
    section: str = ""
    quantity: Quantity = "all"
    evidence: "Claim | tuple[Claim, ...]" = ()

    @property
    def reading(self) -> str:
        """The reason why the bounds are wider than the words, from the claim or from the bounds."""
        return self.reason or self.bounds.reason

    @property
    def proofs(self) -> "tuple[Claim, ...]":
        """The evidence as a tuple."""
        return (self.evidence,) if isinstance(self.evidence, Claim) else self.evidence

    @property
    def unit(self) -> str:
        """Unit of the measured value and of the bounds."""
        return self.bounds.unit

    def because(self, note: str, *evidence: "Claim") -> "Claim":
        """Returns the claim with a note on why it fails, and with the evidence for the note."""
        return replace(self, note=note, evidence=evidence)

    @property
    def slug(self) -> str:
        """The claim's name in an identifier: its `what` in small letters, digits and hyphens."""
        return re.sub(r"[^a-z0-9.]+", "-", self.what.lower()).strip("-.")

    def document(self, paper: str, experiment: str, section: str) -> dict[str, Any]:
        """Returns the claim as JSON. An infinite end of `interval` or `tolerance` is `None`."""
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
        """Returns evidence as JSON. The key `expected` has our words and replaces `published`."""
        document = self.document(paper, experiment, section)
        return {"expected" if key == "published" else key: of for key, of in document.items()}

    @property
    def verdict(self) -> Verdict:
        """The verdict: the whole interval is within the bounds, outside the bounds, or neither."""
        found, bounds = self.measured, self.bounds
        if bounds.low <= found.low and found.high <= bounds.high:
            return Verdict.HOLDS
        if found.high < bounds.low or found.low > bounds.high:
            return Verdict.FAILS
        return Verdict.UNDECIDED

    @property
    def runs_to_decide(self) -> int | None:
        """The approximate number of runs that would decide.

        `None`: the claim is decided, or the mean lies on a bound. An interval shrinks with the root
        of the number of runs. To decide, its half must become as short as the distance from the
        mean to the nearest bound.
        """
        away = min(abs(self.measured.mean - end) for end in (self.bounds.low, self.bounds.high))
        if self.verdict is not Verdict.UNDECIDED or not away:
            return None
        return math.ceil(self.measured.runs * (self.measured.half / away) ** 2)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def in_sentences(parts: Iterable[str]) -> str:
    """Joins remarks to sentences: each begins with a capital letter and ends with a full stop."""
    return " ".join(_sentence(part.strip()) for part in parts if part)


def _sentence(part: str) -> str:
    return part[0].upper() + part[1:] + ("" if part.endswith((".", "!", "?")) else ".")


def _remark(claim: Claim) -> str:
    return in_sentences((claim.reading, claim.note))
