"""Metrics by class, and comparisons of classes' shares with weights (docs/use/share.md)."""

from typing import Any, Final

import numpy as np

from headstack.arrays import Floats
from headstack.metrics.figures import percentile_ms, response_ps
from headstack.metrics.metric import PS_PER_MS, Columns, Metric, Metrics, Run

WINDOW: Final = 1000
"""Number of requests in a window. In each window, shares are compared with weights."""


def by_class(run: Run) -> list[Metrics]:
    """Returns the metrics of each class."""
    c = _columns(run)
    steady = _steady(c)
    names = range(max(_class_count(run), len(run.weights or ())))
    return [_of_class(c, name, steady, run.bytes_per_block) for name in names]


def ratios(run: Run) -> list[float] | None:
    """Returns blocks of each class / blocks of the last class. `None`: the last class has none."""
    total = _blocks(run).sum(axis=0)
    return [float(x) for x in total / total[-1]] if total[-1] else None


def window_accuracies(run: Run) -> list[float]:
    """Returns the accuracy of each window of WINDOW requests, in order of completion."""
    blocks = _blocks(run)
    whole = blocks[: len(blocks) // WINDOW * WINDOW]
    windows = whole.reshape(-1, WINDOW, blocks.shape[1]).sum(axis=1)
    return [_accuracy(window, run) for window in windows]


def _columns(run: Run) -> Columns:
    assert run.columns is not None  # `Stream` takes no classes
    return run.columns


def _class_count(run: Run) -> int:
    return run.totals.last_class + 1


def _has_classes(run: Run) -> bool:
    return run.weights is not None or _class_count(run) > 1


def _has_weights(run: Run) -> bool:
    return run.weights is not None


def _blocks(run: Run) -> Floats:
    """Returns blocks, with a row for each request and a column for each class with a weight."""
    c = _columns(run)
    steady = _steady(c)
    blocks = np.zeros((steady, len(run.weights or ())))
    blocks[np.arange(steady), c["class"][:steady]] = c["blocks"][:steady]
    return blocks


def _accuracy(blocks: Floats, run: Run) -> float:
    """Returns 100 % less the largest relative deviation of any class's share of the blocks."""
    weights = run.weights or ()
    got = blocks / blocks.sum()
    return float(100 * (1 - np.abs(got / (np.array(weights) / sum(weights)) - 1).max()))


def _steady(c: Columns) -> int:
    """Returns the number of requests that finished before the last arrival, at least 1."""
    last_arrival = int(c["arrival"].max())
    return max(1, int(np.searchsorted(c["finish"], last_arrival)))


def _of_class(c: Columns, name: int, steady: int, bytes_per_block: int) -> dict[str, Any]:
    mine = c["class"][:steady] == name
    span_s = max(1, int(c["finish"][:steady].max()) - int(c["arrival"].min())) / 1e12
    size = c["blocks"][:steady] * float(bytes_per_block) / 1e6
    by_turn = mine & ~c["inserted"][:steady]
    response = response_ps(c)[:steady][mine]
    times = [percentile_ms(response, p) if len(response) else None for p in (50, 95, 99)]
    return {
        "class": name,
        "requests": int(np.count_nonzero(c["class"] == name)),
        "throughput_mb_s": float(size[mine].sum()) / span_s,
        "by_turn_mb_s": float(size[by_turn].sum()) / span_s,
        "inserted_mb_s": float(size[mine & ~by_turn].sum()) / span_s,
        "mean_response_ms": float(response.mean()) / PS_PER_MS if len(response) else None,
        "median_response_ms": times[0],
        "p95_response_ms": times[1],
        "p99_response_ms": times[2],
        "max_response_ms": int(response.max()) / PS_PER_MS if len(response) else None,
    }


SHARED = "only of runs with several classes or weights"
WEIGHED = "only of runs with weights"
PAPER = "Share paper, 3.2"

METRICS: Final[tuple[Metric[Run], ...]] = (
    Metric(
        "classes",
        "",
        "for each class `requests`, `throughput_mb_s`, of that `by_turn_mb_s` (the paper's BQS) "
        "and `inserted_mb_s` (its DOR), and `mean_`, `median_`, `p95_`, `p99_`, `max_response_ms`; "
        f"{SHARED}",
        by_class,
        PAPER,
        _has_classes,
    ),
    Metric(
        "inserted_fraction",
        "1",
        f"requests that were served out of their class's turn / *n*; {SHARED}",
        lambda run: float(_columns(run)["inserted"].mean()),
        PAPER,
        _has_classes,
    ),
    Metric(
        "ratios",
        "1",
        f"blocks of each class / blocks of the last one; {WEIGHED}",
        ratios,
        PAPER,
        _has_weights,
    ),
    Metric(
        "accuracy_percent",
        "%",
        "100 less the largest relative deviation of a class's share of blocks from its weight; "
        f"{WEIGHED}",
        lambda run: _accuracy(_blocks(run).sum(axis=0), run),
        PAPER,
        _has_weights,
    ),
    Metric(
        "mean_window_accuracy_percent",
        "%",
        f"mean of the same in windows of {WINDOW:,} requests, in order of completion; null if "
        f"there is none; {WEIGHED}",
        lambda run: float(np.mean(found)) if (found := window_accuracies(run)) else None,
        PAPER,
        _has_weights,
    ),
    Metric(
        "worst_window_accuracy_percent",
        "%",
        f"least of the same; {WEIGHED}",
        lambda run: min(window_accuracies(run), default=None),
        PAPER,
        _has_weights,
    ),
)
"""Classes run out of requests after the last arrival. So requests that finished later count only in
`requests` and `inserted_fraction`."""
