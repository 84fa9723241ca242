"""The chart of a recommendation: the ranking with intervals, response over time, distributions."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import files
from headstack.advice.configurations import Configuration
from headstack.advice.ranking import Ranked
from headstack.advice.study import Study
from headstack.drawing import scales, style
from headstack.drawing.picture import svg
from headstack.drawing.plotting import Axes, Figure, FuncFormatter, NullLocator
from headstack.statistics.figures import MEASURES, Measure

_SHADES: Final = {
    "best": style.line(0).colour,
    "same": style.line(0).colour,
    "open": style.line(0).colour,
    "worse": "#4d4d4d",
    "grew": style.line(1).colour,
}
_KEY: Final = (
    "filled is the best; open: served alike, or not distinguishable from it; grey: worse;  ~: the "
    "interval may be too narrow"
)

_PARTS: Final = 120


def draw(found: Study, path: files.Name) -> None:
    """Draws all panels in one picture.

    Args:
        found: a recommendation.
        path: file to write. The ending of the name selects the format.
    """
    rows = len(found.ranking.rows)
    figure = style.figure(10, 5 + 0.24 * rows)
    parts: Any = figure.subfigures(2, 1, height_ratios=(1.5 + 0.24 * rows, 3.4), hspace=0.04)
    upper, lower = parts
    _ranking(upper.subplots(1, 2, sharey=True), found)
    over_time, shares = lower.subplots(1, 2)
    _over_time(over_time, found)
    _distribution(shares, found)
    name = found.question.trace
    what = Path(name).name if name is not None else found.question.workload
    figure.suptitle(
        f"{what} on {found.drive.name}: {found.load.requests:,} requests, {rows} ways of ordering "
        "them",
        fontsize=style.TEXT + 2,
    )
    style.save(figure, path)


def pictures(found: Study) -> dict[str, bytes]:
    """Returns the panels as SVG: 'ranking', 'over_time' and 'distribution'."""
    rows = len(found.ranking.rows)
    drawn: dict[str, tuple[float, float, Callable[[Figure], None]]] = {
        "ranking": (
            9.2,
            1.0 + 0.26 * rows,
            lambda figure: _ranking(figure.subplots(1, 2, sharey=True), found),
        ),
        "over_time": (4.6, 3.3, lambda figure: _over_time(figure.subplots(), found)),
        "distribution": (4.6, 3.3, lambda figure: _distribution(figure.subplots(), found)),
    }
    made = {}
    for name, (width, height, put) in drawn.items():
        figure = style.figure(width, height)
        put(figure)
        made[name] = svg(figure)
    return made


def _ranking(panels: Sequence[Axes], found: Study) -> None:
    """Draws a panel for each figure, with a dot and an interval for each configuration."""
    by = found.ranking.by
    other = MEASURES["mean_response_ms" if by.name == "p99_response_ms" else "p99_response_ms"]
    rows = found.ranking.rows
    for axes, measure in zip(panels, (by, other), strict=True):
        axes.set_title(f"{measure.title}, {measure.unit}", fontsize=style.TEXT + 1, loc="left")
        style.plain(axes)
        axes.grid(False, axis="y")
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="y", length=0)
        shown = [_dot(axes, row, measure) for row in rows]
        _value_scale(axes, [ends for ends in shown if ends])
        interval = rows[0].figures[measure.name]
        if interval is not None:
            axes.axvspan(interval.low, interval.high, color="#0072b2", alpha=0.1, linewidth=0)
        for row in rows:
            if measure.of_times and row.figures[measure.name] is None:
                axes.text(
                    0.99, row.place, "queue grew" if _grew(found, row) else "too few requests",
                    transform=axes.get_yaxis_transform(), ha="right", va="center",
                    fontsize=style.TEXT, color=_SHADES["grew"],
                )  # fmt: skip
    first = panels[0]
    first.figure.supxlabel(
        f"by {by.title}: {_KEY}", fontsize=style.TEXT - 1, color="#4d4d4d", x=0.01, ha="left"
    )
    first.set_ylim(len(rows) + 0.6, 0.4)
    first.set_yticks([row.place for row in rows], [row.configuration.label for row in rows])
    for label, row in zip(first.get_yticklabels(), rows, strict=True):
        label.set_color(_SHADES[row.standing])
        label.set_fontweight("bold" if row.standing == "best" else "normal")


def _grew(found: Study, row: Ranked) -> bool:
    return found.runs[row.configuration].saturated


def _dot(axes: Axes, row: Ranked, measure: Measure) -> tuple[float, ...]:
    """Draws a figure of a row. Returns the values that the axis must show."""
    interval = row.figures[measure.name]
    if interval is None:
        return ()
    colour = _SHADES[row.standing]
    axes.plot([interval.low, interval.high], [row.place] * 2, color=colour, linewidth=2, alpha=0.6)
    axes.plot(
        [interval.value], [row.place], "o", color=colour, markersize=5.5,
        markerfacecolor="white" if row.standing in ("same", "open") else colour,
    )  # fmt: skip
    if not interval.sound:
        axes.annotate(
            "~", (interval.high, row.place), (3, 0), textcoords="offset points", va="center",
            fontsize=style.TEXT, color=colour,
        )  # fmt: skip
    return interval.low, interval.value, interval.high


def _value_scale(axes: Axes, ends: Sequence[tuple[float, ...]]) -> None:
    """Scales the axis. Values far apart: logarithmic. Close values: around them. Others: from 0."""
    values = [value for row in ends for value in row]
    if not values or max(values) <= 0:
        axes.set_xlim(0, 1)
        return
    middle = [value for _, value, _ in ends]
    if max(middle) > 8 * min(middle) and min(values) > max(values) / 1e4:
        scales.logarithmic(axes, "x", min(values) / 1.15, max(values) * 1.25)
        return
    if min(values) > 0.5 * max(values):
        spread = max(values) - min(values) or 0.1 * max(values)
        axes.set_xlim(min(values) - 0.15 * spread, max(values) + 0.15 * spread)
    else:
        axes.set_xlim(0, 1.06 * max(values))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,.5g}"))


def _shown(found: Study) -> list[Configuration]:
    """Returns the best configuration, the best in another place, and the baseline."""
    best = found.ranking.best.configuration
    chosen = [best]
    for row in found.ranking.rows:
        one = row.configuration
        if (
            row.standing not in ("same", "grew")
            and one != found.baseline
            and one.place not in [other.place for other in chosen]
            and len(chosen) < 2
        ):
            chosen.append(one)
    return list(dict.fromkeys((*chosen, found.baseline)))


def _line(found: Study, one: Configuration) -> style.Line:
    """Returns the line of a configuration. The best and FCFS look the same in every chart."""
    if one == found.ranking.best.configuration:
        return style.line(0)
    return style.line(1 if one == found.baseline else 2)


def _over_time(axes: Axes, found: Study) -> None:
    """Draws the mean response time of the requests that arrived in each part of the run."""
    axes.set_title("Response over time, means, ms", fontsize=style.TEXT + 1, loc="left")
    style.plain(axes)
    runs = [found.runs[one] for one in _shown(found)]
    end_s = max(float(run.arrival_ms[-1]) for run in runs) / 1000
    unit, name = (60, "min") if end_s >= 120 else (1, "s")
    parts = int(min(_PARTS, max(len(runs[0].arrival_ms) // 20, 4)))
    edges = np.linspace(0, end_s or 1, parts + 1)
    values: list[float] = []
    for one, run in zip(_shown(found), runs, strict=True):
        place = np.clip(
            np.searchsorted(edges, run.arrival_ms / 1000, side="right") - 1, 0, parts - 1
        )
        count = np.bincount(place, minlength=parts)
        sums = np.bincount(place, weights=run.response_ms, minlength=parts)
        means = np.divide(sums, count, out=np.full(parts, np.nan), where=count > 0)
        line = _line(found, one)
        axes.plot(
            (edges[:-1] + edges[1:])[count > 0] / 2 / unit, means[count > 0], label=one.label,
            color=line.colour, linestyle=line.dashes, linewidth=1.3,
        )  # fmt: skip
        values += means[count > 0].tolist()
    above = [value for value in values if value > 0]
    if above and max(above) > 10 * float(np.median(above)):
        scales.logarithmic(axes, "y", min(above) / 1.15, max(above) * 1.25)
    else:
        axes.set_ylim(0, 1.08 * max(above, default=1))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))
    axes.set_xlim(0, (end_s or 1) / unit)
    axes.set_xlabel(f"time of arrival, {name}", fontsize=style.TEXT)


def _distribution(axes: Axes, found: Study) -> None:
    """Draws the share of slower requests by response time, on logarithmic axes."""
    axes.set_title("Requests that take longer than", fontsize=style.TEXT + 1, loc="left")
    style.plain(axes)
    low, high, least = np.inf, 0.0, 100.0
    for one in _shown(found):
        slow = np.sort(found.runs[one].response_ms[found.ranking.warmup.cut :])
        share = 100 * (1 - np.arange(len(slow)) / len(slow))
        line = _line(found, one)
        axes.plot(
            slow, share, label=one.label, color=line.colour, linestyle=line.dashes, linewidth=1.5
        )
        low, high = min(low, float(np.quantile(slow, 0.02))), max(high, float(slow[-1]))
        least = min(least, float(share[-1]))
    axes.set_yscale("log")
    least_ms, most_ms = max(low, high / 1e5, 1e-6), max(high, 1e-5)
    scales.logarithmic(axes, "x", least_ms / 1.15, most_ms * 1.25)
    axes.set_ylim(least / 1.2, 130)
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:g} %"))
    axes.set_xlabel("response time, ms", fontsize=style.TEXT)
    axes.legend(loc="lower left", frameon=False, fontsize=style.TEXT, handlelength=2.2)
