"""Finds the period and the ends of accesses from pairs on one track.

Two accesses on a track end whole revolutions apart, plus the angle between their ends. Slips that a
description lacks do not change this. A drive that releases the bus sends the first part of a read
while the rest passes the head. Then a part of the angle is awaited, and each block takes a time on
the bus too.
"""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.traces.validation_trace import Think
from headstack_identify import circle
from headstack_identify.fit.phase import period, rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.convention import Decision
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.rows import Rows

_LEAST_PAIRS = 40  # least number of pairs on one track
_LEAST_COHERENCE = 0.5  # least coherence of these pairs
_PERIOD_PPM, _SPREADS = 2000.0, 10.0  # largest error of the first period, also in its spreads
_PASSED = 0.0, 0.25, 0.5, 0.75, 1.0  # tried parts of the angle that are awaited
_BLOCK_MS, _MOST_OF_BLOCK_MS = 0.005, 1.0  # step and largest tried time of a block on the bus
WIDTH: Final = 0.008
"""Scale of errors of a phase, in revolutions."""

BETTER: Final = 12.0
"""Least gain of log likelihood by a less simple answer."""


def near(accesses: Accesses, most: int) -> Rows:
    """Returns pairs of a kind, at most `most` tracks apart, with any time between them.

    Each access is paired with the next three accesses of its kind by track.
    """
    track = accesses.at.in_zone // accesses.at.spt
    kinds = (np.flatnonzero(accesses.write == write) for write in (False, True))
    orders = (kind[np.lexsort((track[kind], accesses.at.zone[kind]))] for kind in kinds)

    def close(one: Ints, other: Ints) -> Bools:
        same = accesses.at.zone[other] == accesses.at.zone[one]
        return np.asarray(same & (track[other] - track[one] <= most))

    found = rows.pairs(orders, (1, 2, 3), close)
    return Rows(np.minimum(found.first, found.second), np.maximum(found.first, found.second))


def turning(accesses: Accesses, decision: Decision, think: Think) -> tuple[float, Ends]:
    """Returns the period from the clearest pairs on one track, and the end of each kind.

    Args:
        accesses: N accesses of any kind, in the order of the trace.
        decision: decision about the convention, with a rough period.
        think: the convention.
    """
    convention = decision.convention
    coherence = convention.after if think == "after" else convention.before
    wide_ppm = min(_SPREADS * decision.spread_ppm, _PERIOD_PPM)
    pairs = near(accesses, 0)
    kinds = [_Kind(accesses, think, pairs.of(accesses.write[pairs.first] == write))
             for write in (False, True)]  # fmt: skip
    simple = End(1.0, 0.0), End(0.0, accesses.bus_ms)
    most, period_ms = 0.0, convention.period_ms
    for kind in kinds:
        for end in simple if len(kind.late_ms) >= _LEAST_PAIRS else ():
            late_ms = kind.late_ms - end.block_ms * kind.blocks
            turned = kind.turned + end.passed * kind.passed
            found_ms = period.from_late_pairs(
                late_ms, turned, convention.period_ms, wide_ppm, coherence
            ).ms
            gained = len(late_ms) * circle.gain(circle.coherence(late_ms / found_ms - turned))
            if gained > most:
                most, period_ms = gained, found_ms
    return period_ms, Ends(*(kind.end(period_ms, simple) for kind in kinds))


def corrections(accesses: Accesses, ends: Ends, residual: Floats, period_ms: float) -> Floats:
    """Returns corrections of phases: with likelier ends, and with one constant for both kinds.

    Args:
        accesses: N accesses of known kinds.
        ends: the ends of their phases.
        residual: residuals of these phases against a rough layout, shape (N,).
        period_ms: time of a revolution.
    """
    found = np.zeros(len(residual))
    for write, end in ((False, ends.read), (True, ends.write)):
        of_kind: Bools = accesses.write == write
        if end is not None and of_kind.any():
            some = accesses.take(of_kind)
            lengths = _Lengths(some.blocks.astype(np.float64), some.passed_rev(), period_ms)
            whole = residual[of_kind] + lengths.turned(end)
            left = circle.wrapped(whole - lengths.turned(_likeliest(whole, lengths, end)))
            found[of_kind] = left - circle.middle(left) - residual[of_kind]
    return found


class _Kind:
    """Pairs of a kind on one track.

    Attributes:
        late_ms: time between their ends, shape (P,).
        turned: angle between their first sectors, in revolutions, shape (P,).
        blocks: blocks of the second access less the blocks of the first access, shape (P,).
        passed: the same for the angles of their blocks, in revolutions, shape (P,).
    """

    def __init__(self, accesses: Accesses, think: Think, pairs: Rows) -> None:
        self.late_ms = pairs.step(accesses.completion_ms(think))
        self.turned = pairs.step(accesses.at.sector / accesses.at.spt)
        self.blocks = pairs.step(accesses.blocks)
        self.passed = pairs.step(accesses.passed_rev())

    def end(self, period_ms: float, simple: tuple[End, End]) -> End | None:
        """Returns the end of the kind, or `None` if too few pairs show a phase."""
        if len(self.late_ms) < _LEAST_PAIRS:
            return None
        whole = self.late_ms / period_ms - self.turned
        lengths = _Lengths(self.blocks, self.passed, period_ms)

        def coherence(end: End) -> float:
            return circle.coherence(whole - lengths.turned(end))

        found = _likeliest(whole, lengths, max(simple, key=coherence))
        return found if coherence(found) > _LEAST_COHERENCE else None


class _Lengths:
    """Lengths of N accesses, or differences of lengths, in blocks and in revolutions."""

    def __init__(self, blocks: Floats, passed: Floats, period_ms: float) -> None:
        self._blocks_per_ms = blocks / period_ms
        self._passed = passed

    def turned(self, end: End) -> Floats:
        """Returns the angle from the start of the first sector to an end, shape (N,)."""
        return np.asarray(self.turned_by(end.passed, np.array([end.block_ms]))[0])

    def turned_by(self, passed: float, block_ms: Floats) -> Floats:
        """Returns the same for ends with several times of a block, shape (T, N)."""
        return np.asarray(passed * self._passed + block_ms[:, None] * self._blocks_per_ms)


def _likeliest(whole: Floats, lengths: _Lengths, usual: End) -> End:
    """Returns the likeliest end, or the usual end if no other end is much likelier.

    Args:
        whole: angles from the start of the first sector to the end, plus any constant, shape (N,).
        lengths: lengths of the accesses.
        usual: the usual end.
    """
    best, most = usual, float(_likely(whole - lengths.turned(usual)[None])[0]) + BETTER
    tried = np.arange(0.0, _MOST_OF_BLOCK_MS, _BLOCK_MS)
    for passed in _PASSED:
        likely = _likely(whole - lengths.turned_by(passed, tried))
        at = int(np.argmax(likely))
        if likely[at] > most:
            best, most = End(passed, float(tried[at])), float(likely[at])
    return best


def _likely(off: Floats) -> Floats:
    """Returns the log likelihood of errors around their median, for each row."""
    around = np.angle(circle.phasors(off).sum(axis=1)) / (2 * np.pi)
    off = circle.wrapped(off - around[:, None])
    off -= np.median(off, axis=1)[:, None]
    return np.asarray(-np.log1p((off / WIDTH) ** 2).sum(axis=1))
