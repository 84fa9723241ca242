"""`headstack report`: one page for stored results, against their documents."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from conftest import run_command

import headstack
from headstack import ConfigError, Drive, report, workload
from headstack.measure import validation

Cli = Callable[..., subprocess.CompletedProcess[str]]
RUN = ("run", "--scheduler", "sptf", "--rate", "40", "--requests", "400")
COMPARE = ("compare", "--scheduler", "fcfs", "--scheduler", "sptf", "--rate", "30")
SWEEP = """
drive = "hp_c2247"
scheduler = ["fcfs", "sptf"]
workload = "random"
rate = [20, 40]
requests = 100
seeds = 2
"""


def text_of(page: str) -> str:
    """The words of a page."""
    body = re.sub(r"<(?:style|title)>.*?</(?:style|title)>", "", page, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split())


def facts(page: str) -> dict[str, str]:
    """The names of a page with their values."""
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    return {unescape(name): unescape(value) for name, value in pairs}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a stored result of each kind, which tests do not change."""
    folder = tmp_path_factory.mktemp("results")
    (folder / "sweep.toml").write_text(SWEEP)
    lines = [f"R Miss {1000 * place % 50021} 8 10.5 {12 + place % 7}.5" for place in range(60)]
    (folder / "real.trace").write_text("\n".join([*lines, ""]))
    made = {
        "run.json": (*RUN, "--parquet", "run.parquet", "--json"),
        "compare.json": (*COMPARE, "--requests", "300", "--seeds", "3", "--json"),
        "sweep.json": ("sweep", "sweep.toml", "--folder", "sweep", "--workers", "1", "--json"),
        "validate.json": ("validate", "real.trace", "--drive", "hp_c2247", "--json"),
    }
    for name, words in made.items():
        done = run_command(folder, *words)
        assert done.returncode == 0, done.stderr
        (folder / name).write_text(done.stdout)
    return folder


