"""A chart of a pivot table: a figure against the values of an axis."""

from collections.abc import Mapping, Sequence
from typing import Any

from headstack import files
from headstack.charts import style
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
    """A row of panels for each figure, a line for each value of the last of the other axes.

    The panels of a row have the values of all other axes before the last one.

    Args:
        rows: lines of the pivot table, each with `figure`, the other axes, and its cells by text.
        values: values of the axis by their text. Those of numbers have a place on a scale.
        others: the other axes.
        axis: the axis.
        title: text above the chart.
        path: file to write; its ending says the format.

    Raises:
        ConfigError: a figure is no number, or there are too many panels.
    """
    figures = list(dict.fromkeys(row["figure"] for row in rows))
    panels = list(dict.fromkeys(_place(row, others[:-1]) for row in rows))
    if len(figures) * len(panels) > MOST_PANELS:
        raise ConfigError(
            f"the chart would have {len(figures) * len(panels)} panels; {MOST_PANELS} is the most: "
            "give fewer figures or values"
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
    """Draws a line for each row, with its name at its end."""
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
    """What is drawn, by name."""
    return {
        ", ".join((row["figure"], *_place(row, others), text)): row[text]
        for row in rows
        for text in values
        if row[text] is not None
    }
