"""The plots of a validation: distributions of measured and modelled times, and their distance."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from headstack.drawing import scales, style
from headstack.drawing.plotting import Axes, Figure

SIZE: Final = (5.2, 3.5)
"""Width and height of a plot in inches."""


class ValidationPlots:
    """Plots of a validation. Each method returns a figure, which a notebook shows.

    Each method takes `axes`, the axes of matplotlib to draw on. `None`: a new figure.

    Args:
        quantiles: `measured_ms` and `model_ms`, each with times in ms at equally spaced shares from
            0 to 1, as `Validation.quantiles()` returns them.
    """

    def __init__(self, quantiles: Mapping[str, Sequence[float]]) -> None:
        self._measured_ms = np.asarray(quantiles["measured_ms"], float)
        self._model_ms = np.asarray(quantiles["model_ms"], float)
        self._percents = np.linspace(0, 100, len(self._model_ms))

    def distribution(self, axes: Axes | None = None) -> Figure:
        """Draws the share of requests in % with at most a response time in ms, of both drives."""
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Measured and modelled")
        times = {"measured": self._measured_ms, "model": self._model_ms}
        for number, (name, found) in enumerate(times.items()):
            look = style.line((3, 1)[number])
            axes.plot(
                found, self._percents, label=name, color=look.colour, linewidth=1.6,
                linestyle=("-", (0, (4, 2)))[number],
            )  # fmt: skip
        axes.set_ylim(0, 103)
        axes.set_xlabel("response time, ms, at most", fontsize=style.TEXT)
        axes.set_ylabel("requests, %", fontsize=style.TEXT)
        axes.legend(loc="lower right", frameon=False, fontsize=style.TEXT)
        return figure

    def distance(self, axes: Axes | None = None) -> Figure:
        """Draws the horizontal distance of the distributions: model less measured, in ms.

        The horizontal axis has the share of requests in % that are as fast or faster. The root
        mean square of the distance is the rms of the demerit figure.
        """
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Distance of the distributions")
        axes.axhline(0, color="black", linewidth=0.8)
        apart = self._model_ms - self._measured_ms
        axes.plot(self._percents, apart, color=style.line(0).colour, linewidth=1.2)
        axes.set_xlim(0, 100)
        axes.set_xlabel("requests that are as fast or faster, %", fontsize=style.TEXT)
        axes.set_ylabel("model less measured, ms", fontsize=style.TEXT)
        return figure
