"""papers.md is made from the stored verdicts, which have each experiment's findings."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from headstack.charts import page
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import SAMPLE, Found
from headstack_papers.reproduce import Done, Outcome, experiments, papers

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/papers.md"


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("papers")


def part(name: str) -> str:
    [found] = page.marked(PAGE.read_text(encoding="utf-8"), name)
    return found.group(2).rstrip("\n")


def claim(what: str, words: str, value: float, note: str = "") -> Claim:
    return Claim(what, words, Measured(value, 0.1, 3), Bounds(0.5, 1.5), note=note)


def document(*claims: Claim) -> dict[str, Any]:
    """The document of a run of Seltzer's figure 2 that found these claims."""
    [named] = experiments(["seltzer1990/fig2"])
    return Outcome([Done(named, Found([], SAMPLE), claims, [])], 1.0, {}).document()


ONE = document(
    claim("Q = 1", "all alike", 1.0),
    claim("Q = 2", "all alike", 9.0, "a queue"),
    claim("Q = 3", "all alike", 8.0, "another queue"),
    claim("the sum", "nearly 1", 1.5),
)


def test_the_findings_of_a_run(script: ModuleType) -> None:
    alike, nearly = script.findings_of(ONE)
    assert alike["points"] == {"q-1": "holds", "q-2": "fails", "q-3": "fails"}
    assert (script.verdict_of(alike), alike["why"]) == ("fails", "A queue.")
    assert (script.verdict_of(nearly), nearly["quantity"]) == ("undecided", "all")


def test_a_paper_s_part(script: ModuleType) -> None:
    [about] = [one for one in papers() if one.name == "seltzer1990"]
    text = script.text_of(about, script.findings_of(ONE))
    assert "| Figure 2: FCFS utilisation, by theory and simulation | 2 | 0 | 1 | 1 |" in text
    assert "**What differs**\n\n- “all alike” (Figure 2; 1 of 3 points hold): A queue.\n" in text
    assert "**What is undecided**\n\n- “nearly 1” (Figure 2)\n" in text


def test_a_sentence_of_two_experiments_is_counted_once(script: ModuleType) -> None:
    rows = script.findings_of(ONE)
    other = [{**row, "experiment": "fig3", "points": {"q-9": "holds"}} for row in rows]
    alike, nearly = script.joined([*rows, *other])
    assert alike["points"] == {
        "fig2/q-1": "holds",
        "fig2/q-2": "fails",
        "fig2/q-3": "fails",
        "fig3/q-9": "holds",
    }
    assert script.differs(alike) == (
        "“all alike” (Figure 2, Figure 3; 2 of 4 points hold): A queue."
    )
    assert script.verdict_of(nearly) == "undecided"
    assert script.sums([*rows, *other]) == script.sums(rows)


def test_a_run_of_one_experiment_replaces_that_alone(script: ModuleType) -> None:
    old = script.stored()
    new = script.merged(old, script.findings_of(ONE))
    assert [row for row in new if row["id"].startswith("seltzer1990/fig2/")] == (
        script.findings_of(ONE)
    )
    others = [row for row in old if not row["id"].startswith("seltzer1990/fig2/")]
    assert [row for row in new if not row["id"].startswith("seltzer1990/fig2/")] == others


def test_the_page_is_made_from_the_stored_verdicts(script: ModuleType) -> None:
    found = script.parts(script.stored())
    assert found == {name: part(name) for name in found}
    assert found.keys() == {"overview", *(paper.name for paper in papers())}


def test_the_stored_verdicts_have_every_experiment(script: ModuleType) -> None:
    assert {script.name_of(row) for row in script.stored()} == {one.id for one in experiments()}


def test_every_conclusion_is_on_the_page(script: ModuleType) -> None:
    for paper in papers():
        rows = [row for row in script.stored() if row["paper"] == paper.name]
        assert [one.conclusion for one in script.concluded(paper, rows)] == list(paper.conclusions)


def test_what_is_no_full_run_is_refused(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = tmp_path / "claims.json"
    name.write_text(json.dumps({"scale": "quick", "claims": []}))
    monkeypatch.setattr("sys.argv", ["papers.py", str(name), "--write"])
    with pytest.raises(SystemExit):
        script.main()


def test_the_sums_are_those_of_the_papers() -> None:
    rows = [line.split("|")[1:-1] for line in part("overview").splitlines()[2:]]
    cells = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}
    total = cells.pop("all")
    assert set(cells) == {paper.title for paper in papers()}
    for place, sums in enumerate(total):
        numbers = [[int(n) for n in row[place].split(" of ") if n] for row in cells.values()]
        each = [n for n in numbers if n]
        assert [int(n) for n in sums.split(" of ")] == [sum(c) for c in zip(*each, strict=True)]


def test_few_measured_findings_are_undecided(script: ModuleType) -> None:
    measured = [row for row in script.stored() if row["kind"] == "measured"]
    undecided = [row["id"] for row in measured if script.verdict_of(row) == "undecided"]
    assert len(undecided) < 0.1 * len(measured)
