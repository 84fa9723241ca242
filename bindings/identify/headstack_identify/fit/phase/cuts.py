"""Finds missing pieces of a trace, after which the phase of all accesses jumps."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.result import Cut

_SIDES = (24, 96)  # compared accesses on either side of a place
_LEAST_GAIN = 20.0  # least gain of log likelihood
_LEAST_TURN = 0.02  # revolutions: the wander of a drive can look like a smaller jump
_LEAST_ALIKE = 0.5  # least coherence of a side, as a share of the coherence of the trace
_MOST_CUTS = 100


@dataclass(frozen=True)
class _Jump:
    """The first access after a jump, the jump of the phase, and its certainty."""

    place: int
    turn: float
    gain: float
    deviation: float


def find(phase: Floats, request: Ints) -> tuple[list[Cut], Ints]:
    """Finds jumps of the phase, the clearest first. Removes each jump before the next search.

    Args:
        phase: phases of accesses in the order of the trace, without period and layout, shape (N,).
        request: numbers of the requests, shape (N,).

    Returns:
        The cuts, and the number of each access's piece, from 0.
    """
    jumps: list[_Jump] = []
    left = phase.copy()
    while len(jumps) < _MOST_CUTS:
        clear = [_clearest(left, side) for side in _SIDES if len(phase) >= 2 * side]
        if not clear:
            break
        best = max(clear, key=lambda jump: jump.gain)
        if best.gain < _LEAST_GAIN:
            break
        jumps.append(best)
        left[best.place :] -= best.turn
    jumps.sort(key=lambda jump: jump.place)
    cuts = [
        Cut(int(request[jump.place]), int(request[jump.place - 1]), jump.turn, jump.deviation)
        for jump in jumps
    ]
    places = [jump.place for jump in jumps]
    return cuts, np.searchsorted(places, np.arange(len(phase)), side="right").astype(np.int64)


def _clearest(phase: Floats, side: int) -> _Jump:
    """Returns the clearest jump of the phase between `side` accesses on either side."""
    sums = np.concatenate([[0], np.cumsum(circle.phasors(phase))])
    places = np.arange(side, len(phase) - side + 1)
    before = sums[places] - sums[places - side]
    behind = sums[places + side] - sums[places]
    alike = float(np.median(np.abs(np.concatenate([before, behind])))) / side
    sharp = 1 / (2 * (1 - min(alike, 0.9995)))  # von Mises' k, for k above 1
    gain = sharp * (np.abs(before) + np.abs(behind) - np.abs(before + behind))
    turn = np.angle(behind / np.where(before == 0, 1, before)) / (2 * np.pi)
    clear = np.minimum(np.abs(before), np.abs(behind)) > _LEAST_ALIKE * alike * side
    gain[~clear | (np.abs(turn) < _LEAST_TURN)] = 0.0
    best = int(np.argmax(gain))
    middle = int(places[best])
    inside = slice(middle - side // 2, middle + side // 2)
    usual = float(np.angle(before[best])) / (2 * np.pi)
    place = int(inside.start) + _border(phase[inside] - usual, float(turn[best]))
    deviation = float(np.sqrt(2 / (side * sharp)) / (2 * np.pi))
    return _Jump(place, float(turn[best]), float(gain[best]), deviation)


def _border(phase: Floats, turn: float) -> int:
    """Returns the likeliest border between phases around 0 and later phases around `turn`."""
    sooner = np.cos(2 * np.pi * phase) - np.cos(2 * np.pi * (phase - turn))
    return int(np.argmax(np.concatenate([[0.0], np.cumsum(sooner)])))
