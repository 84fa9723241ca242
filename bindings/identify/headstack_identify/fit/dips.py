"""Dips of a fitted seek curve: a longer seek that takes less time than a shorter seek.

A mechanism's seek times rise with the distance. Noise and rules that are not found can bend a
fitted curve down. So each dip must make the trace likelier by the price of a rule. The curve
becomes flat where a dip explains less. A dip that stays is named.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from headstack.arrays import Floats
from headstack_identify.fit import policies
from headstack_identify.fit.found import Found
from headstack_identify.fit.free_parameters import CURVE, Values, curve_of, text_of
from headstack_identify.fit.search_state import Dip
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import DROPPED

LEAST_MS: Final = 1e-6
"""The last digit of a time in a drive file. A smaller fall is no dip."""

Points = list[tuple[int, float]]
"""Points of a seek curve: distance in cylinders, time in ms."""


def ranges_of(times: Floats) -> list[tuple[int, int]]:
    """Returns the dips as ranges of points: the first point and the last point of each.

    A dip begins at the largest time before the fall, and ends before the time is reached again.
    """
    found: list[tuple[int, int]] = []
    place = 0
    while place < len(times) - 1:
        behind = np.flatnonzero(times[place + 1 :] >= times[place] - LEAST_MS / 2)
        end = place + int(behind[0]) if len(behind) else len(times) - 1
        if end > place:
            found.append((place, end))
        place = end + 1 if end > place else place + 1
    return found


def straightened(points: Points, first: int, last: int) -> list[Points]:
    """Returns the curves without the dip from point `first` to `last`: three ways to be monotone.

    The points rise to the time before the dip, fall to the least time in the dip, or take the
    nearest rising times by least squares.
    """
    from scipy.optimize import isotonic_regression

    times = np.array([time for _, time in points])
    part = times[first : last + 1]
    ways = (
        np.maximum.accumulate(part),
        np.minimum.accumulate(part[::-1])[::-1],
        np.asarray(isotonic_regression(part).x),
    )
    before, behind = points[:first], points[last + 1 :]
    distances = [distance for distance, _ in points[first : last + 1]]
    low = max((time for _, time in before), default=0.0)
    return [
        [*before, *zip(distances, np.maximum(way, low).tolist(), strict=True), *behind]
        for way in ways
    ]


def without_chance(
    trying: SmallChanges, values: Values
) -> tuple[Values, tuple[Dip, ...], int, float]:
    """Makes a seek curve monotone where its dips explain less than a rule must explain.

    Args:
        trying: the requests that score a drive.
        values: values of the drive by keys.

    Returns:
        The values, the dips that stay, the number of removed dips, and by how much the trace is
        likelier without these.
    """
    points = curve_of(trying.replays.config.with_values(values))
    now = trying.cost(values)
    first_cost = now
    kept: list[Dip] = []
    removed = 0
    for first, last in ranges_of(np.array([time for _, time in points])):
        if not trying.clock.left():
            break
        ways = straightened(points, first, last)
        costs = [trying.cost(values | _written(way)) for way in ways]
        best = int(np.argmin(costs))
        if costs[best] <= now + policies.WORTH:
            points, now, removed = ways[best], costs[best], removed + 1
            values = values | _written(points)
            continue
        times = [time for _, time in points[first : last + 1]]
        ends = points[first][0], points[last][0]
        kept.append(Dip(*ends, max(times) - min(times), costs[best] - now))
    return values, tuple(kept), removed, first_cost - now


def _written(points: Points) -> Values:
    """Returns the keys of the curve. The points are without the dropped points already."""
    return {CURVE: [[distance, text_of(time, "ms")] for distance, time in points], DROPPED: []}


def settled(found: Found, trying: SmallChanges) -> Found:
    """Returns the result of a search without dips of chance, and with its other dips named."""
    values, kept, removed, gain = without_chance(trying, found.values)
    if not removed:
        return replace(found, dips=kept)
    config = trying.replays.config.with_values(values)
    replayed = trying.replays.one(values)
    assert replayed is not None, "scored before"
    numbers = np.array(
        [
            knob.read(config) if knob.key == CURVE else number
            for knob, number in zip(found.knobs, found.numbers.tolist(), strict=True)
        ]
    )
    line = f"dips of the seek curve removed: {removed}"
    return replace(
        found,
        numbers=numbers,
        values=values,
        replayed=replayed,
        cost=found.cost - gain,
        log=(*found.log, line),
        dips=kept,
    )
