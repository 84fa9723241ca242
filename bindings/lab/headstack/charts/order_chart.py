"""Draws the way of the arm over a queue of cylinders, as textbooks draw it."""

from headstack import files
from headstack.drawing import style
from headstack.seek_order import SeekOrder

_INCHES_PER_STEP = 0.3


def draw(found: SeekOrder, path: files.Name) -> None:
    """Draws the cylinders from left to right, and the steps of the arm from top to bottom.

    Args:
        found: the order.
        path: file to write. The ending of the name selects the format.
    """
    steps = len(found.path) - 1
    figure = style.figure(7, min(1.4 + _INCHES_PER_STEP * steps, 40))
    axes = figure.subplots()
    look = style.line(0)
    axes.plot(found.path, range(steps + 1), marker="o", color=look.colour, linewidth=1.5)
    for step, cylinder in enumerate(found.path):
        axes.annotate(
            f"{cylinder}",
            (cylinder, step),
            (6, 0),
            textcoords="offset points",
            fontsize=style.TEXT,
            va="center",
        )
    axes.set_xlim(-0.02 * found.cylinders, 1.04 * (found.cylinders - 1))
    axes.set_ylim(steps + 0.5, -0.5)
    axes.set_yticks([])
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel("cylinder", fontsize=style.TEXT)
    style.plain(axes)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.spines["top"].set_visible(True)
    axes.set_title(
        f"{found.scheduler}: {found.movement:,} cylinders", fontsize=style.TEXT + 2, loc="left"
    )
    style.save(figure, path)
