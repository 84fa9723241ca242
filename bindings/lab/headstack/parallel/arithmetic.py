"""Makes floating-point arithmetic round alike on every processor of a kind."""

import os
import platform
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from headstack.starting.threads import OPENBLAS

_THREADS: Final = (OPENBLAS, "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_WITH: Final = "NPY_ENABLE_CPU_FEATURES"
_WITHOUT: Final = "NPY_DISABLE_CPU_FEATURES"
"""NumPy accepts only one of `_WITH` and `_WITHOUT`."""
_CORES: Final = {"x86_64": "Nehalem", "aarch64": "ARMV8"}
"""By machine, the oldest processor that both OpenBLAS and NumPy support."""


@contextmanager
def alike() -> Iterator[None]:
    """Makes processes that start in the block compute equal bits on all processors of this kind.

    NumPy and its linear algebra choose code by the features of a processor. The codes round
    differently, so a search for a minimum can end at another point. The settings restrict NumPy and
    its linear algebra to the features of all processors. The settings also restrict them to one
    thread, which is faster for small matrices. The C library still chooses its code by fused
    multiply-add (FMA). Processors for x86-64 have FMA since 2013.
    """
    settings = _least_processor()
    before = {name: os.environ.get(name) for name in settings}
    _set(settings)
    try:
        yield
    finally:
        _set(before)


def _set(variables: Mapping[str, str | None]) -> None:
    """Sets environment variables to their values. `None`: the variable is removed."""
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _least_processor() -> dict[str, str | None]:
    """Returns settings of NumPy, OpenBLAS and Intel's library, which may replace OpenBLAS."""
    import numpy as np

    settings: dict[str, str | None] = dict.fromkeys(_THREADS, "1")
    settings |= {"MKL_CBWR": "COMPATIBLE", _WITH: None}
    core = _CORES.get(platform.machine())
    if core is not None:
        settings["OPENBLAS_CORETYPE"] = core
    told: Any = np.show_config(mode="dicts")
    more = told.get("SIMD Extensions", {})
    without = [*os.environ.get(_WITHOUT, "").replace(",", " ").split(), *more.get("found", [])]
    if _WITH in os.environ:  # features outside this list are hidden from this process
        without += more.get("not found", [])
    if without:
        settings[_WITHOUT] = " ".join(dict.fromkeys(without))
    return settings
