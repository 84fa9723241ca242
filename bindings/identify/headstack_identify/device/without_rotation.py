"""Tells why reads show no rotation: an SSD, a cache or several disks answer."""

from typing import Final

import numpy as np

from headstack.arrays import Floats

_FAST_MS: Final = 0.5
_MOST: Final = 0.9  # with this share of fast reads, no arm moves at all
_SOME: Final = 0.05  # more fast reads than a disk's own cache and luck give


def reason(response_ms: Floats) -> str:
    """Returns a sentence about the responses of reads far apart, and what would be right.

    Args:
        response_ms: responses of single sectors, each far from the one before.
    """
    fast = float(np.mean(response_ms < _FAST_MS))
    low, high = np.percentile(response_ms, [5, 95])
    if fast >= _MOST:
        return (
            f"{100 * fast:.0f} % of the reads took less than {_FAST_MS} ms, and no arm moves so "
            "fast: an SSD, a virtual disk, or the cache of a RAID controller answers. Ask a "
            "rotating disk without a controller between"
        )
    if fast >= _SOME:
        return (
            f"{100 * fast:.0f} % of the reads took less than {_FAST_MS} ms, and the others up to "
            f"{high:.1f} ms: a cache answers some of them, as of a RAID controller or of a host "
            "with virtual disks. Ask the disk itself, in the pass-through mode of the controller"
        )
    return (
        f"the reads took {low:.1f} to {high:.1f} ms, as of a disk with an arm, but they end at no "
        "common angle: several disks are one (a RAID controller), or the disk or this computer "
        "has other work. Ask one disk of the array, without other work"
    )
