"""Draws docs/img/timing.png: what happens when to a request of each class, not to scale.

The order is that of the waveforms that `timing.py` reads: the instants stand at equal distances.
Run it with the Python of the environment that ./scripts/run makes.
"""

from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from timing import CLASSES, Class, Instants, drive_of, instants

from headstack.drawing import style

PICTURE: Final = Path(__file__).resolve().parents[2] / "docs" / "img" / "timing.png"
LANES: Final = ("medium", "arm", "bus")
COMES: Final = "comes"
BLUE, ORANGE, GREEN, GREY = "#cfe3f3", "#f9dfc3", "#cdeadd", "#f2f2f2"

Span = tuple[str, str, str, str, str]
"""Lane, first and last instant, text and colour."""


def spans(one: Class, at: Instants) -> list[Span]:
    """What fills the lanes: between which instants, and what it is."""
    command_ends = next(name for name in at if name in ("disconnect", "data start"))
    found: list[Span] = [
        ("bus", COMES, command_ends, "command", BLUE),
        ("bus", "data start", "data end", "data", BLUE),
        ("bus", "reselection", "data start", "reselect", BLUE),
        ("bus", "status" if "status" in at else "data end", "over", "status", BLUE),
        ("arm", "seek starts", "on track", "seek, settle", ORANGE),
        ("medium", "on track", "medium starts", "rotation", GREY),
        ("medium", "medium starts", "medium ends", "transfer", GREEN),
    ]
    if one.request[1] and "disconnect" in at and at["disconnect"] > at["data end"]:
        found.append(("bus", "data end", "disconnect", "message", BLUE))
    return [span for span in found if {span[1], span[2]} <= {COMES, *at}]


def draw(axes: Axes, one: Class) -> None:
    """Draws the lanes of a class."""
    at = instants(one, drive_of(one))
    order = [COMES, *sorted(at, key=lambda name: (at[name], list(at).index(name)))]
    place = {name: float(number) for number, name in enumerate(order)}
    lanes = [n for n, lane in enumerate(LANES) if any(s[0] == lane for s in spans(one, at))]
    foot = min(lanes) - 0.55
    for lane, first, last, text, colour in spans(one, at):
        start, width = place[first], place[last] - place[first]
        axes.barh(
            LANES.index(lane), width, 0.62, start, color=colour, edgecolor="black", linewidth=0.7
        )
        axes.text(
            start + width / 2,
            LANES.index(lane),
            text,
            ha="center",
            va="center",
            fontsize=style.TEXT,
        )
    for name, x in place.items():
        axes.axvline(x, color="0.75", linewidth=0.6, zorder=0)
        axes.text(x, foot, name.replace(" ", "\n"), ha="center", va="top", fontsize=style.TEXT - 1)
    axes.set_yticks(lanes, [LANES[n] for n in lanes], fontsize=style.TEXT)
    axes.set_xticks([])
    axes.set_xlim(-0.2, 11.2)
    axes.set_ylim(foot, len(LANES) - 0.5)
    axes.set_title(one.name, fontsize=style.TEXT + 1, loc="left", fontweight="bold")
    axes.spines[:].set_visible(False)
    axes.tick_params(axis="y", length=0)


def main() -> None:
    """Entry point."""
    figure = Figure(figsize=(9.4, 8.2), dpi=style.DPI, layout="constrained")
    FigureCanvasAgg(figure)
    heights = [1 if one.after.keys() == CLASSES[0].after.keys() else 3 for one in CLASSES]
    for axes, one in zip(
        figure.subplots(len(CLASSES), 1, height_ratios=[h + 1 for h in heights]), CLASSES,
        strict=True,
    ):  # fmt: skip
        draw(axes, one)
    figure.savefig(PICTURE)


if __name__ == "__main__":
    main()
