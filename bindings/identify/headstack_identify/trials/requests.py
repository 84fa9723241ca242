"""Draws the addresses and pauses of a trace, as DiskSim's traces have them."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Bools, Ints
from headstack_identify.trials.layouts import Family


@dataclass(frozen=True, eq=False)
class Requests:
    """Requests of a trace: arrays of one length.

    Attributes:
        lbn: first block.
        blocks: number of blocks.
        write: whether the request is a write.
        pause_ps: pause before or after the request, by the convention.
    """

    lbn: Ints
    blocks: Ints
    write: Bools
    pause_ps: Ints


def draw(rng: np.random.Generator, capacity: int, count: int, family: Family) -> Requests:
    """Draws requests.

    Of the requests to old drives, three tenths are sequential, a twentieth is near the request
    before, and the others lie anywhere. The requests to new drives have whole pages, and more of
    them are near.

    Args:
        rng: source of the random numbers.
        capacity: number of blocks of the drive.
        count: number of requests.
        family: which traces to imitate.
    """
    old = family == "sectors"
    unit = 1 if old else 4
    mean = 15.0 if old else 1.6
    blocks = unit * np.minimum(rng.geometric(1 / mean, count), 100).astype(np.int64)
    last = capacity - 420
    lbn = rng.integers(0, last // unit, count) * unit
    write = rng.random(count) < (0.4 if old else 0.35)
    sequential, near = (0.3, 0.35) if old else (0.2, 0.5)
    kind = rng.random(count)
    apart = np.rint(rng.laplace(0.0, 400.0, count) / unit).astype(np.int64) * unit
    for i in range(1, count):
        if kind[i] < sequential:
            lbn[i] = min(lbn[i - 1] + blocks[i - 1], last)
            write[i] = write[i - 1]
        elif kind[i] < near:
            lbn[i] = min(max(lbn[i - 1] + apart[i], 0), last)
    pause_ms = rng.gamma(4.0, 3.7, count) if old else 22.0 + rng.gamma(1.6, 15.0, count)
    return Requests(lbn, blocks, write, (pause_ms * 1e9).astype(np.int64) // 10**6 * 10**6)
