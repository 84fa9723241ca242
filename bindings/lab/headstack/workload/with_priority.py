"""A workload in which some requests have a priority."""

from dataclasses import dataclass

from headstack import checks
from headstack._core import DriveConfig
from headstack.units import LOWEST_PRIORITY
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import Marking, Process


@dataclass(frozen=True, kw_only=True)
class Prioritized(OfParts):
    """A part in which some requests have a priority.

    Attributes:
        priority: the priority, 1 (the highest) to 15.
        share: share of the requests that have the priority.
    """

    priority: int
    share: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        checks.whole("priority", self.priority, 1, LOWEST_PRIORITY)
        checks.part("share", self.share)
        object.__setattr__(self, "has_priorities", True)

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        load = self.parts[0].text()
        return f"prioritized({load}, priority={self.priority}, share={self.share:g})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        part = self.begun(drive, seed)[0]
        return Marking(part, "priority", self.priority, self.share, seed)


def prioritized(
    load: Workload,
    *,
    priority: int = 1,
    share: float = 1.0,
    requests: int = REQUESTS,
    seed: int = SEED,
) -> Prioritized:
    """Makes a workload in which some requests have a priority (docs/use/priorities.md).

    Args:
        load: the workload. Its own number of requests and seed do not matter.
        priority: priority of the requests (SAM-5 8.7), 1 for the highest to 15.
        share: share of the requests that have the priority, above 0 and at most 1.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Prioritized(
        parts=parts_of([load]), priority=priority, share=share, requests=requests, seed=seed
    )
