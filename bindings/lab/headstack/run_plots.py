"""The plots of a run: response times, their parts, the queue and the seeks."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from headstack import arm
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.drawing import scales, style
from headstack.drawing.plotting import Axes, Figure
from headstack.metrics import PS_PER_MS
from headstack.rows import PARTS
from headstack.settings import Settings
from headstack.units import PS_PER_S

SIZE: Final = (5.2, 3.3)
"""Width and height of a plot in inches."""

BINS: Final = 60
INTERVALS: Final = 120
"""Most intervals of time of a plot over time."""

POINTS: Final = 400
"""Most points of a curve."""

_READS, _WRITES, _ALL = style.line(0).colour, style.line(1).colour, "#4d4d4d"
_SHADES: Final = {
    "queue": "#b3b3b3",
    "overhead": "#cc79a7",
    "seek": "#0072b2",
    "rotation": "#56b4e9",
    "transfer": "#009e73",
    "bus": "#e69f00",
}


class RunPlots:
    """Plots of the requests of a run. Each method returns a figure, which a notebook shows.

    Each method takes `axes`, the axes of matplotlib to draw on. `None`: a new figure.

    Args:
        columns: columns of the result, in the units of `headstack.result.COLUMNS`.
        settings: everything on which the run depends.
    """

    def __init__(self, columns: Mapping[str, Any], settings: Settings) -> None:
        self._columns = columns
        self._settings = settings
        self._response_ms = (columns["finish"] - columns["arrival"]) / PS_PER_MS

    def response(self, axes: Axes | None = None) -> Figure:
        """Draws the distribution of the response times.

        A bar has the share of requests in %, reads below and writes above, by response time in ms.
        The lines are the mean, the 95th and the 99th percentile.
        """
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Response times")
        times = np.maximum(self._response_ms, 1e-6)
        low, high = float(times.min()) / 1.05, float(times.max()) * 1.05
        edges = np.geomspace(low, high, BINS + 1)
        share = 100 / len(times)
        every = share * np.histogram(times, edges)[0]
        reads = share * np.histogram(times[~self._columns["write"].astype(bool)], edges)[0]
        axes.stairs(every, edges, fill=True, color=_WRITES, label="writes")
        axes.stairs(reads, edges, fill=True, color=_READS, label="reads")
        lines = {
            "mean": (float(self._response_ms.mean()), "-"),
            "95 %": (float(np.percentile(self._response_ms, 95)), "--"),
            "99 %": (float(np.percentile(self._response_ms, 99)), ":"),
        }
        for name, (value, dashes) in lines.items():
            label = f"{name}: {value:,.4g} ms"
            axes.axvline(value, 0, 0.75, color=_ALL, linewidth=1.2, linestyle=dashes, label=label)
        scales.logarithmic(axes, "x", low, high)
        axes.set_ylim(0, 1.35 * float(every.max()))
        axes.set_xlabel("response time, ms", fontsize=style.TEXT)
        axes.set_ylabel("requests, %", fontsize=style.TEXT)
        axes.legend(loc="upper left", ncols=2, frameon=False, fontsize=style.TEXT - 1)
        return figure

    def parts(self, axes: Axes | None = None) -> Figure:
        """Draws the mean response time in ms as a bar of its parts: queue, seek and so on.

        The parts are those of `headstack.result.PARTS`. Their sum is the mean response time.
        """
        figure, axes = style.axes_of(axes, SIZE[0], 2.0)
        left = 0.0
        for name in PARTS:
            mean_ms = float(self._columns[name].mean()) / PS_PER_MS
            label = f"{name} {mean_ms:,.4g}"
            axes.barh(0, mean_ms, left=left, color=_SHADES[name], height=0.7, label=label)
            left += mean_ms
        scales.title(axes, f"Mean response time, {left:,.4g} ms")
        axes.grid(False, axis="y")
        axes.spines["left"].set_visible(False)
        axes.set_yticks([])
        axes.set_xlim(0, left or 1)
        axes.set_ylim(-0.4, 2.2)  # the legend is above the bar
        axes.set_xlabel("ms", fontsize=style.TEXT)
        axes.legend(
            loc="upper left", ncols=3, frameon=False, fontsize=style.TEXT - 1, handlelength=1
        )
        return figure

    def timeline(self, axes: Axes | None = None) -> Figure:
        """Draws response times in ms by time of arrival in s.

        The line is the mean of the requests that arrived in an interval of time. The band is from
        the 5th to the 95th percentile of these requests.
        """
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Response over time")
        arrival_s = (self._columns["arrival"] - self._columns["arrival"].min()) / PS_PER_S
        parts = int(np.clip(len(arrival_s) // 20, 1, INTERVALS))
        edges = np.linspace(0, float(arrival_s.max()) or 1, parts + 1)
        place = np.clip(np.searchsorted(edges, arrival_s, side="right") - 1, 0, parts - 1)
        order = np.argsort(place, kind="stable")
        cuts = np.searchsorted(place[order], np.arange(1, parts))
        groups = np.split(self._response_ms[order], cuts)
        middles = (edges[:-1] + edges[1:]) / 2
        kept = [at for at, group in enumerate(groups) if len(group)]
        low, high = np.array([np.percentile(groups[at], (5, 95)) for at in kept]).T
        means = [float(groups[at].mean()) for at in kept]
        axes.fill_between(
            middles[kept], low, high, color=_READS, alpha=0.2, linewidth=0, label="5 % to 95 %"
        )
        axes.plot(middles[kept], means, color=_READS, linewidth=1.4, label="mean")
        _over_time(axes, float(edges[-1]), float(high.max()))
        axes.set_xlabel("time of arrival, s", fontsize=style.TEXT)
        axes.set_ylabel("response time, ms", fontsize=style.TEXT)
        return figure

    def queue(self, axes: Axes | None = None) -> Figure:
        """Draws the number of waiting requests by time in s.

        A request waits from its arrival to its start. The line is the mean over an interval of
        time, and the band is from the least to the largest number in the interval.
        """
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Queue length")
        edges_s, low, mean, high = self._waiting()
        axes.stairs(
            high, edges_s, baseline=low, fill=True, color=_READS, alpha=0.2,
            label="least to largest",
        )  # fmt: skip
        axes.stairs(mean, edges_s, baseline=None, color=_READS, linewidth=1.4, label="mean")
        _over_time(axes, float(edges_s[-1]), float(high.max()))
        axes.set_xlabel("time, s", fontsize=style.TEXT)
        axes.set_ylabel("waiting requests", fontsize=style.TEXT)
        return figure

    def _waiting(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Returns edges of intervals in s, and least, mean and largest number in each interval."""
        begin = int(self._columns["arrival"].min())
        end = max(int(self._columns["finish"].max()), begin + 1)
        parts = int(np.clip(len(self._columns["id"]) // 20, 1, INTERVALS))
        edges = np.linspace(begin, end, parts + 1)
        times = np.concatenate([self._columns["arrival"], self._columns["start"]])
        steps = np.repeat([1, -1], len(self._columns["id"]))
        order = np.argsort(times, kind="stable")
        changes, last = np.unique(times[order], return_index=True)
        waiting = np.cumsum(steps[order])[np.append(last[1:], len(order)) - 1]
        at_edges = np.searchsorted(changes, edges[:-1], side="right") - 1
        # The number at the edges of intervals, between the changes.
        knots = np.concatenate([changes.astype(float), edges[:-1]])
        numbers = np.concatenate([waiting, np.where(at_edges < 0, 0, waiting[at_edges])])
        order = np.argsort(knots, kind="stable")
        knots, numbers = knots[order], numbers[order]
        lengths = np.diff(np.append(knots, end))
        first = np.searchsorted(knots, edges[:-1])
        whole = np.add.reduceat(numbers * lengths, first) / np.diff(edges)
        least, most = np.minimum.reduceat(numbers, first), np.maximum.reduceat(numbers, first)
        return (edges - begin) / PS_PER_S, least.astype(float), whole, most.astype(float)

    def seeks(self, axes: Axes | None = None) -> Figure:
        """Draws the share of requests in % whose seek is at most a distance in cylinders.

        The plot has the requests that reached the medium. A seek begins where the request before
        ended; read-ahead and cached writes between two requests are not in a result.

        Raises:
            ConfigError: the drive of the result cannot be read.
        """
        figure, axes = style.axes_of(axes, *SIZE)
        scales.title(axes, "Seek distances")
        axes.set_xlabel("distance, cylinders, at most", fontsize=style.TEXT)
        axes.set_ylabel("requests at the medium, %", fontsize=style.TEXT)
        axes.set_ylim(0, 103)
        distances = self._distances()
        if not len(distances):
            axes.text(0.5, 0.5, "no request moved the arm", ha="center", transform=axes.transAxes)
            return figure
        values, counts = np.unique(distances, return_counts=True)
        share = 100 * np.cumsum(counts) / len(distances)
        kept = np.unique(np.linspace(0, len(values) - 1, POINTS).astype(int))
        axes.step(values[kept], share[kept], where="post", color=_READS, linewidth=1.5)
        axes.set_xlim(0, max(int(values[-1]), 1))
        axes.text(
            0.97, 0.06,
            f"mean {distances.mean():,.4g} cylinders\n"
            f"{100 * float(np.mean(distances == 0)):.1f} % on the same cylinder",
            ha="right", transform=axes.transAxes, fontsize=style.TEXT,
        )  # fmt: skip
        return figure

    def _distances(self) -> Any:
        settings = self._settings
        drive = DriveConfig.parse(settings.configuration, settings.drive)
        return arm.moves(self._columns, *arm.places(drive, self._columns)).distances


def _over_time(axes: Axes, end_s: float, highest: float) -> None:
    """Finishes a plot over time up to `end_s`, with room for the legend above `highest`."""
    scales.thousands(axes)
    axes.set_xlim(0, end_s)
    axes.set_ylim(0, 1.25 * (highest or 1))
    axes.legend(loc="upper left", ncols=2, frameon=False, fontsize=style.TEXT - 1)
