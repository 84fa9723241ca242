"""Priorities of Linux as priorities of SCSI commands.

Linux gives a request a class and a level from 0, the highest, to 7 (include/uapi/linux/ioprio.h).
SCSI has 15 priorities. The levels of the real-time class share four of them in pairs. Each level
of the best-effort class, which most programs have, gets its own. The idle class gets the lowest.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.units import LOWEST_PRIORITY

CLASS_SHIFT: Final = 13
LEVELS: Final = 8
NONE, REAL_TIME, BEST_EFFORT, IDLE = 0, 1, 2, 3
"""Classes."""

_FIRST_BEST_EFFORT: Final = 1 + LEVELS // 2


def priority_of(ioprio: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Returns the priority of each request, 1 to 15; 0 for a request without a class.

    Args:
        ioprio: the kernel's value: the class in the upper 3 of 16 bits, the level in the lowest 3.
    """
    kind, level = ioprio >> CLASS_SHIFT, ioprio & (LEVELS - 1)
    found = np.select(
        [kind == REAL_TIME, kind == BEST_EFFORT, kind == IDLE],
        [1 + level // 2, _FIRST_BEST_EFFORT + level, np.full_like(level, LOWEST_PRIORITY)],
        0,
    )
    return found.astype(np.uint8)
