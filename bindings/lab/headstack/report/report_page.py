"""The page of results: an HTML file that needs no other file, no script and no network."""

import platform
from collections.abc import Sequence
from pathlib import Path

import matplotlib
import numpy as np

from headstack import checks, files
from headstack._core import __version__
from headstack.drawing import markup
from headstack.errors import ConfigError
from headstack.report import reading
from headstack.report.section import KINDS, Section


def html(results: Sequence[object], title: str | None = None) -> str:
    """Returns the text of a page.

    Args:
        results: at least one result: a `Result`, `Saved`, `Comparison`, `Sweep` or `Validation`; or
            the path of the file of `run --parquet`, of the folder of `sweep --folder`, or of a file
            with the output of `compare --json`, `sweep --json` or `validate --json`.
        title: title of the page. `None`: the title of a single result, or the numbers of results.

    Raises:
        ConfigError: a result cannot be shown, or cannot be read.
    """
    return page([reading.section(one) for one in _several(results)], title)


def write(results: Sequence[object], path: files.Name, title: str | None = None) -> None:
    """Writes a page, completely or not at all. The file replaces an existing file.

    Args:
        results: as in `html`.
        path: the file.
        title: as in `html`.

    Raises:
        ConfigError: as in `html`; or the file cannot be made.
        RunError: there is no room for the file.
    """
    markup.write(html(results, title), path)


def page(sections: Sequence[Section], title: str | None = None) -> str:
    """Returns the text of a page with sections."""
    if title is not None:
        checks.text("title", title)
    made = {
        "made with": f"headstack {__version__}, Python {platform.python_version()}, "
        f"NumPy {np.__version__}, matplotlib {matplotlib.__version__}"
    }
    body = "\n".join((*(one.html() for one in sections), "<h2>This page</h2>", markup.pairs(made)))
    return markup.page(title or _title(sections), body)


def _several(results: Sequence[object]) -> list[object]:
    if isinstance(results, (str, bytes, Path)) or not isinstance(results, Sequence) or not results:
        raise ConfigError("results must be a list with at least one result, as html([result])")
    return list(results)


def _title(sections: Sequence[Section]) -> str:
    if len(sections) == 1:
        return f"Report: {sections[0].title}"
    counts = {kind: sum(one.kind == kind for one in sections) for kind in KINDS}
    return "Report: " + ", ".join(
        f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in counts.items() if count
    )
