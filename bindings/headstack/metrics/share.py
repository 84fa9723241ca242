"""How the drive was shared: metrics by class, against the weights (docs/share.md)."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from headstack.metrics.figures import PS_PER_MS, Columns, Metrics, response_ps
from headstack.metrics.figures import percentiles_ms as _percentiles_ms

WINDOW: Final = 1000
"""Number of requests of a window, in which the shares are compared with the weights."""


def summarise(c: Columns, weights: Sequence[float] | None, bytes_per_block: int) -> Metrics:
    """Metrics by class; nothing if there is one class and no weights.

    Requests that finished after the last arrival count in the numbers of requests only, since the
    classes run dry then.
    """
    count = int(c["class"].max()) + 1
    if weights is None and count == 1:
        return {}
    steady = _steady(c)
    names = range(max(count, len(weights or ())))
    found: Metrics = {
        "classes": [_of_class(c, name, steady, bytes_per_block) for name in names],
        "inserted_fraction": float(c["inserted"].mean()),
    }
    if weights is not None:
        found |= _accuracies(c, weights, steady)
    return found


def _accuracies(c: Columns, weights: Sequence[float], steady: int) -> Metrics:
    """Shares of the blocks against the weights: 100 % less the largest relative deviation.

    `ratios` are those of each class's blocks to the last one's. The mean and the worst accuracy are
    over windows of WINDOW requests, in order of completion.
    """
    shares = np.array(weights) / sum(weights)
    blocks = np.zeros((steady, len(shares)))
    blocks[np.arange(steady), c["class"][:steady]] = c["blocks"][:steady]
    total = blocks.sum(axis=0)
    each_window = blocks[: steady // WINDOW * WINDOW].reshape(-1, WINDOW, len(shares)).sum(axis=1)
    windows = [_accuracy(window, shares) for window in each_window]
    return {
        "ratios": [float(x) for x in total / total[-1]] if total[-1] else None,
        "accuracy_percent": _accuracy(total, shares),
        "mean_window_accuracy_percent": float(np.mean(windows)) if windows else None,
        "worst_window_accuracy_percent": min(windows, default=None),
    }


def _accuracy(blocks: Any, shares: Any) -> float:
    got = blocks / blocks.sum()
    return float(100 * (1 - np.abs(got / shares - 1).max()))


def _steady(c: Columns) -> int:
    """Rows before the first completion that found nothing more to be issued."""
    last_arrival = int(c["arrival"].max())
    return max(1, int(np.searchsorted(c["finish"], last_arrival)))


def _of_class(c: Columns, name: int, steady: int, bytes_per_block: int) -> dict[str, Any]:
    mine = c["class"][:steady] == name
    span_s = max(1, int(c["finish"][:steady].max()) - int(c["arrival"].min())) / 1e12
    size = c["blocks"][:steady] * float(bytes_per_block) / 1e6
    by_turn = mine & ~c["inserted"][:steady]
    response = response_ps(c)[:steady][mine]
    times = _percentiles_ms(response, [50, 95, 99]) if len(response) else [None] * 3
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
