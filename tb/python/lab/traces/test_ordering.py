"""Requests put in order within a window, and those that are too far from their place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError, traces

Make = Callable[..., Path]


def spc(*arrivals: int) -> str:
    """A line for each arrival in s; its address says which line it is."""
    return "".join(f"0,{i},512,r,{arrival}\n" for i, arrival in enumerate(arrivals))


@pytest.mark.parametrize(
    ("arrivals", "window", "order"),
    [
        ((1, 2, 3), 0, [1, 2, 3]),
        ((1, 3, 2), 1, [1, 3, 2]),
        ((3, 2, 1), 2, [3, 2, 1]),
        ((2, 1, 2, 1, 2), 2, [2, 4, 1, 3, 5]),
        ((5, 5, 5), 1, [1, 2, 3]),
    ],
)
def test_order(
    arrivals: tuple[int, ...], window: int, order: list[int], make: Make,
    plain: Callable[[Any], list[Any]], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    trace = traces.open(make(spc(*arrivals)), format="spc")
    assert [one.line for one in plain(trace.ordered_batches(window))] == order
    monkeypatch.setattr("headstack.traces.text.AT_ONCE", 14)  # a line a batch
    assert [one.line for one in plain(trace.ordered_batches(window))] == order


def test_too_far(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headstack.traces.text.AT_ONCE", 14)
    trace = traces.open(make(spc(3, 2, 7, 1)), format="spc")
    with pytest.raises(ConfigError, match=r":4: it arrives 1 s before a request that stands 2 req"):
        list(trace.ordered_batches(2))
    assert sum(len(batch) for batch in trace.ordered_batches(3)) == 4


def test_a_window_that_is_none(make: Make) -> None:
    trace = traces.open(make(spc(1)))
    with pytest.raises(ConfigError, match="window is -1"):
        list(trace.ordered_batches(-1))
