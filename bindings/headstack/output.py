"""What the commands print: one JSON document or tables on stdout, progress on stderr."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from headstack.errors import ConfigError

WIDTH_OF_A_FILE = 120  # columns, where stdout is no terminal


def print_json(document: object) -> None:
    """Prints one JSON document on stdout."""
    sys.stdout.write(json.dumps(document, indent=2, allow_nan=False) + "\n")


def console() -> Console:
    """Where tables go: stdout."""
    return Console(width=None if sys.stdout.isatty() else WIDTH_OF_A_FILE, highlight=False)


def print_pairs(title: str, pairs: Mapping[str, object]) -> None:
    """Prints a table of names and values."""
    table = Table(show_header=False)
    table.add_column("what")
    table.add_column("value", justify="right", overflow="fold")
    for name, value in pairs.items():
        table.add_row(name, show(value))
    console().print(title, table, sep="\n")


def show(value: object) -> str:
    """A value as a person reads it."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4f}" if isinstance(value, float) else str(value)


def check_writable(path: Path | None) -> None:
    """Raises ConfigError, before anything has run, if a file cannot be made at `path`."""
    if path is None:
        return
    folder = path.absolute().parent
    if path.is_dir():
        raise ConfigError(f"cannot write {path}: it is a folder; give a file")
    if not folder.is_dir():
        raise ConfigError(f"cannot write {path}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ConfigError(f"cannot write {path}: no permission")


def make_folder(path: Path) -> None:
    """Makes a folder if it is not there; ConfigError if that cannot be."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {path}: {error.strerror}") from error
    check_writable(path / "x")


@contextmanager
def progress_bar(
    total: int | None, lasting: bool, what: str = "requests"
) -> Iterator[Callable[[int, str], None]]:
    """Shows a bar on stderr.

    Args:
        total: requests in all, or of whatever is counted; None: not known.
        lasting: whether it stays when done, and shows up (once) where stderr is no terminal.
        what: is counted.

    Yields:
        A function that takes how many are done so far, and what is being done.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    err = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeElapsedColumn(),
    )
    quiet = not (lasting or err.is_terminal)
    with Progress(*columns, console=err, transient=not lasting, disable=quiet) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, what: bar.update(task, completed=done, description=what)
