"""The threads of NumPy's linear algebra (OpenBLAS).

OpenBLAS starts a thread for each processor when NumPy is imported. These threads wait in a loop,
which costs processor time. headstack's matrices are small: one thread is as fast.
"""

import os
from typing import Final

OPENBLAS: Final = "OPENBLAS_NUM_THREADS"
_CHOSEN_BY: Final = (OPENBLAS, "GOTO_NUM_THREADS", "OMP_NUM_THREADS")
"""Variables from which OpenBLAS takes its number of threads."""


def one_thread() -> None:
    """Restricts OpenBLAS to one thread in this process and its children.

    Has an effect only before NumPy is imported. A number of threads that the user chose stays.
    """
    if not any(name in os.environ for name in _CHOSEN_BY):
        os.environ[OPENBLAS] = "1"
