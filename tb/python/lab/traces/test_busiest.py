"""The busiest part of a trace."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from headstack import catalog, workload
from headstack.arrays import Ints
from headstack.traces.busiest import Window, busiest
from headstack.workload.traced import Traced


def test_against_a_search_of_all() -> None:
    """Any times, with many alike, in parts of any size."""
    draw = np.random.default_rng(1)
    for _ in range(300):
        times = np.sort(draw.integers(0, 30, int(draw.integers(1, 25)))) + 7
        requests = int(draw.integers(1, len(times) + 1))
        spans = [times[k + requests - 1] - times[k] for k in range(len(times) - requests + 1)]
        first = int(np.argmin(spans))
        cuts = np.sort(draw.integers(0, len(times) + 1, 3))
        assert busiest(np.split(times, cuts), requests) == Window(
            first,
            requests,
            times[first] - times[0],
            times[first + requests - 1] - times[0],
            len(times),
            times[-1] - times[0],
        )


def test_rates() -> None:
    second = 10**12
    found = busiest([np.array([0, 10, 11, 12, 12, 20]) * second], 3)
    assert (found.first, found.rate_per_s, found.all_rate_per_s) == (2, 2, 0.25)
    assert busiest([np.zeros(3, np.int64)], 2).rate_per_s is None


def test_a_constant_amount_of_memory() -> None:
    def parts() -> Iterator[Ints]:
        for part in range(100):
            number = np.arange(100_000) + 100_000 * part
            yield 3 * number - np.maximum(number - 5_000_000, 0)

    tracemalloc.start()
    try:
        found = busiest(parts(), 1000)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.first == 5_000_000
    assert most < 10e6


@pytest.fixture
def load(tmp_path: Path) -> Traced:
    """Six requests, one a second, and then six more, two a second."""
    lines = [f"{k if k < 6 else 3 + k / 2},{1024 * k},1024,0" for k in range(12)]
    path = tmp_path / "disk.csv"
    path.write_text("\n".join(["arrival_s,start_byte,bytes,write", *lines, ""]))
    found = workload.replay(path)
    assert isinstance(found, Traced)
    return found


def test_a_part_is_replayed_from_its_first_request_on(load: Traced) -> None:
    drive = catalog.load("hp_c2247")
    window = load.busiest(drive, 4)
    assert window.first == 6
    part = load.within(window)
    assert part.requests == 4
    lbn, _, _, wait, *_ = next(part.rows(drive))
    assert lbn.tolist() == [12, 14, 16, 18]
    assert wait.tolist() == [0, *[5 * 10**11] * 3]
    assert (part.settings()["skipped"], "skipped" in load.settings()) == (6, False)
    assert part.within(part.busiest(drive, 2)).skipped == 6
    whole = [row for rows in load.rows(drive) for row in rows[0].tolist()]
    assert whole == list(range(0, 24, 2))
