"""A figure that a notebook shows without a display and without pyplot."""

import io

from headstack.drawing.plotting import Figure


class Picture(Figure):
    """A figure of matplotlib. A notebook shows the figure of the last line of a cell."""

    def _repr_svg_(self) -> str:
        return svg(self).decode()


def svg(figure: Figure) -> bytes:
    """Returns a figure as SVG."""
    image = io.BytesIO()
    figure.savefig(image, format="svg", metadata={"Date": None})
    return image.getvalue()
