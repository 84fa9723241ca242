"""Interface of a crew, which runs a sweep's jobs. `crews` has the implementations."""

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
        lost: errors that report the death of a worker.
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
        """Number of workers that died of a call. `error`, one of `lost`, ended the call."""
        return 1

    def why(self, error: BaseException) -> str:
        """Text of an error of `lost`."""
        return str(error)

    def look(self) -> None:  # noqa: B027 - only the crew of a cluster does something here
        """Called each second while calls run. The method may give up calls that will never end."""

    def renew(self) -> bool:
        """Replaces dead workers. False: the crew cannot."""
        return False

    @abstractmethod
    def close(self) -> None:
        """Releases the workers. Discards calls that still run."""
