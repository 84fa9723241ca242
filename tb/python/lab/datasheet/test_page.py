"""docs/use/new-drive.md: its figures are those of runs, its errors those of the command."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from lab.datasheet.sheets import EXAMPLE
from typer.testing import CliRunner

from headstack.charts.page import marked
from headstack.cli import app

PAGE = Path(__file__).resolve().parents[4] / "docs/use/new-drive.md"


def stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_table_of_drives_made_again(load_script: Callable[[str], ModuleType]) -> None:
    [made] = marked(PAGE.read_text(encoding="utf-8"), "again")
    assert made[2] == f"{load_script('new_drive').table()}\n"


def test_the_first_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PAGE.read_text(encoding="utf-8")
    shown = re.search(r"```sh\n\./scripts/run (new-drive .*?)\n\./.*?```text\n(.*?)```", text, re.S)
    assert shown is not None
    words = shlex.split(shown[1].replace("\\\n", ""))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert stripped(done.stdout) == stripped(shown[2])
    assert words[2::2] == [f"--{name.replace('_', '-')}" for name in EXAMPLE]
    assert words[3::2] == [str(value) for value in EXAMPLE.values()]


@pytest.mark.parametrize(
    ("number", "changed"),
    [(0, {"seek_full": "40ms"}), (1, {"rate_outer": "261"}), (2, {"surfaces": "2"})],
)
def test_the_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, changed: dict[str, str]
) -> None:
    lines = re.findall(r"^headstack: .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    figures = {**EXAMPLE, **changed}
    words = [
        word
        for name, value in figures.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new-drive", "mine.toml", *words])
    assert (done.exit_code, done.stderr.strip()) == (2, lines[number])
