"""Formats of a user's own, named by file and class: on the command line, in texts, in pickles."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headstack import ConfigError, traces, workload
from headstack.cli import app
from headstack.traces import formats

LAB = """
import numpy as np
from headstack import traces

class Lab(traces.Format):
    name = "lab"
    title = "a lab's"

    def __init__(self, unit=1024):
        self.unit = unit

    def fits(self, head):
        return head.startswith(b"kib")

    def read(self, file, reading):
        table = np.loadtxt(file, np.int64, skiprows=1, ndmin=2)
        rows = len(table)
        yield traces.Batch(
            arrival_ps=np.arange(rows) * 10**10,
            device=reading.one_device("disk", rows),
            start_byte=table[:, 0] * self.unit,
            bytes=table[:, 1] * self.unit,
            write=np.zeros(rows, bool),
            line=np.arange(rows) + 2,
            response_ps=None,
            names=reading.names,
        )

class Written(Lab):
    def write(self, file, batches, devices):
        file.write(b"kib\\n")
        for batch in batches:
            np.savetxt(file, np.column_stack((batch.start_byte, batch.bytes)) // 1024, "%d")

class Nameless(traces.Format):
    fits = read = lambda *_: None

class Abstract(traces.Format):
    name = title = "a"

class Failing(Lab):
    def read(self, file, reading):
        raise LookupError("what a line")

traces.register(Lab())
"""
TRACE = "kib\n0 4\n400 64\n8 1\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a format and a trace in it; what the file registers ends with the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(formats, "_registered", dict(formats._registered))
    (tmp_path / "lab.py").write_text(LAB)
    (tmp_path / "lab.txt").write_text(TRACE)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


def test_info_and_convert(tmp_path: Path) -> None:
    done = run("trace", "info", "lab.txt", "--format", "lab.py:Lab", "--json")
    assert done.exit_code == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["format"], document["requests"]) == ("lab.py:Lab", 3)
    by_sector = run("trace", "info", "lab.txt", "--format", "lab.py:Lab(unit=512)", "--json")
    assert json.loads(by_sector.stdout)["bytes"] * 2 == document["bytes"]
    run("trace", "convert", "lab.txt", "a.csv", "--from", "lab.py:Lab", "--to", "csv")
    done = run("trace", "convert", "a.csv", "b.txt", "--to", f"{tmp_path}/lab.py:Written", "--json")
    assert json.loads(done.stdout)["to"] == f"{tmp_path}/lab.py:Written"
    assert Path("b.txt").read_text() == TRACE


def test_run() -> None:
    text = "trace(lab.txt, format='lab.py:Lab')"
    assert json.loads(run("run", "--workload", text, "--json").stdout)["requests"] == 3


def test_advise_in_processes() -> None:
    """The format goes to processes that know it by its file only."""
    options = "--format lab.py:Lab --drive hp_c2247 --schedulers sptf,look --places drive --json"
    done = subprocess.run(
        [sys.executable, "-m", "headstack", "advise", "lab.txt", *options.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "--format lab.py:Lab" in json.loads(done.stdout)["command"]


def test_it_pickles_as_its_text() -> None:
    trace = pickle.loads(pickle.dumps(traces.open("lab.txt", format="lab.py:Lab(unit=512)")))
    assert trace.format.called == "lab.py:Lab(unit=512)"
    assert trace.scan().highest_byte == 464 * 512


def test_results_say_which_file_it_was() -> None:
    before = workload.replay("lab.txt", format="lab.py:Lab").settings()
    assert before["format"] == "lab.py:Lab"
    Path("lab.py").write_text(f"{LAB}\n# other\n")
    after = workload.replay("lab.txt", format="lab.py:Lab").settings()
    assert {key for key in before if before[key] != after[key]} == {"format_sha256"}


def test_a_text_with_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    text = "trace(lab.txt, format='lab.py:Lab')"
    assert workload.parse(text, folder=tmp_path).load.requests == 3


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("lab.py:Labb", "format lab.py:Labb: class 'Labb' is not known; did you mean 'Lab'"),
        ("gone.py:Lab", "format gone.py:Lab: there is no file gone.py"),
        ("nowhere:Lab", "format nowhere:Lab: there is no module nowhere"),
        ("lab.py:np", "np is not a subclass of headstack.traces.Format"),
        ("lab.py:Lab(open)", r"write module:Class or file.py:Class.*as in mine:Lab\(2\)"),
        ("lab.py:Lab(1, 2)", "cannot be made: .*positional arguments"),
        ("lab.py:Abstract", "cannot be made: .*abstract"),
        ("lab.py:Nameless", "its class has no name; give it one, a text"),
        ("lab.py", "known: spc, .* or one of your own, as 'mine.py:Mine'"),
        ("bad.py:Lab", r"cannot be loaded: .*bad.py:2 in <module>: ZeroDivisionError"),
        ("worse.py:Lab", r"cannot be loaded: .*worse.py:1: SyntaxError"),
    ],
)
def test_bad_names(spec: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("\n1 / 0\n")
    (tmp_path / "worse.py").write_text("def\n")
    with pytest.raises(ConfigError, match=message):
        traces.open("lab.txt", format=spec)


def test_one_that_fails_says_where() -> None:
    done = run("trace", "info", "lab.txt", "--format", "lab.py:Failing")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("headstack: the format failed: ")
    assert done.stderr.endswith("in read: LookupError: what a line\n")


def test_one_that_was_made_anew_takes_the_place_of_the_old(
    make: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        traces.open("lab.txt", format="lab.py:Lab")  # which runs the file, and so registers
    assert traces.open(make(TRACE, "other.txt")).format.called == "lab"
    other = type("Other", (type(formats.named("lab")),), {})
    with pytest.raises(ConfigError, match="there is a format 'lab' already"):
        traces.register(other())
    monkeypatch.setattr(other, "title", None)
    with pytest.raises(ConfigError, match="format Other: its class has no title"):
        traces.register(other())
