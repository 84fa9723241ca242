"""What commands print, for people, spreadsheets and programs: in 80 columns, without a terminal."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack import catalog
from headstack.cli import output
from headstack.cli.output import Column
from headstack_identify.cli import validate

TRACE = "R Miss 564347 2 14095.370 13876.270\nR Hit 564349 2 1414.270 18746.770\n"
SUITE = '[[case]]\nname = "a"\ndrive = "hp_c2247"\nworkload = "closed(4)"\nrequests = 50\n'
COMMANDS = {
    "run": ("run", "--rate", "30", "--requests", "300"),
    "bus": ("bus", "--drives", "2", "--requests", "300", "--drive", "hp_c2247a"),
    "validate": ("validate", "good.trace", "--drive", "hp_c2247"),
    "codesign": (
        *("codesign", "--requests", "1000", "--outstanding", "2", "--outstanding", "1000"),
        *("--clock", "5", "--clock", "100"),
    ),
    "codesign --rate": ("codesign", "--requests", "300", "--rate", "50", "--clock", "2.5"),
    "sweep realtime": ("sweep", "--preset", "realtime", "--axis", "requests=30"),
    "admit": ("admit", "--kind", "mpeg2", "--kind", "cd_audio", "--tracks", "1", "2"),
    "mimic": (
        *("mimic", "--step", "4MiB", "--samples", "1", "--no-by-type"),
        *("--out", "base.mimic", "--force"),
    ),
    "sweep share": ("sweep", "--preset", "share", "--axis", "requests=300"),
    "demo": ("demo", "--requests", "300"),
    "trace formats": ("trace", "formats"),
    "regress": (*("regress", "suite.toml", "--baseline", "kept"), "--update", "--all"),
    "drives": ("drives",),
    "drives NAME": ("drives", "hp_97560"),
    "schedulers": ("schedulers",),
}
LISTS = (
    *(
        "bus",
        "codesign",
        "codesign --rate",
        "sweep realtime",
        "sweep share",
        "demo",
        "drives",
        "schedulers",
    ),
    "trace formats",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """With a trace in it."""
    (tmp_path / "good.trace").write_text(TRACE)
    (tmp_path / "suite.toml").write_text(SUITE)
    return tmp_path


def printed(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "headstack", *arguments],
        cwd=folder, env={**os.environ, "COLUMNS": "80"},
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    for key in ("runs", "drives", "schedulers", "formats", "cases", "rows"):
        if isinstance(document.get(key), list):
            return list(document[key])
    return [document]


@pytest.mark.parametrize("name", COMMANDS)
def test_80_columns(folder: Path, name: str) -> None:
    """No line is longer, nothing is left out with dots, and no figure goes on in another line."""
    text = printed(folder, *COMMANDS[name])
    if name != "drives NAME":  # a drive file, with the lines that its comments have
        assert max(map(len, text.splitlines())) <= 80
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    assert not re.search(r"^\s*[\d,]*\.\s*$|^\s*\.\d+\s*$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "name", ["drives", "schedulers", "sweep share", "codesign", "sweep realtime"]
)
def test_names_are_whole(folder: Path, name: str) -> None:
    """Each name of a row stands in the table, at most with a line's end in a text of words."""
    document = json.loads(printed(folder, *COMMANDS[name], "--json"))
    text = printed(folder, *COMMANDS[name])
    words = set(text.split())
    for row in rows_of(document):
        for key in ("name", "signature", "scheduler", "design"):
            if key in row and key in {"drives": "name", "schedulers": "signature"}.get(name, key):
                for word in str(row[key]).split():
                    assert word in words, word


