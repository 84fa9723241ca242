"""Runs the real-time and share papers' experiments with the scheduler in the drive and in the host.

For docs/use/on-board.md. With `--write`, the script puts the tables into the page and draws the
pictures, in half a minute. Without `--write`, it prints the tables.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from headstack import sweeps
from headstack.charts import page
from headstack.drawing import style

PAGE: Final = Path(__file__).resolve().parents[2] / "docs/use/on-board.md"
PICTURES: Final = PAGE.parents[1] / "img"
SEEDS: Final = 3


@dataclass(frozen=True)
class Arrangement:
    """A place for the scheduler that is compared.

    Attributes:
        host: whether the scheduler is in the host.
        depth: commands in the drive, with the command under way; None: no limit.
        below: scheduler in the drive below the host's; `same`: the host's scheduler once more.
    """

    host: bool
    depth: int | None
    below: str = "fcfs"

    def point(self, scheduler: str) -> dict[str, Any]:
        """Returns the arguments of a drive with a scheduler."""
        if not self.host:
            return {"scheduler": scheduler, "queue_depth": self.depth}
        below = scheduler if self.below == "same" else self.below
        if below == "fcfs":
            return {
                "scheduler": scheduler, "placement": "host", "host_outstanding": self.depth,
            }  # fmt: skip
        return {
            "host_scheduler": scheduler, "drive_scheduler": below, "queue_depth": self.depth,
        }  # fmt: skip


Found = dict[tuple[str, ...], dict[str, float]]
"""Means over seeds, by what runs have in common."""


def _means(
    arrangements: Mapping[str, Arrangement],
    schedulers: Iterable[str],
    keys: Sequence[str],
    figures: Mapping[str, float],
    **axes: Any,
) -> Found:
    """Runs schedulers in arrangements. The result is by scheduler, arrangement and `keys`."""
    points = [
        {**place.point(scheduler), "labels": {"under_test": scheduler, "arrangement": name}}
        for scheduler in schedulers
        for name, place in arrangements.items()
    ]
    rows = sweeps.sweep(points, **axes).table.to_pylist()
    runs: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        runs[tuple(str(row[name]) for name in ("under_test", "arrangement", *keys))].append(row)
    return {
        key: {
            name: factor * fmean(row[name] for row in of_seeds) for name, factor in figures.items()
        }
        for key, of_seeds in runs.items()
    }


# Deadlines

MEDIA: Final = {
    "host, 1": Arrangement(host=True, depth=1),
    "host, 8, `fcfs`": Arrangement(host=True, depth=8),
    "host, 8, `sptf`": Arrangement(host=True, depth=8, below="sptf"),
    "drive, 8": Arrangement(host=False, depth=8),
    "drive, 32": Arrangement(host=False, depth=32),
    "drive, all": Arrangement(host=False, depth=None),
    "both, 8": Arrangement(host=True, depth=8, below="same"),
}
"""Arrangements for streams. The first is the paper's."""

KINDS: Final = {"mpeg2": "MPEG-2", "cd_audio": "CD audio"}
DEADLINE_SCHEDULERS: Final = ("edf", "scan_edf", "fd_edf", "ssedv", "fd_scan", "sstf(map)", "scan")
STREAMS: Final = (5, 10, 20, 30, 40)
SHOWN_STREAMS: Final = (20, 40)
PANELS: Final = ("fd_edf", "ssedv", "fd_scan", "sstf(map)")


def met(
    schedulers: Iterable[str] = DEADLINE_SCHEDULERS,
    kinds: Iterable[str] = tuple(KINDS),
    streams: Iterable[int] = STREAMS,
    requests: int = 1_000,
    seeds: int = SEEDS,
    **axes: Any,
) -> dict[tuple[str, str, str, int], float]:
    """Returns deadlines met in percent, by scheduler, arrangement, kind and number of streams."""
    found = _means(
        MEDIA,
        schedulers,
        ("kind", "streams"),
        {"guarantee_ratio": 100},
        drive="hp_97560",
        workload="streams({kind}={streams})",
        labels={"kind": list(kinds), "streams": list(streams)},
        requests=requests,
        seeds=seeds,
        **axes,
    )
    return {
        (scheduler, name, kind, int(count)): figures["guarantee_ratio"]
        for (scheduler, name, kind, count), figures in found.items()
    }


