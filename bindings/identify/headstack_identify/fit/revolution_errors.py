"""Finds errors of whole revolutions, and errors that are too large to use."""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints

FAR_MS: Final = 2.0
"""Limit of an error without whole revolutions. A larger error shows no positioning time."""

WHOLE: Final = 0.15
"""Largest distance of an error from whole revolutions, as a share of a revolution."""


def revolutions(error_ms: Floats, media: Bools, revolution_ms: float) -> Ints:
    """Returns whole revolutions in errors of requests to the medium, and 0 for other requests.

    Args:
        error_ms: model less measured, shape (requests,).
        media: whether the model went to the medium, shape (requests,).
        revolution_ms: time of a revolution.
    """
    turns = np.rint(error_ms / revolution_ms)
    whole = np.abs(error_ms - turns * revolution_ms) <= WHOLE * revolution_ms
    return np.where(media & whole, turns, 0).astype(np.int64)
