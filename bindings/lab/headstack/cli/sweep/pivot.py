"""A sweep as a pivot table: a column for each value of an axis, a figure in each cell."""

from collections.abc import Mapping
from typing import Any, Final

from headstack import checks
from headstack.cli import output
from headstack.cli.output import Column
from headstack.cli.sweep import table
from headstack.sweeps import Sweep

FIGURE: Final = "mean_response_ms"
DECIMALS: Final = 3


def pivoted(found: Sweep, across: str, figure: str) -> tuple[list[str], list[dict[str, Any]]]:
    """The pivot table of a sweep.

    Args:
        found: the sweep.
        across: the axis with a column for each value; a column of the sweep in which points differ.
        figure: the figure in the cells, a column of numbers. A cell has the mean over the seeds,
            None without a run that ended well.

    Returns:
        The names of the other axes; and the rows, each with its place on these axes and a value for
        each text of `across`.

    Raises:
        ConfigError: the sweep has no such axis or figure.
    """
    rows = found.table.to_pylist()
    axes = table.varying(rows, found.points)
    if across not in axes:
        raise checks.unknown("axis", across, axes)
    figures = [name for name in found.table.column_names if _numbers(rows, name)]
    if figure not in figures:
        raise checks.unknown("figure", figure, figures)
    others = [name for name in axes if name != across]
    lines: dict[tuple[str, ...], dict[str, Any]] = {}
    cells: dict[tuple[tuple[str, ...], str], list[float]] = {}
    own = list(dict.fromkeys(name for point in found.points for name in point.columns()))
    for alike in table.groups(rows, own):
        place = tuple(table.short(alike[0][name]) for name in others)
        line = lines.setdefault(place, {name: alike[0][name] for name in others})
        column = table.short(alike[0][across])
        cell = cells.setdefault((place, column), [])
        cell += [row[figure] for row in alike if row["error"] is None and row[figure] is not None]
        line[column] = sum(cell) / len(cell) if cell else None
    return others, list(lines.values())


def _numbers(rows: list[dict[str, Any]], name: str) -> bool:
    """Whether a column has numbers, and nothing else."""
    values = [row[name] for row in rows if row[name] is not None]
    return bool(values) and all(type(value) in (int, float) for value in values)


def print_pivot(found: Sweep, across: str, figure: str) -> None:
    """Prints the pivot table."""
    others, rows = pivoted(found, across, figure)
    columns = dict.fromkeys(name for row in rows for name in row if name not in others)

    def heading(name: str) -> str:
        return table.AXES.get(name, name)

    texts = {name for name in others if any(isinstance(row[name], str) for row in rows)}
    output.print_table(
        [_filled(row, columns) for row in rows],
        [
            *(Column(name, heading(name), table.short, text=name in texts) for name in others),
            *(Column(name, name, output.digits(DECIMALS)) for name in columns),
        ],
        title=f"{figure} by {across}",
        caption="each cell is the mean of its runs",
    )


def _filled(row: Mapping[str, Any], columns: Mapping[str, None]) -> dict[str, Any]:
    """A row with None in the columns that it lacks."""
    return {**dict.fromkeys(columns), **row}
