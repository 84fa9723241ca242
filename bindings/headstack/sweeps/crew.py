"""Who runs a sweep's jobs: processes of its own, any executor, or a Dask cluster."""

import os
import pickle
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process
from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.sweeps import processes
from headstack.sweeps.worker import Outcome, run_batch

MOST_WORKERS: Final = 61 if os.name == "nt" else 4096
LOOK_AGAIN_S: Final = 2.0
CONNECT_S: Final = 10
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
    def submit(self, payload: bytes, requests: str | None) -> "Future[list[Outcome]]":
        """Starts `run_batch`."""

    @property
    @abstractmethod
    def lanes(self) -> int:
        """Number of batches that run at a time."""

    def renew(self) -> bool:
        """Takes new workers in the place of dead ones; whether that can be."""
        return False

    @abstractmethod
    def close(self) -> None:
        """Gives back what it holds. Nothing of what still runs is wanted any more."""


class Processes(Crew):
    """Processes of the sweep's own, which start anew and so share nothing with this one."""

    lost = (BrokenProcessPool,)

    def __init__(self, workers: int | None) -> None:
        if getattr(current_process(), "_inheriting", False):
            raise ConfigError(
                "headstack.sweep is called again by each worker that starts; "
                f"a script needs {GUARD} around the call"
            )
        self._workers = (
            len(os.sched_getaffinity(0))
            if workers is None
            else checks.whole("workers", workers, 1, MOST_WORKERS)
        )
        self._pool = processes.pool(self._workers)

    def submit(self, payload: bytes, requests: str | None) -> "Future[list[Outcome]]":
        """Starts `run_batch`."""
        return self._pool.submit(run_batch, payload, requests)

    @property
    def lanes(self) -> int:
        """Number of processes."""
        return self._workers

    def renew(self) -> bool:
        """Takes new processes."""
        self.close()
        self._pool = processes.pool(self._workers)
        return True

    def close(self) -> None:
        """Ends the processes; every future of theirs is over then."""
        processes.end(self._pool)


class Given(Crew):
    """An executor that somebody has made, and who ends it."""

    lost = (BrokenProcessPool,)

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        known = getattr(executor, "_max_workers", None)
        self._lanes = known if isinstance(known, int) else os.cpu_count() or 1
        self._futures: set[Future[list[Outcome]]] = set()

    def submit(self, payload: bytes, requests: str | None) -> "Future[list[Outcome]]":
        """Starts `run_batch`."""
        future = self._executor.submit(run_batch, payload, requests)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    @property
    def lanes(self) -> int:
        """Number of its workers."""
        return self._lanes

    def close(self) -> None:
        """Withdraws what has not begun."""
        for future in list(self._futures):
            future.cancel()


class Dask(Crew):
    """A Dask cluster.

    Args:
        cluster: its scheduler's address, as in 'tcp://host:8786', or a `distributed.Client`, which
            whoever has made it ends.

    Raises:
        ConfigError: Dask is not installed, or nobody answers there.
    """

    def __init__(self, cluster: Any) -> None:
        try:
            import cloudpickle
            from distributed import Client, KilledWorker
        except ImportError:
            raise ConfigError(
                "dask: the package distributed is not installed; pip install 'headstack[dask]'"
            ) from None
        self.dumps = cloudpickle.dumps
        self.lost = (KilledWorker,)
        self._own = isinstance(cluster, str)
        if self._own:
            try:
                connect: Any = Client  # which has no types
                cluster = connect(cluster, timeout=CONNECT_S, set_as_default=False)
            except (OSError, ValueError) as error:
                raise ConfigError(f"dask {cluster}: no scheduler answers ({error})") from error
        if not isinstance(cluster, Client):
            raise ConfigError(
                f"dask is {cluster!r}; give an address, as tcp://host:8786, or a Client"
            )
        client: Any = cluster
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._lanes = 0
        self._looked = 0.0

    def submit(self, payload: bytes, requests: str | None) -> "Future[list[Outcome]]":
        """Starts `run_batch`."""
        return self._executor.submit(run_batch, payload, requests)  # type: ignore[no-any-return]

    @property
    def lanes(self) -> int:
        """Number of the workers' threads, which may come and go."""
        if time.monotonic() - self._looked > LOOK_AGAIN_S:
            self._lanes = max(1, sum(self._client.nthreads().values()))
            self._looked = time.monotonic()
        return self._lanes

    def renew(self) -> bool:
        """The cluster does that itself."""
        return True

    def close(self) -> None:
        """Withdraws what has not ended, and leaves the cluster."""
        self._executor.shutdown(wait=False)
        if self._own:
            self._client.close()


def crew_of(executor: Any, workers: int | None, dask: Any) -> Crew:
    """Who is to run the jobs; ConfigError if two are named, or what is named is none."""
    named = [name for name, given in (("executor", executor), ("dask", dask)) if given is not None]
    if len(named) == 2:
        raise ConfigError("executor and dask both say who runs the points; give one of them")
    if named and workers is not None:
        raise ConfigError(
            f"workers is for processes of the sweep's own; with {named[0]}, leave it out"
        )
    if dask is not None:
        return Dask(dask)
    if executor is None:
        return Processes(workers)
    if not isinstance(executor, Executor) and not callable(getattr(executor, "submit", None)):
        raise ConfigError(f"executor is {executor!r}; give a concurrent.futures.Executor")
    return Given(executor)
