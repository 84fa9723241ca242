"""Draws charts without a display. An import takes a third of a second: import when needed."""

from typing import Any

import numpy as np

from headstack import files
from headstack.arrays import Floats
from headstack.drawing import style
from headstack.drawing.plotting import Axes, FixedLocator, FuncFormatter, NullLocator
from headstack.measure.validation import Validation

Rows = list[dict[str, Any]]

_NICE = [1, 2, 5]
_PARTS = 200
_LABELLED_MS = 1.0


def draw_schedulers(rows: Rows, path: files.Name) -> None:
    """Draws mean response and its variation by arrival rate, with a line for each scheduler.

    A line ends where the queue begins to grow, because figures then depend on the length of the
    run. A mark at the upper edge shows the first rate with a growing queue.

    Args:
        rows: documents of runs (`Result.document`) with `scheduler_name` added.
        path: file to write. The ending of the name selects the format.
    """
    figure = style.figure(8, 4)
    panels = figure.subplots(1, 2)
    names = list(dict.fromkeys(row["scheduler_name"] for row in rows))
    for axes, key, title in zip(
        panels,
        ("mean_response_ms", "scv_response"),
        ("Mean response time, ms", "Its squared coefficient of variation"),
        strict=True,
    ):
        axes.set_title(title, fontsize=style.TEXT + 1, loc="left")
        axes.set_xlabel("arrivals per second", fontsize=style.TEXT)
        steady = [row[key] for row in rows if not row["saturated"]]
        if key == "mean_response_ms":
            _log_scale(axes, steady or [row[key] for row in rows])
        else:
            axes.set_ylim(0, 1.1 * max(steady, default=1.0))
        rates = [row["rate_per_s"] for row in rows]
        axes.set_xlim(0.9 * min(rates), max(rates))
        ends = [
            _draw_until_saturated(axes, rows, name, key, style.line(number))
            for number, name in enumerate(names)
        ]
        style.plain(axes)
        style.name_lines(axes, ends, gap=0.055)
    figure.suptitle(
        f"{rows[0]['drive']}: random 8 KiB requests, 2 reads to 1 write.  "
        "\N{MULTIPLICATION SIGN}: saturated from here on, the queue grows without end",
        fontsize=style.TEXT + 1,
    )
    steady = [row for row in rows if not row["saturated"]]
    figures = {
        f"{row['scheduler_name']}, {row['rate_per_s']:g}/s": row["mean_response_ms"]
        for row in steady
    }
    style.save(figure, path, figures)


def _draw_until_saturated(
    axes: Axes, rows: Rows, name: str, key: str, line: style.Line
) -> tuple[str, float, float, str]:
    """Draws a scheduler's line. Returns name, end and colour."""
    runs = sorted(
        (row for row in rows if row["scheduler_name"] == name), key=lambda row: row["rate_per_s"]
    )
    steady = [row for row in runs if not row["saturated"]]
    first = next((row["rate_per_s"] for row in runs if row["saturated"]), None)
    steady = [row for row in steady if first is None or row["rate_per_s"] < first]
    rates, values = [row["rate_per_s"] for row in steady], [row[key] for row in steady]
    axes.plot(rates, values, **line.plot())
    top = axes.get_ylim()[1]
    if first is None or (steady and key != "mean_response_ms"):
        return name, rates[-1], values[-1], line.colour
    axes.plot([first], [top], "x", color=line.colour, markersize=8, mew=2, clip_on=False, zorder=5)
    if steady:
        axes.plot(
            [rates[-1], first], [values[-1], top], color=line.colour, linewidth=0.8, linestyle=":"
        )
        return name, rates[-1], values[-1], line.colour
    return name, first, top, line.colour


def _log_scale(axes: Axes, values: list[float]) -> None:
    """Makes an axis logarithmic with ticks at 1, 2 and 5. The axis is wider than the values."""
    low, high = 0.85 * min(values), 1.25 * max(values)
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    ticks = [nice * 10.0**power for power in range(-6, 12) for nice in _NICE]
    axes.yaxis.set_major_locator(FixedLocator([tick for tick in ticks if low <= tick <= high]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))


def draw_errors(found: Validation, path: files.Name) -> None:
    """Draws the errors of single requests and the distance between the distributions.

    Args:
        found: a replayed trace.
        path: file to write. The ending of the name selects the format.
    """
    figure = style.figure(8, 4)
    paired, apart = figure.subplots(1, 2)
    draw_paired(paired, [("headstack", found.model_ms - found.measured_ms)])
    draw_apart(apart, found.model_ms, found.measured_ms)
    document = found.document()
    paired.set_title("Each request with itself", fontsize=style.TEXT + 1, loc="left")
    apart.set_title("Distribution with distribution", fontsize=style.TEXT + 1, loc="left")
    figure.suptitle(
        f"{found.drive}, model less measured: within 0.1 ms "
        f"{document['within_0_1_ms_percent']:.1f} % of requests, rms of the distributions "
        f"{document['rms_ms']:.4f} ms",
        fontsize=style.TEXT + 1,
    )
    style.save(figure, path)


