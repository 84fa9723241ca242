"""Types of NumPy arrays."""

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
"""Flags."""

Ints = npt.NDArray[np.int64]
"""Whole numbers: blocks, counts, picoseconds."""

Floats = npt.NDArray[np.float64]
"""Measures. The name of a variable has the unit."""

Words = npt.NDArray[np.uint32]
"""Numbers of 32 bits, as in the firmware."""
