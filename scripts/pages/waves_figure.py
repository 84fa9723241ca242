"""Draws docs/img/waves.png: requests of a C2247 that decides in the comparator's RTL.

Reads the VCD file that the run has written, as a viewer would. Run it with the Python of the
environment that ./scripts/run makes.
"""

import itertools
import tempfile
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from vcd.reader import TokenKind, tokenize

from headstack import catalog, workload
from headstack.drive import Drive

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "img" / "waves.png"
DRIVE_MS = (28.0, 78.0)
SCAN_US = 9.0
CLOCK_HZ = 40e6
Changes = list[tuple[float, int | str]]  # ms and value
BLUE, GREY = "#2a78d6", "#e8eef6"


def read(path: Path) -> dict[str, Changes]:
    """The changes of each signal, by its name in the drive."""
    names: dict[str, str] = {}
    signals: dict[str, Changes] = {}
    scope: list[str] = []
    now = 0.0
    with path.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.SCOPE:
                scope.append(token.scope.ident)
            elif token.kind is TokenKind.UPSCOPE:
                scope.pop()
            elif token.kind is TokenKind.VAR:
                name = ".".join([*scope[1:], token.var.reference])
                names[token.var.id_code] = name
                signals[name] = []
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.time_change / 1e9
            elif token.kind is TokenKind.CHANGE_SCALAR:
                change = token.scalar_change
                signals[names[change.id_code]].append((now, int(change.value)))
            elif token.kind is TokenKind.CHANGE_VECTOR:
                vector = token.vector_change
                signals[names[vector.id_code]].append((now, int(vector.value)))
            elif token.kind is TokenKind.CHANGE_STRING:
                text = token.string_change
                signals[names[text.id_code]].append((now, text.value))
    return signals


def intervals(changes: Changes, span: tuple[float, float]) -> Changes:
    """Start of each value within the span, and the end of the last."""
    before = [value for time, value in changes if time <= span[0]]
    inside = [(time, value) for time, value in changes if span[0] < time < span[1]]
    return [(span[0], before[-1]), *inside, (span[1], "")]


def draw_bits(axes: Axes, row: float, steps: Changes) -> None:
    """Draws a line that is high or low."""
    times = [time for time, _ in steps]
    levels = [row + 0.7 * int(value or 0) for _, value in steps[:-1]]
    axes.step(times, [*levels, levels[-1]], where="post", color=BLUE, linewidth=1.2)


def draw_values(axes: Axes, row: float, steps: Changes, width: float) -> None:
    """Draws boxes, with the values in them where there is room."""
    for (start, value), (end, _) in itertools.pairwise(steps):
        quiet = value in ("free", "empty")
        axes.barh(
            row + 0.35, end - start, 0.7, start, color="white" if quiet else GREY,
            edgecolor=BLUE, linewidth=0.8,
        )  # fmt: skip
        if len(str(value)) * width < end - start:
            axes.text((start + end) / 2, row + 0.35, str(value), ha="center", va="center", size=7)


def draw(axes: Axes, signals: dict[str, Changes], names: list[str], span: tuple[float, float],
         width: float) -> None:  # fmt: skip
    """Draws a row for each signal."""
    for i, name in enumerate(names):
        row = len(names) - 1 - i
        steps = intervals(signals[name], span)
        if name == "angle":
            points = [p for p in steps[:-1] if isinstance(p[1], int)]
            axes.plot(
                [time for time, _ in points],
                [row + 0.7 * int(value) / 65_536 for _, value in points],
                color=BLUE, linewidth=1,
            )  # fmt: skip
        elif {value for _, value in signals[name]} <= {0, 1}:
            draw_bits(axes, row, steps)
        else:
            draw_values(axes, row, steps, width)
    axes.set_yticks([len(names) - 1 - i + 0.35 for i in range(len(names))], names, fontsize=8)
    axes.set_xlim(*span)
    axes.set_ylim(-0.2, len(names))
    axes.tick_params(axis="x", labelsize=8)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def run() -> dict[str, Changes]:
    """The signals of the run that is drawn."""
    drive = catalog.load("hp_c2247").with_value("comparator.body", "rtl")
    load = workload.closed(outstanding=8, requests=12, seed=3)
    with tempfile.TemporaryDirectory() as folder:
        waves = Path(folder) / "waves.vcd"
        Drive(drive, "sptf_hw").run(load, waves=waves)
        return read(waves)


def first_scan(signals: dict[str, Changes]) -> tuple[float, int]:
    """Start of the scan that is drawn, in ms, and the number of its clocks."""
    scanning = signals["comparator.scanning"]
    begin = next(time for time, value in scanning if value == 1 and time > DRIVE_MS[0])
    end = next(time for time, value in scanning if value == 0 and time > begin)
    return begin, round((end - begin) * 1e-3 * CLOCK_HZ)


def main() -> None:
    """Entry point."""
    signals = run()
    figure = Figure(figsize=(9, 5.4), dpi=90, layout="constrained")
    FigureCanvasAgg(figure)
    above, below = figure.subplots(2, 1, height_ratios=[9, 5])
    names = ["bus_phase", "seeking", "transfer", "write", "cylinder", "head", "angle", "tag",
             "queue", "segment_0.state"]  # fmt: skip
    draw(above, signals, names, DRIVE_MS, 0.36)
    above.set_xlabel("ms", fontsize=8)
    begin, clocks = first_scan(signals)
    in_us = {
        name: [((time - begin) * 1e3, value) for time, value in signals[name]]
        for name in signals
        if name.startswith("comparator.")
    }
    names = [f"comparator.{name}" for name in ("scanning", "found", "winner", "key")]
    draw(below, in_us, names, (-0.5, SCAN_US), 0.13)
    below.set_xlabel(f"us from {begin:.3f} ms: a scan of {clocks} clocks", fontsize=8)
    figure.savefig(PICTURE)


if __name__ == "__main__":
    main()
