"""Workloads that make their requests during the run, some at a time."""

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from headstack import _core
from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints, Words
from headstack.units import MOST_BLOCKS
from headstack.workload.base import Workload

Rows = tuple[
    Words,
    Words,
    Bools,
    Ints,
    Ints | None,
    npt.NDArray[np.uint16] | None,
    npt.NDArray[np.uint8] | None,
]
"""Columns of some requests: first block, number of blocks, whether the request is a write, wait
after the request before in ps, time to the deadline in ps (2^63 - 1: no deadline), class, and
number of the duration limit (0: no limit)."""


class Sourced(Workload):
    """A sequence of requests. Every run makes equal requests again.

    Attributes:
        is_open: whether each request comes after its wait, counted from the request before. If
            False, `outstanding` requests are in the system, and each completion issues the next
            request. Waits then have no effect.
        hold_repeats: whether a request waits for an earlier unfinished request for one of its
            blocks. All later requests then also wait (Popovici 2003, section 4).
        has_deadlines: whether a request may have a deadline.
    """

    is_open: bool
    hold_repeats: bool = False
    has_deadlines: bool = False

    @abstractmethod
    def rows(self, drive: DriveConfig) -> Iterator[Rows]:
        """Yields all `requests` requests. ConfigError: a request does not fit the drive."""

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        parts = self.rows(drive)
        return _core.sourced_workload(
            requests=self.requests,
            next=lambda: next(parts, None),
            open=self.is_open,
            outstanding=1 if self.outstanding is None else self.outstanding,
            hold_repeats=self.hold_repeats,
            most_blocks=MOST_BLOCKS,
            deadlines=self.has_deadlines,
        )
