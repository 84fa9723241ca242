"""Experiments of papers: found by their names, run once, gone on with, judged, and shown."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import headstack
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.conclusions import Conclusion
from headstack_papers.experiment import (
    FULL,
    QUICK,
    SAMPLE,
    Call,
    Experiment,
    Found,
    Panel,
    Paper,
    Scale,
    Series,
    Table,
    lines,
)
from headstack_papers.kinds import Kind, Mark
from headstack_papers.reproduce import Named, answer, page, reproduce, running, sentences

CALLED: list[int] = []


def doubled(number: int) -> list[dict[str, Any]]:
    """A call of the experiments below."""
    CALLED.append(number)
    return [{"twice": 2 * number}]


def points(scale: Scale) -> Iterator[Point]:
    for name in ("fcfs", "sptf"):
        for seed in scale.seeds(3):
            yield Point(
                drive="hp_c2247",
                scheduler=name,
                workload="random",
                rate_per_s=30,
                requests=scale.requests(20_000),
                seed=seed,
                labels={"name": name},
            )


def claims(found: Found) -> Iterator[Claim]:
    excess = found.excess("mean_response_ms", name=("sptf", "fcfs"))
    yield Claim("SPTF: response above that of FCFS", "lower", excess, at_most(0, "%"))
    [row] = found.where(what="doubled")
    yield Claim("Twice three", "six <b>", Measured(row["twice"]), Bounds(6, 6))


def shows(found: Found) -> Iterator[Panel | Table]:
    names = {name: {"name": name} for name in ("fcfs", "sptf")}
    yield Panel(
        "Response < here",
        "rate, 1/s",
        "response, ms",
        [
            *lines(found, "mean_response_ms", "rate_per_s", names),
            Series("paper", [30], [25.0], kind="points", published=True),
        ],
        y_log=True,
    )
    yield Panel("Bars", "", "number", [Series("two", ["a", "b"], [1.0, None], kind="bars")])
    yield Table("A table", ["", "number"], [["row", "1"]])


EXPERIMENT = Experiment(
    title="Figure 1: a try",
    section="1",
    says="Less & less.",
    points=points,
    calls=lambda _: [Call(doubled, {"number": 3}, {"what": "doubled"})],
    claims=claims,
    shows=shows,
)
PAPER = Paper(
    "paper",
    "A paper",
    "About nothing.",
    {"fig2": "a drawing"},
    conclusions=(
        Conclusion("SPTF <wins>", "8", ("fig1/sptf-*",)),
        Conclusion("20 ms", "8", ("fig3/mean",), note="a slow drive"),
        Conclusion("a tape is slow", "8", untested="no tape"),
    ),
    kinds=(Mark(Kind.CONSTRUCTION, "three times two", ("fig1/twice-three",)),),
)


@pytest.fixture(autouse=True)
def _one_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts the experiment of this file in the place of the papers'."""

    def claimed(found: Found) -> Iterator[Claim]:
        yield Claim(
            "Mean",
            "20",
            found.mean("mean_response_ms", name="fcfs"),
            Bounds(0, 1, "ms"),
            note="our drive is slower",
            evidence=(Claim("Seeds", "2", Measured(2), Bounds(2, 2)),),
        )

    other = replace(EXPERIMENT, title="Figure 3", calls=lambda _: [], claims=claimed)
    own = [Named(PAPER, "fig1", EXPERIMENT), Named(PAPER, "fig3", other)]
    monkeypatch.setattr(running, "experiments", lambda _: own)


def run(folder: Path, **others: Any) -> Any:
    with ThreadPoolExecutor(1) as threads:
        return reproduce(folder=folder, scale=SAMPLE, executor=threads, **others)


def same(document: dict[str, Any]) -> dict[str, Any]:
    """What does not depend on how long it took."""
    return {name: value for name, value in document.items() if name != "wall_s"}


def test_what_is_finished_is_not_run_again(tmp_path: Path) -> None:
    CALLED.clear()
    first = run(tmp_path)
    assert CALLED == [3]
    parts = sorted((tmp_path / "points").glob("*.parquet"))
    again = run(tmp_path)
    assert CALLED == [3]
    assert sorted((tmp_path / "points").glob("*.parquet")) == parts
    assert same(again.document()) == same(first.document())
    # both experiments have the same points: each ran once
    assert sum(pq.read_table(part).num_rows for part in parts) == 4


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    with pytest.raises(headstack.RunError):
        run(tmp_path / "here", progress=lambda over, _: over < 2)
    assert run(tmp_path / "here").document()["claims"] == run(tmp_path / "there").claims()


