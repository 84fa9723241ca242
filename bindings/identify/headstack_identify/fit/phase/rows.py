"""Pairs of media accesses one after the other, and angles from pairs.

What lies near in time needs no exact period: over a second, 20 parts per million are a 500th of
a revolution. So skews come from such pairs first, and the period from the whole trace then.
"""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify.fit.phase import circle

_LONGEST_MS = 2000.0


@dataclass(frozen=True, eq=False)
class Rows:
    """Pairs of neighbours, as indices of accesses."""

    first: Ints
    second: Ints

    def of(self, which: Bools) -> "Rows":
        """Some of them."""
        return Rows(self.first[which], self.second[which])

    def step(self, values: Floats | Ints) -> Floats:
        """By how much the second's value is more than the first's."""
        return np.asarray(values[self.second] - values[self.first], np.float64)


def neighbours(completion_ms: Floats, kind: Bools) -> Rows:
    """Each access with the next one of its kind, if that is not far off in time."""
    firsts, seconds = [], []
    for value in (False, True):
        index = np.flatnonzero(kind == value)
        firsts.append(index[:-1])
        seconds.append(index[1:])
    rows = Rows(np.concatenate(firsts), np.concatenate(seconds))
    return rows.of(completion_ms[rows.second] - completion_ms[rows.first] < _LONGEST_MS)


def angles_of_groups(rows: Rows, phase: Floats, group: Ints, groups: int) -> Floats:
    """The angle of each group, against that of group 0, that makes pairs coherent.

    The first eigenvector of the matrix of sums of exp(2 pi i (difference of phase)) by the groups
    of the two ("angular synchronization", Singer 2011).

    Args:
        rows: the pairs.
        phase: shape (N,), of each access, without the group's angle.
        group: shape (N,), from 0 to groups - 1.
        groups: how many.

    Returns:
        Shape (groups,); 0 for a group that no pair ties to another.
    """
    sums = np.zeros((groups, groups), np.complex128)
    steps = circle.phasors(phase[rows.second] - phase[rows.first])
    np.add.at(sums, (group[rows.second], group[rows.first]), steps)
    sums += sums.conj().T
    np.fill_diagonal(sums, 0.0)
    _, vectors = np.linalg.eigh(sums)
    chosen = vectors[:, -1]
    reference = chosen[0] if abs(chosen[0]) > 1e-9 else chosen[np.argmax(np.abs(chosen))]
    angles = np.angle(chosen / reference) / (2 * np.pi)
    return np.where(np.abs(chosen) > 1e-9, angles, 0.0)
