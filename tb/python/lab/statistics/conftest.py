"""Series whose mean and quantiles are known."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

Values = npt.NDArray[np.float64]


@pytest.fixture
def autoregressive() -> Callable[[int, int], Values]:
    """AR(1) with mean 10 and 0.9 of each value in the next: seed and length."""

    def make(seed: int, length: int) -> Values:
        from scipy.signal import lfilter

        shocks = np.random.default_rng(seed).standard_normal(length + 500)
        found: Values = 10 + lfilter([1], [1, -0.9], shocks)[500:]
        return found

    return make


@pytest.fixture
def queue() -> Callable[[int, int], Values]:
    """Response times of M/M/1, half busy, from an empty queue on: mean 2, exponential."""

    def make(seed: int, length: int) -> Values:
        random = np.random.default_rng(seed)
        service, gaps = random.exponential(1, length), random.exponential(2, length)
        walk = np.concatenate(([0], np.cumsum(service[:-1] - gaps[1:])))
        found: Values = walk - np.minimum.accumulate(walk) + service
        return found

    return make
