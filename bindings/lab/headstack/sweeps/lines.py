"""The lines of a sweep's table: the axes that vary, and the runs that differ only in their seed."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from headstack.sweeps.columns import FIXED
from headstack.sweeps.point import Point

Row = Mapping[str, Any]

AXES: Final = (
    "drive",
    "scheduler",
    "placement",
    "host_scheduler",
    "drive_queue_depth",
    "host_outstanding",
    "host_queue_depth",
    "workload",
    "rate_per_s",
    "outstanding",
    "size_bytes",
    "read_fraction",
    "align_bytes",
    "requests",
    "conditions",
    "weights",
    "mimic",
    "most_learnt_distances",
    "firmware",
)
"""Columns with the place of a point on the axes that every sweep has."""

GROUP: Final = "key_without_seed"
"""Column with the common key of a line's runs."""

DIGITS: Final = 8
"""Digits of a hash in a text."""

_HASH: Final = re.compile("[0-9a-f]{64}")


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


def labels_of(rows: Sequence[Row]) -> list[str]:
    """Returns the names of the columns that only this sweep has, from its rows."""
    return [name for name in (rows[0] if rows else ()) if name not in FIXED]


def varying(rows: Sequence[Row], own: Sequence[str]) -> list[str]:
    """Returns the columns in which points differ, without the seed.

    Returns the scheduler alone if points differ in no other column.

    A column is left out if it equals an earlier column in every row. For example, the column of the
    host's scheduler is left out if only the host schedules.
    """
    columns: dict[tuple[str, ...], str] = {}
    for name in (*own, *AXES):
        values = tuple(str(row[name]) for row in rows)
        if len(set(values)) > 1:
            columns.setdefault(values, name)
    return list(columns.values()) or ["scheduler"]


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


def short(value: Any) -> str:
    """Returns the text of a value in a table."""
    if isinstance(value, list):
        return ":".join(f"{one:g}" for one in value)
    if isinstance(value, str) and _HASH.fullmatch(value):
        return value[:DIGITS]
    if value is None or isinstance(value, bool):
        return "-" if value is None else "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else str(value)