def draw_paired(axes: Axes, errors: list[tuple[str, Floats]]) -> None:
    """Draws the share of requests with an error above each limit, on logarithmic axes.

    Args:
        axes: axes to draw on.
        errors: model less measured time of each request in ms, by name.
    """
    for number, (name, error) in enumerate(errors):
        off = np.sort(np.abs(error))[::-1]
        share = 100 * np.arange(1, len(off) + 1) / len(off)
        line = style.line(number)
        axes.plot(off, share, color=line.colour, linestyle=line.dashes, linewidth=1.6)
        if len(errors) > 1:
            beyond = 100 * float(np.mean(off >= _LABELLED_MS))
            axes.annotate(
                name, (_LABELLED_MS, 1.15 * beyond), color=line.colour, fontsize=style.TEXT
            )
    axes.set(xscale="log", yscale="log", xlim=(1e-3, 30), ylim=(0.05, 110))
    axes.set_xlabel("off by more than, ms", fontsize=style.TEXT)
    axes.set_ylabel("requests, %", fontsize=style.TEXT)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:g}"))
    style.plain(axes)


def draw_apart(axes: Axes, model_ms: Floats, measured_ms: Floats) -> None:
    """Draws the horizontal distance of two distributions, as means over equal parts."""
    apart = np.sort(model_ms) - np.sort(measured_ms)
    parts = np.array_split(apart, min(len(apart), _PARTS))
    apart = np.array([part.mean() for part in parts])
    share = (np.arange(len(apart)) + 0.5) / len(apart) * 100
    line = style.line(0)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.plot(share, apart, color=line.colour, linewidth=1.2)
    most = 1.15 * float(np.percentile(np.abs(apart), 99.5)) or 0.001
    axes.set(xlim=(0, 100), ylim=(-most, most))
    axes.set_xlabel("requests that are as fast or faster, %", fontsize=style.TEXT)
    axes.set_ylabel("model less measured, ms", fontsize=style.TEXT)
    style.plain(axes)


def draw_codesign(rows: Rows, path: files.Name) -> None:
    """Draws the cost of decisions by queue length or arrival rate, with a panel for each clock.

    The cost is a loss of throughput in closed loops, or of response time with arrivals at a rate.
    With several seeds, the chart has 95 % intervals.

    Args:
        rows: rows of `headstack.codesign.compare`.
        path: file to write. The ending of the name selects the format.
    """
    clocks = list(dict.fromkeys(row["clock_mhz"] for row in rows))
    designs = list(dict.fromkeys(row["design"] for row in rows))
    is_open = rows[0]["rate_per_s"] is not None
    load = "rate_per_s" if is_open else "queue_length"
    metric, factor = ("response_lost_ms", 1) if is_open else ("throughput_lost", 100)
    across = min(len(clocks), 3)
    down = -(-len(clocks) // across)
    figure = style.figure(8, 0.9 + 2.5 * down)
    grid = figure.subplots(down, across, sharey=True, squeeze=False)
    panels = [axes for line in grid for axes in line]
    for axes, clock in zip(panels, clocks, strict=False):
        for number, design in enumerate(designs):
            runs = [row for row in rows if (row["clock_mhz"], row["design"]) == (clock, design)]
            runs.sort(key=lambda row: row[load])
            axes.errorbar(
                [row[load] for row in runs],
                [factor * row[metric] for row in runs],
                yerr=[factor * (row[f"{metric}_half"] or 0) for row in runs],
                label=design,
                elinewidth=0.8,
                capsize=2,
                **style.line(number).plot(),
            )
        axes.set_title(f"{clock:g} MHz", fontsize=style.TEXT + 1, loc="left")
        if not is_open:
            _queue_scale(axes, [row[load] for row in rows])
        style.plain(axes)
    for axes in panels[len(clocks) :]:
        axes.set_visible(False)
    for axes in (line[0] for line in grid):
        axes.set_ylabel("response lost, ms" if is_open else "throughput lost, %", fontsize=9)
    figure.supxlabel("arrivals per second" if is_open else "requests in the queue", fontsize=9)
    handles, labels = panels[0].get_legend_handles_labels()
    if len(clocks) < len(panels):
        panels[len(clocks)].set_visible(True)
        panels[len(clocks)].axis("off")
        panels[len(clocks)].legend(handles, labels, loc="center", fontsize=9, frameon=False)
    else:
        figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize=9)
    figure.suptitle(
        f"{rows[0]['drive']}: what decisions cost, by the processor's clock", fontsize=10
    )
    figures = {
        f"{row['design']}, {row[load]:g}, {row['clock_mhz']:g} MHz": factor * row[metric]
        for row in rows
    }
    style.save(figure, path, figures)


def _queue_scale(axes: Axes, lengths: list[int]) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator([10.0**power for power in range(7)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))
    axes.set_xlim(0.8 * min(lengths), 1.3 * max(lengths))
