"""Writes tables of experiments into pages of docs/: columns over rows, in Markdown, at marks.

A mark is `<!-- name -->` or `<!-- name: remark -->`; the table ends at `<!-- end of name -->` or
`<!-- end -->`.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Tables = Mapping[str, Callable[[], str]]
"""Functions that make the tables, by the names of their marks."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        heading: text above the column.
        cell: makes the column's text from a row.
        text: whether the column is a text. Texts are aligned to the left, and numbers to the right.
    """

    heading: str
    cell: Callable[[Any], str]
    text: bool = False


def cells(headings: Sequence[str], texts: int = 1) -> list[Column]:
    """Returns columns over rows of texts. The first `texts` columns are aligned to the left."""

    def column(place: int, heading: str) -> Column:
        return Column(heading, lambda row: str(row[place]), place < texts)

    return [column(place, heading) for place, heading in enumerate(headings)]


def table(
    columns: Sequence[Column], rows: Iterable[Any], *, blank: str = " ", gap: str = ""
) -> str:
    """Returns a table in Markdown.

    Args:
        columns: the columns.
        rows: rows of an experiment.
        blank: text between the bars of a heading without text.
        gap: text on both sides of the dashes of the second line.
    """
    head = "|".join(f" {column.heading} " if column.heading else blank for column in columns)
    rule = "|".join(f"{gap}{'---' if column.text else '--:'}{gap}" for column in columns)
    body = (" | ".join(column.cell(row) for column in columns) for row in rows)
    return "\n".join((f"|{head}|", f"|{rule}|", *(f"| {line} |" for line in body)))


def marked(text: str, name: str) -> list[re.Match[str]]:
    """Returns the tables of a name in a page's text. Group 2 of each match is the line end."""
    name = re.escape(name)
    mark = rf"(<!-- {name}(?:: [^\n]*)? -->\n)(.*?)(<!-- end(?: of {name})? -->)"
    return list(re.finditer(mark, text, re.DOTALL))


def put(page: Path, name: str, found: str) -> None:
    """Replaces a table in a page.

    Raises:
        ValueError: the page does not have the mark exactly once.
    """
    text = page.read_text(encoding="utf-8")
    [place] = marked(text, name)
    page.write_text(f"{text[: place.start(2)]}{found}\n{text[place.end(2) :]}", encoding="utf-8")


def main(about: str | None, page: Path, tables: Tables | Callable[[float], Tables]) -> None:
    """Runs the command of an experiment: prints its tables, or puts them into its page.

    Args:
        about: description of the command.
        page: page with the marks.
        tables: the experiment's tables, or a function that makes them from `--scale`, the share of
            the requests that run.
    """
    parser = argparse.ArgumentParser(description=about, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {page.name}")
    parser.add_argument("--only", metavar="NAME", help="one of the tables")
    if callable(tables):
        parser.add_argument("--scale", type=float, default=1.0, help="share of the requests")
    arguments = parser.parse_args()
    every = tables(arguments.scale) if callable(tables) else tables
    if arguments.only not in (None, *every):
        parser.error(f"{arguments.only} is no table; {', '.join(every)}")
    for name in every if arguments.only is None else [arguments.only]:
        found = every[name]()
        if arguments.write:
            put(page, name, found)
        else:
            sys.stdout.write(f"{name}\n{found}\n\n")
            sys.stdout.flush()
