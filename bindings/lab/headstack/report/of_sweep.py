"""The section of a sweep."""

import math
from collections.abc import Sequence
from typing import Any, Final

from headstack.drawing.plotting import Figure
from headstack.errors import ConfigError
from headstack.report.section import Section, Table, number
from headstack.sweeps import lines
from headstack.sweeps.lines import Row
from headstack.sweeps.sweep_plots import SweepPlots, ends_of

FIGURES: Final = {
    "mean_response_ms": "mean response, ms",
    "p99_response_ms": "99th percentile, ms",
    "throughput_per_s": "throughput, 1/s",
}
"""Figures of the table and the pictures, with their headings."""

MOST_LINES: Final = 200
"""Most lines of a table."""

_FIXED: Final = {
    "drive": "drives",
    "scheduler": "schedulers",
    "placement": "places",
    "workload": "workloads",
    "version": "versions of headstack",
    "code": "hash of the code",
}
_LEFT_OUT: Final = 12
"""Most different values of a fact."""


def section(rows: Sequence[Row], name: str) -> Section:
    """Returns the section of a sweep.

    Args:
        rows: rows of the sweep's table.
        name: name of the sweep.
    """
    rows = _sorted(rows)
    plot = SweepPlots(rows)
    axis = plot.axis()
    notes = []
    pictures = []
    for figure, title in FIGURES.items():
        try:
            drawn: Figure = plot.curves(figure)
        except ConfigError as error:
            notes.append(f"No picture of {title}: {error}.")
        else:
            pictures.append((drawn, f"{title}, by {axis}"))
    failed = sum(row["error"] is not None for row in rows)
    if failed:
        notes.append(f"{failed:,} runs failed.")
    return Section(
        kind="sweep",
        title=f"{name}: {len(rows):,} points",
        facts=_facts(rows, axis),
        tables=[_table(rows), _schedules(rows)],
        pictures=pictures,
        notes=notes,
    )


def _sorted(rows: Sequence[Row]) -> list[Row]:
    """Returns the rows by the values of the axes: a folder has them in no order."""
    names = lines.varying(rows, lines.labels_of(rows))

    def place(row: Row) -> list[tuple[float, str]]:
        values = [row[name] for name in (*names, "seed")]
        return [
            (float(value), "") if isinstance(value, (int, float)) else (math.inf, str(value))
            for value in values
        ]

    return sorted(rows, key=place)


def _facts(rows: Sequence[Row], axis: str) -> dict[str, str]:
    facts = {"axis of the pictures": axis}
    for column, title in _FIXED.items():
        values = list(dict.fromkeys(str(row[column]) for row in rows if row[column] is not None))
        left = len(values) - _LEFT_OUT
        facts[title] = ", ".join(values[:_LEFT_OUT]) + (f" and {left:,} more" if left > 0 else "")
    seeds = sorted({row["seed"] for row in rows if row["seed"] is not None})
    facts["seeds"] = ", ".join(map(str, seeds[:_LEFT_OUT])) or "-"
    return facts


def _table(rows: Sequence[Row]) -> Table:
    """Returns a line for each combination, with means and intervals over the seeds."""
    own = lines.labels_of(rows)
    names = lines.varying(rows, own)
    groups = lines.groups(rows, own)
    headings = [*names, "runs", *(one for title in FIGURES.values() for one in (title, "from, to"))]
    cells = [
        [
            *(lines.short(alike[0][name]) for name in names),
            str(len(alike)),
            *(cell for figure in FIGURES for cell in _mean(alike, figure)),
        ]
        for alike in groups[:MOST_LINES]
    ]
    return Table(headings, cells, texts=len(names))


def _mean(alike: Sequence[Any], figure: str) -> tuple[str, str]:
    values = [float(row[figure]) for row in alike if row[figure] is not None]
    if not values:
        return ("-", "-")
    low, mean, high = ends_of(values)
    return number(mean), f"{number(low)}, {number(high)}" if len(values) > 1 else "-"


def _schedules(rows: Sequence[Row]) -> Table:
    found = [
        (str(row["key"]), str(row["seed"]), str(row["schedule_sha256"]))
        for row in rows[:MOST_LINES]
    ]
    return Table(("key", "seed", "schedule_sha256"), found, texts=3, title="Schedules")