def test_processes_and_threads_find_the_same(tmp_path: Path) -> None:
    by_processes = reproduce(folder=tmp_path / "processes", scale=SAMPLE, workers=2)
    assert by_processes.claims() == run(tmp_path / "threads").claims()


def test_rows_name_their_drive_whose_description_is_kept(tmp_path: Path) -> None:
    run(tmp_path)
    [part] = (tmp_path / "drives").iterdir()
    table = pq.read_table(tmp_path / "points")
    assert set(table["configuration_sha256"].to_pylist()) == {part.stem}
    load = headstack.workload.random(40, requests=200)
    kept, own = (headstack.Drive(drive, "sptf").run(load) for drive in (part, "hp_c2247"))
    assert kept.summary["schedule_sha256"] == own.summary["schedule_sha256"]


def test_the_document(tmp_path: Path) -> None:
    document = run(tmp_path).document()
    first, twice, mean = document["claims"]
    assert first["id"] == "paper/fig1/sptf-response-above-that-of-fcfs"
    assert first["tolerance"] == [None, 0]
    assert (twice["verdict"], twice["holds"], twice["interval"]) == ("holds", True, [6, 6])
    assert (mean["verdict"], mean["holds"], mean["why"]) == ("fails", False, "Our drive is slower.")
    assert mean["evidence"][0]["verdict"] == "holds"
    assert sum(document["counts"].values()) == 3
    assert (twice["kind"], twice["finding"]) == ("by construction", "paper/fig1/six-b")
    assert (mean["kind"], mean["finding"]) == ("measured", "paper/fig3/20")
    assert {finding["id"] for finding in document["findings"]} >= {mean["finding"]}
    found = {one["published"]: one["verdict"] for one in document["conclusions"]}
    assert found == {"SPTF <wins>": first["verdict"], "20 ms": "fails", "a tape is slow": None}
    json.dumps(document, allow_nan=False)


def test_two_claims_of_one_name_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = Claim("Same", "1", Measured(1), Bounds(1, 1))
    bad = replace(EXPERIMENT, claims=lambda _: [twice, twice])
    monkeypatch.setattr(running, "experiments", lambda _: [Named(PAPER, "fig1", bad)])
    with pytest.raises(headstack.ConfigError, match="two claims are called same"):
        run(tmp_path)


def test_sizes() -> None:
    assert FULL.seeds(20) == tuple(range(1, 21))
    assert QUICK.seeds(20) == (1, 2, 3, 4, 5)
    assert QUICK.seeds(4) == (1, 2, 3)
    assert SAMPLE.seeds(20) == (1, 2)
    assert FULL.seeds(1) == (1,)
    assert (FULL.requests(1000), QUICK.requests(1000), SAMPLE.requests(1000)) == (1000, 400, 100)
    assert SAMPLE.requests(50) == 50
    assert QUICK.pick(full=3, quick=2, sample=1) == 2


def test_a_browser_draws_the_page_and_fetches_nothing(
    tmp_path: Path, browser: Callable[[Path], Any]
) -> None:
    path = tmp_path / "page.html"
    page.write(run(tmp_path / "runs"), path)
    drawn = browser(path)
    assert 'data-drawn="all"' in drawn.html
    assert drawn.html.count('class="main-svg"') >= 4  # each chart has several
    assert "six &lt;b&gt;" in drawn.html
    assert "SPTF &lt;wins&gt;" in drawn.html
    assert "no tape" in drawn.html
    assert drawn.fetched == []


def test_points_are_labelled_by_what_differs() -> None:
    names = ["STF, Q = 100: response over FCFS", "STF, Q = 200: response over FCFS"]
    assert sentences.labels(names) == ["100", "200"]
    assert sentences.labels(["one", "one two"]) == ["", "two"]
    assert sentences.labels(["LOOK above SSTF", "SCAN above SSTF"]) == ["LOOK", "SCAN"]


def test_the_answer_counts_measured_findings(tmp_path: Path) -> None:
    said = answer.sentence(run(tmp_path).findings())
    assert said.startswith("Of 2 measured findings ")
    assert said.endswith("Apart from them stand 1 that hold by construction.")
