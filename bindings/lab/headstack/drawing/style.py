"""The look of charts. Lines differ in colour, dashes and marker. Their names are at their ends.

People with any colour vision can distinguish the colours of Okabe and Ito (2008). In grey, dashes
and markers distinguish the lines.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from headstack import files
from headstack.drawing.picture import Picture
from headstack.drawing.plotting import Axes, Figure, FigureCanvasAgg
from headstack.errors import ConfigError

DPI = 100
TEXT = 9  # points

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#000000", "#cc79a7", "#56b4e9", "#e69f00")
_DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5)), (0, (8, 2)))
_MARKERS = "os^DvPX*<>hd"


@dataclass(frozen=True)
class Line:
    """Look of a line."""

    colour: str
    dashes: Any
    marker: str

    def plot(self, **others: Any) -> dict[str, Any]:
        """Returns arguments for `Axes.plot`."""
        return {
            "color": self.colour,
            "linestyle": self.dashes,
            "marker": self.marker,
            "markersize": 5,
            "linewidth": 1.5,
            **others,
        }


def line(number: int) -> Line:
    """Returns the look of line `number` of a chart, from 0. The first 35 lines all differ."""
    return Line(
        _COLOURS[number % len(_COLOURS)],
        _DASHES[(number + number // len(_COLOURS)) % len(_DASHES)],
        _MARKERS[number % len(_MARKERS)],
    )


def figure(width: float, height: float) -> Picture:
    """Returns a figure with a size in inches."""
    return Picture(figsize=(width, height), layout="constrained")


def axes_of(axes: Axes | None, width: float, height: float) -> tuple[Figure, Axes]:
    """Returns the figure and the axes to draw on.

    Args:
        axes: axes of a figure. `None`: the axes of a new figure.
        width: width of a new figure in inches.
        height: height of a new figure in inches.
    """
    if axes is not None:
        return cast(Figure, axes.figure), axes
    made = figure(width, height)
    return made, made.subplots()


def plain(axes: Axes) -> None:
    """Draws a light grid. Removes the sides of the frame that have no scale."""
    axes.grid(True, color="#d9d9d9", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(labelsize=TEXT)


def name_lines(axes: Axes, ends: Sequence[tuple[str, float, float, str]], gap: float) -> None:
    """Writes names to the right of the lines' ends. Names that would touch are moved.

    Args:
        axes: axes with final limits and scales.
        ends: name, place and colour of each line's end, in data coordinates.
        gap: least distance of two names, as a share of the axes' height.
    """
    to_axes = axes.transData + axes.transAxes.inverted()
    places = [to_axes.transform((x, y)) for _, x, y, _ in ends]
    order = sorted(range(len(ends)), key=lambda i: places[i][1])
    heights: list[float] = []
    for i in order:
        lowest = heights[-1] + gap if heights else 0.0
        heights.append(max(float(places[i][1]), lowest))
    above = max(0.0, heights[-1] - 1.0) if heights else 0.0
    for place in range(len(heights) - 1, -1, -1):  # from the top: moves names back into the axes
        most = 1.0 if place == len(heights) - 1 else heights[place + 1] - gap
        heights[place] = min(heights[place], most) if above else heights[place]
    for i, height in zip(order, heights, strict=True):
        name, x, y, colour = ends[i]
        axes.annotate(
            name,
            (x, y),
            (float(places[i][0]) + 0.02, height),
            xycoords="data",
            textcoords="axes fraction",
            color=colour,
            fontsize=TEXT,
            va="center",
            annotation_clip=False,
        )


FIGURES: Final = "headstack"
"""Key of the PNG text chunk that holds the picture's figures as JSON."""


def save(drawn: Figure, path: files.Name, figures: Mapping[str, float | str] | None = None) -> None:
    """Writes a figure. The ending of the name selects the format.

    Args:
        drawn: the figure.
        path: the file.
        figures: the drawn figures, by name. A PNG file also has these figures as text, so a test
            can compare a picture with a table (tb/python/project/test_pictures.py).

    Raises:
        ConfigError: the file cannot be made, or no format has this ending.
        RunError: there is no room for the file.
    """
    FigureCanvasAgg(drawn)
    ending = files.ending(path)
    if ending not in files.CHARTS:
        raise ConfigError(
            f"cannot draw to {path}: its ending is {ending!r}; one of {', '.join(files.CHARTS)} is "
            "wanted"
        )
    drawing = io.BytesIO()  # some formats of Matplotlib replace the error of a full disk
    about = {FIGURES: json.dumps(figures)} if figures and ending == "png" else {}
    drawn.savefig(drawing, format=ending, dpi=DPI, metadata=about)
    with files.whole(path) as temporary, files.saying(path):
        temporary.write_bytes(drawing.getvalue())
