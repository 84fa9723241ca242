"""Arithmetic that rounds as on every other processor of a kind."""

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_WITH: Final = "NPY_ENABLE_CPU_FEATURES"
_WITHOUT: Final = "NPY_DISABLE_CPU_FEATURES"
"""NumPy takes one of them only."""
_CORES: Final = {"x86_64": "Nehalem", "aarch64": "ARMV8"}
"""The least that OpenBLAS knows of those that NumPy runs on."""


@contextmanager
def alike() -> Iterator[None]:
    """Processes begun meanwhile compute the same bits on every processor of this kind.

    NumPy and its linear algebra choose code by what a processor can do, and so round differently:
    a search that goes downhill then ends elsewhere. They are held to what all can do, and to one
    thread, with which small matrices are faster too. The C library still chooses by whether a
    processor multiplies and adds in one (FMA), as those for x86-64 do since 2013.
    """
    settings = _least_processor()
    before = {name: os.environ.get(name) for name in settings}
    _set(settings)
    try:
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    """Sets variables of the environment; takes out those that are None."""
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _least_processor() -> dict[str, str | None]:
    """Settings of OpenBLAS, of Intel's library in its place, and of NumPy."""
    import numpy as np

    settings: dict[str, str | None] = dict.fromkeys(_THREADS, "1")
    settings |= {"MKL_CBWR": "COMPATIBLE", _WITH: None}
    core = _CORES.get(platform.machine())
    if core is not None:
        settings["OPENBLAS_CORETYPE"] = core
    told: Any = np.show_config(mode="dicts")
    more = told.get("SIMD Extensions", {})
    without = [*os.environ.get(_WITHOUT, "").replace(",", " ").split(), *more.get("found", [])]
    if _WITH in os.environ:  # this process does not know what it would have without
        without += more.get("not found", [])
    if without:
        settings[_WITHOUT] = " ".join(dict.fromkeys(without))
    return settings
