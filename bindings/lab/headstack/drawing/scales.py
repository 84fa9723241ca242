"""Scales of axes: round numbers at the ticks, and dots with intervals."""

from collections.abc import Sequence
from typing import Final

from headstack.drawing import style
from headstack.drawing.plotting import Axes, FixedLocator, FuncFormatter, NullLocator

_ROOM: Final = 30  # limit of letters in all labels of a logarithmic axis


def logarithmic(axes: Axes, name: str, low: float, high: float) -> None:
    """Makes axis x or y logarithmic. Ticks are at 1, 2 and 5, or at 1 for a wide range."""
    axes.set(**{f"{name}scale": "log", f"{name}lim": (low, high)})
    axis = axes.xaxis if name == "x" else axes.yaxis
    for nice in ((1, 2, 5), (1,)):
        every = [number * 10.0**power for power in range(-9, 12) for number in nice]
        ticks = [tick for tick in every if low <= tick <= high]
        if sum(len(f"{tick:,g}") for tick in ticks) <= _ROOM:
            break
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))


def thousands(axes: Axes) -> None:
    """Writes the numbers of both axes with commas."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))


def title(axes: Axes, text: str) -> None:
    """Writes a title above the left end of the axes, and draws the light grid."""
    axes.set_title(text, fontsize=style.TEXT + 1, loc="left")
    style.plain(axes)


def rows(axes: Axes, names: Sequence[str]) -> None:
    """Makes an axis with a row for each name, the first on top."""
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_yticks(range(len(names)), names)
    axes.grid(False, axis="y")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def dot(axes: Axes, row: int, ends: tuple[float, float, float], look: style.Line) -> None:
    """Draws a value with its interval: low, value and high."""
    low, value, high = ends
    axes.plot([low, high], [row, row], color=look.colour, linewidth=2, alpha=0.6)
    axes.plot([value], [row], "o", color=look.colour, markersize=5.5)


def name_ends(axes: Axes, ends: Sequence[tuple[str, float, float, str]]) -> None:
    """Writes the names of curves at their right ends, or in a legend if there are many.

    Args:
        axes: axes with final limits, and the curves as containers of error bars.
        ends: name, place and colour of each curve's end.
    """
    named = [end for end in ends if end[0]]
    if 0 < len(named) <= 15:
        style.name_lines(axes, named, gap=0.062)
    elif named:
        axes.legend(
            axes.containers, [name for name, *_ in named], loc="upper left",
            bbox_to_anchor=(1.01, 1), frameon=False, fontsize=style.TEXT - 2,
        )  # fmt: skip
