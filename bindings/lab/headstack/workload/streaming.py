"""Workloads that make their requests during the run, some at a time."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from headstack import _core
from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints, Words
from headstack.units import MOST_BLOCKS
from headstack.workload.base import Workload


class Rows(NamedTuple):
    """Columns of some requests.

    Attributes:
        lbn: first block of each request.
        blocks: number of blocks of each request.
        write: whether each request is a write.
        wait_ps: wait after the request before.
        due_ps: time from arrival to deadline; 2^63 - 1: no deadline. `None`: no request has a
            deadline.
        class_id: class of each request. `None`: class 0 for all requests.
        limit: number of the duration limit of each request; 0: no limit. `None`: no request has a
            limit.
        priority: priority of each request; 0: no priority. `None`: no request has a priority.
    """

    lbn: Words
    blocks: Words
    write: Bools
    wait_ps: Ints
    due_ps: Ints | None = None
    class_id: npt.NDArray[np.uint16] | None = None
    limit: npt.NDArray[np.uint8] | None = None
    priority: npt.NDArray[np.uint8] | None = None


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
            deadlines=self.has_deadlines or self.has_priorities,
        )
