"""`headstack extract`: what it writes and how it ends."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

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
    assert "found.toml has what was found" in done.stderr
    assert "NOT COMPLETE" in (tmp_path / "found.toml").read_text()
