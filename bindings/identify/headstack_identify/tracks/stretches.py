"""Tells groups apart whose tracks have other sectors or other skews than the groups before.

On a zone on one surface, all skews are equal: the arm moves to each next track. Zones on other
surfaces mostly have other skews. So where successive groups have other skews, a zone ends.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

import numpy as np

from headstack_identify import circle
from headstack_identify.tracks import track_grid
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.rotation import LEAST_AGREEMENT, Rotation, consensus
from headstack_identify.tracks.surface_order import Stretch

Known = tuple[Group, int]
"""A group, and the sectors of its tracks."""

_MOST: Final = 0.5  # share of groups with equal skews, if zones lie on one surface
_SAME_REV: Final = 0.006  # difference of skews of two groups of one zone


def kept(groups: Sequence[Group], rotation: Rotation) -> list[Known]:
    """Returns the groups whose reads agree, with whole sectors of a track."""
    whole = consensus(groups, rotation).tolist()
    good = (rotation.agreement >= LEAST_AGREEMENT).tolist()
    return [(group, one) for group, one, use in zip(groups, whole, good, strict=True) if use]


def by_skew(groups: Sequence[Group], rotation: Rotation) -> list[list[Known]]:
    """Returns runs of groups with one skew and one number of sectors.

    Groups over the end of a zone have several skews, and are left out. Empty: most groups have
    several skews, as zones on all surfaces have.
    """
    whole = consensus(groups, rotation).tolist()
    turn_ms = rotation.revolution_ms
    skews = [
        track_grid.skew_of(track_grid.marks(group, turn_ms, sectors))
        for group, sectors in zip(groups, whole, strict=True)
    ]
    known = [(i, skew) for i, skew in enumerate(skews) if skew is not None]
    if len(known) <= _MOST * len(groups):
        return []
    parts = [[known[0][0]]]
    for (_, before), (i, skew) in pairwise(known):
        if abs(float(circle.wrapped(skew - before))) > _SAME_REV:
            parts.append([])
        parts[-1].append(i)
    return [run for part in parts for run in _by_sectors(groups, part, rotation)]


def _by_sectors(
    groups: Sequence[Group], part: Sequence[int], rotation: Rotation
) -> list[list[Known]]:
    mine = [groups[i] for i in part]
    index = np.array(part)
    slopes = replace(rotation, sectors=rotation.sectors[index], agreement=rotation.agreement[index])
    whole = consensus(mine, slopes).tolist()
    runs = groupby(zip(mine, whole, strict=True), key=lambda one: one[1])
    return [list(run) for _, run in runs]


def of_groups(runs: Sequence[Sequence[Known]]) -> list[Stretch]:
    """Returns the blocks of each run: zones end half-way between groups, as far as known."""
    ends = [
        (int(before[-1][0].block[-1]) + int(run[0][0].block[0])) // 2
        for before, run in pairwise(runs)
    ]
    last = int(runs[-1][-1][0].block[-1]) + 1
    edges = pairwise([0, *ends, last])
    return [Stretch(first, end, run[0][1]) for run, (first, end) in zip(runs, edges, strict=True)]
