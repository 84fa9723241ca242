"""The skews from track to track, and the number of heads over which they repeat.

The skew to the next cylinder nearly always differs from the skews between the tracks of a cylinder.
So the skews of successive tracks repeat after as many tracks as the drive has heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.tracks.track_grid import LEAST_SKEW_REV, Grid, Marks, track_of

MOST_HEADS: Final = 40

_EXPLAINED: Final = 0.6  # share of the variance of skews that a number of heads must explain
_OUTLIER_REV: Final = 0.1
_NOISE_REV: Final = 0.005
_STANDS_OUT: Final = 3.0


@dataclass(frozen=True, eq=False)
class Steps:
    """The skews of a group. Row i is about the step from track `track[i] - 1` to `track[i]`.

    Attributes:
        track: numbers of tracks, from the group's first grid position, rising, shape (n,).
        skew: by which angle the track begins later than the end of the track before, in
            revolutions, 0 to 1, shape (n,).
    """

    track: Ints
    skew: Floats


def steps(found: Marks, grid: Grid) -> Steps:
    """Returns the skews of a group. The tracks count from the group's first read."""
    origin = int(grid.first[len(grid.first) // 2])
    begin = found.block[0] - (found.block[0] - origin) % grid.shape.period
    track = track_of(found.block - begin, grid.shape)
    one = np.diff(track) == 1
    return Steps(track[1:][one], found.later[one])


def heads_of(groups: Sequence[Steps]) -> int | None:
    """Returns the number of heads. `None`: the skews do not repeat, or all are equal."""
    best, explained = None, 0.0
    for heads in range(2, MOST_HEADS + 1):
        share = _explained(groups, heads)
        if share > max(_EXPLAINED, explained + 0.1):  # a multiple explains no more
            best, explained = heads, share
    return best


def _explained(groups: Sequence[Steps], heads: int) -> float:
    """Returns which share of the variance `heads` explains. Outliers count little."""
    left = whole = 0.0
    for group in groups:
        if len(group.skew) < 2 * heads:
            continue
        off = circle.wrapped(group.skew - np.median(group.skew))
        pattern = pattern_of(group, heads)
        rest = circle.wrapped(group.skew - pattern[group.track % heads])
        freedom = len(off) / (len(off) - heads)
        whole += float(np.sum(np.minimum(np.abs(off), _OUTLIER_REV) ** 2))
        left += float(np.sum(np.minimum(np.abs(rest), _OUTLIER_REV) ** 2)) * freedom
    return 1 - left / whole if whole else 0.0


def turned(pattern: Floats, other: Floats) -> int:
    """Returns by how many tracks `other` must turn to be most like `pattern`. NaN is unknown."""
    fits = [_apart(pattern, np.roll(other, -shift)) for shift in range(len(pattern))]
    return int(np.argmin(fits))


def pattern_of(group: Steps, heads: int) -> Floats:
    """Returns the mean skew of each step, by track modulo heads. NaN: the group has none."""
    place = group.track % heads
    found = np.full(heads, np.nan)
    for one in range(heads):
        mine = group.skew[place == one]
        if len(mine):
            found[one] = circle.middle(mine) % 1
    return found


def from_cylinder(pattern: Floats) -> Floats:
    """Returns a pattern that begins with the step to the next cylinder, if a step stands out.

    If no step or several stand out, the pattern stays.
    """
    if len(pattern) == 1:
        return pattern
    off = np.abs(circle.wrapped(pattern - np.nanmedian(pattern)))
    order = np.argsort(np.where(np.isnan(off), -1.0, off))
    if off[order[-1]] > max(_STANDS_OUT * off[order[-2]], LEAST_SKEW_REV):
        return np.roll(pattern, -int(order[-1]))
    return pattern


def joined(patterns: Sequence[Floats]) -> Floats:
    """Returns the middle of patterns that are turned alike. NaN: no pattern knows the step."""
    stack = np.array(patterns)
    base = circle.mean(stack[~np.isnan(stack)])
    known = ~np.all(np.isnan(stack), axis=0)
    found = np.full(stack.shape[1], np.nan)
    found[known] = (base + np.nanmedian(circle.wrapped(stack[:, known] - base), axis=0)) % 1
    return found


def evened(skews: Floats) -> Floats:
    """Returns skews without their noise: equal skews if all differ by no more than noise.

    The step to the next cylinder, entry 0, may differ from the other skews.
    """
    found = skews.copy()
    for first in (0, 1):
        some = skews[first:]
        off = circle.wrapped(some - np.median(some))
        if len(some) and float(np.ptp(off)) < _NOISE_REV:
            found[first:] = np.median(some) + off.mean()
            break
    return found


def _apart(one: Floats, other: Floats) -> float:
    off = circle.wrapped(one - other)
    known = ~np.isnan(off)
    if known.sum() < 2:
        return np.inf
    off = off[known] - np.median(off[known])
    return float(np.mean(np.minimum(np.abs(off), 0.1)))
