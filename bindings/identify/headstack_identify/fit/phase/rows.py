"""Pairs of successive media accesses, and angles from such pairs.

Accesses near in time need no exact period: over a second, 20 parts per million are a 500th of a
revolution. So skews come from such pairs first, and then the period from the whole trace.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify import circle

_LONGEST_MS = 2000.0


@dataclass(frozen=True, eq=False)
class Rows:
    """Pairs of neighbours, as indices of accesses."""

    first: Ints
    second: Ints

    def of(self, which: Bools) -> "Rows":
        """Returns some of the pairs."""
        return Rows(self.first[which], self.second[which])

    def step(self, values: Floats | Ints) -> Floats:
        """Returns the value of the second access less that of the first, for each pair."""
        return np.asarray(values[self.second] - values[self.first], np.float64)


def pairs(orders: Iterable[Ints], steps: Iterable[int], fit: Callable[[Ints, Ints], Bools]) -> Rows:
    """Pairs accesses that are some places apart in an order, in the sequence of the orders.

    Args:
        orders: orders of accesses, such as the reads and the writes of a trace.
        steps: numbers of places between the accesses of a pair, from 1 on.
        fit: returns which pairs count, from their first and second accesses.
    """
    firsts, seconds = [], []
    every = list(steps)
    for order in orders:
        for step in every:
            one, other = order[:-step], order[step:]
            good = fit(one, other)
            firsts.append(one[good])
            seconds.append(other[good])
    return Rows(np.concatenate(firsts), np.concatenate(seconds))


def neighbours(completion_ms: Floats, kind: Bools, group: Ints | None = None) -> Rows:
    """Pairs each access with the next access of its kind, if the two are near in time.

    Args:
        completion_ms: completion times, rising, shape (N,).
        kind: kind of each access, shape (N,).
        group: group of each access, shape (N,). An access is paired with the next in its group.
            `None`: one group.
    """
    groups = np.zeros(len(kind), np.int64) if group is None else group
    order = np.lexsort((groups, kind))
    rows = Rows(order[:-1], order[1:])
    late_ms = rows.step(completion_ms)
    alike = (rows.step(groups) == 0) & (kind[rows.second] == kind[rows.first])
    return rows.of(alike & (late_ms < _LONGEST_MS))


def angles_of_groups(rows: Rows, phase: Floats, group: Ints, groups: int) -> Floats:
    """Returns the angle of each group, from group 0, that makes pairs most coherent.

    The result is the first eigenvector of the matrix of sums of exp(2 pi i (difference of phase))
    by the groups of the two accesses ("angular synchronization", Singer 2011).

    Args:
        rows: the pairs.
        phase: phase of each access without the angle of its group, shape (N,).
        group: group of each access, from 0 to groups - 1, shape (N,).
        groups: number of groups.

    Returns:
        Angles, shape (groups,). 0 for a group that no pair connects to another group.
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
