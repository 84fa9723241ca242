"""Computes the period of rotation from phases over longer and longer parts of the trace."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle

_FARTHEST = 256  # most accesses between those of a pair, before pieces are known
_WIDE = 0.6  # largest error of the farthest pair, in revolutions
_STEPS = 121
_FIRST_MS = 400.0  # longest time in a pair at first, doubled each time
_WIDEST = 0.02  # largest tried change of a period, as a share
_STEPS_A_TURN, _FEWEST_STEPS = 20, 41
_SURE = 0.15  # largest error of the latest pair after agreement, in revolutions
_LEAST_LEFT = 0.75  # least coherence of far pairs / coherence of near pairs
_BLOCKS = 12  # parts of the trace, for the uncertainty


def from_pairs(completion_ms: Floats, angle: Floats, period_ms: float, spread_ppm: float) -> float:
    """Returns a period that is exact over some hundred accesses. Cuts are few and do no harm.

    Args:
        completion_ms: completion times in the order of the trace, shape (N,).
        angle: angle that has passed under the head, except for whole revolutions, with constants,
            shape (N,). The angle does not depend on the period.
        period_ms: period at the start.
        spread_ppm: largest error of this period.
    """
    apart = 1
    while apart <= min(_FARTHEST, len(angle) // 4):
        late = completion_ms[apart:] - completion_ms[:-apart]
        turned = angle[apart:] - angle[:-apart]
        far = float(np.quantile(late, 0.9)) / period_ms
        wide = min(max(6e-6 * spread_ppm, 1e-7), _WIDE / far)
        count = _STEPS if wide * far < _WIDE else 4 * _STEPS
        tried = period_ms * (1 + np.linspace(-wide, wide, count))
        found = [circle.agreement(late / each - turned) for each in tried]
        period_ms = float(tried[int(np.argmax(found))])
        spread_ppm = 1e6 * max(2 * wide / count, 0.02 / far)
        apart *= 2
    return period_ms


@dataclass(frozen=True)
class Climbed:
    """A period from pairs with longer and longer times between them.

    Attributes:
        ms: the period.
        uncertainty_ppm: one standard deviation.
        agreement: agreement of the latest tried pairs.
    """

    ms: float
    uncertainty_ppm: float
    agreement: float


def from_late_pairs(
    late_ms: Floats, turned: Floats, period_ms: float, spread_ppm: float, coherence: float
) -> Climbed:
    """Returns a period from pairs of accesses: pairs near in time first, then farther pairs.

    Args:
        late_ms: time from the end of the first access to the end of the second, shape (P,).
        turned: angle that passed between them, except for whole revolutions, shape (P,).
        period_ms: period at the start.
        spread_ppm: largest error of this period.
        coherence: coherence of pairs near in time.
    """
    longest, spread, uncertainty, agreement = _FIRST_MS, 1e-6 * spread_ppm, spread_ppm, 0.0
    while longest < 4 * float(late_ms.max()):
        near = late_ms <= longest
        if near.any():
            wide = min(spread, _WIDEST)
            steps = int(np.ceil(2 * wide * longest / period_ms * _STEPS_A_TURN)) | 1
            tried = period_ms * (1 + np.linspace(-wide, wide, max(steps, _FEWEST_STEPS)))
            agreed = [circle.agreement(late_ms[near] / each - turned[near]) for each in tried]
            agreement = max(agreed)
            if agreement < _LEAST_LEFT * coherence:
                uncertainty = 1e6 * spread
                break
            period_ms = float(tried[int(np.argmax(agreed))])
            turns = late_ms[near] / period_ms
            width = np.sqrt(2 * (1 - min(agreement, 0.9999))) / (2 * np.pi)
            uncertainty = float(1e6 * width / np.sqrt(np.sum(turns**2)))
            spread = min(spread, _SURE / float(np.quantile(turns, 0.98)))
        longest *= 2
    return Climbed(period_ms, uncertainty, agreement)


def over_pieces(completion_ms: Floats, angle: Floats, piece: Ints, period_ms: float) -> float:
    """Returns the period that makes each piece of the trace most coherent in itself.

    Args:
        completion_ms: completion times, shape (N,).
        angle: angles as in `from_pairs`, shape (N,).
        piece: number of each access's piece, from 0, shape (N,).
        period_ms: period that is right to a revolution over a piece.
    """
    from scipy.optimize import minimize_scalar

    pieces = [np.flatnonzero(piece == each) for each in range(int(piece.max()) + 1)]
    longest = max(float(np.ptp(completion_ms[each])) for each in pieces if len(each))

    def incoherence(ppm: float) -> float:
        phase = completion_ms / (period_ms * (1 + 1e-6 * ppm)) - angle
        return -float(sum(abs(circle.phasors(phase[each]).sum()) for each in pieces))

    wide = 1e6 * 0.5 * period_ms / longest
    tried = np.linspace(-wide, wide, 21)
    best = float(tried[int(np.argmin([incoherence(each) for each in tried]))])
    step = float(tried[1] - tried[0])
    found = minimize_scalar(
        incoherence, bounds=(best - step, best + step), method="bounded", options={"xatol": 1e-4}
    )
    return float(period_ms * (1 + 1e-6 * float(found.x)))


def uncertainty_ppm(
    completion_ms: Floats, residual: Floats, piece: Ints, period_ms: float
) -> float:
    """Returns a standard deviation of the period, from the wander of parts of the trace.

    Args:
        completion_ms: completion times, shape (N,).
        residual: phases without the layout, from -0.5 to 0.5, shape (N,).
        piece: number of each access's piece, shape (N,).
        period_ms: the period.
    """
    squares, spans, parts = 0.0, 0.0, 0
    for each in range(int(piece.max()) + 1):
        inside = np.flatnonzero(piece == each)
        count = max(2, round(_BLOCKS * len(inside) / len(piece)))
        if len(inside) < 10 * count:
            continue
        blocks = np.array_split(inside, count)
        when = np.array([completion_ms[block].mean() for block in blocks]) / period_ms
        phase = np.array([circle.mean(residual[block]) for block in blocks])
        phase = np.unwrap(phase, period=1.0)
        slope, level = np.polyfit(when, phase, 1) if count > 2 else (0.0, phase.mean())
        squares += float(np.sum((phase - slope * when - level) ** 2))
        spans += float(np.sum((when - when.mean()) ** 2))
        parts += count - 2 if count > 2 else 1
    return 1e6 * float(np.sqrt(squares / max(parts, 1) / spans)) if spans else float("inf")
