"""Traces that are made for a question."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Make = Callable[..., Path]


@pytest.fixture
def trace(tmp_path: Path) -> Make:
    """Writes a trace of random places: requests, rate, and response time if it was measured."""

    def make(
        requests: int = 1500, rate: float = 40, response_s: float | str | None = None, **more: Any
    ) -> Path:
        random = np.random.default_rng(1)
        arrival = np.cumsum(random.exponential(1 / rate, requests))
        start = random.integers(0, more.get("blocks", 240_000), requests) * 4096
        head = "arrival_s,start_byte,bytes,write"
        tail = "" if response_s is None else f",{response_s}"
        lines = [
            f"{when:.9f},{place},4096,{number % 3 == 0:d}{tail}"
            for number, (when, place) in enumerate(zip(arrival, start, strict=True))
        ]
        path = tmp_path / "disk.csv"
        path.write_text("\n".join([head + ("" if not tail else ",response_s"), *lines, ""]))
        return path

    return make
