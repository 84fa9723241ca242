"""A workload with a deadline for each request."""

from dataclasses import dataclass, replace

import numpy as np

from headstack import checks, units
from headstack._core import DriveConfig
from headstack.units import PS_PER_S
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import Drawn, Process


@dataclass(frozen=True, kw_only=True)
class Deadlines(OfParts):
    """A part with a deadline for each request.

    Attributes:
        within_s: time from each arrival to its deadline.
    """

    within_s: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        if checks.real("within_s", self.within_s) <= 0:
            raise checks.wrong("within_s", f" is {self.within_s!r}; it must be more than 0")
        object.__setattr__(self, "has_deadlines", True)

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        return f"deadlines({self.parts[0].text()}, within={self.within_s:g}s)"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Deadlines(self.begun(drive, seed)[0], round(self.within_s * PS_PER_S))


class _Deadlines(Process):
    def __init__(self, part: Process, due_ps: int) -> None:
        self._part = part
        self._due_ps = due_ps

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        drawn = self._part.take(count)
        return replace(drawn, due_ps=np.full(count, self._due_ps, np.int64))


def deadlines(
    load: Workload, *, within: str | float, requests: int = REQUESTS, seed: int = SEED
) -> Deadlines:
    """Makes a workload with a deadline for each request.

    Args:
        load: the workload. Its own number of requests and seed do not matter.
        within: time from each arrival to its deadline, with its unit ('50 ms') or in seconds.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Deadlines(
        parts=parts_of([load]),
        within_s=units.parse_time(within, "within"),
        requests=requests,
        seed=seed,
    )
