"""Finds spare cylinders at the ends of zones: they hold no blocks, and only seeks show them.

A zone that ends in spare cylinders is farther from the next zone than its blocks tell. Seeks within
a zone and seeks between zones then ask for different seek curves. The layout of a recording has no
spare cylinders, because no read shows them.
"""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints
from headstack.errors import ConfigError
from headstack_identify.fit import descent
from headstack_identify.fit.free_parameters import DIRECTION, SeekCurvePoint, Values
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.time_limit import TimeLimit

KEYS: Final = ("layout.zone", "layout.cylinders", DIRECTION)
"""The keys that spare cylinders change."""

STEPS: Final = (1, 3, 8, 20)
"""Tried changes of the number of spare cylinders of a zone."""

WORTH: Final = 6.0
"""Least gain of likelihood of a change, in nats."""

NEAR: Final = 100.0
"""Largest rise of the cost by a change, in nats, before the steps of the curve."""

CURVE_STEPS: Final = 2
"""Most steps of the seek curve after each change."""

SWEEPS: Final = 3
"""Most times that all zones are tried."""

_TRIED: Final = 2000
"""Blocks whose places must keep their heads and angles."""


def possible(config: DriveConfig) -> bool:
    """Returns whether zones can get spare cylinders without a change of any head or angle.

    Zones without a beginning of their own would turn. Zones on one surface cannot move, because
    each surface begins at cylinder 0.
    """
    zones = config.value("layout.zone")
    if len(zones) < 2:
        return False
    blocks = np.linspace(0, config.blocks - 1, _TRIED).astype(np.int64)
    try:
        wider = config.with_values(with_more(config, [1] * len(zones)))
        there = wider.places(blocks)
    except ConfigError:
        return False
    return bool(np.array_equal(there[1:], config.places(blocks)[1:]))


def with_more(config: DriveConfig, more: list[int]) -> Values:
    """Returns the values of a drive with more spare cylinders at each zone's end.

    If `seek.direction` reaches the longest seek, it still does.

    Args:
        config: the drive. Its zones follow each other from cylinder 0.
        more: cylinders more at the end of each zone, at least 0; the end of the last zone is not
            moved.
    """
    zones: list[dict[str, Any]] = config.value("layout.zone")
    surfaces = config.value("layout.surfaces")
    moved = 0
    for zone, by in zip(zones, [*more[:-1], 0], strict=True):
        first, last = zone["cylinders"]
        zone["cylinders"] = [first + moved, last + moved + by]
        moved += by
        if by:
            zone["spare_tracks"] = int(zone.get("spare_tracks") or 0) + by * surfaces
    cylinders = config.value("layout.cylinders")
    values = {"layout.zone": zones, "layout.cylinders": cylinders + moved}
    turned: list[list[Any]] = config.value(DIRECTION) or []
    if turned and turned[-1][0] >= cylinders - 1:
        turned[-1][0] += moved
        values[DIRECTION] = turned
    return values


def of(before: DriveConfig, after: DriveConfig) -> list[int]:
    """Returns how many more cylinders without blocks end each zone of a drive than before."""
    return _more(before.value("layout.zone"), after.value("layout.zone"), before)


def adopted(
    problem: Problem, active: Bools, state: State, width: Width, clock: TimeLimit
) -> tuple[Problem, State]:
    """Returns the problem and the drive with the spare cylinders that pay.

    Zones get more or fewer, as long as this makes the trace likelier after up to `CURVE_STEPS`
    steps of the seek curve: the curve has adapted to the distances so far.

    Args:
        problem: problem of the search.
        active: which numbers may change, shape (knobs,). Only bends of the seek curve do.
        state: the drive.
        width: scales of the likelihoods.
        clock: time limit.
    """
    config = problem.replays.config
    bends = active & [isinstance(knob, SeekCurvePoint) for knob in problem.knobs]
    more, cost = found(problem), problem.cost(state, width)
    for _ in range(SWEEPS):
        before = cost
        for change in _changes(len(more)):
            tried = (np.array(more) + change).tolist()
            if min(tried) < 0 or not clock.left():
                continue
            wider = replace(problem, others=problem.others | with_more(config, tried))
            there = wider.state(state.numbers)
            if there is None or wider.cost(there, width) > cost + NEAR:
                continue
            there, least = descent.steps(wider, bends, there, width, CURVE_STEPS)
            if least < cost - WORTH:
                problem, state, cost, more = wider, there, least, tried
        if cost == before:
            break
    return problem, state


def _changes(zones: int) -> Ints:
    """Returns changes of the spare cylinders, shape (changes, zones).

    A zone gets more or fewer. Then all later zones move, or only the next zone.
    """
    single = np.eye(zones, dtype=np.int64)[:-1]
    between = single[:-1] - np.eye(zones, dtype=np.int64)[1:-1]
    lines = np.vstack([single, between])
    shifts = np.array([sign * step for step in STEPS for sign in (1, -1)])
    return np.asarray((lines[:, None, :] * shifts[None, :, None]).reshape(-1, zones))


def found(problem: Problem) -> list[int]:
    """Returns the spare cylinders that each zone has got so far."""
    config = problem.replays.config
    then = config.value("layout.zone")
    return _more(then, problem.others.get("layout.zone", then), config)


def _more(then: list[dict[str, Any]], now: list[dict[str, Any]], config: DriveConfig) -> list[int]:
    surfaces = config.value("layout.surfaces")
    tracks = [[int(zone.get("spare_tracks") or 0) for zone in zones] for zones in (then, now)]
    return [(after - before) // surfaces for before, after in zip(*tracks, strict=True)]
