"""The figures of the page, as JSON for Plotly's script, in the project's colours."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from headstack.drawing import style
from headstack_papers.experiment import Panel, Series

_DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash")
_MARKERS: Final = (
    *("circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "x", "star"),
    *("triangle-left", "triangle-right", "pentagon", "hexagon"),
)
_GRID: Final = "#e3e3e3"
_HEIGHT: Final = 380
_ROOM: Final = 22  # that a row of the legend takes, in pixels
_MOST_MARKED: Final = 60  # places along a line that still have a marker each


def numbers_of(panels: Sequence[Panel]) -> dict[str, int]:
    """A number for each name of a line, so that it looks the same in all panels of a figure."""
    names = dict.fromkeys(one.name for panel in panels for one in panel.series)
    return {name: number for number, name in enumerate(names)}


def chart(panel: Panel, numbers: Mapping[str, int]) -> dict[str, Any]:
    """A panel as Plotly's `data` and `layout`.

    Args:
        panel: a chart.
        numbers: number of each line's look, by its name.
    """
    named = any(len(one.x) and isinstance(one.x[0], str) for one in panel.series)
    traces = [_trace(one, numbers[one.name]) for one in panel.series]
    legend = len(panel.series) > 1 or any(one.published for one in panel.series)
    return {
        "data": traces,
        "layout": {
            "title": {"text": panel.title, "font": {"size": 14}, "x": 0.01, "xanchor": "left"},
            "height": _HEIGHT + (_ROOM * -(-len(panel.series) // 4) if legend else 0),
            "margin": {"l": 62, "r": 14, "t": 40, "b": 50},
            "font": {"family": "system-ui, DejaVu Sans, sans-serif", "size": 12},
            "colorway": [style.line(number).colour for number in range(7)],
            "paper_bgcolor": "#fff",
            "plot_bgcolor": "#fff",
            "barmode": "group",
            "hovermode": "closest",
            "showlegend": legend,
            "legend": {"orientation": "h", "y": -0.2, "yanchor": "top", "x": 0, "xanchor": "left"},
            "xaxis": _axis(panel.x, panel.x_log, panel.x_range, "category" if named else None),
            "yaxis": _axis(panel.y, panel.y_log, panel.y_range, None),
        },
    }


def _axis(
    title: str, log: bool, ends: tuple[float, float] | None, kind: str | None
) -> dict[str, Any]:
    from math import log10

    found: dict[str, Any] = {
        "title": {"text": title},
        "gridcolor": _GRID,
        "zeroline": False,
        "linecolor": "#4d4d4d",
        "ticks": "outside",
        "type": kind or ("log" if log else "linear"),
    }
    if log:
        found["dtick"] = "D2"
        found["minorloglabels"] = "none"
    if ends is not None:
        found["range"] = [log10(end) for end in ends] if log else list(ends)
    elif not log and kind is None:
        found["rangemode"] = "tozero"
    return found


def _trace(one: Series, number: int) -> dict[str, Any]:
    look = style.line(number)
    marker: dict[str, Any] = {
        "symbol": _MARKERS[number % len(_MARKERS)] + ("-open" if one.published else ""),
        "size": 10 if one.published else 7,
        "color": look.colour,
    }
    found: dict[str, Any] = {
        "name": one.name,
        "x": list(one.x),
        "y": list(one.y),
        "hovertemplate": "%{x:.6~g}, %{y:.5~g}" if not _names(one) else "%{x}: %{y:.5~g}",
    }
    if any(one.half):
        found["error_y"] = {
            "type": "data", "array": list(one.half), "thickness": 1, "width": 3,
            "color": look.colour,
        }  # fmt: skip
    if one.kind == "bars":
        return {**found, "type": "bar", "marker": {"color": look.colour}}
    dash = _DASHES[(number + number // 7) % len(_DASHES)]
    line = {"color": look.colour, "width": 1.8, "dash": dash}
    if one.kind == "points":
        return {**found, "type": "scatter", "mode": "markers", "marker": marker}
    if one.kind == "steps":
        line["shape"] = "hv"
    marked = one.kind == "line" and len(one.x) <= _MOST_MARKED
    return {
        **found,
        "type": "scatter",
        "mode": "lines+markers" if marked else "lines",
        "line": line,
        "marker": marker,
    }


def _names(one: Series) -> bool:
    return bool(len(one.x)) and isinstance(one.x[0], str)
