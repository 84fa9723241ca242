"""Draws a pivot table: figures against the values of an axis."""

from collections.abc import Mapping, Sequence
from typing import Any

from headstack import files
from headstack.drawing import style
from headstack.errors import ConfigError

Row = Mapping[str, Any]

_WIDTH, _HEIGHT = 3.4, 3.6
_WIDTH_OF_A_LETTER = 0.075
MOST_PANELS = 24


def draw(
    rows: Sequence[Row],
    values: Mapping[str, Any],
    others: Sequence[str],
    axis: str,
    title: str,
    path: files.Name,
) -> None:
    """Draws a row of panels for each figure.

    A row has a panel for each combination of values of the other axes, without the last other axis.
    A panel has a line for each value of the last other axis.

    Args:
        rows: lines of the pivot table. Each line has `figure`, a value of each other axis, and a
            cell for each text in `values`.
        values: values of the axis, by their text. If all values are numbers, the axis has a scale.
        others: names of the other axes.
        axis: name of the axis.
        title: text above the chart.
        path: file to write. The ending of the name selects the format.

    Raises:
        ConfigError: a figure is not a number, or the chart would have too many panels.
    """
    figures = list(dict.fromkeys(row["figure"] for row in rows))
    panels = list(dict.fromkeys(_place(row, others[:-1]) for row in rows))
    if len(figures) * len(panels) > MOST_PANELS:
        raise ConfigError(
            f"the chart would have {len(figures) * len(panels)} panels; the limit is "
            f"{MOST_PANELS}: give fewer figures or values"
        )
    letters = max(len(", ".join(_place(row, others[-1:]))) for row in rows)
    width = (_WIDTH + _WIDTH_OF_A_LETTER * letters) * len(panels)
    drawn = style.figure(width, _HEIGHT * len(figures) + 0.4)
    grid = drawn.subplots(len(figures), len(panels), sharey="row", squeeze=False)
    for line, figure in zip(grid, figures, strict=True):
        for axes, panel in zip(line, panels, strict=True):
            here = [
                row for row in rows if (row["figure"], _place(row, others[:-1])) == (figure, panel)
            ]
            _draw_lines(axes, here, values, others[-1:])
            axes.set_title(", ".join((*panel, figure)), fontsize=style.TEXT + 1, loc="left")
            axes.set_xlabel(axis, fontsize=style.TEXT)
    drawn.suptitle(title, fontsize=style.TEXT + 1)
    style.save(drawn, path, _figures(rows, values, others))


def _place(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in names)


def _draw_lines(
    axes: Any, rows: Sequence[Row], values: Mapping[str, Any], last: Sequence[str]
) -> None:
    """Draws a line for each row, with the name of the line at the end of the line."""
    numbers = all(type(value) in (int, float) for value in values.values())
    places = {text: value if numbers else at for at, (text, value) in enumerate(values.items())}
    ends = []
    for number, row in enumerate(rows):
        look = style.line(number)
        cells = sorted((places[text], row[text]) for text in values if row[text] is not None)
        if any(not isinstance(value, (int, float)) for _, value in cells):
            raise ConfigError(f"figure {row['figure']} is a list of numbers, which has no chart")
        if cells:
            axes.plot(*zip(*cells, strict=True), **look.plot(clip_on=False))
            ends.append((", ".join(_place(row, last)), *cells[-1], look.colour))
    if not numbers:
        axes.set_xticks(list(places.values()), list(places))
    least, most = min(places.values()), max(places.values())
    if most > least:
        axes.set_xlim(least, most)
    if all(one >= 0 for one in axes.get_ylim()):
        axes.set_ylim(bottom=0)
    style.plain(axes)
    style.name_lines(axes, ends, gap=0.055)


def _figures(
    rows: Sequence[Row], values: Mapping[str, Any], others: Sequence[str]
) -> dict[str, float | str]:
    """Returns the drawn figures by name."""
    return {
        ", ".join((row["figure"], *_place(row, others), text)): row[text]
        for row in rows
        for text in values
        if row[text] is not None
    }
