"""The way of the arm in a run, from the columns of its result.

A result has the movements for requested blocks only: neither read-ahead nor cached writes on their
way to the medium.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Ints

NONE: Final = 2**63 - 1
"""A missing instant in a column."""

Columns = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Moves:
    """The movements of the arm, in order of time.

    Attributes:
        rows: row of the request of each movement, shape (n,).
        before: cylinder and head where the movement began, shape (2, n). The run begins at
            cylinder 0, head 0.
        first: cylinder and head of the request's first block.
        reached: cylinder and head where the head was after the request.
    """

    rows: Ints
    before: Ints
    first: Ints
    reached: Ints

    @property
    def distances(self) -> Ints:
        """Distance of each movement in cylinders, shape (n,). 0: the head stayed, or changed."""
        found: Ints = np.abs(self.first[0] - self.before[0])
        return found


def places(drive: DriveConfig, columns: Columns) -> tuple[Ints, Ints]:
    """Returns cylinder, head and angle of the first and of the last block of all requests."""
    lbn = columns["lbn"].astype(np.int64)
    found = drive.places(np.concatenate([lbn, lbn + columns["blocks"] - 1]))
    inside: Ints = found[[0, 1, 3]].astype(np.int64)
    return inside[:, : len(lbn)], inside[:, len(lbn) :]


def moves(columns: Columns, first: Ints, last: Ints) -> Moves:
    """Returns the movements from one pass over the requests in order of time.

    Args:
        columns: columns of a result.
        first: place of the first block of each request, as from `places`.
        last: place of the last block.
    """
    seek = columns["seek_at"]
    [moved] = np.nonzero((seek != NONE) & (columns["rotation_at"] != NONE))
    moved = moved[np.argsort(seek[moved], kind="stable")]
    passes = columns["transfer_at"][moved] != NONE
    reached = np.where(passes, last[:2, moved], first[:2, moved])
    before = np.concatenate([np.zeros((2, 1), np.int64), reached], axis=1)[:, :-1]
    return Moves(moved, before, first[:2, moved], reached)
