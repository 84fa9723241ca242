"""Errors that are whole revolutions, and those that are too far off to say anything."""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints

FAR_MS: Final = 2.0
"""An error beyond this, without its whole revolutions, tells of no positioning time."""

WHOLE: Final = 0.15
"""An error so close to whole revolutions, as a share of one, is taken for that."""


def revolutions(error_ms: Floats, media: Bools, revolution_ms: float) -> Ints:
    """Whole revolutions in the errors of requests that went to the medium; else 0.

    Args:
        error_ms: model less measured, shape (requests,).
        media: whether the model went to the medium, shape (requests,).
        revolution_ms: time of a revolution.
    """
    turns = np.rint(error_ms / revolution_ms)
    whole = np.abs(error_ms - turns * revolution_ms) <= WHOLE * revolution_ms
    return np.where(media & whole, turns, 0).astype(np.int64)
