"""Processes of a command's own, which run what it gives them on all cores."""

import os
import platform
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, Final

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
