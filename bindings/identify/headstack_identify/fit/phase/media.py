"""Finds the requests that waited for the medium, from their times alone.

An answer from the buffer takes a + b n for n blocks, with nearly the same a each time. Plotted
against n, these requests form a ridge. Requests that wait for the platters take longer and spread
over a revolution.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats
from headstack.traces.validation_trace import ValidationTrace

_MARGIN_MS = 1.0  # delays of a buffer's answers beyond the ridge
_WIDTH_MS = 0.06  # width of the ridge
_LEAST_SHARE = 0.05  # least share of a direction's requests on the ridge
_SLOWEST_MS = 0.5  # longest time of a block on a bus
_SLOPES = 251


@dataclass(frozen=True)
class Ridge:
    """The ridge of requests of a direction that the buffer answered: a + b n.

    Attributes:
        base_ms: a.
        block_ms: b, the time of a block on the bus.
        share: share of the direction's requests on the ridge.
    """

    base_ms: float
    block_ms: float
    share: float


@dataclass(frozen=True, eq=False)
class Media:
    """The requests that went to the medium.

    Attributes:
        medium: whether each request went to the medium, shape (N,).
        read: ridge of the reads. `None`: the reads have no ridge.
        write: ridge of the writes. `None`: all writes go to the medium.
    """

    medium: Bools
    read: Ridge | None
    write: Ridge | None


def classify(trace: ValidationTrace) -> Media:
    """Separates media accesses from answers of the buffer."""
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
    return Media(medium & trace.sure_ends(), ridges[0], ridges[1])


def _ridge(measured_ms: Floats, blocks: Floats) -> Ridge | None:
    """Returns the ridge: slope and place of the narrow strip with the most requests."""
    best = Ridge(0.0, 0.0, 0.0)
    order = np.lexsort((measured_ms, blocks))  # sorted by time within a size, at every slope
    measured_ms, blocks = measured_ms[order], blocks[order]
    for slope in np.linspace(0.0, _SLOWEST_MS, _SLOPES):
        left = np.sort(measured_ms - slope * blocks, kind="stable")  # merges the sizes
        inside = np.searchsorted(left, left + _WIDTH_MS) - np.arange(len(left))
        if len(left) and inside.max() > best.share * len(left):
            at = int(inside.argmax())
            base = float(left[at]) + _WIDTH_MS / 2
            best = Ridge(base, float(slope), float(inside[at]) / len(left))
    return best if best.share >= _LEAST_SHARE else None
