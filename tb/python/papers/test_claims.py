"""Verdicts on claims, by cases worked by hand."""

import math

import pytest

from headstack import ConfigError
from headstack.statistics.measured import Measured
from headstack_papers.claims import (
    Bounds,
    Claim,
    Verdict,
    at_least,
    at_most,
    exactly,
    in_sentences,
    printed,
)


def verdict(mean: float, half: float, low: float, high: float) -> Verdict:
    return Claim("", "", Measured(mean, half, 3), Bounds(low, high)).verdict


@pytest.mark.parametrize(
    ("mean", "half", "low", "high", "wanted"),
    [
        (7.0, 1.9, 5, 10, "holds"),
        (7.0, 2.0, 5, 10, "holds"),  # 5 to 9: the end belongs to it
        (7.0, 2.1, 5, 10, "undecided"),
        (4.0, 0.9, 5, 10, "fails"),
        (4.0, 1.0, 5, 10, "undecided"),  # 3 to 5 touches it
        (11.0, 0.9, 5, 10, "fails"),
        (7.0, 9.0, 5, 10, "undecided"),  # wider than the bounds
        # What used to be taken for a yes:
        (1.5, 10.8, 0, 2, "undecided"),  # an interval that only touches 0 to 2
        (4.16, 0.0, 3, 4, "fails"),  # "3 to 4 %", tested as 2.5 to 4.5
        (0.42, 0.0, -1.62, 0, "fails"),  # "1 % lower", and it is higher
        (8.2, 0.1, 0, 7, "fails"),  # "within 7 %", tested as under 9
        (7.05, 0.1, 0, 7, "undecided"),
    ],
)
def test_verdict(mean: float, half: float, low: float, high: float, wanted: str) -> None:
    assert verdict(mean, half, low, high) == wanted


def test_bounds_without_an_end() -> None:
    assert verdict(31, 0, -math.inf, 30) is Verdict.FAILS
    assert verdict(29, 0, -math.inf, 30) is Verdict.HOLDS
    assert verdict(1e9, 5, 0, math.inf) is Verdict.HOLDS


def test_the_interval_is_student_s() -> None:
    # 1, 2, 3: deviation 1; t of two degrees of freedom is 0.95 sqrt(2 / (1 - 0.95 ** 2)).
    found = Measured.of([1, 2, 3])
    assert (found.mean, found.runs) == (2, 3)
    assert found.half == pytest.approx(
        0.95 * math.sqrt(2 / (1 - 0.95**2)) / math.sqrt(3), rel=1e-12
    )
    # Ten runs, 0 to 9: variance 55/6, t 2.262157; 2.262157 * sqrt(55/60) = 2.165850.
    assert Measured.of(range(10)).half == pytest.approx(2.165850, abs=1e-5)
    assert Measured.of([5, 5]).half == 0
    with pytest.raises(ConfigError, match="at least 2"):
        Measured.of([1])


def test_what_a_printed_number_allows() -> None:
    assert printed("7") == Bounds(6.5, 7.5)
    assert printed("8.3") == Bounds(8.25, 8.35)
    assert printed("0.2492") == Bounds(0.24915, 0.24925)


def test_bounds_by_their_ends() -> None:
    assert at_least(2, "%", "why") == Bounds(2, math.inf, "%", "why")
    assert at_most(2, "%", "why") == Bounds(-math.inf, 2, "%", "why")
    assert exactly(2, "ms") == Bounds(2, 2, "ms")
    assert printed("7", "%", "why") == Bounds(6.5, 7.5, "%", "why")


def test_the_reason_is_the_claim_s_or_that_of_its_bounds() -> None:
    bounds = at_most(7, "ms", "of the bounds")
    assert Claim("x", "y", Measured(6), bounds).document("p", "e", "1")["why"] == "Of the bounds."
    own = Claim("x", "y", Measured(6), bounds, reason="its own", note="a note")
    assert own.document("p", "e", "1")["why"] == "Its own. A note."
    assert own.unit == "ms"


def test_a_note_and_its_evidence() -> None:
    proof = Claim("z", "", Measured(1), exactly(1))
    claim = Claim("x", "y", Measured(6), at_most(5))
    assert claim.proofs == ()
    assert claim.because("a guess", proof).proofs == (proof,)
    assert claim.because("a guess", proof).note == "a guess"
    one = Claim("x", "y", Measured(6), at_most(5), evidence=proof)
    assert one.proofs == (proof,)
    assert [found["claim"] for found in one.document("p", "e", "1")["evidence"]] == ["z"]


def test_what_it_would_take() -> None:
    # 6 ± 2 against "at most 7": half the interval needs four times the runs.
    claim = Claim("x", "y", Measured(6, 2, 3), Bounds(high=7))
    assert claim.verdict is Verdict.UNDECIDED
    assert claim.runs_to_decide == 12
    assert Claim("x", "y", Measured(6, 1, 3), Bounds(high=7)).runs_to_decide is None
    assert Claim("x", "y", Measured(7, 1, 3), Bounds(high=7)).runs_to_decide is None


def test_as_many_digits_as_the_interval_has() -> None:
    assert Measured(3.98768, 0.0041, 9).text() == "3.9877 ± 0.0041"
    assert Measured(1234.5, 32, 9).text("s") == "1234 ± 32 s"
    assert Measured(0.5).text() == "0.5"
    assert Measured(1.99, 1.6e-12, 3).text("ms") == "1.99 ms"


def test_reason_and_note_are_sentences() -> None:
    """Reasons are fragments or sentences; the page shows both after each other."""
    parts = ('"close": a tenth', "", "half a point is missing. We guess why", "The trace ends.")
    assert in_sentences(parts) == (
        '"close": a tenth. Half a point is missing. We guess why. The trace ends.'
    )
    assert in_sentences(()) == ""
