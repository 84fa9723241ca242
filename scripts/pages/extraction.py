"""Extracts every shipped drive as a black box, and compares the result with the drive's file.

With `--write`, the script puts the table into docs/use/extract.md. Without `--write`, it prints the
table.
"""

import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headstack import catalog
from headstack._core import DriveConfig
from headstack.charts import page
from headstack.charts.page import Column
from headstack.drive import Drive
from headstack_identify.extract import Extracted, SessionTarget, Stopped, extract
from headstack_identify.extract.truth.keys import compare
from headstack_identify.extract.truth.table import Comparison

DOCS = Path(__file__).resolve().parents[2] / "docs/use/extract.md"
TIMES = ("overhead.", "processor.", "seek.", "write.minimum_p", "write.reconnect", "bus.")


TERMS = "overhead.terms"


def drives() -> list[str]:
    """Those of the table."""
    return [drive.name for drive in catalog.drives()]


def asked(name: str) -> DriveConfig:
    """A drive without its terms: no question is about what they depend on."""
    drive = catalog.load(name)
    return drive.with_value(TERMS, []) if drive.value(TERMS) else drive


@dataclass(frozen=True)
class Row:
    """A drive, what was found of it, whether the mapping by times alone is right, wall time."""

    drive: str
    found: Extracted
    comparison: Comparison
    by_times: bool
    wall_s: float


def _compared(found: Extracted, name: str) -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.toml"
        file.write_text(found.toml)
        return compare(found, catalog.load(file), asked(name))


def _target(name: str) -> SessionTarget:
    return SessionTarget(Drive(asked(name)).open(contents=False))


def _by_times(name: str) -> bool:
    try:
        found = extract(_target(name), translate=False)
    except Stopped:
        return False
    return _compared(found, name).exact("mapping")


def row(name: str) -> Row:
    """Extracts a drive."""
    began = time.perf_counter()
    found = extract(_target(name))
    wall_s = time.perf_counter() - began
    return Row(name, found, _compared(found, name), _by_times(name), wall_s)


def _yes(good: bool) -> str:
    return "yes" if good else "no"


COLUMNS = (
    Column("drive", lambda r: f"`{r.drive}`", text=True),
    Column("mapping exact", lambda r: _yes(r.comparison.exact("mapping")), text=True),
    Column("by times alone", lambda r: _yes(r.by_times), text=True),
    Column("period off, ppm", lambda r: f"{r.comparison.worst('period'):.4f}"),
    Column(
        "worst seek, ms",
        lambda r: f"{next(x.off for x in r.comparison.rows if x.key == 'seek'):.4f}",
    ),
    Column("worst other time, ms", lambda r: f"{r.comparison.worst(*TIMES):.4f}"),
    Column("cache exact", lambda r: _yes(r.comparison.exact("cache.")), text=True),
    Column("commands", lambda r: f"{r.found.commands:,}"),
    Column("drive's time, s", lambda r: f"{r.found.drive_time / 1e12:,.0f}"),
    Column("wall time, s", lambda r: f"{r.wall_s:.1f}"),
)


def table(rows: Iterable[Row]) -> str:
    """Returns a Markdown table with a row for each drive."""
    return page.table(COLUMNS, rows)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"extraction": lambda: table(map(row, drives()))})
