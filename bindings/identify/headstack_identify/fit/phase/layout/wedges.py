"""Tests whether skews are whole numbers of servo wedges."""

import numpy as np

from headstack_identify.fit.phase.layout.skews import Skews
from headstack_identify.fit.phase.result import Wedges

_FEWEST, _MOST = 30, 150
_LARGEST = 0.02  # largest tolerance of an angle, in wedges
_CHANCE = 0.2  # largest share of numbers of wedges that fit by chance


def find(skews: Skews, deviation: float) -> Wedges | None:
    """Returns the least number of wedges for which the skew of a cylinder is whole wedges.

    Args:
        skews: skews that are equal in angle in all zones.
        deviation: standard deviation of the skew of a cylinder, in revolutions.

    Returns:
        The wedges. `None`: no number fits or too many numbers would fit by chance.
    """
    back = np.broadcast_to(skews.back, skews.begin.shape)
    turn = float(skews.advance[0])
    if float(back.any()) == 0 and abs((turn + 0.5) % 1 - 0.5) < max(5 * deviation, 1e-5):
        return None
    tried = np.arange(_FEWEST, _MOST + 1)
    off = np.abs((turn * tried + 0.5) % 1 - 0.5)
    limit = np.maximum(5 * deviation * tried, 0.002)
    if float((2 * limit).sum()) > _CHANCE * len(tried) or not (off < limit).any():
        return None
    first = int(np.argmax(off < limit))
    if limit[first] > _LARGEST:
        return None
    wedges = int(tried[first])
    return Wedges(wedges, round(turn * wedges) % wedges, float(off[first]))
