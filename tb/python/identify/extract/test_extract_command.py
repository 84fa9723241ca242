"""`headstack extract`: what it writes and how it ends."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from typer.testing import CliRunner

from headstack._core import DriveConfig
from headstack.cli import app
from headstack_identify.cli import extract_drive
from headstack_identify.extract import Answer, Request, SessionTarget

Cli = Callable[..., CompletedProcess[str]]


@pytest.mark.usefixtures("small")
def test_the_command_writes_a_file_and_compares(cli: Cli, tmp_path: Path) -> None:
    done = cli("extract", "drive.toml", "-o", "found.toml", "--compare", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["complete"]
    assert document["all_good"]
    assert document["toml"] == (tmp_path / "found.toml").read_text()
    again = cli("extract", "drive.toml", "-o", "found.toml")
    assert again.returncode == 2
    assert "--force" in again.stderr
    shown = cli("extract", "drive.toml")
    assert shown.stdout == document["toml"]


@pytest.mark.usefixtures("small")
def test_the_command_keeps_what_was_found(cli: Cli, tmp_path: Path) -> None:
    bad = "\n[defects]\nunreadable = [[0, 0, 0]]\n"
    (tmp_path / "bad.toml").write_text((tmp_path / "drive.toml").read_text() + bad)
    done = cli("extract", "bad.toml", "-o", "found.toml")
    assert done.returncode == 1
    assert "medium error" in done.stderr
    assert "found.toml has what was found; it is not complete, and cannot be" in done.stderr
    assert "NOT COMPLETE" in (tmp_path / "found.toml").read_text()


def test_the_block_of_a_medium_error_is_told(cli: Cli, tmp_path: Path, small: DriveConfig) -> None:
    assert small.blocks
    bad = "\n[defects]\nunreadable = [[0, 0, 0]]\n"
    (tmp_path / "bad.toml").write_text((tmp_path / "drive.toml").read_text() + bad)
    done = cli("extract", "bad.toml")
    assert done.returncode == 1
    assert "READ(10) of block 0 (command " in done.stderr
    assert ", rotation): medium error" in done.stderr
    assert "# NOT COMPLETE" in done.stdout  # there is no file: what was found is printed
    document = json.loads(cli("extract", "bad.toml", "--json").stdout)
    assert not document["complete"]
    assert document["drive_time_s"] > 0
    assert "medium error" in document["problem"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        (
            "[variation]\nseek = '0.1 ms'",
            "the drive varies too much: seeks over 1 cylinder vary by more than",
        ),
        ("[variation]\nspindle = '100 parts per million'", "the drive varies too much: ends of"),
        ("[defects]\nsoft_rate = '20 %'", "the drive varies too much: "),
    ],
)
def test_a_drive_that_varies_too_much(cli: Cli, tmp_path: Path, conditions: str, told: str) -> None:
    (tmp_path / "bad.toml").write_text(f"{(tmp_path / 'drive.toml').read_text()}\n{conditions}\n")
    done = cli("extract", "bad.toml", "-o", "found.toml")
    assert done.returncode == 1
    assert told in done.stderr
    assert "found.toml has what was found" in done.stderr
    kept = (tmp_path / "found.toml").read_text()
    assert "# NOT COMPLETE" in kept
    assert "rotation = " in kept


@pytest.mark.usefixtures("small")
def test_what_is_uncertain_is_told(cli: Cli, tmp_path: Path) -> None:
    conditions = "\n[variation]\nspindle = '1 parts per million'\n"
    (tmp_path / "bad.toml").write_text((tmp_path / "drive.toml").read_text() + conditions)
    done = cli("extract", "bad.toml", "-o", "found.toml")
    assert done.returncode == 0, done.stderr
    [note] = [line for line in done.stdout.splitlines() if line.startswith("note: UNCERTAIN: ")]
    assert f"# {note.removeprefix('note: ')}" in (tmp_path / "found.toml").read_text()


@pytest.mark.usefixtures("small")
def test_wrong_values_of_a_comparison_are_an_error(cli: Cli, tmp_path: Path) -> None:
    """More blocks than are looked for (docs/use/extract.md, Limits)."""
    more = "\n[write]\nminimum_blocks = 30\nminimum_blocks_large = 30\n"
    more += '[bus]\nwrite_rate = "0.2 ms/block"\n'
    (tmp_path / "more.toml").write_text((tmp_path / "drive.toml").read_text() + more)
    done = cli("extract", "more.toml", "-o", "found.toml", "--compare")
    assert done.returncode == 1
    assert "WRONG" in done.stdout
    assert "values are not those of more.toml: " in done.stderr
    assert "write.minimum_blocks" in done.stderr
    done = cli("extract", "more.toml", "--compare", "--json")
    assert done.returncode == 1
    assert not json.loads(done.stdout)["all_good"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["file", "printed", "json"])
def test_ctrl_c_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    class Impatient(SessionTarget):
        left = 3000

        def command(self, request: Request) -> Answer:
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().command(request)

    monkeypatch.setattr(extract_drive, "SessionTarget", Impatient)
    monkeypatch.chdir(tmp_path)
    more = {"file": ("-o", "found.toml"), "printed": (), "json": ("--json",)}[form]
    done = CliRunner().invoke(app, ["extract", "drive.toml", *more])
    assert done.exit_code == 130
    assert done.stderr.count("interrupted") == 1
    assert "headstack: interrupted at command " in done.stderr
    kept = {
        "file": lambda: (tmp_path / "found.toml").read_text(),
        "printed": lambda: done.stdout,
        "json": lambda: json.loads(done.stdout)["toml"],
    }[form]()
    assert "# NOT COMPLETE" in kept
    assert "[[layout.zone]]" in kept
    assert ("found.toml has what was found" in done.stderr) == (form == "file")
