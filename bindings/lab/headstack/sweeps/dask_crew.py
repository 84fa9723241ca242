"""A Dask cluster that runs a sweep's jobs. Lost jobs run again, and no wait is endless."""

import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError, RunError
from headstack.lazy import needed
from headstack.sweeps.crew import GO_ON, Crew

CONNECT_S: Final = 10
LOOK_AGAIN_S: Final = 2.0
ALONE_S: Final = 3.0
"""Time without a worker before a message, in seconds."""

_WITH_PORT: Final = re.compile(r"(\w+://)?.+:\d+/?|inproc://.+")
_ENDED: Final = {"error", "lost"}
_NOT_RUNNING: Final = {None, "erred", "released", "forgotten"}
"""States of a task that no worker will run."""

_LOG: Final = logging.getLogger("headstack")
_THEIR_LOG: Final = logging.getLogger("distributed.client")


class BatchLost(Exception):  # noqa: N818 - an error of `Crew.lost`
    """The cluster has lost a batch and does not run it again."""


class Dask(Crew):
    """A Dask cluster.

    Args:
        cluster: address of the cluster's scheduler, as in 'tcp://host:8786', or a
            `distributed.Client`. The caller closes this client.

    Raises:
        ConfigError: Dask is not installed, or no scheduler answers at the address.
    """

    def __init__(self, cluster: Any) -> None:
        needed("distributed", "dask")
        import cloudpickle
        from distributed import Client, KilledWorker

        self.dumps = cloudpickle.dumps
        self.lost = (KilledWorker, BatchLost)
        self._own = isinstance(cluster, str)
        self._talk = _THEIR_LOG.level
        if self._own:
            _THEIR_LOG.setLevel(logging.ERROR)  # hides warnings of lost results, which run again
        self._client: Any = _connected(cluster, Client) if self._own else cluster
        if not isinstance(self._client, Client):
            raise checks.wrong(
                "dask", f" is {cluster!r}; give an address, as tcp://host:8786, or a Client"
            )
        self._flying: dict[Future[Any], Any] = {}
        self._suspects: set[str] = set()
        self._lanes = 1
        self._looked = self._seen = time.monotonic()
        self._said = False
        self._count()

    def start(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        """Starts a call."""
        try:
            task = self._client.submit(function, *arguments, pure=False)
        except Exception:
            self._check_it_is_there()
            raise
        told: Future[Any] = Future()
        self._flying[told] = task
        told.add_done_callback(lambda done: self._flying.pop(done, None))
        self._client.loop.add_callback(_tell, self._client, task, told)
        return told

    @property
    def lanes(self) -> int:
        """Number of threads of all workers. Workers may join and leave."""
        return self._lanes

    def deaths(self, error: BaseException) -> int:
        """Number of workers that died of the call."""
        return int(getattr(error, "allowed_failures", 0)) + 1

    def why(self, error: BaseException) -> str:
        """Text of the error, without the name of the task."""
        last = getattr(getattr(error, "last_worker", None), "address", None)
        return str(error) if last is None else f"the last was {last}; its log says more"

    def look(self) -> None:
        """Counts the workers. Gives up calls that the cluster no longer knows.

        Raises:
            RunError: the cluster is gone.
        """
        if time.monotonic() - self._looked < LOOK_AGAIN_S:
            return
        self._looked = time.monotonic()
        self._check_it_is_there()
        with suppress(OSError, TimeoutError):  # the scheduler is busy; the next look tries again
            self._count()
            self._give_up_what_is_lost()

    def renew(self) -> bool:
        """Returns True: the cluster replaces its workers itself."""
        return True

    def close(self) -> None:
        """Cancels calls that have not ended, and leaves the cluster."""
        with suppress(Exception):  # the cluster may be gone
            self._client.cancel(list(self._flying.values()))
        if self._own:
            self._client.close()
            _THEIR_LOG.setLevel(self._talk)

    def _check_it_is_there(self) -> None:
        if self._client.status in ("closing", "closed"):
            raise RunError(f"the scheduler of the Dask cluster is gone; {GO_ON}")

    def _count(self) -> None:
        threads = sum(self._client.nthreads().values())
        self._lanes = max(1, threads)
        now = time.monotonic()
        if threads:
            self._seen, self._said = now, False
        elif now - self._seen >= ALONE_S and not self._said:
            where = self._client.scheduler.address
            _LOG.warning(
                "headstack: the Dask cluster at %s has no workers; waiting for some", where
            )
            self._said = True

    def _give_up_what_is_lost(self) -> None:
        """Gives up calls that no worker runs in two successive looks."""
        waiting = {task.key: (told, task) for told, task in list(self._flying.items())}
        if not waiting:
            return
        ask = self._client.scheduler.get_task_status
        states = self._client.sync(ask, keys=list(waiting))
        lost = {
            key
            for key, (_, task) in waiting.items()
            if task.status in _ENDED or states.get(key) in _NOT_RUNNING
        }
        for key in lost & self._suspects:
            told, task = waiting[key]
            if not told.done():
                with suppress(Exception):  # the result may arrive at this moment
                    told.set_exception(BatchLost(f"the cluster has lost {key}"))
            task.cancel()
        self._suspects = lost


async def _tell(client: Any, task: Any, told: "Future[Any]") -> None:
    """Passes the end of a call to the future `told`.

    The future of `Client.get_executor` never ends if the result is lost with its worker and the
    call does not run again.
    """
    with suppress(Exception):  # `told` has ended meanwhile
        try:
            found = await client.gather(task, asynchronous=True)
        except CancelledError:
            told.cancel()
            told.set_running_or_notify_cancel()  # otherwise no waiting thread wakes up
        except Exception as error:
            told.set_exception(error)
        else:
            told.set_result(found)


def _connected(address: str, connect: Any) -> Any:
    if not _WITH_PORT.fullmatch(address):
        raise ConfigError(f"dask {address}: it has no port; give one, as tcp://host:8786")
    try:
        return connect(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ConfigError(f"dask {address}: no scheduler answers ({error})") from error
