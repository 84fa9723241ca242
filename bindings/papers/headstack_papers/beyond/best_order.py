"""The best order of waiting requests: a shortest path through all points of an asymmetric matrix.

After a request, the heads are at the place and the angle at which its blocks end. So the time from
the end of a request to the end of the next request depends on the two requests alone, and the
times of pairs give the time of any order. The problem is the travelling salesman problem with
asymmetric distances and free end.

Matrices have the shape (n + 1, n + 1): row and column 0 are the request before the order begins. An
order is a list of the numbers 1 to n.
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from headstack.arrays import Floats


def length(times: Floats, order: Sequence[int]) -> float:
    """Returns the time of an order."""
    path = [0, *order]
    return float(times[path[:-1], path[1:]].sum())


def exact(times: Floats) -> float:
    """Returns the least time of all orders.

    Held and Karp's dynamic program over subsets: the least time to serve a subset, by the request
    that ends it. Time and memory grow with 2^n, so that 12 requests take some 0.1 s.
    """
    count = len(times) - 1
    between = times[1:, 1:]
    least = np.full((1 << count, count), np.inf)
    least[[1 << last for last in range(count)], range(count)] = times[0, 1:]
    for subset in range(1, 1 << count):
        members = [last for last in range(count) if subset >> last & 1]
        if len(members) > 1:
            for last in members:
                before = least[subset ^ 1 << last]
                least[subset, last] = (before + between[:, last]).min()
    return float(least[-1].min())


def lower_bound(times: Floats) -> tuple[float, list[int]]:
    """Returns a time that no order goes below, and an order that is near to it.

    The bound is the cheapest assignment of a next request to each request: an order is such an
    assignment, if its end leads back to its beginning at no cost. The order joins the cycles of
    that assignment, the cheapest join first (Karp 1979).
    """
    cost = _closed(times)
    rows, after = linear_sum_assignment(cost)
    return float(cost[rows, after].sum()), _order(_joined(cost, after))


def improved(times: Floats, order: Sequence[int]) -> list[int]:
    """Returns an order in which no move of one to three neighbours to another place saves time."""
    cost = _closed(times)
    path = [0, *order, 0]
    while (better := _better(cost, path)) is not None:
        path = better
    return path[1:-1]


def _closed(times: Floats) -> Floats:
    """Adds the way back to the beginning, at no cost. No request follows itself."""
    cost = np.array(times)
    cost[:, 0] = 0.0
    np.fill_diagonal(cost, np.inf)
    return cost


def _cycles(after: np.ndarray) -> list[list[int]]:
    """Returns the cycles of a permutation."""
    left, cycles = set(range(len(after))), []
    while left:
        cycle = [min(left)]
        while (following := int(after[cycle[-1]])) != cycle[0]:
            cycle.append(following)
        left -= set(cycle)
        cycles.append(cycle)
    return cycles


def _joined(cost: Floats, after: np.ndarray) -> np.ndarray:
    """Joins the cycles of an assignment to one cycle."""
    after = after.copy()
    while len(cycles := _cycles(after)) > 1:
        mine = max(cycles, key=len)
        others = [node for cycle in cycles if cycle is not mine for node in cycle]
        here, there = np.array(mine), np.array(others)
        swapped = cost[np.ix_(here, after[there])] + cost[np.ix_(there, after[here])].T
        now = cost[here, after[here]][:, None] + cost[there, after[there]][None, :]
        one, other = np.unravel_index(np.argmin(swapped - now), now.shape)
        a, b = here[one], there[other]
        after[a], after[b] = after[b], after[a]
    return after


def _order(after: np.ndarray) -> list[int]:
    """Returns the order from node 0 around the only cycle."""
    [cycle] = _cycles(after)
    return cycle[1:]


def _better(cost: Floats, path: list[int]) -> list[int] | None:
    """Returns the path after the first move that saves time, or `None`."""
    for size in (1, 2, 3):
        for start in range(1, len(path) - size):
            run = path[start : start + size]
            rest = np.array(path[:start] + path[start + size :])
            freed = (
                cost[path[start - 1], run[0]]
                + cost[run[-1], path[start + size]]
                - cost[path[start - 1], path[start + size]]
            )
            added = cost[rest[:-1], run[0]] + cost[run[-1], rest[1:]] - cost[rest[:-1], rest[1:]]
            place = int(np.argmin(added))
            if added[place] < freed - 1e-9:
                return [*rest[: place + 1].tolist(), *run, *rest[place + 1 :].tolist()]
    return None
