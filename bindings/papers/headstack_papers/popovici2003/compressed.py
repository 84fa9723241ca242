"""A week of requests, its interarrival times divided by a factor (section 4)."""

from dataclasses import dataclass, field

import numpy as np

from headstack import _core, checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces import Batch
from headstack.workload.base import Workload


@dataclass(frozen=True, eq=False)
class Compressed(Workload):
    """Requests of a week, faster by a factor.

    A request for a block of an earlier request waits for the end of the earlier one, and all later
    requests wait too. Later interarrival times count from there.

    Attributes:
        path: the name of the week in results.
        week: its requests in the order of their arrivals.
        compression: the factor, more than 0.
    """

    path: str
    week: Batch
    compression: float
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Checks every field."""
        if checks.real("compression", self.compression) <= 0:
            raise ConfigError(f"compression is {self.compression!r}; it must be more than 0")
        object.__setattr__(self, "requests", len(self.week))

    def settings(self) -> dict[str, str | int | float]:
        """Name and parameters."""
        return {
            "workload": "compressed",
            "trace": self.path,
            "disk": 0,
            "compression": self.compression,
        }

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """The workload in the form that `_core` takes."""
        week, size = self.week, drive.bytes_per_block
        first = week.start_byte // size
        behind = -(-(week.start_byte + week.bytes) // size)
        beyond = np.flatnonzero(behind > drive.blocks)
        if beyond.size:
            raise ConfigError(
                f"{self.path}: request {beyond[0]} ends at block "
                f"{behind[beyond[0]]}, past the end of {drive.name}, which has {drive.blocks}"
            )
        wait = np.diff(week.arrival_ps, prepend=0) / self.compression
        return _core.replay_workload(
            lbn=first.astype(np.uint32),
            blocks=(behind - first).astype(np.uint32),
            write=week.write,
            wait_ps=np.rint(wait).astype(np.int64),
            open=True,
            hold_repeats=True,
        )
