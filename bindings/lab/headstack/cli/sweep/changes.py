"""Adds columns that compare each run of a sweep with the run of --relative-to."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from headstack import checks
from headstack.cli.sweep import table
from headstack.sweeps import Point, Sweep, lines
from headstack.sweeps.columns import FIXED

ENDING: Final = "_change_percent"
"""Ending of the name of a column with changes. The name begins with the name of the figure."""

NUMBERS: Final = ("number", "whole")
"""Kinds of columns for which changes are computed."""


def check(figures: Sequence[str], relative_to: str, points: Sequence[Point]) -> None:
    """Checks the figures, and the axis of `relative_to`.

    Raises:
        ConfigError: the table has no such figure or axis; or a figure is a change, and
            `relative_to` is empty.
    """
    for name in figures:
        if not name.endswith(ENDING):
            table.check_figure(name)
            continue
        table.check_figure(name.removesuffix(ENDING), NUMBERS)
        if not relative_to:
            raise checks.wrong(
                "figure",
                f" {name} compares two runs; say with which, as in --relative-to scheduler=fcfs",
            )
    if relative_to:
        table.check_axis("relative_to", _split(relative_to)[0], points)


def with_changes(
    found: Sweep, rows: list[dict[str, Any]], figures: Sequence[str], relative_to: str
) -> tuple[list[str], list[dict[str, Any]]]:
    """Adds columns for changes. Returns the figures and the rows.

    Each run is compared with a run of the same seed. The two runs differ only in the axis of
    `relative_to`, and in axes that follow from this axis.

    Args:
        found: the sweep.
        rows: rows of the sweep.
        figures: the figures. If no figure is a change, a change follows each number.
        relative_to: the axis, and its value in the other run, as 'scheduler=fcfs'. Empty: no
            changes.

    Raises:
        ConfigError: no run has this value of the axis.
    """
    figures = list(figures)
    if not relative_to:
        return figures, rows
    wanted = {name: name.removesuffix(ENDING) for name in figures if name.endswith(ENDING)}
    if not wanted:
        numbers = [name for name in figures if FIXED[name][0] in NUMBERS]
        wanted = {name + ENDING: name for name in numbers}
        figures = [
            one
            for name in figures
            for one in ((name, name + ENDING) if name in numbers else (name,))
        ]
    axis, value = _axis_and_value(found, rows, relative_to)
    axes = lines.varying(rows, lines.own_columns(found.points))
    names = [*lines.beside(rows, axes, axis), "seed"]

    def place(row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(str(row[name]) for name in names)

    def changes_of(row: Mapping[str, Any]) -> dict[str, float | None]:
        other = others.get(place(row), {})
        return {name: _change(row[figure], other.get(figure)) for name, figure in wanted.items()}

    others = {place(row): row for row in rows if lines.short(row[axis]) == value}
    return figures, [{**row, **changes_of(row)} for row in rows]


def _axis_and_value(
    found: Sweep, rows: Sequence[Mapping[str, Any]], relative_to: str
) -> tuple[str, str]:
    """Returns the axis and its value in the form of the table, with schedulers in full form."""
    axis, value = _split(relative_to)
    for point, row in zip(found.points, rows, strict=True):
        if value in (lines.short(row[axis]), str(getattr(point, axis, None))):
            return axis, lines.short(row[axis])
    known = dict.fromkeys(lines.short(row[axis]) for row in rows)
    raise checks.unknown("relative_to", f"{axis}={value}", [f"{axis}={one}" for one in known])


def _split(relative_to: str) -> tuple[str, str]:
    axis, found, value = (part.strip() for part in relative_to.partition("="))
    if not (axis and found and value):
        raise checks.wrong(
            "relative_to", f" {relative_to}: give an axis and a value, as in scheduler=fcfs"
        )
    return axis, value


def _change(value: Any, other: Any) -> float | None:
    """Returns the change from `other` to `value` in percent. `None`: the change is undefined."""
    if value is None or isinstance(value, list) or not other:
        return None
    return 100 * float(value / other - 1)
