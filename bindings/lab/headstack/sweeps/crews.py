"""Crews that run a sweep's jobs: own processes, an executor, or a Dask cluster."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process
from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.parallel import processes
from headstack.sweeps.crew import GUARD, Crew
from headstack.sweeps.dask_crew import Dask

MOST_WORKERS: Final = 61 if os.name == "nt" else 4096


class Processes(Crew):
    """The sweep's own processes. They start afresh and share nothing with this process."""

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

    def start(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Starts a call."""
        return self._pool.submit(function, *arguments)

    @property
    def lanes(self) -> int:
        """Number of processes."""
        return self._workers

    def renew(self) -> bool:
        """Starts new processes."""
        self.close()
        self._pool = processes.pool(self._workers)
        return True

    def close(self) -> None:
        """Ends the processes. Afterwards every future of the processes is done."""
        processes.end(self._pool)


class Given(Crew):
    """The caller's executor, which the caller ends."""

    lost = (BrokenProcessPool,)

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        known = getattr(executor, "_max_workers", None)
        self._lanes = known if isinstance(known, int) else os.cpu_count() or 1
        self._futures: set[Future[Any]] = set()

    def start(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Starts a call."""
        future = self._executor.submit(function, *arguments)
        self._futures.add(future)
        future.add_done_callback(self._futures.discard)
        return future

    @property
    def lanes(self) -> int:
        """Number of the executor's workers."""
        return self._lanes

    def close(self) -> None:
        """Cancels calls that have not begun."""
        for future in list(self._futures):
            future.cancel()


def crew_of(executor: Any, workers: int | None, dask: Any) -> Crew:
    """Returns the crew. Raises ConfigError for two crews at once, or an invalid crew."""
    named = [name for name, given in (("executor", executor), ("dask", dask)) if given is not None]
    if len(named) == 2:
        raise ConfigError("executor and dask both say who runs the points; give one of them")
    if named and workers is not None:
        raise checks.wrong(
            "workers", f" is for processes of the sweep's own; with {named[0]}, leave it out"
        )
    if dask is not None:
        return Dask(dask)
    if executor is None:
        return Processes(workers)
    if not isinstance(executor, Executor) and not callable(getattr(executor, "submit", None)):
        raise checks.wrong("executor", f" is {executor!r}; give a concurrent.futures.Executor")
    return Given(executor)
