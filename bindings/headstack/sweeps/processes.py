"""Processes of a command's own, which run what it gives them on all cores."""

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from typing import Any


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
