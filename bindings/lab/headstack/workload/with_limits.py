"""A workload in which some requests name a duration limit of the drive."""

from dataclasses import dataclass

from headstack import checks
from headstack._core import DriveConfig
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import Marking, Process

MOST_LIMITS = 7
"""Number of duration limits for reads, and of those for writes."""


@dataclass(frozen=True, kw_only=True)
class Limited(OfParts):
    """A part in which some requests name a duration limit.

    Attributes:
        limit: number of the limit, 1 to 7.
        share: share of the requests that name the limit.
    """

    limit: int
    share: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        checks.whole("limit", self.limit, 1, MOST_LIMITS)
        checks.part("share", self.share)
        object.__setattr__(self, "has_deadlines", True)  # a limit's whole time is a deadline
        object.__setattr__(self, "has_limits", True)

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        return f"limited({self.parts[0].text()}, limit={self.limit}, share={self.share:g})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return Marking(self.begun(drive, seed)[0], "limit", self.limit, self.share, seed)


def limited(
    load: Workload,
    *,
    limit: int = 1,
    share: float = 1.0,
    requests: int = REQUESTS,
    seed: int = SEED,
) -> Limited:
    """Makes a workload in which some requests name a duration limit of the drive.

    The drive must claim SPC-6 (`interface.standard`). `duration_limits.reads` and
    `duration_limits.writes` are its limits.

    Args:
        load: the workload. Its own number of requests and seed do not matter.
        limit: number of the limit, 1 to 7.
        share: share of the requests that name the limit, above 0 and at most 1.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Limited(parts=parts_of([load]), limit=limit, share=share, requests=requests, seed=seed)
