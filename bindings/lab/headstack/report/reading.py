"""Finds out what a stored result is, and makes its section."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from headstack import checks, files
from headstack.errors import ConfigError
from headstack.measure.validation import Validation
from headstack.report import of_comparison, of_run, of_sweep, of_validation
from headstack.report.section import Section
from headstack.result import Result
from headstack.saved import Saved, load
from headstack.statistics import Comparison
from headstack.sweeps import Sweep, store

MOST_BYTES: Final = 64 << 20
"""Limit of bytes of a file with a JSON document."""

_PARQUET: Final = b"PAR1"
_WANTED: Final = (
    "give the file of run --parquet, the folder of sweep --folder, or the output of compare "
    "--json, sweep --json or validate --json in a file"
)


def section(result: object) -> Section:
    """Returns the section of a result, or of a stored result.

    Args:
        result: a `Result`, `Saved`, `Comparison`, `Sweep` or `Validation`; or the path of a file or
            folder.

    Raises:
        ConfigError: the object is no such result; or the file cannot be read, has no such result,
            or is damaged.
    """
    if isinstance(result, (Result, Saved)):
        return of_run.section(result)
    if isinstance(result, Comparison):
        return of_comparison.section(result.document())
    if isinstance(result, Sweep):
        name = "sweep" if result.folder is None else result.folder.name
        return of_sweep.section(result.table.to_pylist(), name)
    if isinstance(result, Validation):
        return of_validation.section({**result.document(), "quantiles": result.quantiles()})
    if not isinstance(result, (str, Path)):
        raise ConfigError(
            f"result is a {type(result).__name__}; a report shows the results of run, compare, "
            "sweep and validate, or the path of a stored result"
        )
    path = Path(checks.path("result", result))
    try:
        return _stored(path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def _stored(path: Path) -> Section:
    if path.is_dir():
        return of_sweep.section(_rows(path), path.name or str(path))
    with path.open("rb") as file:
        parquet = file.read(len(_PARQUET)) == _PARQUET
    if parquet:
        return of_run.section(load(path))
    document = _document(path)
    make = _kind(document)
    if make is None:
        if "schedule_sha256" in document:
            raise ConfigError(
                f"{path}: the output of run --json has no requests; give the file of run --parquet"
            )
        raise ConfigError(f"{path}: no result that a report shows; {_WANTED}")
    try:
        return make(document)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise ConfigError(
            f"{path}: it is damaged, or another version of headstack wrote it "
            f"({type(error).__name__}: {error})"
        ) from error


def _rows(folder: Path) -> list[dict[str, Any]]:
    """Returns the rows of a sweep's folder. A point that several sweeps ran counts once."""
    rows: dict[str, dict[str, Any]] = {}
    for file in store.parts(folder):
        for row in store.read(file).to_pylist():
            rows.setdefault(row["key"], row)
    if not rows:
        raise ConfigError(f"{folder}: no folder of a sweep: it has no points; {_WANTED}")
    return [rows[key] for key in sorted(rows)]


def _document(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(files.text(path, f"{path}: ", MOST_BYTES))
    except (ValueError, RecursionError):
        raise ConfigError(
            f"{path}: no result that a report shows: it is neither Parquet nor JSON; {_WANTED}"
        ) from None
    if not isinstance(found, dict):
        raise ConfigError(f"{path}: no result that a report shows; {_WANTED}")
    return found


def _output_of_a_sweep(document: Mapping[str, Any]) -> Section:
    if not document["rows"]:
        raise ValueError("the sweep has no rows")
    return of_sweep.section(document["rows"], "sweep")


def _kind(document: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], Section] | None:
    """Returns the function that makes the section of a document. `None`: an unknown document."""
    if "differences" in document and "runs_each" in document:
        return of_comparison.section
    if "demerit_percent" in document:
        return of_validation.section
    if "rows" in document and "points" in document:
        return _output_of_a_sweep
    return None
