"""Processes of a command's own, which run what it gives them on all cores."""

import os
import platform
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
_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_WITHOUT: Final = "NPY_DISABLE_CPU_FEATURES"
_CORES: Final = {"x86_64": "Nehalem", "aarch64": "ARMV8"}
"""The least of a kind that OpenBLAS knows: all others can do what it can."""


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
    manager, pipe = private._executor_manager_thread, None
    with suppress(OSError, AttributeError):  # closed already, or never there
        pipe = os.dup(private._call_queue._reader.fileno())
    for process in list((private._processes or {}).values()):
        with suppress(OSError):
            process.terminate()
    workers.shutdown(wait=False, cancel_futures=True)
    if manager is not None and pipe is not None:
        _drained(pipe, manager)
    elif manager is not None:
        manager.join()


def _drained(pipe: int, manager: threading.Thread) -> None:
    """Reads what nobody reads any more until a pool is over: before 3.12 it waits for a reader."""
    while manager.is_alive():
        if select.select([pipe], [], [], _POLL_S)[0] and not os.read(pipe, _PART_BYTES):
            manager.join()
    os.close(pipe)


@contextmanager
def ending(workers: ProcessPoolExecutor) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends behind the block, and at once at an error or an interrupt in it."""
    try:
        yield workers
    except BaseException:
        end(workers)
        raise
    workers.shutdown()


@contextmanager
def alike() -> Iterator[None]:
    """Processes begun meanwhile compute the same bits on every processor of this kind.

    NumPy and its linear algebra choose code by what a processor can do, and so round differently:
    a search that goes downhill then ends elsewhere. They are held to what all can do, and to one
    thread, with which small matrices are faster too.
    """
    settings = dict.fromkeys(_THREADS, "1") | _least_processor()
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _least_processor() -> dict[str, str]:
    """Settings of OpenBLAS, of Intel's library in its place, and of NumPy."""
    import numpy as np

    settings = {"MKL_CBWR": "COMPATIBLE"}
    core = _CORES.get(platform.machine())
    if core is not None:
        settings["OPENBLAS_CORETYPE"] = core
    told: Any = np.show_config(mode="dicts")
    more = told.get("SIMD Extensions", {}).get("found", [])
    without = [*os.environ.get(_WITHOUT, "").replace(",", " ").split(), *more]
    return settings | ({_WITHOUT: " ".join(dict.fromkeys(without))} if without else {})


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
