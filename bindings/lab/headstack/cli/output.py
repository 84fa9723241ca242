"""Prints the output of commands: JSON, CSV or tables on stdout, and progress on stderr.

The code declares a table once, as columns over rows. The printed table has headings and rounded
figures. --csv prints keys and exact figures.
"""

import csv
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from headstack._core import __version__
from headstack.cli.progress_lines import ProgressLines
from headstack.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

WIDTH_OF_A_FILE = 120  # in columns, if stdout is no terminal and COLUMNS is not set

LONGEST_WORD = 30  # letters of a word in a text; a longer word is broken over lines

Row = Mapping[str, Any]

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print the table as CSV.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        key: name of the value in a row, and heading in CSV.
        heading: heading in the printed table.
        show: function that converts a value to printed text. `None`: the function `show`.
        text: whether the column is a text. Texts are aligned to the left, and may be broken over
            lines.
    """

    key: str
    heading: str
    show: Callable[[Any], str] | None = None
    text: bool = False


def digits(places: int, factor: float = 1) -> Callable[[Any], str]:
    """Returns a function that formats a number times `factor`, or `None` as a dash."""
    return lambda value: "-" if value is None else f"{factor * value:,.{places}f}"


def one_form(json_: bool, csv_: bool) -> None:
    """Raises ConfigError unless stdout gets one form."""
    if json_ and csv_:
        raise ConfigError("--json and --csv are two forms of the same; give one of them")


def print_json(document: Mapping[str, Any]) -> None:
    """Prints one JSON document on stdout, with the version added."""
    text = json.dumps({"version": __version__, **document}, indent=2, allow_nan=False)
    sys.stdout.write(text + "\n")


def print_csv(rows: Sequence[Row], keys: Sequence[str] | None = None) -> None:
    """Prints rows on stdout as CSV (RFC 4180, lines end in LF).

    The cell of `None` is empty. A list is written as JSON.

    Args:
        rows: at least one row. All rows have the same keys.
        keys: columns in their order. `None`: all keys of the first row.
    """
    writer = csv.writer(sys.stdout, lineterminator="\n")
    keys = list(rows[0]) if keys is None else list(keys)
    writer.writerow(keys)
    for row in rows:
        writer.writerow([_cell(row[key]) for key in keys])


def _cell(value: object) -> object:
    if isinstance(value, (bool, list, tuple, dict)):
        return json.dumps(value, allow_nan=False)
    return value


def console() -> "Console":
    """Returns a console for tables, with the width of stdout."""
    columns = os.environ.get("COLUMNS", "")
    given = int(columns) if columns.isdecimal() and int(columns) > 0 else WIDTH_OF_A_FILE
    return _console(None if sys.stdout.isatty() else given)


def _console(width: int | None) -> "Console":
    from rich.console import Console

    return Console(width=width, highlight=False, markup=False, emoji=False)


def print_table(
    rows: Sequence[Row],
    columns: Sequence[Column],
    title: str = "",
    caption: str = "",
    section: str = "",
) -> None:
    """Prints a table without cutting off figures. Long texts of a wide table are broken over lines.

    Args:
        rows: values by key.
        columns: the columns.
        title: text above the table.
        caption: text below the table.
        section: key of a column. A line is drawn where the value of this column changes.
    """
    from rich import box
    from rich.table import Table

    where = console()
    lines = [[(column.show or show)(row[column.key]) for column in columns] for row in rows]
    gap = 2 if sum(_widths(columns, lines, 10_000)) + 2 * len(columns) - 2 <= where.width else 1
    widths = _widths(columns, lines, where.width - gap * (len(columns) - 1))
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0))
    for column, width in zip(columns, widths, strict=True):
        justify: Literal["left", "right"] = "left" if column.text else "right"
        table.add_column(column.heading, justify=justify, overflow="fold", width=width)
    for place, line in enumerate(lines):
        following = rows[place + 1] if section and place + 1 < len(rows) else None
        ends = following is not None and following[section] != rows[place][section]
        table.add_row(*line, end_section=ends)
    if title:
        where.print(title)
    needed = sum(widths) + gap * (len(columns) - 1)
    if needed > where.width:  # the terminal breaks the lines
        _console(needed).print(table)
    else:
        where.print(table)
    if caption:
        where.print(caption)


def _widths(columns: Sequence[Column], lines: Sequence[Sequence[str]], room: int) -> list[int]:
    """Returns the widths of the columns. The widest texts shrink first, to a word at least."""
    widths, least = [], []
    for place, column in enumerate(columns):
        cells = [line[place] for line in lines]
        heading = [len(part) for part in column.heading.split("\n")]
        widths.append(max([len(cell) for cell in cells] + heading))
        words = [min(len(word), LONGEST_WORD) for cell in cells for word in cell.split()]
        least.append(max(words + heading) if column.text else widths[-1])
    while sum(widths) > room:
        place = max(range(len(widths)), key=lambda i: (widths[i] > least[i], widths[i]))
        if widths[place] <= least[place]:
            break
        widths[place] -= 1
    return widths


def print_pairs(title: str, pairs: Mapping[str, object]) -> None:
    """Prints a table of names and values."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_header=False, show_edge=False, pad_edge=False)
    table.add_column("what", no_wrap=True)
    table.add_column("value", justify="right", overflow="fold")
    for name, value in pairs.items():
        table.add_row(name, show(value))
    console().print(title, table, sep="\n")


def show(value: object) -> str:
    """Returns a value as printed text."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4f}" if isinstance(value, float) else str(value)


def say(text: str) -> None:
    """Prints a text for people on stderr while a command runs."""
    if sys.stderr is not None:
        sys.stderr.write(f"headstack: {text}\n")


@contextmanager
def progress_bar(
    total: int | None, lasting: bool, what: str = "requests"
) -> Iterator[Callable[..., None]]:
    """Shows a bar on stderr, or prints a line each minute if stderr is no terminal.

    Args:
        total: number of requests or of other counted items. `None`: the number is unknown.
        lasting: whether the bar remains on stderr at the end. If stderr is no terminal, such a bar
            is printed once.
        what: name of the counted items.

    Yields:
        A function with three arguments: the number of finished items, the current work, and the
        total if the total was unknown before.
    """
    if not lasting and (sys.stderr is None or not sys.stderr.isatty()):
        yield ProgressLines(say, total, what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    err = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=err, transient=not lasting) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, what, total=None: bar.update(
            task, completed=done, description=what, total=total
        )
