"""The claims of the papers, at a tenth of their size; docs/papers.md has them in full."""

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from headstack.experiments.claims import Claim, Measured, Verdict

PAGE = Path(__file__).resolve().parents[3] / "docs" / "papers.md"
SCALE = 0.1
SEEDS = 3
OPPOSITE = {Verdict.HOLDS: Verdict.FAILS, Verdict.FAILS: Verdict.HOLDS}


@pytest.fixture(scope="module")
def papers(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("papers")


@pytest.fixture(scope="module")
def sequential(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("sequential")


def rows_of(mark: str) -> dict[str, list[str]]:
    """The cells of a table of the page, by what is claimed."""
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- end of {mark} -->")[0]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]
    return {row[0]: row for row in cells}


def on_page(row: list[str], column: int) -> Verdict:
    return Verdict(row[column].partition(",")[0].strip("*"))


def measured(cell: str) -> Measured:
    """As `Measured.text` has it; the last digit is rounded."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e[-+]\d+)?", cell)[:2]]
    mean, half = numbers if "±" in cell else (numbers[0], 0.0)
    return Measured(mean, half + 0.005 * abs(mean) + 1e-3 * half)


@pytest.mark.parametrize("experiment", ["eagle", "c2247"])
def test_a_tenth_contradicts_no_verdict(papers: ModuleType, experiment: str) -> None:
    page = rows_of(experiment)
    claims: list[Claim] = list(papers.EXPERIMENTS[experiment](papers.Runs(SCALE, SEEDS)))
    assert [claim.what for claim in claims] == list(page)
    verdicts = [(on_page(page[claim.what], 4), claim) for claim in claims]
    assert [claim for found, claim in verdicts if claim.verdict == OPPOSITE.get(found)] == []
    # Most are decided by as little; else the line above would say nothing.
    decided = [claim for found, claim in verdicts if claim.verdict is found]
    assert len(decided) > 0.6 * len(claims)


@pytest.mark.parametrize("experiment", ["eagle", "c2247"])
def test_the_page_states_bounds_and_reasons(papers: ModuleType, experiment: str) -> None:
    page = rows_of(experiment)
    for claim in papers.EXPERIMENTS[experiment](papers.Runs(0.001, 2)):
        row = page[claim.what]
        assert row[1:3] == [claim.paper, claim.bounds.text()]
        assert claim.reason in row[5]


def test_real_time_claims_are_those_of_the_page(papers: ModuleType) -> None:
    """Their runs are short: two readings in full, the third for its words."""
    page = rows_of("hp_97560")
    claims = papers.realtime_claims
    for column, reading in ((3, claims.AFTER), (5, claims.OPEN)):
        found = list(claims.claims(reading))
        assert [claim.what for claim in found] == list(page)
        for claim in found:
            row = page[claim.what]
            assert row[2] == claim.bounds.text()
            assert on_page(row, column + 1) is claim.verdict, claim.what
            assert claim.measured.meets(measured(row[column])), (claim.what, claim.measured)


def test_sequential_reads_in_order_pay(sequential: ModuleType) -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = list(sequential.rows(SCALE))
    assert len(found) > 20
    assert [row for row in found if row.verdict is Verdict.FAILS] == []
    assert sum(row.verdict is Verdict.HOLDS for row in found) > 0.6 * len(found)
    for row in found:
        assert f"| {row.kind} | {row.rate} |" in page
