"""Batches of waiting requests: the times of all pairs of requests, and of a scheduler's order.

The host schedules, and one request is at the drive at a time, as in Worthington's experiments. The
first request of a batch is at the drive when the others arrive. A batch's time is from its end to
the end of the last request.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from headstack import Drive, Mimic, catalog, workload
from headstack.arrays import Floats, Ints
from headstack.errors import RunError
from headstack_papers.beyond import best_order
from headstack_papers.quantities import Row

BLOCKS: Final = 16  # 8 KiB
MOST_EXACT: Final = 12
"""Number of requests up to which the best order is computed exactly."""

_PART: Final = 2048  # blocks: 1 MiB
_SOON_MS: Final = 0.1  # the first request is under way
_PS_PER_MS: Final = 1e9
_ROUNDED_MS: Final = 1e-6  # of sums of times


def times_of(drive: str, lbn: Ints) -> Floats:
    """Returns the time from the end of a request to the end of another, ms, for all pairs.

    The drive serves the requests along a tour in which each request follows each other request
    exactly once. The diagonal is infinite.
    """
    tour = _tour(len(lbn))
    ends = _ends(drive, "fcfs", lbn[tour], np.zeros(len(tour)))[0]
    times = np.full((len(lbn), len(lbn)), np.inf)
    times[tour[:-1], tour[1:]] = np.diff(ends)
    return times


def batch(drive: str, waiting: int, seeds: Sequence[int], schedulers: Sequence[str]) -> list[Row]:
    """Serves random batches by each scheduler.

    Args:
        drive: name of the drive.
        waiting: requests that wait.
        seeds: seeds of the batches.
        schedulers: schedulers that order the requests.

    Returns:
        For each seed and scheduler: the time of its order (`took_ms`). The least time of all orders
        lies from `low_ms` to `high_ms`, which are equal for up to `MOST_EXACT` requests.

    Raises:
        RunError: the times of pairs do not add up to the time of an order.
    """
    rows: list[Row] = []
    for seed in seeds:
        lbn = _places(drive, waiting + 1, seed)
        times = times_of(drive, lbn)
        orders = {name: _order_of(drive, name, lbn, times) for name in schedulers}
        low, high = _best(times, list(orders.values()))
        rows += [
            {
                "seed": seed,
                "name": name,
                "took_ms": best_order.length(times, order),
                "low_ms": low,
                "high_ms": high,
            }
            for name, order in orders.items()
        ]
    return rows


def _best(times: Floats, orders: Sequence[list[int]]) -> tuple[float, float]:
    """Returns the ends of the range that has the least time of all orders, ms."""
    if len(times) - 1 <= MOST_EXACT:
        least = best_order.exact(times)
        return least, least
    low, joined = best_order.lower_bound(times)
    found = [best_order.improved(times, order) for order in (joined, *orders)]
    return low, min(best_order.length(times, order) for order in found)


def _order_of(drive: str, scheduler: str, lbn: Ints, times: Floats) -> list[int]:
    """Returns the order in which a scheduler serves a batch."""
    arrival_ms = np.full(len(lbn), _SOON_MS)
    arrival_ms[0] = 0.0
    ends, served = _ends(drive, scheduler, lbn, arrival_ms)
    order: list[int] = served[1:].tolist()
    if served[0] != 0 or abs(best_order.length(times, order) - (ends[-1] - ends[0])) > _ROUNDED_MS:
        raise RunError(f"{drive}, {scheduler}: the times of pairs do not give the time of an order")
    return order


def _places(drive: str, count: int, seed: int) -> Ints:
    """Returns random places that are half a MiB or more apart, so that no request hits a buffer."""
    random = np.random.Generator(np.random.PCG64([seed, count]))
    parts = random.choice(catalog.load(drive).blocks // _PART, count, replace=False)
    return parts * _PART + random.integers(0, _PART // 2, count)


def _ends(drive: str, scheduler: str, lbn: Ints, arrival_ms: Floats) -> tuple[Floats, Ints]:
    """Returns the ends of the requests in the order of service, ms, and their numbers."""
    options: dict[str, Any] = {"mimic": _mimic(drive)} if scheduler.startswith("smtf") else {}
    model = Drive(
        drive,
        scheduler,
        placement="host",
        host_outstanding=1,
        host_queue_depth=len(lbn),
        **options,
    )
    rows = model.run(workload.arrivals(arrival_ms, lbn, BLOCKS)).columns
    served = np.argsort(rows["finish"])
    return rows["finish"][served] / _PS_PER_MS, rows["id"][served].astype(np.int64)


@cache
def _mimic(drive: str) -> Mimic:
    """A table of the drive's reads, as Popovici's probe measures it."""
    return Mimic.probe(drive, size="8KiB", by_type=False)


def _tour(count: int) -> Ints:
    """A circuit through all ordered pairs of `count` points, by Hierholzer's algorithm."""
    left = [[other for other in range(count) if other != point] for point in range(count)]
    open_, tour = [0], []
    while open_:
        if left[open_[-1]]:
            open_.append(left[open_[-1]].pop())
        else:
            tour.append(open_.pop())
    return np.array(tour[::-1])
