"""The interface of every workload."""

from abc import ABC, abstractmethod
from typing import Final

from headstack import _core
from headstack._core import DriveConfig

MOST_REQUESTS: Final = 2**32 - 1
MOST_OUTSTANDING: Final = 65_536
REQUESTS: Final = 100_000
SIZE: Final = "8KiB"
READ_FRACTION: Final = 2 / 3
"""Two reads for each write: Worthington 1994, section 5."""

SEED: Final = 1

LONGEST_S: Final = 9.2e6
"""Longest time that 63 bits of picoseconds hold, 106 days."""

NO_DEADLINE: Final = 2**63 - 1
"""Value in the column `deadline` of a request without a deadline."""

_HASH: Final = "sha256"
_DIGITS: Final = 8
"""Number of digits of a hash in a text. Two hashes of a table rarely share these digits."""


class Workload(ABC):
    """A stream of requests for a run of a drive."""

    requests: int
    seed: int | None
    outstanding: int | None
    """Number of requests that the workload keeps in the system. `None`: the drive determines it."""

    has_limits: bool = False
    """Whether a request may name a duration limit."""
    has_priorities: bool = False
    """Whether a request may have a priority."""

    @abstractmethod
    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters, for the settings of results."""

    def text(self) -> str:
        """Returns the name and the parameters in one line. The line is unique in a table."""
        shown = [
            f"{key}={str(value)[:_DIGITS] if key.endswith(_HASH) else value}"
            for key, value in self.settings().items()
            if key != "workload"
        ]
        return f"{self.settings()['workload']}({', '.join(shown)})"

    def on(self, drive: DriveConfig) -> "Workload":
        """Returns the workload for this drive. Raises ConfigError if no request is left."""
        return self

    @abstractmethod
    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the requests in the form for `_core`. ConfigError: a request does not fit."""
