"""The claims of the papers, at a tenth of their size; docs/papers.md has them in full."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCALE = 0.1


@pytest.fixture(scope="module")
def papers(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("papers")


@pytest.fixture(scope="module")
def sequential(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("sequential")


@pytest.mark.parametrize("experiment", ["eagle", "c2247", "hp_97560"])
def test_the_claims_hold(papers: ModuleType, experiment: str) -> None:
    claims = list(papers.EXPERIMENTS[experiment](papers.Runs(SCALE)))
    assert len(claims) > 15
    assert [claim for claim in claims if not claim.as_known] == []


def test_sequential_reads_in_order_pay(sequential: ModuleType) -> None:
    found = list(sequential.rows(SCALE))
    assert len(found) > 20
    assert [row for row in found if not row.holds] == []
    text = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    for row in found:
        assert f"| {row.kind} | {row.rate} |" in text


def test_the_page_has_every_claim(papers: ModuleType) -> None:
    text = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    for name, experiment in papers.EXPERIMENTS.items():
        for claim in experiment(papers.Runs(0.001)):
            assert f"| {claim.what} | {claim.paper} |" in text, (name, claim.what)