@cache
def _met() -> dict[tuple[str, str, str, int], float]:
    return met()


def deadlines() -> str:
    """Returns the table of deadlines met. Draws the picture if the page is written."""
    found = _met()
    if "--write" in sys.argv:
        _draw_deadlines(found)
    rows = [
        deadline_row(found, kind, scheduler) for kind in KINDS for scheduler in DEADLINE_SCHEDULERS
    ]
    return page.table(page.cells(("streams", "scheduler", *MEDIA), texts=2), rows)


def deadline_row(
    found: Mapping[tuple[str, str, str, int], float], kind: str, scheduler: str
) -> tuple[str, ...]:
    """Returns the cells of a row of the table of deadlines."""
    cells = (
        ", ".join(f"{found[scheduler, name, kind, count]:.1f}" for count in SHOWN_STREAMS)
        for name in MEDIA
    )
    return KINDS[kind], f"`{scheduler}`", *cells


def _draw_deadlines(found: Mapping[tuple[str, str, str, int], float]) -> None:
    """Draws deadlines met by the number of MPEG-2 streams, with a panel for each scheduler."""
    figure = style.figure(8, 6.6)
    grid = figure.subplots(2, 2, sharex=True, sharey=True)
    panels = list(grid.flat)
    figures: dict[str, float | str] = {}
    for axes, scheduler in zip(panels, PANELS, strict=True):
        for number, name in enumerate(MEDIA):
            values = [found[scheduler, name, "mpeg2", count] for count in STREAMS]
            look = style.line(number).plot(clip_on=False, label=name.replace("`", ""))
            axes.plot(STREAMS, values, **look)
            for count, value in zip(STREAMS, values, strict=True):
                figures[f"{scheduler}, {name}, {count}"] = value
        axes.set_title(scheduler, fontsize=style.TEXT + 1, loc="left")
        axes.set(xlim=(0, 40), ylim=(0, 100))
        style.plain(axes)
    for axes in grid[-1]:
        axes.set_xlabel("streams", fontsize=style.TEXT)
    for axes in grid[:, 0]:
        axes.set_ylabel("deadlines met, %", fontsize=style.TEXT)
    figure.suptitle(
        "hp_97560, MPEG-2: place of the scheduler, commands in the drive", fontsize=style.TEXT + 1
    )
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, fontsize=style.TEXT)
    style.save(figure, PICTURES / "on_board_deadlines.png", figures)


# Shares

PAPERS_DEPTH: Final = 4
DEPTHS: Final = (8, 16, 32)
TICKS: Final = (PAPERS_DEPTH, *DEPTHS)
SHARED: Final = {
    f"host, {PAPERS_DEPTH}, `fcfs`": Arrangement(host=True, depth=PAPERS_DEPTH),
    **{f"host, {depth}, `sptf`": Arrangement(host=True, depth=depth, below="sptf")
       for depth in DEPTHS},
    **{f"drive, {depth}": Arrangement(host=False, depth=depth) for depth in DEPTHS},
}  # fmt: skip
"""Arrangements for classes. The first is the paper's."""

SHARE_SCHEDULERS: Final = ("yfq", "yfq_dor(20, 0.5)", "yfq_tuned")
LOADS: Final = {21: (11, 10), 41: (21, 20), 61: (31, 30)}
"""Requests of the two classes in the system, by their sum."""


