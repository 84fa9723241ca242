"""A command's own processes, which run its tasks on all cores."""

import os
import select
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from typing import Any, Final

_POLL_S: Final = 0.02
_PART_BYTES: Final = 1 << 16


def pool(
    workers: int, begin: Callable[..., object] | None = None, *arguments: Any
) -> ProcessPoolExecutor:
    """Returns a pool of new processes, not of forks, because a fork would copy held locks.

    Only this process handles an interrupt. The other processes end when this process ends, even by
    SIGKILL.

    Args:
        workers: number of processes.
        begin: function that each process calls first, with the arguments.
        arguments: arguments of `begin`, which must be picklable.
    """
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin, (begin, arguments))


def end(workers: ProcessPoolExecutor) -> None:
    """Ends the processes of a pool at once. Afterwards every future of the pool is done."""
    private: Any = workers
    manager, told = private._executor_manager_thread, private._result_queue
    pipe = _duplicate(private._call_queue) if manager is not None else None
    processes = list((private._processes or {}).values())
    for process in processes:
        with suppress(OSError):
            process.terminate()
    workers.shutdown(wait=False, cancel_futures=True)
    try:
        for process in processes:
            process.join()
        if manager is not None:
            with suppress(OSError):
                told._writer.close()  # otherwise the manager would wait for ever for half a result
            _drained(pipe, manager)
    finally:
        if pipe is not None:
            os.close(pipe)


def _duplicate(queue: Any) -> int | None:
    """Duplicates the reading end of a queue. Returns `None` if the end is already closed."""
    try:
        return os.dup(queue._reader.fileno())
    except OSError:
        return None


def _drained(pipe: int | None, manager: threading.Thread) -> None:
    """Empties a pipe until its pool's manager ends. Before 3.12, the manager waits for a reader."""
    while pipe is not None and manager.is_alive():
        if select.select([pipe], [], [], _POLL_S)[0] and not os.read(pipe, _PART_BYTES):
            break
    manager.join()


@contextmanager
def ending(workers: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """Ends a pool after the block, or at once after an error or an interrupt in the block."""
    try:
        yield workers
    except BaseException:
        end(workers)
        raise
    workers.shutdown()


def _begin(begin: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_parent() -> None:
    """Ends this worker when its parent ends. A killed parent sends no message to its workers."""
    parent: Any = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
