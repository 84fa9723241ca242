"""The real drives side by side: how near the model comes to each, beside DiskSim 4.0.

Writes the table of docs/use/validation.md, and docs/img/real_drives.png. The figures of
held-out requests are those at the head of a drive file that `headstack fit` made; those of the
first two drives are in validation.md, made by `validation_figures.py --cross`. Run it with the
Python of the environment that ./scripts/run makes.
"""

import re
from dataclasses import dataclass
from typing import Final

from matplotlib.axes import Axes
from validation_figures import COLUMNS, DATA, PAGES, PICTURES, ROOT, figures

from headstack import catalog, workload
from headstack.charts import page
from headstack.drawing import style

PICTURE: Final = PICTURES / "real_drives.png"

Figures = tuple[float, float, float]
"""rms and paired rms, in ms, and the share within 0.1 ms, in percent."""


@dataclass(frozen=True)
class Real:
    """A real drive.

    Attributes:
        name: maker and model.
        drive: its drive file.
        trace: its trace, in the folder of data.
        think: the convention of the trace's think times.
        disksim: figures of DiskSim 4.0 with its own file. `None`: DiskSim livelocks.
    """

    name: str
    drive: str
    trace: str
    think: str
    disksim: Figures | None


REAL: Final = (
    Real("HP C2247A", "hp_c2247a", "hp_c2247a", "after", (0.0899, 2.306, 56.6)),
    Real("IBM DNES-309170W", "ibm_dnes_309170w", "ibm_dnes_309170w", "before", (0.114, 2.33, 54.3)),
    Real("HP C2490A", "hp_c2490a", "disksim/hp_c2490a", "after", (0.254, 3.020, 45.0)),
    Real("Seagate ST41601N", "seagate_st41601n", "disksim/st41601n", "after", None),
    Real("DEC RZ26", "dec_rz26", "disksim/dec_rz26", "after", (0.341, 3.588, 15.2)),
    Real("Seagate Cheetah 9LP", "seagate_st39102lw", "disksim/cheetah9LP", "before",
         (0.114, 1.835, 38.3)),
    Real("Seagate Barracuda", "seagate_st32171w", "disksim/barracuda", "before",
         (0.342, 2.375, 18.4)),
    Real("Quantum Atlas III", "quantum_qm39100td", "disksim/atlas_III", "before",
         (0.344, 2.940, 49.3)),
)  # fmt: skip


def shipped(real: Real) -> Figures:
    """The figures of the drive file as it is."""
    replay = workload.trace(DATA / f"{real.trace}.trace", think=real.think)
    found = figures(catalog.load(real.drive), replay)
    rms, paired, within = (found[key] for key in COLUMNS[:3])
    return rms, paired, within


def held_out(real: Real) -> Figures:
    """Each request with what was fitted without it."""
    text = (ROOT / "model" / "drives" / f"{real.drive}.toml").read_text(encoding="utf-8")
    found = re.search(r"^# held out: .*?([\d.]+) +([\d.]+) +([\d.]+) %", text, re.MULTILINE)
    if found is None:
        [table] = page.marked(PAGES[0].read_text(encoding="utf-8"), "cross")
        row = (
            rf"\| {real.name} \| \*\*fit, on the other half\*\* \| ([\d.]+) \| ([\d.]+) \| ([\d.]+)"
        )
        found = re.search(row, table[2])
    assert found is not None, real.drive
    return float(found[1]), float(found[2]), float(found[3])


def cell(figures: Figures | None) -> str:
    """The three figures of a model."""
    if figures is None:
        return "livelocks"
    rms, paired, within = figures
    return f"{rms:.3f} · {paired:.2f} · {within:.1f}"


def table() -> str:
    """A Markdown table, a row a drive."""
    rows = [
        (
            one.name,
            f"`{one.drive}`",
            cell(one.disksim),
            cell(shipped(one)),
            f"**{cell(held_out(one))}**",
        )
        for one in REAL
    ]
    headings = ("real drive", "drive file", "DiskSim 4.0", "headstack", "headstack, held out")
    return page.table(page.cells(headings, texts=5), rows)


def draw_pairs(axes: Axes, column: int, heading: str, limits: tuple[float, float]) -> None:
    """Draws DiskSim's and our figure for each drive, the first drive above."""
    ours = style.line(0)
    theirs = style.line(1)
    for place, one in enumerate(reversed(REAL)):
        found = held_out(one)[column]
        if one.disksim is not None:
            axes.plot([one.disksim[column], found], [place, place], color="0.8", zorder=0)
            axes.plot(one.disksim[column], place, theirs.marker, color=theirs.colour, markersize=6)
        axes.plot(found, place, ours.marker, color=ours.colour, markersize=7)
        text = f"{found:.1f} %" if column == 2 else f"{found:.2f}"
        at, size = (found, place), style.TEXT - 1
        axes.annotate(text, at, (0, 6), textcoords="offset points", ha="center", fontsize=size)
    axes.set_yticks(range(len(REAL)), [one.name for one in reversed(REAL)], fontsize=style.TEXT)
    axes.set_xlim(limits)
    axes.set_ylim(-0.5, len(REAL) - 0.3)
    axes.set_xlabel(heading, fontsize=style.TEXT)
    style.plain(axes)


def draw() -> None:
    """Draws the picture."""
    figure = style.figure(8.6, 4.2)
    left, right = figure.subplots(1, 2, sharey=True)
    draw_pairs(left, 1, "paired rms, ms", (0, 4))
    draw_pairs(right, 2, "requests within 0.1 ms, %", (0, 105))
    for number, name in ((1, "DiskSim 4.0"), (0, "headstack, held out")):
        line = style.line(number)
        left.plot([], [], line.marker, color=line.colour, label=name)
    figure.legend(loc="outside lower center", ncols=2, fontsize=style.TEXT)
    style.save(figure, PICTURE, {one.name: cell(held_out(one)) for one in REAL})


def main() -> None:
    """Entry point."""
    found = table()
    for file in PAGES:
        page.put(file, "real drives", found)
    draw()


if __name__ == "__main__":
    main()
