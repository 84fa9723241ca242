"""A sweep as a pivot table: a column for each value of an axis, a figure in each cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from headstack.cli import output
from headstack.cli.output import Column
from headstack.cli.sweep import table
from headstack.errors import ConfigError
from headstack.sweeps import Sweep, lines
from headstack.sweeps.lines import Row

FIGURE: Final = "mean_response_ms"


@dataclass(frozen=True)
class Line:
    """A line of a pivot table.

    Attributes:
        figure: the figure in the cells.
        place: value of each other axis, by name of the axis.
        cells: mean of the figure, by text of the axis value. `None`: no successful run has the
            figure.
    """

    figure: str
    place: dict[str, Any]
    cells: dict[str, Any]


@dataclass(frozen=True)
class Pivot:
    """A pivot table.

    Attributes:
        axis: the axis with a column for each value.
        values: values of the axis, by their text.
        others: the other axes, except axes that follow from the rest.
        lines: a line for each figure and each combination of values of the other axes.
    """

    axis: str
    values: dict[str, Any]
    others: list[str]
    lines: list[Line]

    def rows(self) -> list[dict[str, Any]]:
        """Returns the lines as rows of one table. The first column names the figure."""
        return [
            {
                "figure": line.figure,
                **line.place,
                **{text: line.cells.get(text) for text in self.values},
            }
            for line in self.lines
        ]


def pivoted(found: Sweep, rows: Sequence[Row], axis: str, figures: Sequence[str]) -> Pivot:
    """Returns the pivot table of a sweep.

    Args:
        found: the sweep.
        rows: rows of the sweep, with all columns.
        axis: name of the axis. The pivot table has a column for each value of this axis.
        figures: names of columns with numbers or lists of numbers. A cell has the mean over the
            seeds.

    Raises:
        ConfigError: a value of the axis is also the name of another column.
    """
    others = lines.beside(rows, lines.varying(rows, lines.own_columns(found.points)), axis)
    values = {lines.short(row[axis]): row[axis] for row in rows}
    for name in ("figure", *others):
        if name in values:
            raise ConfigError(f"axis {axis} has the value {name}, which is a column's name as well")
    groups: dict[tuple[str, ...], dict[str, list[Row]]] = {}
    for alike in lines.groups(rows, lines.own_columns(found.points)):
        place = tuple(lines.short(alike[0][name]) for name in others)
        cells = groups.setdefault(place, {})
        cells.setdefault(lines.short(alike[0][axis]), []).extend(alike)
    found_lines = [
        Line(
            figure,
            {name: next(iter(cells.values()))[0][name] for name in others},
            {text: lines.mean(runs, figure) for text, runs in cells.items()},
        )
        for figure in figures
        for cells in groups.values()
    ]
    return Pivot(axis, values, others, found_lines)


def print_pivot(found: Pivot) -> None:
    """Prints a table for each figure."""
    rows = found.rows()
    texts = {name for name in found.others if any(isinstance(row[name], str) for row in rows)}
    columns = [
        *(
            Column(name, table.AXES.get(name, name), lines.short, text=name in texts)
            for name in found.others
        ),
        *(Column(text, text, table.cell) for text in found.values),
    ]
    figures = list(dict.fromkeys(line.figure for line in found.lines))
    for figure in figures:
        if figure != figures[0]:
            output.console().print()
        output.print_table(
            [row for row in rows if row["figure"] == figure],
            columns,
            title=f"{figure} by {found.axis}",
            caption="each cell is the mean of its runs" if figure == figures[-1] else "",
        )
