"""docs/use/traces.md: what it shows is what comes out, and it has all formats."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from headstack.cli import app
from headstack.traces import formats

PAGE = Path(__file__).resolve().parents[4] / "docs/use/traces.md"


def test_the_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    text = PAGE.read_text(encoding="utf-8")
    shown = re.search(r"<<'EOF'\n(.*?)EOF\n.*?```text\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    (tmp_path / "disk.csv").write_text(shown[1])
    done = CliRunner().invoke(app, ["trace", "info", "disk.csv"])
    # How wide a column is differs by one between versions of rich.
    assert words(done.stdout) == words(shown[2])


def words(text: str) -> list[list[str]]:
    """The words of each line, without the rules of tables."""
    return [line.strip(" \N{BOX DRAWINGS LIGHT HORIZONTAL}").split() for line in text.splitlines()]


def test_all_formats_are_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)` \| (?!first|the trace|requests)", text, re.MULTILINE)
    assert [name for name in named if name in {kind.name for kind in formats.FORMATS}] == [
        kind.name for kind in formats.FORMATS
    ]
