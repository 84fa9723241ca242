"""The claims of the papers, at a tenth of their size; docs/papers.md has them in full."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCALE = 0.1


def script(name: str) -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[name]


@pytest.fixture(scope="module")
def papers() -> Iterator[ModuleType]:
    yield from script("papers")


@pytest.fixture(scope="module")
def sequential() -> Iterator[ModuleType]:
    yield from script("sequential")


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
