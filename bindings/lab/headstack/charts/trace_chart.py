"""Draws a trace: arrivals, addresses, sizes and distances of its requests."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import files
from headstack.arrays import Floats, Ints
from headstack.drawing import style
from headstack.drawing.plotting import (
    Axes,
    FixedLocator,
    FuncFormatter,
    LinearSegmentedColormap,
    LogNorm,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)
from headstack.traces import Profile
from headstack.traces.histogram import Histogram
from headstack.units import PS_PER_S

_READS, _WRITES, _ALL = style.line(0).colour, style.line(1).colour, "#4d4d4d"
_SHADES = LinearSegmentedColormap.from_list("shades", ["#d7e6f2", _READS, "#00243a"])
_UNITS: Final = ((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B"))
_SPANS: Final = ((2 * 86400, 86400, "days"), (2 * 3600, 3600, "h"), (120, 60, "min"))
_PER_OCTAVE: Final = 3  # bars from a size to its double


def draw(found: Profile, path: files.Name) -> None:
    """Draws four panels: arrivals by time, addresses by time, sizes, and distances.

    Args:
        found: description of the trace.
        path: file to write. The ending of the name selects the format.
    """
    figure = style.figure(10, 6.4)
    (when, where), (sizes, distances) = figure.subplots(2, 2)
    span_s = (found.scan.last_ps - found.scan.first_ps) / PS_PER_S
    unit, unit_name = next(
        ((unit, name) for least, unit, name in _SPANS if span_s >= least), (1.0, "s")
    )
    _arrivals(when, found, span_s, unit)
    drawn = _addresses(where, found, span_s, unit)
    for axes in (when, where):
        axes.set_xlabel(f"time, {unit_name}", fontsize=style.TEXT)
    bar = figure.colorbar(drawn, ax=where, pad=0.02)
    bar.set_label("requests", fontsize=style.TEXT)
    bar.ax.tick_params(labelsize=style.TEXT)
    bar.ax.yaxis.set_minor_formatter(NullFormatter())
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))
    _bars(sizes, found.sizes, "request size")
    _shares(distances, found)
    scan = found.scan
    devices = f", {len(scan.devices)} devices" if len(scan.devices) > 1 else ""
    figure.suptitle(
        f"{Path(scan.path).name}: {scan.requests:,} requests{devices}, "
        f"{100 * scan.reads / scan.requests:.0f} % reads",
        fontsize=style.TEXT + 2,
    )
    style.save(figure, path)


def _arrivals(axes: Axes, found: Profile, span_s: float, unit: float) -> None:
    """Draws reads and writes per second, stacked."""
    _title(axes, "Arrivals")
    parts = found.over_time.shape[1]
    edges = np.linspace(0, (span_s or 1) / unit, parts + 1)
    rate = found.over_time * parts / (span_s or 1)
    axes.stairs(rate.sum(axis=0), edges, fill=True, color=_WRITES, label="writes")
    axes.stairs(rate[0], edges, fill=True, color=_READS, label="reads")
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(0, 1.08 * rate.sum(axis=0).max())
    axes.set_ylabel("requests per second", fontsize=style.TEXT)
    style.plain(axes)
    axes.legend(
        loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=style.TEXT,
        borderaxespad=0.2, handlelength=1,
    )  # fmt: skip


def _addresses(axes: Axes, found: Profile, span_s: float, unit: float) -> Any:
    """Draws the number of requests by address and time. Dark cells have many requests."""
    _title(axes, "Addresses")
    scan = found.scan
    size, name = _unit(scan.highest_byte)
    density = _coarser(found.density) if scan.requests < found.density.size else found.density
    edges = (
        np.linspace(0, (span_s or 1) / unit, density.shape[1] + 1),
        np.linspace(scan.lowest_byte, scan.highest_byte, density.shape[0] + 1) / size,
    )
    most = max(int(density.max()), 10)
    cells = np.ma.masked_equal(density, 0)
    drawn = axes.pcolormesh(
        *edges, cells, cmap=_SHADES, norm=LogNorm(1, most), rasterized=True, linewidth=0
    )
    axes.set_ylabel(f"start, {name}", fontsize=style.TEXT)
    style.plain(axes)
    return drawn


def _coarser(density: Ints) -> Ints:
    """Joins 4 by 4 cells into a cell, so that single requests are visible."""
    rows, columns = density.shape
    found: Ints = density.reshape(rows // 4, 4, columns // 4, 4).sum(axis=(1, 3))
    return found


def _bars(axes: Axes, found: Histogram, what: str) -> None:
    """Draws the share of each size. A bar covers the sizes of a third of an octave."""
    _title(axes, "Sizes")
    values, counts = found.values().astype(np.float64), found.counts()
    parts = np.rint(_PER_OCTAVE * np.log2(values)).astype(np.int64)
    least = int(parts.min())
    share = 100 * np.bincount(parts - least, weights=counts) / found.count
    edges = 2 ** ((np.arange(least, least + len(share) + 1) - 0.5) / _PER_OCTAVE)
    axes.stairs(share, edges, fill=True, color=_ALL)
    axes.set_ylim(0, 1.08 * share.max())
    axes.set_ylabel("requests, %", fontsize=style.TEXT)
    _byte_scale(axes, float(edges[0]) / 2, float(edges[-1]) * 2)
    axes.set_xlabel(what, fontsize=style.TEXT)
    style.plain(axes)


def _shares(axes: Axes, found: Profile) -> None:
    """Draws the share of requests up to each distance from the end of the request before."""
    _title(axes, "Distances")
    axes.set_xlabel("from the end of the request before, at most", fontsize=style.TEXT)
    axes.set_ylabel("requests, %", fontsize=style.TEXT)
    axes.set_ylim(0, 103)
    style.plain(axes)
    values, counts = found.distances.values(), found.distances.counts()
    if not found.distances.count:
        axes.text(0.5, 0.5, "one request", ha="center", transform=axes.transAxes)
        return
    share = 100 * np.cumsum(counts) / found.distances.count
    sequential = 100 * found.sequential / found.distances.count
    away = values > 0
    ends = values[away].astype(np.float64) if away.any() else np.array([1.0])
    shares = share[away] if away.any() else np.array([100.0])
    low, high = float(ends[0]) / 1.5, max(float(ends[-1]), 2 * float(ends[0])) * 1.5
    axes.stairs(
        np.concatenate(([sequential], shares)), np.concatenate(([low], ends, [high])),
        baseline=None, color=_ALL, linewidth=1.5,
    )  # fmt: skip
    _byte_scale(axes, low, high)
    axes.text(
        0.03, 0.9, f"{sequential:.1f} % sequential", transform=axes.transAxes,
        fontsize=style.TEXT, color=_WRITES,
    )  # fmt: skip
    axes.plot([low], [sequential], "o", color=_WRITES, markersize=6, clip_on=False, zorder=5)


def _byte_scale(axes: Axes, low: float, high: float) -> None:
    """Makes a logarithmic scale of bytes. Ticks are at powers of two with enough space between."""
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    powers = np.arange(np.ceil(np.log2(low)), np.floor(np.log2(high)) + 1)
    step = max(-(-len(powers) // 8), 1)
    ticks: Floats = 2.0 ** powers[powers % step == 0]
    axes.xaxis.set_major_locator(FixedLocator(list(ticks)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda tick, _: _size(tick)))


def _title(axes: Axes, text: str) -> None:
    axes.set_title(text, fontsize=style.TEXT + 1, loc="left")
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda tick, _: f"{tick:,g}"))


def _unit(most: int) -> tuple[int, str]:
    return next((unit, name) for unit, name in _UNITS if most >= unit)


def _size(value: float) -> str:
    unit, name = _unit(max(int(value), 1))
    return f"{value / unit:g} {name}"