def shared(
    schedulers: Iterable[str] = SHARE_SCHEDULERS,
    loads: Iterable[int] = tuple(LOADS),
    requests: int = 20_000,
    seeds: int = SEEDS,
    **axes: Any,
) -> dict[tuple[str, str, int], dict[str, float]]:
    """Returns throughput and accuracy, by scheduler, arrangement and requests in the system."""
    found = _means(
        SHARED,
        schedulers,
        ("outstanding",),
        {"throughput_mb_s": 1, "accuracy_percent": 1},
        drive="ibm_dnes_309170w",
        workload=[
            f"classes(80: closed({heavy}), 20: closed({light}))"
            for heavy, light in (LOADS[load] for load in loads)
        ],
        requests=requests,
        seeds=seeds,
        **axes,
    )
    return {
        (scheduler, name, int(load)): figures for (scheduler, name, load), figures in found.items()
    }


@cache
def _shared() -> dict[tuple[str, str, int], dict[str, float]]:
    return shared()


def shares() -> str:
    """Returns the table of throughput and accuracy. Draws the picture if the page is written."""
    found = _shared()
    if "--write" in sys.argv:
        _draw_shares(found)

    rows = [share_row(found, load, scheduler) for load in LOADS for scheduler in SHARE_SCHEDULERS]
    return page.table(page.cells(("requests", "scheduler", *SHARED), texts=2), rows)


def share_row(
    found: Mapping[tuple[str, str, int], Mapping[str, float]], load: int, scheduler: str
) -> tuple[str, ...]:
    """Returns the cells of a row of the table of shares."""

    def cell(figures: Mapping[str, float]) -> str:
        return f"{figures['throughput_mb_s']:.3f}, {round(figures['accuracy_percent'])}"

    cells = (cell(found[scheduler, name, load]) for name in SHARED)
    return str(load), f"`{scheduler}`", *cells


def _draw_shares(found: Mapping[tuple[str, str, int], Mapping[str, float]]) -> None:
    """Draws accuracy and throughput by the commands in the drive, with a column for each load."""
    figure = style.figure(8, 5.6)
    grid = figure.subplots(2, len(LOADS), sharex=True, sharey="row")
    shown = ("yfq", "yfq_tuned")
    places = {
        "host, {}, `sptf`": "in the host, sptf below",
        "drive, {}": "in the drive",
        "host, {}, `fcfs`": "in the host, fcfs below",
    }
    metrics = {"accuracy_percent": "accuracy of the shares, %", "throughput_mb_s": "MB/s"}
    for (metric, title), panels in zip(metrics.items(), grid, strict=True):
        for load, axes in zip(LOADS, panels, strict=True):
            lines = [(scheduler, *place) for place in places.items() for scheduler in shown]
            for number, (scheduler, name, place) in enumerate(lines):
                depths = [depth for depth in TICKS if name.format(depth) in SHARED]
                values = [found[scheduler, name.format(depth), load][metric] for depth in depths]
                look = style.line(number).plot(
                    clip_on=False, label=f"{scheduler} {place}", markersize=7
                )
                axes.plot([TICKS.index(depth) for depth in depths], values, **look)
            axes.set_xticks(range(len(TICKS)), [str(depth) for depth in TICKS])
            axes.set_xlim(0, len(TICKS) - 1)
            if metric == "accuracy_percent":
                axes.set_ylim(-50, 110)
                axes.set_title(f"{load} requests", fontsize=style.TEXT + 1, loc="left")
            else:
                axes.set_ylim(0, 0.65)
            style.plain(axes)
        panels[0].set_ylabel(title, fontsize=style.TEXT)
    for axes in grid[-1]:
        axes.set_xlabel("commands in the drive", fontsize=style.TEXT)
    figure.suptitle("ibm_dnes_309170w, weights 80 and 20", fontsize=style.TEXT + 1)
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, fontsize=style.TEXT)
    figures: dict[str, float | str] = {
        f"{scheduler}, {name}, {load}, {metric}": found[scheduler, name, load][metric]
        for scheduler in shown
        for name in SHARED
        for load in LOADS
        for metric in metrics
    }
    style.save(figure, PICTURES / "on_board_shares.png", figures)


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"deadlines": deadlines, "shares": shares})
