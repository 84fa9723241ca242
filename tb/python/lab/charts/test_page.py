"""Tables in Markdown, and the marks of a page that they are put between."""

import sys
from pathlib import Path

import pytest

from headstack.charts import page
from headstack.charts.page import Column

PAGE = """before
<!-- one -->
| old |
<!-- end of one -->
between
<!-- two: made by a script -->
<!-- end -->
after
"""
COLUMNS = (Column("", lambda n: f"`{n}`", text=True), Column("square", lambda n: f"{n * n}"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    return path


def test_columns_over_rows() -> None:
    assert page.table(COLUMNS, [2, 30]).splitlines() == [
        "| | square |",
        "|---|--:|",
        "| `2` | 4 |",
        "| `30` | 900 |",
    ]


def test_rows_that_are_texts() -> None:
    found = page.table(page.cells(("", "b", "c"), texts=2), [("x", "", "1")], blank="  ", gap=" ")
    assert found.splitlines() == ["|  | b | c |", "| --- | --- | --: |", "| x |  | 1 |"]


def test_nothing_but_the_table_changes(file: Path) -> None:
    page.put(file, "two", "| new |")
    page.put(file, "one", "| a |\n| b |")
    assert file.read_text(encoding="utf-8") == PAGE.replace("| old |", "| a |\n| b |").replace(
        "script -->\n", "script -->\n| new |\n"
    )


@pytest.mark.parametrize("name", ["three", "on", "end"])
def test_a_mark_that_is_not_there(file: Path, name: str) -> None:
    with pytest.raises(ValueError, match="not enough values"):
        page.put(file, name, "| new |")


def test_a_mark_that_is_there_twice(file: Path) -> None:
    file.write_text(PAGE * 2, encoding="utf-8")
    with pytest.raises(ValueError, match="too many values"):
        page.put(file, "one", "| new |")


def test_the_command(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tables(scale: float) -> page.Tables:
        return {"one": lambda: f"| {scale} |", "two": lambda: "| second |"}

    monkeypatch.setattr(sys, "argv", ["it", "--scale", "0.5"])
    page.main("What it does.", file, tables)
    assert capsys.readouterr().out == "one\n| 0.5 |\n\ntwo\n| second |\n\n"
    assert file.read_text(encoding="utf-8") == PAGE
    monkeypatch.setattr(sys, "argv", ["it", "--only", "two", "--write"])
    page.main("What it does.", file, tables)
    assert [found[2] for found in page.marked(file.read_text(encoding="utf-8"), "two")] == [
        "| second |\n"
    ]
    assert "| old |" in file.read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["it", "--only", "three"])
    with pytest.raises(SystemExit, match="2"):
        page.main("What it does.", file, tables)
    assert "three is no table; one, two" in capsys.readouterr().err
