"""Pieces that are missing from a trace: the phase of all that follows jumps."""

import numpy as np
import numpy.typing as npt

from headstack.fit.phase import circle
from headstack.fit.phase.result import Cut

Real = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

_SIDE = 24  # accesses before and behind a place that are compared
_LEAST_GAIN = 20.0  # of the logarithm of the likelihood
_LEAST_TURN = 0.02  # a drive's wander may look like less
_LEAST_ALIKE = 0.5  # coherence of a side, of that of the whole trace


def find(phase: Real, request: Whole) -> tuple[list[Cut], Whole]:
    """Finds jumps of the phase.

    Args:
        phase: shape (N,), of accesses in the trace's order, with period and layout taken out.
        request: shape (N,), their numbers.

    Returns:
        The cuts, and for each access the number of its piece, from 0.
    """
    count = len(phase)
    piece = np.zeros(count, np.int64)
    if count < 2 * _SIDE:
        return [], piece
    sums = np.concatenate([[0], np.cumsum(circle.phasors(phase))])
    places = np.arange(_SIDE, count - _SIDE + 1)
    before = sums[places] - sums[places - _SIDE]
    behind = sums[places + _SIDE] - sums[places]
    alike = float(np.median(np.abs(np.concatenate([before, behind])))) / _SIDE
    sharp = 1 / (2 * (1 - min(alike, 0.9995)))  # von Mises' k, for k above 1
    gain = sharp * (np.abs(before) + np.abs(behind) - np.abs(before + behind))
    turn = np.angle(behind / np.where(before == 0, 1, before)) / (2 * np.pi)
    clear = np.minimum(np.abs(before), np.abs(behind)) > _LEAST_ALIKE * alike * _SIDE
    gain[~clear | (np.abs(turn) < _LEAST_TURN)] = 0.0
    cuts = []
    for place in _peaks(gain):
        at = int(places[place])
        deviation = float(np.sqrt(2 / (_SIDE * sharp)) / (2 * np.pi))
        cut = Cut(int(request[at]), int(request[at - 1]), float(turn[place]), deviation)
        cuts.append((at, cut))
    cuts.sort(key=lambda one: one[0])
    for at, _ in cuts:
        piece[at:] += 1
    return [cut for _, cut in cuts], piece


def _peaks(gain: Real) -> list[int]:
    """Places of the largest gains, none near a larger one."""
    left = gain.copy()
    found = []
    while left.max() > _LEAST_GAIN:
        place = int(left.argmax())
        found.append(place)
        left[max(0, place - _SIDE) : place + _SIDE] = 0.0
    return found
