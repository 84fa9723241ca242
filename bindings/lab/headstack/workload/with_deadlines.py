"""A workload with a deadline for each request, or for some requests."""

from dataclasses import dataclass

from headstack import checks, units
from headstack._core import DriveConfig
from headstack.units import PS_PER_S
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import Marking, Process


@dataclass(frozen=True, kw_only=True)
class Deadlines(OfParts):
    """A part with a deadline for each request, or for some requests.

    Attributes:
        within_s: time from each arrival to its deadline.
        share: share of the requests that have a deadline.
    """

    within_s: float
    share: float = 1.0

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        if checks.real("within_s", self.within_s) <= 0:
            raise checks.wrong("within_s", f" is {self.within_s!r}; it must be more than 0")
        checks.part("share", self.share)
        object.__setattr__(self, "has_deadlines", True)

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        share = "" if self.share == 1 else f", share={self.share:g}"
        return f"deadlines({self.parts[0].text()}, within={self.within_s:g}s{share})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        due_ps = round(self.within_s * PS_PER_S)
        return Marking(self.begun(drive, seed)[0], "due_ps", due_ps, self.share, seed)


def deadlines(
    load: Workload,
    *,
    within: str | float,
    share: float = 1.0,
    requests: int = REQUESTS,
    seed: int = SEED,
) -> Deadlines:
    """Makes a workload with a deadline for each request, or for some requests.

    Args:
        load: the workload. Its own number of requests and seed do not matter.
        within: time from each arrival to its deadline, with its unit ('50 ms') or in seconds.
        share: share of the requests that have a deadline, above 0 and at most 1.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Deadlines(
        parts=parts_of([load]),
        within_s=units.parse_time(within, "within"),
        share=share,
        requests=requests,
        seed=seed,
    )
