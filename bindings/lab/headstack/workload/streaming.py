"""Workloads whose requests are made while the run goes on, some at a time."""

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from headstack import _core
from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints, Words
from headstack.traces.placing import MOST_BLOCKS
from headstack.workload.base import Workload

Rows = tuple[
    Words,
    Words,
    Bools,
    Ints,
    Ints | None,
    npt.NDArray[np.uint16] | None,
]
"""Columns of some requests: first block, number of blocks, whether each writes, its wait behind the
one before in ps, the time to its deadline in ps (2^63 - 1: none), its class."""


class Sourced(Workload):
    """Requests in their order. Every run makes them anew, the same ones.

    Attributes:
        is_open: whether each comes its wait after the one before it. Else `outstanding` are in the
            system, and each completion brings the next, whatever its wait.
        hold_repeats: whether a request for a block that an earlier one is still on waits for that
            one, and all behind it with it (Popovici 2003, section 4).
        has_deadlines: whether some request may have one.
    """

    is_open: bool
    hold_repeats: bool = False
    has_deadlines: bool = False

    @abstractmethod
    def rows(self, drive: DriveConfig) -> Iterator[Rows]:
        """The requests, `requests` in all; ConfigError for one that does not fit the drive."""

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """The workload in the form that `_core` takes."""
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