@pytest.fixture
def stored(results: Path, tmp_path: Path) -> Path:
    """The folder of the command, with a copy of each result."""
    shutil.copytree(results, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_a_page_of_all_kinds(cli: Cli, stored: Path, browser: Callable[..., Any]) -> None:
    names = ("run.parquet", "compare.json", "sweep", "validate.json")
    done = cli("report", *names, "--out", "page.html", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    kinds = [one["kind"] for one in told["results"]]
    assert kinds == ["run", "comparison", "sweep", "validation"]
    page = (stored / "page.html").read_text(encoding="utf-8")
    assert page.count("<img") == told["pictures"] == 12
    assert page.count("alt=") == 12
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!data:)', page)
    assert "prefers-color-scheme: dark" in page
    assert browser(stored / "page.html").fetched == []


def test_a_run_says_what_was_run(stored: Path) -> None:
    page = report.html([stored / "run.parquet"])
    document = json.loads((stored / "run.json").read_text())
    found = facts(page)
    assert found["schedule_sha256"] == document["schedule_sha256"]
    assert found["drive"] == "hp_c2247"
    assert found["scheduler"] == "sptf"
    assert found["seed"] == "1"
    assert found["version of headstack"] == document["version"]
    assert found["workload"].startswith("random(rate_per_s=40")
    assert found["mean response, ms"] == f"{document['mean_response_ms']:,.4g}"
    assert found["99th percentile, ms"] == f"{document['p99_response_ms']:,.4g}"
    parts = [float(found[f"mean {name}, ms"]) for name in headstack.result.PARTS]
    assert sum(parts) == pytest.approx(document["mean_response_ms"], rel=1e-3)


def test_a_comparison_has_its_pairs(stored: Path) -> None:
    words = text_of(report.html([stored / "compare.json"]))
    document = json.loads((stored / "compare.json").read_text())
    for one in document["differences"]:
        ends = (f"{float(one['interval'][name]):,.4g}" for name in ("value", "low", "high"))
        assert f"{one['verdict']}" in words
        assert " ".join(ends) in words
    assert "sptf hp_c2247, sptf in the drive" in words
    assert document["schedule_sha256"]["fcfs"][2] in words


def test_a_sweep_is_the_same_from_folder_and_output(stored: Path) -> None:
    folder, document = (text_of(report.html([stored / name])) for name in ("sweep", "sweep.json"))
    assert folder == document
    assert "sweep: 8 points" in folder
    rows = json.loads((stored / "sweep.json").read_text())["rows"]
    own = [
        row["mean_response_ms"]
        for row in rows
        if (row["scheduler"], row["rate_per_s"]) == ("sptf", 40)
    ]
    assert f"sptf 40 2 {sum(own) / 2:,.4g}" in folder
    assert all(row["schedule_sha256"] in folder for row in rows)


def test_a_validation_has_the_demerit_figure(stored: Path) -> None:
    page = report.html([stored / "validate.json"])
    document = json.loads((stored / "validate.json").read_text())
    assert facts(page)["demerit, % of measured mean"] == f"{document['demerit_percent']:,.4g}"
    found = validation.validate("hp_c2247", stored / "real.trace")
    assert document["quantiles"] == found.quantiles()
    assert text_of(report.html([found])).startswith("Report: hp_c2247 against real.trace")


def test_results_in_memory_have_the_same_page(stored: Path) -> None:
    drive = Drive("hp_c2247", "sptf")
    ran = drive.run(workload.random(40, requests=400))
    stored_run = report.html([stored / "run.parquet"])
    assert facts(report.html([ran])) == facts(stored_run)
    assert facts(report.html([headstack.load(stored / "run.parquet")])) == facts(stored_run)


def test_texts_are_escaped(stored: Path) -> None:
    document = json.loads((stored / "compare.json").read_text())
    text = json.dumps(document).replace('"sptf"', '"<script>alert(1)</script>"')
    (stored / "hostile.json").write_text(text)
    page = report.html([stored / "hostile.json"], title="<b>")
    assert "<script" not in page
    assert "<h1>&lt;b&gt;</h1>" in page


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("run.json", None, r"run --json has no requests; give the file of run --parquet"),
        ("sweep.toml", None, "neither Parquet nor JSON"),
        ("list.json", "[1, 2]", "no result that a report shows"),
        ("other.json", '{"a": 1}', "no result that a report shows; give the file of run"),
        ("broken.json", '{"differences": [], "runs_each": 3}', "damaged, or another version"),
        ("types.json", '{"points": 3, "rows": [3]}', "damaged, or another version"),
        ("none.json", '{"points": 0, "rows": []}', "damaged, or another version|no points"),
        ("missing.json", None, "No such file"),
    ],
)
def test_a_file_without_a_result(
    cli: Cli, stored: Path, name: str, text: str | None, message: str
) -> None:
    if text is not None:
        (stored / name).write_text(text)
    done = cli("report", "run.parquet", name, "--out", "page.html")
    assert done.returncode == 2, done.stdout
    assert re.search(f"headstack: .*{name}.*(?:{message})", done.stderr), done.stderr
    assert not (stored / "page.html").exists()


def test_a_damaged_run_is_refused(stored: Path) -> None:
    data = bytearray((stored / "run.parquet").read_bytes())
    data[len(data) // 2] ^= 1
    (stored / "bad.parquet").write_bytes(data)
    with pytest.raises(ConfigError, match="it is damaged"):
        report.html([stored / "bad.parquet"])


def test_an_earlier_validation_has_no_distribution(stored: Path) -> None:
    document = json.loads((stored / "validate.json").read_text())
    del document["quantiles"]
    (stored / "old.json").write_text(json.dumps(document))
    with pytest.raises(ConfigError, match=r"old\.json: .*another version .*quantiles"):
        report.html([stored / "old.json"])


@pytest.mark.parametrize("results", [[], "run.parquet", None, [3], [None]])
def test_results_that_are_none(results: Any) -> None:
    with pytest.raises(ConfigError, match="result"):
        report.html(results)
