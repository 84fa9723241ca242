"""The paper's formulas for FCFS and SSF (sections 4.1, 4.2), and for the disk."""

import math
from collections.abc import Sequence
from typing import Any, Final

from headstack import catalog
from headstack.measure.seek_times import seek_ms
from headstack_papers.experiment import Series
from headstack_papers.seltzer1990.closed import DRIVE

CYLINDERS: Final = 840
BLOCKS: Final = 140_280
"""Blocks of 4 KB (section 3.1)."""

TRANSFER_MS: Final = 2.0
ROTATION_MS: Final = 8.3
SEEK_MS: Final = 18.0
"""The times that the paper adds: a block's transfer, half a turn, and the average seek."""

PS: Final = 1e9
"""Picoseconds in a millisecond."""


def seek(distance: float) -> float:
    """Seek time in ms over a mean distance of up to 239 cylinders (figure 1; section 4.2)."""
    return 4.6 + 0.87 * math.sqrt(distance)


def ssf_io(queue: int) -> float:
    """The paper's I/O time of SSF in ms, without the transfer: half a turn and the mean distance.

    `queue` requests divide the cylinders into `queue` + 1 parts.
    """
    distance = CYLINDERS / (queue + 1)
    curve = seek(distance) if distance <= 239 else 11.2 + 0.028 * distance
    return ROTATION_MS + curve


def fcfs_theory(queues: Sequence[int]) -> Series:
    """Utilisation of FCFS by the paper's formula, in %."""
    value = 100 * TRANSFER_MS / (TRANSFER_MS + ROTATION_MS + SEEK_MS)
    return Series("FCFS-theor", queues, [value] * len(queues), published=True)


def ssf_theory(queues: Sequence[int]) -> Series:
    """Utilisation of SSF by the paper's formula, in %."""
    values = [100 * TRANSFER_MS / (TRANSFER_MS + ssf_io(queue)) for queue in queues]
    return Series("SSF-theor", queues, values, published=True)


def curve() -> list[dict[str, Any]]:
    """The drive's seek times in ms by distance in cylinders, from 1."""
    times = seek_ms(catalog.load(DRIVE))[0]
    return [
        {"distance": distance, "seek_ms": float(time)}
        for distance, time in enumerate(times, start=1)
        if distance < CYLINDERS
    ]


def of_pairs(times: Sequence[float]) -> tuple[float, float]:
    """Mean seek time and mean distance between two cylinders drawn at random.

    Args:
        times: seek times by distance, from 1.
    """
    count = len(times) + 1
    shares = [2 * (count - distance) / count**2 for distance in range(1, count)]
    time = math.fsum(share * one for share, one in zip(shares, times, strict=True))
    return time, math.fsum(share * at for at, share in enumerate(shares, start=1))


def sets(queue: int) -> float:
    """The number of sets of `queue` blocks on the disk, as its decimal logarithm."""
    ways = math.lgamma(BLOCKS + 1) - math.lgamma(queue + 1) - math.lgamma(BLOCKS - queue + 1)
    return ways / math.log(10)
