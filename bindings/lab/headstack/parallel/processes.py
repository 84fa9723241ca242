"""Processes of a command's own, which run what it gives them on all cores."""

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
    """Processes that start anew, and so share nothing with this one: a fork copies locks.

    An interrupt is this process's affair, and they end when it does, even by SIGKILL.

    Args:
        workers: how many.
        begin: what each calls first, with the arguments.
        arguments: of `begin`, pickled.
    """
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin, (begin, arguments))


def end(workers: ProcessPoolExecutor) -> None:
    """Ends a pool's processes at once; every future of theirs is over then."""
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
                told._writer.close()  # else half a result would be waited for, without an end
            _drained(pipe, manager)
    finally:
        if pipe is not None:
            os.close(pipe)


def _duplicate(queue: Any) -> int | None:
    """A queue's end that is read from; None if it is closed already."""
    try:
        return os.dup(queue._reader.fileno())
    except OSError:
        return None


def _drained(pipe: int | None, manager: threading.Thread) -> None:
    """Reads what nobody reads any more until a pool is over: before 3.12 it waits for a reader."""
    while pipe is not None and manager.is_alive():
        if select.select([pipe], [], [], _POLL_S)[0] and not os.read(pipe, _PART_BYTES):
            break
    manager.join()


@contextmanager
def ending(workers: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends behind the block, and at once at an error or an interrupt in it."""
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
    """A parent that was killed tells nobody, and its workers would wait for ever."""
    parent: Any = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
