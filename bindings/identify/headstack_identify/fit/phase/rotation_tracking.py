"""Finds the period of rotation and the cuts of a trace, after tracks are known roughly."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase import cuts, period, rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import Ends
from headstack_identify.fit.phase.layout.skews import Skews
from headstack_identify.fit.phase.result import Cut
from headstack_identify.fit.phase.rows import Rows


@dataclass(frozen=True, eq=False)
class Turning:
    """The rotation of the platters.

    Attributes:
        period_ms: time of a revolution.
        uncertainty_ppm: one standard deviation.
        cuts: places where pieces of the trace are missing.
        piece: number of each access's piece, shape (N,).
        phase: angle of each access, in revolutions of any size, shape (N,).
    """

    period_ms: float
    uncertainty_ppm: float
    cuts: list[Cut]
    piece: Ints
    phase: Floats


def follow(
    accesses: Accesses, completion_ms: Floats, ends: Ends, skews: Skews, period_ms: float,
    spread_ppm: float,
) -> Turning:  # fmt: skip
    """Finds the period from pairs near in time, then cuts, then the period over whole pieces.

    Args:
        accesses: N accesses, in the order of the trace.
        completion_ms: completion times, shape (N,).
        ends: ends of the accesses.
        skews: angles of tracks.
        period_ms: period at the start.
        spread_ppm: largest error of this period.
    """
    began_ms = ends.began_ms(accesses, completion_ms)
    angle = skews.angle(accesses.at) + ends.passed_rev(accesses)
    angle = angle + _constants(accesses, began_ms / period_ms - angle)
    period_ms = period.from_pairs(began_ms, angle, period_ms, spread_ppm)
    found, piece = cuts.find(began_ms / period_ms - angle, accesses.request)
    period_ms = period.over_pieces(began_ms, angle, piece, period_ms)
    residual = began_ms / period_ms - angle
    found, piece = cuts.find(residual, accesses.request)
    uncertainty = period.uncertainty_ppm(began_ms, residual, piece, period_ms)
    phase = ends.phase(accesses, completion_ms, period_ms)
    return Turning(period_ms, uncertainty, found, piece, phase)


def _constants(accesses: Accesses, phase: Floats) -> Floats:
    """Returns the constants of reads and of writes, from neighbours of both kinds."""
    kind = accesses.write.astype(np.int64)
    everything = np.arange(len(phase))
    near = Rows(everything[:-1], everything[1:])
    constant: Floats = rows.angles_of_groups(near, phase, kind, 2)[kind]
    return constant
