"""Charts, without a display. Importing this takes a third of a second: import it when needed."""

from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from headstack.errors import ConfigError
from headstack.validation import Validation

DPI = 120


def draw_schedulers(rows: list[dict[str, Any]], path: Path) -> None:
    """Mean response and its variation against the arrival rate, a line a scheduler.

    Args:
        rows: documents of runs (`Result.document`) with `scheduler_name` added.
        path: where to write; the ending says the format.
    """
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    mean, scv = figure.subplots(1, 2)
    names = dict.fromkeys(row["scheduler_name"] for row in rows)
    for name, marker in zip(names, cycle("os^vDP"), strict=False):
        runs = [row for row in rows if row["scheduler_name"] == name]
        rates = [row["rate_per_s"] for row in runs]
        mean.plot(rates, [row["mean_response_ms"] for row in runs], marker=marker, label=name)
        scv.plot(rates, [row["scv_response"] for row in runs], marker=marker, label=name)
    mean.set(yscale="log", title="Mean response time", ylabel="ms")
    scv.set(title="Squared coefficient of variation of response time", ylabel="variance / mean²")
    for axes in (mean, scv):
        axes.set_xlabel("arrivals per second")
        axes.grid(True, which="both", alpha=0.3)
    mean.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    mean.yaxis.set_minor_locator(LogLocator(subs=(1.5, 3, 4, 7)))
    mean.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    mean.yaxis.set_minor_formatter(NullFormatter())
    mean.legend()
    figure.suptitle(f"{rows[0]['drive']}, random 8 KiB requests, 2 reads to 1 write")
    _save(figure, path)


def draw_distributions(found: Validation, path: Path) -> None:
    """Cumulated distributions of the measured and the model's response times.

    Args:
        found: a replayed trace.
        path: where to write; the ending says the format.
    """
    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    share = 100 * np.arange(1, len(found.model_ms) + 1) / len(found.model_ms)
    for times, label, style in (
        (found.measured_ms, "real drive", "-"),
        (found.model_ms, "headstack", "--"),
    ):
        axes.plot(np.sort(times), share, style, label=label)
    rms = found.document()["rms_ms"]
    axes.set(
        title=f"{found.drive}: rms {rms:.3f} ms",
        xlabel="response time, ms",
        ylabel="requests, %",
        xlim=(0, 1.05 * float(np.percentile(found.measured_ms, 99.9))),
        ylim=(0, 100),
    )
    axes.grid(True, alpha=0.3)
    axes.legend(loc="lower right")
    _save(figure, path)


def draw_codesign(rows: list[dict[str, Any]], path: Path) -> None:
    """What decisions cost against the length of the queue or the rate of arrivals, a panel a clock.

    It is throughput in closed loops, and response time where requests come at a rate.

    Args:
        rows: of `headstack.codesign.compare`.
        path: where to write; the ending says the format.
    """
    clocks = list(dict.fromkeys(row["clock_mhz"] for row in rows))
    is_open = rows[0]["rate_per_s"] is not None
    load = "rate_per_s" if is_open else "queue_length"
    figure = Figure(figsize=(3.4 * len(clocks) + 1, 4), layout="constrained")
    panels = figure.subplots(1, len(clocks), sharey=True, squeeze=False)[0]
    for axes, clock in zip(panels, clocks, strict=True):
        here = [row for row in rows if row["clock_mhz"] == clock]
        for design, marker in zip(
            dict.fromkeys(row["design"] for row in here), "os^v", strict=False
        ):
            runs = [row for row in here if row["design"] == design]
            lost = [
                row["response_lost_ms"] if is_open else 100 * row["throughput_lost"] for row in runs
            ]
            axes.plot([row[load] for row in runs], lost, marker=marker, label=design)
        axes.set(
            xscale="linear" if is_open else "log",
            title=f"{clock:g} MHz",
            xlabel="arrivals per s" if is_open else "requests in the queue",
        )
        axes.grid(True, alpha=0.3)
    panels[0].set_ylabel("response lost, ms" if is_open else "throughput lost, %")
    panels[0].legend()
    figure.suptitle(f"{rows[0]['drive']}: what decisions cost")
    _save(figure, path)


def draw_realtime(rows: list[dict[str, Any]], path: Path) -> None:
    """Deadlines met against the number of streams, a panel a kind.

    Args:
        rows: of `headstack.realtime.compare`.
        path: where to write; the ending says the format.
    """
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    figure = Figure(figsize=(4.5 * len(kinds) + 1, 4), layout="constrained")
    panels = figure.subplots(1, len(kinds), sharey=True, squeeze=False)[0]
    for axes, kind in zip(panels, kinds, strict=True):
        for number, name in enumerate(dict.fromkeys(row["scheduler"] for row in rows)):
            runs = [row for row in rows if row["kind"] == kind and row["scheduler"] == name]
            met = [100 * row["guarantee_ratio"] for row in runs]
            axes.plot(
                [row["streams"] for row in runs], met, marker="os^vDPX"[number % 7], label=name
            )
        axes.set(title=kind, xlabel="streams", ylim=(0, 100))
        axes.grid(True, alpha=0.3)
    panels[0].set_ylabel("deadlines met, %")
    panels[-1].legend(fontsize="small")
    figure.suptitle(f"{rows[0]['drive']}: schedulers under media streams")
    _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    FigureCanvasAgg(figure)
    try:
        figure.savefig(path, dpi=DPI)
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot draw to {path}: {error}") from error
