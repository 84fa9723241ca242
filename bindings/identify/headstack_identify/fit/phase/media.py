"""Which requests waited for the medium, from their times alone.

What the buffer answers takes a + b n for n blocks, nearly always the same a; plotted against n,
these requests are a ridge. What waits for the platters takes longer and is spread over a
revolution.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats
from headstack.traces.validation_trace import ValidationTrace

_MARGIN_MS = 1.0  # beyond the ridge: what delays the answers of a buffer
_WIDTH_MS = 0.06  # of the ridge
_LEAST_SHARE = 0.05  # of the requests of a direction that are on it, if there is one
_SLOWEST_MS = 0.5  # of a block on a bus
_SLOPES = 251


@dataclass(frozen=True)
class Ridge:
    """Requests of a direction that the buffer answered: a + b n.

    Attributes:
        base_ms: a.
        block_ms: b, the time of a block on the bus.
        share: of the direction's requests that are on it.
    """

    base_ms: float
    block_ms: float
    share: float


@dataclass(frozen=True, eq=False)
class Media:
    """What went to the medium.

    Attributes:
        medium: shape (N,).
        read: the ridge of the reads; None: none.
        write: that of the writes; None: all go to the medium.
    """

    medium: Bools
    read: Ridge | None
    write: Ridge | None


def classify(trace: ValidationTrace) -> Media:
    """Tells media accesses from what the buffer answered."""
    measured_ms = trace.measured_ps / 1e9
    blocks = trace.blocks.astype(np.float64)
    medium = np.zeros(len(blocks), np.bool_)
    ridges: list[Ridge | None] = []
    for write in (False, True):
        of_it = trace.write == write
        ridge = _ridge(measured_ms[of_it], blocks[of_it])
        ridges.append(ridge)
        if ridge is None:
            medium |= of_it
        else:
            excess = measured_ms - ridge.base_ms - ridge.block_ms * blocks
            medium |= of_it & (excess > _MARGIN_MS)
    return Media(medium, ridges[0], ridges[1])


def _ridge(measured_ms: Floats, blocks: Floats) -> Ridge | None:
    """The slope and place at which a narrow strip holds the most requests."""
    best = Ridge(0.0, 0.0, 0.0)
    for slope in np.linspace(0.0, _SLOWEST_MS, _SLOPES):
        left = np.sort(measured_ms - slope * blocks)
        inside = np.searchsorted(left, left + _WIDTH_MS) - np.arange(len(left))
        if len(left) and inside.max() > best.share * len(left):
            at = int(inside.argmax())
            base = float(left[at]) + _WIDTH_MS / 2
            best = Ridge(base, float(slope), float(inside[at]) / len(left))
    return best if best.share >= _LEAST_SHARE else None