def test_figures_are_whole(folder: Path) -> None:
    """Of the widest table: each figure of --csv, rounded as the table has it, is in its line."""
    rows = list(csv.DictReader(io.StringIO(printed(folder, *COMMANDS["demo"], "--csv"))))
    lines = [line.split() for line in printed(folder, *COMMANDS["demo"]).splitlines()]
    for row in rows:
        begins = [f"{row['rate_per_s']}/s", row["scheduler_name"]]
        (line,) = [line for line in lines if line[:2] == begins]
        times = [f"{float(row[f'{key}_response_ms']):,.1f}" for key in ("mean", "p95", "max")]
        assert set(times) <= set(line), line
        assert f"{float(row['scv_response']):.2f}" in line


@pytest.mark.parametrize("name", COMMANDS)
def test_csv(folder: Path, name: str) -> None:
    """A heading, and a line for each row that --json has, with the same figures."""
    rows = list(csv.reader(io.StringIO(printed(folder, *COMMANDS[name], "--csv"))))
    document = json.loads(printed(folder, *COMMANDS[name], "--json"))
    assert len({len(row) for row in rows}) == 1
    found = rows_of(document)
    assert len(rows) == 1 + len(found)
    assert len(rows) > 2 or name not in LISTS
    for row, there in zip(rows[1:], found, strict=True):
        for key, cell in zip(rows[0], row, strict=True):
            value = there.get(key)
            timed = key in ("wall_s", "requests_per_wall_s")
            if isinstance(value, (int, float)) and not isinstance(value, bool) and not timed:
                assert float(cell) == value, key
            elif value is None:
                assert cell == "" or key not in there, key


@pytest.mark.parametrize("name", COMMANDS)
def test_json_says_what_it_is_of(folder: Path, name: str) -> None:
    """Version, seed and resolved configuration, from which the run can be repeated."""
    document = json.loads(printed(folder, *COMMANDS[name], "--json"))
    assert document["version"] == headstack.__version__
    if name in ("drives", "schedulers", "trace formats") or name.startswith("sweep"):
        return  # a sweep has seeds, and a hash of each configuration, in its rows
    if name == "regress":
        [case] = document["cases"]
        document = {**case, **case["settings"]}
    if name != "drives NAME":
        assert "seed" in document
    (folder / "again.toml").write_text(document["configuration"])
    assert catalog.load(folder / "again.toml").blocks > 0


def test_the_configuration_repeats_the_run(folder: Path) -> None:
    document = json.loads(printed(folder, *COMMANDS["run"], "--json"))
    (folder / "again.toml").write_text(document["configuration"])
    again = printed(folder, *COMMANDS["run"], "--drive", "again.toml", "--json")
    assert json.loads(again)["schedule_sha256"] == document["schedule_sha256"]


def test_two_forms_are_refused(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "headstack", "drives", "--json", "--csv"],
        cwd=folder, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "--json and --csv" in done.stderr


def test_a_table_that_cannot_fit_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wider than 40 columns by its figures alone: no figure is cut or goes on, a word may."""
    monkeypatch.setenv("COLUMNS", "40")
    word = "overhead.write_seek_delay_non_sequential"
    rows = [{"name": word, **{str(i): 1_234_567.5 for i in range(4)}}]
    columns = [Column("name", "", text=True), *(Column(str(i), str(i)) for i in range(4))]
    output.print_table(rows, columns)
    text = capsys.readouterr().out
    assert text.count("1,234,567.5000") == 4
    assert "".join(line.split(" ")[0] for line in text.splitlines()[2:]) == word


def test_the_cross_validated_table_fits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the longest names and figures that it has."""
    monkeypatch.setenv("COLUMNS", "80")
    numbers = {
        "file": 11.1148, "start": 11.227293,
        "fitted_on_odd_blocks": -0.004588739, "fitted_on_even_blocks": 0.007344595,
    }  # fmt: skip
    rows = [
        {"name": "overhead.write_seek_delay_non_sequential", "unit": "ms/block", **numbers},
        {"name": "spindle.rotation", "unit": "ms", **numbers},
    ]
    output.print_table(rows, validate._VALUES)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for figure in ("11.1148", "11.22729", "-0.00459", "0.00734"):
        assert text.count(f" {figure}") == 2
