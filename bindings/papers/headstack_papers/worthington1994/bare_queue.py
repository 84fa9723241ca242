"""A queue with only the paper's seek curve, half a turn and a constant, without a drive of ours.

The queue shows the effect of a scheduler's order of seeks alone. The code was written from table
A.3 alone and shares nothing with the model.
"""

import bisect
import math
from collections.abc import Callable
from typing import Any, Final

from headstack._core import Random

CYLINDERS: Final = 2051
TURN_MS: Final = 60_000 / 5_400
CONSTANT_MS: Final = 4.6  # commands, 8 KB over the bus and under the head, a third with settling
FIRST_MS: Final = (0.0, 2.69, 3.48, 3.61, 3.78, 4.07, 4.45, 4.32, 4.45, 4.62, 4.79)


def seek_ms(distance: int) -> float:
    """The seek time of table A.3 in ms."""
    if distance <= 10:
        return FIRST_MS[distance]
    return 3.81 + 0.33 * math.sqrt(distance) if distance <= 300 else 7.75 + 0.0059 * distance


def _clook(waiting: list[int], at: int, upwards: bool) -> tuple[int, bool]:
    place = bisect.bisect_left(waiting, at)
    return (place if place < len(waiting) else 0), upwards


def _look(waiting: list[int], at: int, upwards: bool) -> tuple[int, bool]:
    place = bisect.bisect_left(waiting, at)
    if upwards:
        return (place, True) if place < len(waiting) else (place - 1, False)
    below = bisect.bisect_right(waiting, at) - 1
    return (below, False) if below >= 0 else (0, True)


def _toward(extra: float) -> Callable[[list[int], int, bool], tuple[int, bool]]:
    """Makes SSTF or VSCAN: the nearest request, with `extra` cylinders for turning back."""

    def pick(waiting: list[int], at: int, upwards: bool) -> tuple[int, bool]:
        place = bisect.bisect_left(waiting, at)
        sides = []
        if place < len(waiting):
            sides.append((waiting[place] - at + (0 if upwards else extra), place))
        if place > 0:
            sides.append((at - waiting[place - 1] + (extra if upwards else 0), place - 1))
        chosen = min(sides)[1]
        return chosen, waiting[chosen] >= at if waiting[chosen] != at else upwards

    return pick


PICKS: Final = {
    "C-LOOK": _clook,
    "LOOK": _look,
    "SSTF": _toward(0),
    "VSCAN(0.2)": _toward(0.2 * CYLINDERS),
}


def served(busy: float, requests: int, seed: int) -> list[dict[str, Any]]:
    """Mean response times of the schedulers, on the same arrivals.

    Args:
        busy: mean time between arrivals, in seconds.
        requests: number of requests.
        seed: seed of the random numbers.
    """
    between = Random(seed, 1).exponential(requests) * 1000 * busy
    cylinders = Random(seed, 2).below(CYLINDERS, requests)
    turns = Random(seed, 3).uniform(requests) * TURN_MS
    arrivals = between.cumsum().tolist()
    return [
        {"policy": name, "seed": seed} | _run(pick, arrivals, cylinders.tolist(), turns.tolist())
        for name, pick in PICKS.items()
    ]


def _run(
    pick: Callable[[list[int], int, bool], tuple[int, bool]],
    arrivals: list[float],
    cylinders: list[int],
    turns: list[float],
) -> dict[str, float]:
    """Serves a queue, one request at a time.

    Requests of the same cylinder are served in their order of arrival.
    """
    now, at, upwards, following, total, queued = 0.0, 0, True, 0, 0.0, 0
    waiting: list[int] = []
    came: list[list[float]] = [[] for _ in range(CYLINDERS)]
    for turn in turns:
        if not waiting:
            now = max(now, arrivals[following])
        while following < len(arrivals) and arrivals[following] <= now:
            bisect.insort(waiting, cylinders[following])
            came[cylinders[following]].append(arrivals[following])
            following += 1
        queued += len(waiting) - 1
        place, upwards = pick(waiting, at, upwards)
        cylinder = waiting.pop(place)
        now += seek_ms(abs(cylinder - at)) + turn + CONSTANT_MS
        total += now - came[cylinder].pop(0)
        at = cylinder
    return {"response_ms": total / len(arrivals), "left_waiting": queued / len(arrivals)}
