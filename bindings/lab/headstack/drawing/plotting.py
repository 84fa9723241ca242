"""The used parts of matplotlib. No other module imports matplotlib, which may be absent."""

from headstack.lazy import needed

needed("matplotlib", "charts")

from matplotlib.axes import Axes  # noqa: E402
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from matplotlib.colors import LinearSegmentedColormap, LogNorm  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.patches import Rectangle  # noqa: E402
from matplotlib.ticker import (  # noqa: E402
    FixedLocator,
    FuncFormatter,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)

__all__ = [
    "Axes",
    "Figure",
    "FigureCanvasAgg",
    "FixedLocator",
    "FuncFormatter",
    "LinearSegmentedColormap",
    "LogNorm",
    "MaxNLocator",
    "NullFormatter",
    "NullLocator",
    "Rectangle",
]
