"""The plots of a comparison: figures and differences with their intervals."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from headstack.drawing import scales, style
from headstack.drawing.plotting import Figure
from headstack.statistics.figures import MEASURES, Measure

WIDTH: Final = 5.4
"""Width of a plot in inches."""

_SHADES: Final = {"lower": 0, "higher": 1, "same": 3, "undecided": 3}
"""Numbers of the lines with the colours of the verdicts."""

_Ends = tuple[float, float, float]


class ComparisonPlots:
    """Plots of a comparison. Each method returns a figure, which a notebook shows.

    Args:
        document: the comparison, as `Comparison.document()` returns it.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document

    def pairs(self) -> Figure:
        """Draws the difference of each drive from the first drive, in % of the first's figure.

        There are panels for mean, 99th percentile and throughput. A line is the interval of a
        difference. All intervals of a panel hold together at the level of the comparison. The
        colour is the verdict: blue is lower, red is higher, and black is undecided or the same.
        """
        rows = {
            (one["measure"], one["of"]): one
            for one in self._document["differences"]
            if one["interval"] is not None and one["share"] is not None
        }

        def ends(measure: str, name: str) -> tuple[_Ends | None, int]:
            one = rows.get((measure, name))
            if one is None:
                return None, 3
            return percent(one), _SHADES[one["verdict"]]

        reference, *others = self._document["drives"]
        return self._draw(others, ends, lambda one: f"{one.title} against {reference}, %", True)

    def figures(self) -> Figure:
        """Draws mean and 99th percentile in ms and throughput in 1/s, with their intervals.

        The first drive is the reference.
        """

        def ends(measure: str, name: str) -> tuple[_Ends | None, int]:
            one = self._document["figures"][name][measure]
            number = 0 if name == self._document["drives"][0] else 3
            return (None if one is None else (one["low"], one["value"], one["high"])), number

        names = self._document["drives"]
        return self._draw(names, ends, lambda one: f"{one.title}, {one.unit}", False)

    def _draw(
        self,
        names: Sequence[str],
        ends: Callable[[str, str], tuple[_Ends | None, int]],
        title: Callable[[Measure], str],
        zero: bool,
    ) -> Figure:
        figure = style.figure(WIDTH, len(MEASURES) * (0.8 + 0.24 * len(names)))
        panels = figure.subplots(len(MEASURES), 1)
        for axes, measure in zip(panels, MEASURES.values(), strict=True):
            scales.title(axes, title(measure))
            scales.rows(axes, names)
            if zero:
                axes.axvline(0, color="black", linewidth=0.8)
            for row, name in enumerate(names):
                found, number = ends(measure.name, name)
                if found is not None:
                    scales.dot(axes, row, found, style.line(number))
            axes.tick_params(axis="x", labelsize=style.TEXT - 1)
        return figure


def percent(difference: Mapping[str, Any]) -> _Ends:
    """Returns low end, value and high end of a difference in % of the reference's figure.

    Args:
        difference: a difference with an interval and a share, as `Difference.document()` returns
            it.
    """
    interval, share = difference["interval"], difference["share"]
    scale = 100 * share / interval["value"] if interval["value"] else 0.0
    low, high = sorted((scale * interval["low"], scale * interval["high"]))
    return low, 100 * share, high
