"""Tells how many accesses lie elsewhere than a layout has them, by a sector or so.

A slip that is missing, or a skew that is a sector off, turns an access and its neighbours by
address alike. Scattered times turn each access by another angle.

The times of accesses of different lengths scatter by different amounts. So where most accesses have
one length, as in a recording, only these count.
"""

import numpy as np

from headstack.arrays import Floats, Ints

_NEIGHBOURS = 7
_OF_A_SECTOR = 0.7  # least distance of a misplaced access
_ERRORS = 3.0  # least distance in standard deviations of the median of neighbours
_SHRINKS = 1.2533 / _NEIGHBOURS**0.5  # standard deviation of a median (normal law)


def share(residual: Floats, first: Ints, blocks: Ints, spt: Ints) -> float:
    """Returns the share of misplaced accesses, from 0 to 1.

    Args:
        residual: residual of each access's phase, in revolutions, shape (N,).
        first: first block of each access, shape (N,).
        blocks: blocks of each access, shape (N,).
        spt: sectors of the track of each access, shape (N,).
    """
    if len(residual) < _NEIGHBOURS:
        return 0.0
    alike = blocks == np.bincount(blocks).argmax()
    if int(alike.sum()) >= max(_NEIGHBOURS, len(blocks) // 2 + 1):
        residual, first, spt = residual[alike], first[alike], spt[alike]
    order = np.argsort(first, kind="stable")
    sectors = (residual * spt)[order]
    rows = np.lib.stride_tricks.sliding_window_view(sectors, _NEIGHBOURS)
    scatter = 1.4826 * float(np.median(np.abs(np.diff(sectors)))) / 2**0.5
    limit = max(_OF_A_SECTOR, _ERRORS * _SHRINKS * scatter)
    return float(np.mean(np.abs(np.median(rows, axis=1)) > limit))
