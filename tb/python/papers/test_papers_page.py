"""papers.md against the experiments: the same claims, with the same bounds and reasons."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from headstack.charts import page
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.reproduce import experiments, papers

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/papers.md"


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("papers")


def part(name: str) -> str:
    [found] = page.marked(PAGE.read_text(encoding="utf-8"), name)
    return found.group(2)


def document(*claims: Claim) -> list[dict[str, Any]]:
    return [claim.document("seltzer1990", "fig2", "4.1") for claim in claims]


HOLDS = Claim("one", "is 1", Measured(1.0, 0.1, 3), Bounds(0.5, 1.5))
FAILS = Claim(
    "two", "is 1", Measured(2.0), Bounds(0.5, 1.5, "ms"), note="a queue", evidence=(HOLDS,)
)
OPEN = Claim("three", "is less", Measured(1.0, 0.2, 4), at_most(1.0, "%"))


def test_a_paper_s_part(script: ModuleType) -> None:
    [about] = [one for one in papers() if one.name == "seltzer1990"]
    text = script.text_of(about, script.part_of(about.name, document(HOLDS, FAILS, OPEN)))
    assert "| Figure 2: FCFS utilisation, by theory and simulation | 3 | 1 | 1 | 1 |" in text
    assert "- a queue\n  - Figure 2, two: “is 1”, allowed 0.5 to 1.5 ms, here 2 ms" in text
    assert "; evidence: 1 holds" in text
    assert "three: “is less”, allowed at most 1 %, here 1.00 ± 0.20 %" in text
    assert "one: “is 1”" not in text


def test_without_a_run_the_page_stays(script: ModuleType) -> None:
    found = script.parts({"claims": []}, PAGE.read_text(encoding="utf-8"))
    assert found == {name: part(name).rstrip("\n") for name in found}
    assert found.keys() == {"overview", *(paper.name for paper in papers())}


def test_a_run_of_one_experiment_replaces_that_alone(script: ModuleType) -> None:
    found = script.parts({"claims": document(HOLDS, FAILS, OPEN)}, PAGE.read_text(encoding="utf-8"))
    changed = {name for name, text in found.items() if text != part(name).rstrip("\n")}
    assert changed == {"overview", "seltzer1990"}
    before, after = part("seltzer1990").splitlines(), found["seltzer1990"].splitlines()
    of_fig2 = "| Figure 2: FCFS utilisation, by theory and simulation | {} |".format
    assert set(before) - set(after) == {of_fig2("10 | 10 | 0 | 0")}
    assert [line for line in after if "Figure 2" in line] == [
        of_fig2("3 | 1 | 1 | 1"),
        "  - Figure 2, two: “is 1”, allowed 0.5 to 1.5 ms, here 2 ms; evidence: 1 holds",
        "  - Figure 2, three: “is less”, allowed at most 1 %, here 1.00 ± 0.20 %",
    ]
    again = script.merged(
        script.stored(found["seltzer1990"]),
        script.part_of("seltzer1990", document(HOLDS)),
        [one.experiment.title for one in experiments(["seltzer1990"])],
    )
    assert not any("Figure 2," in line for line in str(again.lists).split("'"))


def test_what_is_no_full_run_is_refused(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = tmp_path / "claims.json"
    name.write_text(json.dumps({"scale": "quick", "claims": []}))
    monkeypatch.setattr("sys.argv", ["papers.py", str(name), "--write"])
    with pytest.raises(SystemExit):
        script.main()


def test_the_page_has_every_experiment_and_reason() -> None:
    for paper in papers():
        text = part(paper.name)
        assert paper.about in text
        for why in paper.left_out.values():
            assert why in text
        for one in experiments([paper.name]):
            assert f"| {one.experiment.title} |" in text


def test_the_sums_are_those_of_the_parts() -> None:
    rows = [line.split("|")[1:-1] for line in part("overview").splitlines()[2:]]
    by_title = {row[0].strip(): [int(cell) for cell in row[1:]] for row in rows}
    total = by_title.pop("all")
    assert [sum(column) for column in zip(*by_title.values(), strict=True)] == total
    for paper in papers():
        claims, *verdicts = by_title[paper.title]
        assert sum(verdicts) == claims
        listed = part(paper.name).count("\n  - ")
        assert listed == sum(verdicts[1:])
    claims, _, _, undecided = total
    assert undecided < 0.05 * claims
