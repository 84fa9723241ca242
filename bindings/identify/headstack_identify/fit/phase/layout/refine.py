"""Fits skews to a thousandth of a revolution, from all media accesses at once.

The fit is robust least squares of the residual phases. Each candidate is a reading of the layout
with its own number of free values. `score` makes candidates comparable.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.layout.columns import Column
from headstack_identify.fit.phase.layout.skews import Skews

_SCALE = 0.02  # of the loss: a phase at several times this is an outlier
_MOST_ROUNDS = 25
_EXACT = 3e-5  # revolutions
_SMOOTH = 60  # accesses before and after an access, over which the wander is a mean


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted candidate.

    Attributes:
        skews: angles of tracks.
        ends: ends of accesses.
        residual: residual of each phase, from -0.5 to 0.5, shape (N,).
        free: number of fitted values beyond the values that all candidates have.
        deviation: standard deviation of each value, by the name of its column.
    """

    skews: Skews
    ends: Ends
    residual: Floats
    free: int
    deviation: dict[str, float]


def wander(residual: Floats, piece: Ints, around: int = _SMOOTH) -> Floats:
    """Returns the phase of each piece around each access: slow changes of speed, and constants.

    Args:
        residual: residuals of phases in revolutions, shape (N,).
        piece: piece of the trace of each access, shape (N,).
        around: number of accesses before an access, and after it, over which the phase is a mean.
    """
    smooth = np.empty(len(residual))
    for each in range(int(piece.max()) + 1):
        inside = piece == each
        sums = np.concatenate([[0], np.cumsum(circle.phasors(residual[inside]))])
        place = np.arange(int(inside.sum()))
        low = np.maximum(place - around, 0)
        high = np.minimum(place + around + 1, len(place))
        smooth[inside] = np.angle(sums[high] - sums[low]) / (2 * np.pi)
    return smooth


def fit(
    accesses: Accesses, phase: Floats, piece: Ints, skews: Skews, ends: Ends,
    columns: list[Column], period_ms: float,
) -> Fit:  # fmt: skip
    """Fits a candidate's values.

    Args:
        accesses: N accesses.
        phase: phases as in `ends`, at the found period, shape (N,).
        piece: piece of the trace of each access, shape (N,).
        skews: skews at the start.
        ends: ends at the start.
        columns: the free values.
        period_ms: time of a revolution.
    """
    common = _common(accesses, ends, period_ms)
    matrix = np.column_stack([column[1] for column in [*common, *columns]])
    left = circle.wrapped(phase - skews.angle(accesses.at))
    value = np.zeros(matrix.shape[1])
    for _ in range(2):
        around = wander(left - matrix @ value, piece)
        value = _robust(matrix, left - around, value)
    residual = circle.wrapped(left - matrix @ value)
    residual = circle.wrapped(residual - wander(residual, piece))
    deviation = map(float, _deviation(matrix, residual))
    for number, column in enumerate(columns, start=len(common)):
        if column[2] is not None:
            skews = column[2](skews, float(value[number]))
    names = [column[0] for column in [*common, *columns]]
    ends = _ended(ends, dict(zip(names, map(float, value), strict=True)))
    return Fit(skews, ends, residual, len(columns), dict(zip(names, deviation, strict=True)))


def _robust(matrix: Floats, phase: Floats, value: Floats) -> Floats:
    """Returns the values of least loss by Cauchy's law: repeated linear fits with weights."""
    from scipy.linalg import lstsq

    for _ in range(_MOST_ROUNDS):
        left = circle.wrapped(phase - matrix @ value)
        weighted = matrix * (1 / (1 + (left / _SCALE) ** 2))[:, None]
        change = lstsq(weighted.T @ matrix, weighted.T @ left)[0]
        value = value + change
        if float(np.abs(matrix @ change).max()) < _EXACT:
            break
    return value


def score(fits: list[Fit], sharpest: float = 2e-3) -> list[float]:
    """Returns the log likelihood of each candidate, less the price of its values (Schwarz 1978).

    The phases scatter by Cauchy's law, as widely as those of the best candidate.

    Args:
        fits: the candidates.
        sharpest: least width of the scatter, in revolutions: skews explain nothing finer.
    """
    widths = [float(np.median(np.abs(each.residual))) for each in fits]
    width = max(min(widths), sharpest)
    count = len(fits[0].residual)
    return [
        -float(np.log1p((each.residual / width) ** 2).sum()) - 0.5 * each.free * np.log(count)
        for each in fits
    ]


def _deviation(matrix: Floats, residual: Floats) -> Floats:
    """Returns standard deviations. The scatter excludes outliers."""
    weight = 1 / (1 + (residual / _SCALE) ** 2)
    width = 1.4826 * float(np.median(np.abs(residual)))
    normal = (matrix * weight[:, None]).T @ matrix
    return np.asarray(width * np.sqrt(np.maximum(np.diag(np.linalg.pinv(normal)), 0.0)))


def _common(accesses: Accesses, ends: Ends, period_ms: float) -> list[Column]:
    """Returns constants of the kinds, and their ends."""
    several_sizes = len(np.unique(accesses.at.spt)) > 1
    columns: list[Column] = [("all", np.ones(len(accesses.blocks)), None)]
    for name, end, kind in (
        ("read", ends.read, ~accesses.write),
        ("write", ends.write, accesses.write),
    ):
        if end is None or kind.sum() < 20:
            continue
        if name == "write" and not kind.all():
            columns.append(("write", kind.astype(float), None))
        columns.append((f"{name} passed", np.where(kind, accesses.passed_rev(), 0.0), None))
        if several_sizes:
            columns.append(
                (f"{name} block", np.where(kind, accesses.blocks / period_ms, 0.0), None)
            )
    return columns


def _ended(ends: Ends, value: dict[str, float]) -> Ends:
    def better(name: str, end: End | None) -> End | None:
        if end is None:
            return None
        passed = end.passed + value.get(f"{name} passed", 0.0)
        return End(passed, end.block_ms + value.get(f"{name} block", 0.0))

    return Ends(better("read", ends.read), better("write", ends.write))
