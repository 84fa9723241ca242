"""Draws residuals as a chart, without a display. The import takes a third of a second."""

from typing import Any, Final

from headstack import files
from headstack.drawing import style
from headstack.drawing.plotting import Axes
from headstack_identify.residuals import residual_tables
from headstack_identify.residuals.residuals import Residuals

DIMENSIONS: Final = ("class", "blocks", "distance", "place")


def draw(found: Residuals, path: files.Name) -> None:
    """Draws median and quartiles of the residuals by group, and the shares off by revolutions.

    Args:
        found: residuals of the requests.
        path: file to write. The ending of the name determines the format.
    """
    tables = residual_tables.tables(found)
    figure = style.figure(11, 9)
    grid = figure.subplots(len(DIMENSIONS), 2, height_ratios=[len(tables[d]) for d in DIMENSIONS])
    for (left, right), by in zip(grid, DIMENSIONS, strict=True):
        _draw_spread(left, tables[by], by)
        _draw_revolutions(right, tables[by])
    grid[-1][0].set_xlabel("model less measured, ms: median and quartiles", fontsize=style.TEXT)
    grid[-1][1].set_xlabel("a revolution early (-) or late (+), %", fontsize=style.TEXT)
    figure.suptitle(
        f"{found.drive}, think time {found.think}: what is left, without and with whole "
        "revolutions",
        fontsize=style.TEXT + 1,
    )
    style.save(figure, path)


def _draw_spread(axes: Axes, rows: list[dict[str, Any]], by: str) -> None:
    """Draws a dot at the median of each group, and a line over its quartile range."""
    shown = [(place, row) for place, row in enumerate(rows) if row["median_ms"] is not None]
    line = style.line(0)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.errorbar(
        [row["median_ms"] for _, row in shown],
        [place for place, _ in shown],
        xerr=[row["iqr_ms"] / 2 for _, row in shown],
        fmt=line.marker,
        color=line.colour,
        markersize=4,
        elinewidth=1.2,
    )
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [row["group"] for row in rows], fontsize=style.TEXT - 1)
    axes.set_ylabel(by, fontsize=style.TEXT)
    style.plain(axes)


def _draw_revolutions(axes: Axes, rows: list[dict[str, Any]]) -> None:
    """Draws bars for the shares of each group that are revolutions late and revolutions early."""
    late = [100 * row["revolutions_late"] / row["requests"] for row in rows]
    early = [-100 * row["revolutions_early"] / row["requests"] for row in rows]
    axes.barh(range(len(rows)), late, color=style.line(0).colour)
    axes.barh(range(len(rows)), early, color=style.line(1).colour)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [f"{row['requests']:,}" for row in rows], fontsize=8)
    style.plain(axes)
