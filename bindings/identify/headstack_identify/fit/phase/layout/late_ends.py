"""Finds drives that end an access late if it ends with the last block of a track.

Such an access ends about where an access to the next track's first block ends. With all blocks of a
zone a sector later, these accesses seem right. So these accesses tell nothing about slips.
"""

from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.phase.accesses import Accesses

_FEWEST: Final = 30  # accesses that end with a last block, and accesses that end a block earlier
_LATE: Final = 6.0  # how late an access ends, in middle errors of all accesses
_LEAST_REV: Final = 5e-4  # least middle error
_SHARE: Final = 0.8  # least share of late accesses among those that end with a last block
_OTHERS: Final = 0.4  # largest share among those that end a block earlier


def timely(accesses: Accesses, residual: Floats) -> Bools:
    """Returns which accesses end as those inside a track do: all, or all but those at its end.

    Args:
        accesses: N accesses.
        residual: residuals of their phases, from -0.5 to 0.5, shape (N,).
    """
    left = accesses.at.spt - accesses.at.sector - accesses.blocks
    late = residual > _LATE * max(float(np.median(np.abs(residual))), _LEAST_REV)
    ends, before = late[left == 0], late[left == 1]
    if min(len(ends), len(before)) < _FEWEST:
        return np.ones(len(left), np.bool_)
    if np.mean(ends) < _SHARE or np.mean(before) > _OTHERS:
        return np.ones(len(left), np.bool_)
    return np.asarray(left > 0)
