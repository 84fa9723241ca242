"""What `scripts/bench --against` and `--instructions` measure, and one run of it.

A case uses only what every version of the package has, since an older one runs it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

DRIVE: Final = "hp_c2247"
OPEN_RATE_PER_S: Final = 30


@dataclass(frozen=True)
class Case:
    """One line of the table.

    Attributes:
        name: what it is.
        scheduler: scheduler in the drive.
        outstanding: number of requests in a closed loop. `None`: random arrivals.
        requests: number of requests of a run, some tenths of a second.
    """

    name: str
    scheduler: str
    outstanding: int | None
    requests: int = 200_000

    def run(self, headstack: Any, requests: int) -> Any:
        """Runs `requests` requests with the given package. Returns the result."""
        load = headstack.workload
        drive = headstack.Drive(
            DRIVE, scheduler=self.scheduler, queue_depth=max(self.outstanding or 0, 256)
        )
        if self.outstanding is None:
            return drive.run(load.random(OPEN_RATE_PER_S, requests=requests))
        return drive.run(load.closed(self.outstanding, requests=requests))

    def lengths(self) -> tuple[int, int]:
        """Two numbers of requests, whose difference is free of set-up and the queue's filling."""
        first = max(2_000, 2 * (self.outstanding or 0))
        return first, 2 * first


CASES: Final = (
    Case("fcfs, open, 30/s", "fcfs", None),
    Case("fcfs, closed, Q = 16", "fcfs", 16),
    *(
        Case(f"sptf, closed, Q = {outstanding:,}", "sptf", outstanding)
        for outstanding in (1, 10, 100, 1_000, 10_000)
    ),
)
