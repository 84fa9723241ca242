"""What runs a sweep's jobs, whoever that is. `crews` has those that there are."""

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from headstack.sweeps.worker import Outcome, run_batch

GO_ON: Final = "with a folder, the same command goes on from what is finished"
GUARD: Final = "`if __name__ == '__main__':`"


class Crew(ABC):
    """Runs batches of jobs.

    Attributes:
        lost: errors that say that a worker has died.
        dumps: pickles jobs so that a worker can load them.
    """

    lost: tuple[type[BaseException], ...] = ()
    dumps: Callable[[Any], bytes] = staticmethod(pickle.dumps)

    @abstractmethod
    def start(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Starts a call."""

    def submit(self, payload: bytes, requests: str | None) -> "Future[list[Outcome]]":
        """Starts `run_batch`."""
        return self.start(run_batch, payload, requests)

    @property
    @abstractmethod
    def lanes(self) -> int:
        """Number of batches that run at a time."""

    def deaths(self, error: BaseException) -> int:
        """Number of workers that have died of a call that ended with this error, one of `lost`."""
        return 1

    def why(self, error: BaseException) -> str:
        """What such an error says."""
        return str(error)

    def look(self) -> None:  # noqa: B027 - nothing, but for a cluster
        """Called each second while calls run: a chance to give up what will not end."""

    def renew(self) -> bool:
        """Takes new workers in the place of dead ones; whether that can be."""
        return False

    @abstractmethod
    def close(self) -> None:
        """Gives back what it holds. Nothing of what still runs is wanted any more."""
