"""The host's queue and the drive's queue, with their schedulers. A request passes both queues.

docs/use/queues.md. Every run has both queues. Requests for which the drive's queue has no room wait
in the host's queue.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from headstack import checks
from headstack.errors import ConfigError
from headstack.scheduler import Choice, Spec, choose

Placement = Literal["drive", "host"]
"""Place of a single scheduler: the drive's firmware, or the host's device driver."""

Places = Literal["drive", "host", "both"]
"""Places that have a scheduler."""

SCHEDULER: Final = "fcfs"
PLACEMENT: Final[Placement] = "drive"
HOST_OUTSTANDING: Final = 1
MOST_IN_HOST: Final = 2**20


@dataclass(frozen=True)
class Queues:
    """The schedulers of the two queues.

    Attributes:
        drive: scheduler of the drive's queue.
        host: scheduler of the host's queue. `None`: the host does not schedule.
        by_words: whether the arguments host_scheduler and drive_scheduler named the schedulers.
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
        image: str | None = None,
    ) -> "Queues":
        """Returns the schedulers by either pair of arguments. ConfigError: both pairs are set.

        `image` is the image that the drive runs, with schedulers of its own.
        """
        by_words = host_scheduler is not None or drive_scheduler is not None
        if by_words and (scheduler is not None or placement is not None):
            raise ConfigError(
                "scheduler and placement name one scheduler, host_scheduler and drive_scheduler "
                "one each; use the one pair or the other"
            )
        if by_words:
            host = None if host_scheduler is None else choose(host_scheduler)
            return cls(choose(drive_scheduler or SCHEDULER, image), host, by_words)
        place = checks.choice(
            "placement", PLACEMENT if placement is None else placement, get_args(Placement)
        )
        wanted = SCHEDULER if scheduler is None else scheduler
        one = choose(wanted, image if place == "drive" else None)
        return cls(one, None, False) if place == "drive" else cls(choose(SCHEDULER), one, False)

    @property
    def places(self) -> Places:
        """Places that have a scheduler. FCFS in the drive does not count if the host schedules."""
        if self.host is None:
            return "drive"
        return "host" if self.drive.name == SCHEDULER else "both"

    @property
    def chosen(self) -> Choice:
        """The drive's scheduler, or the host's scheduler if only the host schedules."""
        return self.host if self.host is not None and self.places == "host" else self.drive
