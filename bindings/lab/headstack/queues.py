"""The two queues that a request passes, the host's and the drive's, and their schedulers.

docs/use/queues.md. Every drive has both: what the drive's has no room for waits in the host's.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from headstack import checks
from headstack.errors import ConfigError
from headstack.scheduler import Choice, Spec, choose

Placement = Literal["drive", "host"]
"""Where the one scheduler is: in the drive's firmware, or in the host's device driver."""

Places = Literal["drive", "host", "both"]
"""Where there are schedulers."""

SCHEDULER: Final = "fcfs"
PLACEMENT: Final[Placement] = "drive"
HOST_OUTSTANDING: Final = 1
MOST_IN_HOST: Final = 2**20


@dataclass(frozen=True)
class Queues:
    """The schedulers of the two queues.

    Attributes:
        drive: the drive's.
        host: the host's; None: it has none.
        by_words: whether they were named apart, by host_scheduler and drive_scheduler.
    """

    drive: Choice
    host: Choice | None
    by_words: bool

    def __post_init__(self) -> None:
        """Checks that no object schedules at both places."""
        shared = None if self.host is None else self.host.instance
        if shared is not None and shared is self.drive.instance:
            raise ConfigError(
                f"{self.drive.name} is one instance for both queues; give them the class"
            )

    @classmethod
    def of(
        cls,
        scheduler: Spec | None,
        placement: str | None,
        host_scheduler: Spec | None,
        drive_scheduler: Spec | None,
    ) -> "Queues":
        """The schedulers by either way of naming them; ConfigError for both ways at once."""
        by_words = host_scheduler is not None or drive_scheduler is not None
        if by_words and (scheduler is not None or placement is not None):
            raise ConfigError(
                "scheduler and placement name one scheduler, host_scheduler and drive_scheduler "
                "one each; use the one pair or the other"
            )
        if by_words:
            host = None if host_scheduler is None else choose(host_scheduler)
            return cls(choose(drive_scheduler or SCHEDULER), host, by_words)
        one = choose(SCHEDULER if scheduler is None else scheduler)
        place = checks.choice(
            "placement", PLACEMENT if placement is None else placement, get_args(Placement)
        )
        return cls(one, None, False) if place == "drive" else cls(choose(SCHEDULER), one, False)

    @property
    def places(self) -> Places:
        """Where there are schedulers; order of arrival is none beside the host's."""
        if self.host is None:
            return "drive"
        return "host" if self.drive.name == SCHEDULER else "both"

    @property
    def chosen(self) -> Choice:
        """The drive's scheduler; the host's if only that schedules."""
        return self.host if self.host is not None and self.places == "host" else self.drive
