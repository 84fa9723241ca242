"""The command `headstack trace`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headstack.cli import app

SPC = "0,0,512,w,0.5\n1,8,1024,r,1\n0,16,4096,r,2\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Runs it in a folder with the trace `some.spc`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "some.spc").write_text(SPC)
    return lambda *arguments: CliRunner().invoke(app, ["trace", *arguments])


def test_info(run: Callable[..., Any]) -> None:
    done = run("info", "some.spc")
    assert done.exit_code == 0
    assert "2: 0 (2), 1 (1)" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    document = json.loads(run("info", "some.spc", "--device", "0", "--json").stdout)
    assert (document["requests"], document["format"]) == (2, "spc")


def test_plot(run: Callable[..., Any], tmp_path: Path) -> None:
    assert run("info", "some.spc", "--plot", "some.png").exit_code == 0
    assert (tmp_path / "some.png").read_bytes().startswith(b"\x89PNG")
    again = run("info", "some.spc", "--plot", "some.png")
    assert (again.exit_code, again.stdout) == (2, "")
    assert "--force overwrites it" in again.stderr
    assert run("info", "some.spc", "--plot", "some.png", "--force", "--json").exit_code == 0
    assert "its ending is 'txt'" in run("info", "some.spc", "--plot", "some.txt").stderr


def test_convert(run: Callable[..., Any], tmp_path: Path) -> None:
    done = run("convert", "some.spc", "some.csv", "--to", "csv")
    assert (done.exit_code, done.stdout) == (0, "some.csv: 3 requests, csv\n")
    again = run("convert", "some.spc", "some.csv", "--to", "csv")
    assert again.exit_code == 2
    assert "there is a file already" in again.stderr
    done = run("convert", "some.csv", "b.iolog", "--to", "fio", "--device", "0", "--json")
    document = json.loads(done.stdout)
    assert document["loses"] == "response times, and what arrivals have below a microsecond"
    assert document["scan"]["requests"] == 2
    done = run("convert", "b.iolog", "b.spc", "--from", "fio", "--to", "spc")
    assert (tmp_path / "b.spc").read_text() == "0,0,512,W,0.500000\n0,16,4096,R,2.000000\n"
    assert "response times" in done.stdout


def test_what_is_left_out_is_said(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "odd").write_text("fio version 3 iolog\n1 sda sync\n2 sda read 0 512\n3 sda\n")
    done = run("convert", "odd", "odd.spc", "--to", "spc", "--skip-bad", "1")
    assert "devices: sda is 0" in done.stdout
    assert "malformed lines left out: 1" in done.stdout
    assert "records of no data left out: 1" in done.stdout


def test_formats(run: Callable[..., Any]) -> None:
    rows = json.loads(run("formats", "--json").stdout)["formats"]
    assert [row["name"] for row in rows if row["written"]] == [
        "spc", "disksim", "fio", "csv", "parquet",
    ]  # fmt: skip
    assert len(rows) == 11
    assert run("formats", "--csv").stdout.startswith("name,title,read,written,loses\nspc,")
    assert max(map(len, run("formats").stdout.splitlines())) <= 80


def test_bad_input(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "bad.spc").write_text(f"{SPC}oops\n")
    done = run("info", "bad.spc", "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "headstack: bad.spc:4: 1 columns instead of 5 or more; a line is: "
        "'0,303567,3584,w,0.026214'; skip_bad (--skip-bad) leaves malformed lines out\n"
    )
    assert run("info", "bad.spc", "--skip-bad", "1").exit_code == 0
    assert run("info", "absent").exit_code == 2
