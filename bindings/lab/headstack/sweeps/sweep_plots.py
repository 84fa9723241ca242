"""The plots of a sweep: a figure by an axis, with a curve for each combination of the others."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from headstack import checks
from headstack.drawing import scales, style
from headstack.drawing.plotting import Axes, Figure
from headstack.errors import ConfigError
from headstack.student import student_t
from headstack.sweeps import lines
from headstack.sweeps.columns import FIXED
from headstack.sweeps.lines import Row

SIZE: Final = (5.6, 3.5)
"""Width and height of a plot in inches."""

LEVEL: Final = 0.95
MOST_CURVES: Final = 35
"""Most curves of a plot. A reader cannot tell more curves apart."""


class SweepPlots:
    """Plots of a sweep. Each method returns a figure, which a notebook shows.

    Args:
        rows: rows of the sweep's table.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._own = lines.labels_of(rows)

    def axis(self) -> str:
        """Returns the usual axis of curves: numbers with the most values, or a text."""
        names = lines.varying(self._rows, self._own)
        values = {name: {row[name] for row in self._rows if _plain(row[name])} for name in names}
        numbers = [name for name in names if len(values[name]) > 1 and _numbers(values[name])]
        return max(numbers, key=lambda name: len(values[name])) if numbers else names[0]

    def curves(
        self,
        figure: str = "mean_response_ms",
        axis: str | None = None,
        axes: Axes | None = None,
    ) -> Figure:
        """Draws a figure of the runs by the values of an axis.

        A curve goes through the means over the seeds. With several seeds, each mean has its 95 %
        interval. A point without a successful run is left out. The names of the curves are the
        values of the other axes.

        Args:
            figure: name of a column with numbers, in the unit of this column.
            axis: name of the axis, such as 'rate_per_s'. `None`: `axis()`.
            axes: axes of matplotlib to draw on. `None`: a new figure.

        Raises:
            ConfigError: the table has no such column or axis, or there would be more than
                MOST_CURVES curves.
        """
        known = [name for name, (kind, _, _) in FIXED.items() if kind in ("number", "whole")]
        if figure not in known:
            raise checks.unknown("figure", figure, known)
        if axis is not None and axis not in (*self._own, *lines.AXES):
            raise checks.unknown("axis", axis, (*self._own, *lines.AXES))
        axis = self.axis() if axis is None else axis
        drawn, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, _named(figure))
        self._draw(axes, figure, axis)
        axes.set_xlabel(_named(axis), fontsize=style.TEXT)
        return drawn

    def _draw(self, axes: Axes, figure: str, axis: str) -> None:
        curves = self._curves(figure, axis)
        values = list(dict.fromkeys(x for curve in curves.values() for x in curve))
        places = values if _numbers(values) else [lines.short(value) for value in values]
        at = dict(zip(values, places if _numbers(values) else range(len(values)), strict=True))
        ends = []
        for number, (name, curve) in enumerate(curves.items()):
            look = style.line(number)
            points = sorted((at[x], *ends_of(found)) for x, found in curve.items())
            x, low, mean, high = np.array(points).T
            axes.errorbar(
                x, mean, yerr=(mean - low, high - mean), elinewidth=0.8, capsize=2, **look.plot()
            )
            ends.append((name, float(x[-1]), float(mean[-1]), look.colour))
        if not _numbers(values):
            axes.set_xticks(range(len(values)), [str(one) for one in places])
        axes.set(xlim=axes.get_xlim(), ylim=(0, axes.get_ylim()[1]))
        scales.name_ends(axes, ends)

    def _curves(self, figure: str, axis: str) -> dict[str, dict[Any, list[float]]]:
        """Returns the figure of the runs by name of the curve and value of the axis."""
        others = lines.beside(self._rows, lines.varying(self._rows, self._own), axis)
        found: dict[str, dict[Any, list[float]]] = {}
        for alike in lines.groups(self._rows, self._own):
            values = [
                float(row[figure])
                for row in alike
                if row["error"] is None and row[figure] is not None
            ]
            if values:
                name = ", ".join(lines.short(alike[0][other]) for other in others)
                found.setdefault(name, {}).setdefault(_key(alike[0][axis]), []).extend(values)
        if not found:
            raise ConfigError(f"no run of the sweep has the figure {figure}")
        if len(found) > MOST_CURVES:
            raise ConfigError(
                f"the plot would have {len(found)} curves; the limit is {MOST_CURVES}: give fewer "
                "values, or another axis"
            )
        return found


def ends_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns low end, mean and high end of the 95 % interval of the mean of independent runs.

    A single run has no interval: all three are its value.
    """
    mean = float(np.mean(values))
    if len(values) < 2:
        return mean, mean, mean
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    half = student_t(LEVEL, len(values) - 1) * error
    return mean - half, mean, mean + half


def _named(column: str) -> str:
    """Returns the name of a column with its unit."""
    unit = FIXED.get(column, ("", "", ""))[1]
    ending = {"1/s": "_per_s", "B": "_bytes"}.get(unit, f"_{unit}")
    words = column.removesuffix(ending).replace("_", " ")
    return f"{words}, {unit}" if unit not in ("", "1") else words


def _key(value: Any) -> Any:
    return value if _plain(value) else lines.short(value)


def _plain(value: Any) -> bool:
    return isinstance(value, (int, float, str))


def _numbers(values: Any) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
