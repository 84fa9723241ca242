"""Findings and conclusions, by cases worked by hand."""

import itertools
from collections.abc import Sequence

import pytest

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.conclusions import Conclusion, judged
from headstack_papers.findings import findings_of, joined
from headstack_papers.kinds import Kind, Mark, kind_of
from headstack_papers.verdict import Quantity, Verdict, in_words, together

HOLDS, FAILS, OPEN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("holds", "fails", "undecided", "quantity", "wanted"),
    [
        (10, 0, 0, "all", HOLDS),
        (9, 1, 0, "all", FAILS),
        (9, 0, 1, "all", OPEN),
        (8, 1, 1, "all", FAILS),
        # More than half: 5 of 10 are not most.
        (5, 5, 0, "most", FAILS),
        (6, 4, 0, "most", HOLDS),
        (5, 4, 1, "most", OPEN),
        (4, 5, 1, "most", FAILS),
        (2, 1, 0, "most", HOLDS),
        (1, 9, 0, "some", HOLDS),
        (0, 9, 1, "some", OPEN),
        (0, 10, 0, "some", FAILS),
        # "for 5 of 6 traces"
        (5, 1, 0, 5, HOLDS),
        (4, 1, 1, 5, OPEN),
        (4, 2, 0, 5, FAILS),
    ],
)
def test_a_sentence_from_its_points(
    holds: int, fails: int, undecided: int, quantity: Quantity, wanted: Verdict
) -> None:
    assert together([HOLDS] * holds + [FAILS] * fails + [OPEN] * undecided, quantity) is wanted


@pytest.mark.parametrize("quantity", ["all", "most", "some", 1, 2, 3])
def test_a_sentence_is_undecided_if_its_undecided_points_decide(quantity: Quantity) -> None:
    for points in itertools.product(Verdict, repeat=3):
        ends = {
            together([next(decided) if point is OPEN else point for point in points], quantity)
            for chosen in itertools.product((HOLDS, FAILS), repeat=points.count(OPEN))
            for decided in [iter(chosen)]
        }
        assert together(points, quantity) is (ends.pop() if len(ends) == 1 else OPEN)


def test_a_sentence_needs_points() -> None:
    with pytest.raises(ValueError, match="0 of 0 points"):
        together([])
    with pytest.raises(ValueError, match="5 of 2 points"):
        together([HOLDS, HOLDS], 5)


def test_quantities_in_words() -> None:
    words = [in_words(quantity) for quantity in ("all", "most", "some", 5)]
    assert words == ["at all points", "at most points", "at some point", "at 5 points or more"]


def claim(what: str, paper: str, value: float, **others: Quantity) -> Claim:
    return Claim(what, paper, Measured(value), Bounds(0, 1), **others)


def test_claims_of_one_sentence_are_one_finding() -> None:
    claims = [
        claim("Q = 1: seek", "It is short", 0.5),
        claim("the disk", "18 ms", 0.5),
        claim("Q = 2: seek", "It is short", 2),
        claim("our sum", "", 0.5),
    ]
    marks = [Mark(Kind.INPUT, "seek.average", ("fig1/the-*",)), Mark(Kind.OURS, "", ("*/our-*",))]
    short, disk, ours = findings_of("p", "fig1", "2", claims, marks)
    assert (short.name, short.verdict, short.kind) == ("p/fig1/it-is-short", FAILS, Kind.MEASURED)
    assert [point.what for point in short.points] == ["Q = 1: seek", "Q = 2: seek"]
    assert short.counts == {HOLDS: 1, FAILS: 1, OPEN: 0}
    assert (disk.kind, disk.why) == (Kind.INPUT, "seek.average")
    assert (ours.kind, ours.words) == (Kind.OURS, "")
    document = short.document("p", "fig1")
    assert document["points"] == {"holds": 1, "fails": 1, "undecided": 0}
    assert document["section"] == "2"


def test_sections_and_kinds_part_the_claims_of_a_sentence() -> None:
    claims = [
        claim("a", "x", 0),
        Claim("b", "x", Measured(0), Bounds(0, 1), section="7"),
        claim("c", "x", 0),
    ]
    found = findings_of("p", "f", "2", claims, [Mark(Kind.FITTED, "a knob", ("f/c",))])
    assert [(one.name, one.section, one.kind.value) for one in found] == [
        ("p/f/x", "2", "measured"),
        ("p/f/x-2", "7", "measured"),
        ("p/f/x-3", "2", "fitted"),
    ]


