"""What the tests of sweeps share."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

SMALL: dict[str, Any] = {
    "drive": ["hp_c2247", "hp_97560"],
    "scheduler": ["fcfs", "sptf"],
    "depth": [2, 8],
    "workload": "random",
    "rate_per_s": 40,
    "requests": 300,
    "seeds": 2,
}


@pytest.fixture
def small() -> dict[str, Any]:
    """A sweep of 16 points."""
    return dict(SMALL)


@pytest.fixture
def inline() -> Iterator[ThreadPoolExecutor]:
    """An executor in this process, one run after the other."""
    with ThreadPoolExecutor(1) as executor:
        yield executor
