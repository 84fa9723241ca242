"""Pieces that are missing from a trace: the phase of all that follows jumps."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase import circle
from headstack_identify.fit.phase.result import Cut

_SIDES = (24, 96)  # accesses before and behind a place that are compared
_LEAST_GAIN = 20.0  # of the logarithm of the likelihood
_LEAST_TURN = 0.02  # a drive's wander may look like less
_LEAST_ALIKE = 0.5  # coherence of a side, of that of the whole trace
_MOST_CUTS = 100


@dataclass(frozen=True)
class _Jump:
    """The access behind a jump, by how much the phase jumps, and how certain that is."""

    place: int
    turn: float
    gain: float
    deviation: float


def find(phase: Floats, request: Ints) -> tuple[list[Cut], Ints]:
    """Finds jumps of the phase, the clearest first; each is taken out before the next.

    Args:
        phase: shape (N,), of accesses in the trace's order, with period and layout taken out.
        request: shape (N,), their numbers.

    Returns:
        The cuts, and for each access the number of its piece, from 0.
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
    """Where phases around 0 before it and around `turn` behind it are likeliest to part."""
    sooner = np.cos(2 * np.pi * phase) - np.cos(2 * np.pi * (phase - turn))
    return int(np.argmax(np.concatenate([[0.0], np.cumsum(sooner)])))