def test_a_sentence_means_one_quantity() -> None:
    claims = [claim("a", "usually", 0, quantity="most"), claim("b", "usually", 0)]
    with pytest.raises(ValueError, match="“usually” means several quantities"):
        findings_of("p", "f", "2", claims, [])


def test_a_sentence_of_several_figures_is_one_finding() -> None:
    marks = [Mark(Kind.FITTED, "a knob", ("*/fitted",))]
    parts = [
        one
        for figure in ("fig1", "fig2")
        for one in findings_of(
            "p",
            figure,
            "2",
            [
                claim(f"{figure} rises", "it rises", 2 * (figure == "fig2")),
                claim("fitted", "it rises", 0),
                claim("ours", "", 0),
            ],
            marks,
        )
    ]
    rises, fitted, ours, ours_too = joined(parts)
    assert [point.what for point in rises.points] == ["fig1 rises", "fig2 rises"]
    assert (rises.name, rises.verdict) == ("p/fig1/it-rises", FAILS)
    assert rises.parts == ("p/fig1/it-rises", "p/fig2/it-rises")
    assert (fitted.kind, len(fitted.points)) == (Kind.FITTED, 2)
    assert (ours.parts, ours_too.parts) == (("p/fig1/ours",), ("p/fig2/ours",))
    other_paper = findings_of("q", "fig1", "2", [claim("a", "it rises", 0)], [])
    assert len(joined([rises, *other_paper])) == 2


def test_a_sentence_in_most_cases() -> None:
    half = [claim(f"Q = {n}", "in most cases", 2 * (n % 2), quantity="most") for n in range(10)]
    [found] = findings_of("p", "f", "2", half, [])
    assert found.verdict is FAILS


def test_the_first_mark_decides() -> None:
    marks = [Mark(Kind.INPUT, "one", ("fig1/a",)), Mark(Kind.FITTED, "other", ("fig1/*",))]
    assert kind_of(marks, "fig1/a") == (Kind.INPUT, "one")
    assert kind_of(marks, "fig1/b") == (Kind.FITTED, "other")
    assert kind_of(marks, "fig2/a") == (Kind.MEASURED, "")


def concluded(conclusion: Conclusion, verdicts: Sequence[Verdict]) -> Verdict | None:
    claims = {f"p/fig{n}/a": (Kind.MEASURED, verdict) for n, verdict in enumerate(verdicts, 1)}
    [found] = judged("p", [conclusion], claims)
    return found.verdict


def test_a_conclusion_by_its_claims() -> None:
    every = Conclusion("x", "8", ("fig*/a",))
    assert concluded(every, [HOLDS, HOLDS]) is HOLDS
    assert concluded(every, [HOLDS, FAILS]) is FAILS
    five = Conclusion("x", "8", ("fig*/a",), quantity=5)
    assert concluded(five, [HOLDS] * 5 + [FAILS]) is HOLDS
    assert concluded(five, [HOLDS] * 4 + [FAILS] * 2) is FAILS
    assert concluded(Conclusion("x", "8", untested="no disk"), [HOLDS]) is None


def test_a_claim_backs_a_conclusion_once() -> None:
    two = Conclusion("x", "8", ("fig1/*", "*/a"), quantity=2)
    assert concluded(two, [HOLDS, FAILS]) is FAILS


def test_without_an_experiment_its_conclusions_are_left_out() -> None:
    claims = {"p/fig1/a": (Kind.INPUT, HOLDS)}
    both = Conclusion("x", "8", ("fig1/a", "fig2/a"))
    one = Conclusion("y", "8", ("fig1/a",))
    [found] = judged("p", [both, one], claims)
    assert found.conclusion is one
    assert found.document("p") == {
        "paper": "p",
        "section": "8",
        "published": "y",
        "verdict": "holds",
        "quantity": "all",
        "points": {"holds": 1, "fails": 0, "undecided": 0},
        "kinds": ["input"],
        "claims": ["p/fig1/a"],
        "why": "",
    }
