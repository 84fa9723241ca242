"""The table of `headstack sweep`: a line for each combination, with means over the seeds."""

import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from headstack import checks
from headstack.cli import output
from headstack.cli.output import Column
from headstack.sweeps import Point, Sweep
from headstack.sweeps.columns import FIXED

Row = Mapping[str, Any]

MOST_LINES: Final = 60
AXES: Final = {
    "drive": "drive",
    "scheduler": "scheduler",
    "placement": "place",
    "host_scheduler": "host\nscheduler",
    "drive_queue_depth": "queue\ndepth",
    "host_outstanding": "host\noutst.",
    "host_queue_depth": "host\ndepth",
    "workload": "workload",
    "rate_per_s": "rate\n1/s",
    "outstanding": "outst.",
    "size_bytes": "size\nB",
    "read_fraction": "reads",
    "align_bytes": "align\nB",
    "requests": "requests",
    "conditions": "conditions",
    "weights": "weights",
    "mimic": "mimic",
    "most_learnt_distances": "learnt\ndistances",
    "firmware": "firmware",
}
"""Headings of the columns with the place of a point on the axes."""

GROUP: Final = "key_without_seed"
"""Column with the common key of a line's runs, shown if no other column distinguishes lines."""

DIGITS: Final = 8
"""Digits of a hash that the table shows."""

_HASH: Final = re.compile("[0-9a-f]{64}")

FIGURES: Final = {
    "mean_response_ms": ("mean\nms", 2),
    "p99_response_ms": ("p99\nms", 1),
    "throughput_per_s": ("served\nper s", 1),
}
"""Usual metrics of the table, each with heading and decimals."""

DECIMALS: Final = 3
WIDTH_OF_HEADING: Final = 12


def print_sweep(found: Sweep, rows: Sequence[Row], figures: Sequence[str]) -> None:
    """Prints the table. Each line has the means over the seeds.

    Args:
        found: the sweep.
        rows: rows of the sweep, with all columns.
        figures: names of the columns that follow the axes.
    """
    names = varying(rows, found)
    lines = [_line(names, figures, alike) for alike in groups(rows, own_columns(found.points))]
    if len({tuple(str(line[name]) for name in names) for line in lines}) < len(lines):
        names = [*names, GROUP]
        lines = [{**line, GROUP: line[GROUP][:DIGITS]} for line in lines]
    texts = {name for name in names for line in lines if isinstance(line[name], str)}
    heads = {**AXES, GROUP: "run"}
    columns = [Column(name, heads.get(name, name), short, text=name in texts) for name in names]
    columns.append(Column("runs", "runs"))
    columns += [figure_column(name) for name in figures]
    if any(line["failed"] for line in lines):
        columns.append(Column("failed", "failed"))
    left = len(lines) - MOST_LINES
    caption = "each line is the mean of its runs" if len(lines) < len(rows) else ""
    if left > 0:
        caption = f"and {left:,} lines more; --csv and --json have all points"
    output.print_table(lines[:MOST_LINES], columns, title=repr(found)[1:-1], caption=caption)


def figure_column(name: str) -> Column:
    """Returns the column of a figure."""
    words = textwrap.wrap(name.replace("_", " "), WIDTH_OF_HEADING)
    heading, decimals = FIGURES.get(name, ("\n".join(words), DECIMALS))
    return Column(name, heading, lambda value: cell(value, decimals))


def cell(value: Any, decimals: int = DECIMALS) -> str:
    """Returns the text of a number, or of a list of numbers."""
    if isinstance(value, list):
        return " : ".join(f"{one:.2f}" for one in value)
    return output.digits(decimals)(value)


def check_figure(name: str, kinds: Collection[str] = ("number", "whole", "numbers")) -> None:
    """Raises ConfigError unless the table has a column of this name and of one of the kinds."""
    known = [column for column, (kind, _, _) in FIXED.items() if kind in kinds]
    if name not in known:
        raise checks.unknown("figure", name, known)


def mean(rows: Sequence[Row], figure: str) -> Any:
    """Returns the mean of a figure over the successful runs that have the figure.

    The mean of lists is the list of the means. `None`: there is no such run.
    """
    values = [row[figure] for row in rows if row["error"] is None and row[figure] is not None]
    if values and isinstance(values[0], list):
        return [sum(place) / len(values) for place in zip(*values, strict=True)]
    return sum(values) / len(values) if values else None


def own_columns(points: Sequence[Point]) -> list[str]:
    """Returns the names of the columns that only this sweep has: labels and keys of `set`."""
    return list(dict.fromkeys(name for point in points for name in point.columns()))


def varying(rows: Sequence[Row], found: Sweep) -> list[str]:
    """Returns the columns in which points differ, without the seed.

    Returns the scheduler alone if points differ in no other column.

    A column is left out if it equals an earlier column in every row. For example, the column of the
    host's scheduler is left out if only the host schedules.
    """
    columns: dict[tuple[str, ...], str] = {}
    for name in (*own_columns(found.points), *AXES):
        values = tuple(str(row[name]) for row in rows)
        if len(set(values)) > 1:
            columns.setdefault(values, name)
    return list(columns.values()) or ["scheduler"]


def check_axis(argument: str, name: str, points: Sequence[Point]) -> None:
    """Raises ConfigError about `argument` unless an axis has this name."""
    axes = (*own_columns(points), *AXES)
    if name not in axes:
        raise checks.unknown(argument, name, axes)


def beside(rows: Sequence[Row], axes: Sequence[str], axis: str) -> list[str]:
    """Returns the other axes, except axes that follow from `axis` and the rest.

    For example, the text of a workload follows from its number of streams. Such an axis has a
    different value in each cell of a line, but distinguishes no two cells.
    """
    others = [name for name in axes if name != axis]
    for name in reversed(others):
        rest = [one for one in others if one != name]
        lines: dict[tuple[str, ...], dict[str, set[str]]] = {}
        for row in rows:
            place = tuple(str(row[one]) for one in rest)
            lines.setdefault(place, {}).setdefault(str(row[axis]), set()).add(str(row[name]))
        alone = all(len(values) == 1 for cells in lines.values() for values in cells.values())
        if alone and any(len(set.union(*cells.values())) > 1 for cells in lines.values()):
            others = rest
    return others


def groups(rows: Sequence[Row], own: Sequence[str]) -> list[list[Any]]:
    """Groups the runs that differ only in their seed. Each run counts once."""
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        name = (row[GROUP], *(row[label] for label in own))
        groups.setdefault(name, {}).setdefault(row["key"], row)
    return [list(group.values()) for group in groups.values()]


def _line(names: Sequence[str], figures: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    means = {name: mean(rows, name) for name in figures}
    where = {name: rows[0][name] for name in (*names, GROUP)}
    failed = sum(row["error"] is not None for row in rows)
    return {**where, "runs": len(rows), **means, "failed": failed}


def short(value: Any) -> str:
    """Returns the text of a value in a table."""
    if isinstance(value, list):
        return ":".join(f"{one:g}" for one in value)
    if isinstance(value, str) and _HASH.fullmatch(value):
        return value[:DIGITS]
    return f"{value:g}" if isinstance(value, float) else output.show(value)
