"""Marks of a track, such as servo marks, at which the data of a read begin on the bus.

A read of one block then ends not with its sector but at the next mark. Reads of all sectors of a
track show the marks: the reads end at as many angles as there are marks. The delay of each read
shows the position of the marks, to a fraction of a sector. Tracks of several lengths make the
position more exact.
"""

from collections.abc import Callable, Iterator

import numpy as np

from headstack.arrays import Floats
from headstack_identify.extract.layout.mapping import Mapping, Marks, Region
from headstack_identify.extract.layout.places import Place

_FEW = 8
_MOST_MARKS = 4096

EndOf = Callable[[Place, int], float]
"""Function of a place and its block: the angle at which a one-block read ends, in revolutions."""


def look(mapping: Mapping, end_of: EndOf, tolerance: float) -> Marks | None:
    """Looks for marks.

    Args:
        mapping: where blocks lie.
        end_of: measures the end of a read.
        tolerance: largest error of an angle, in revolutions.

    Returns:
        The marks. `None`: reads end with their sectors or at angles that no marks explain.
    """
    count, low, high = 0, 0.0, 1.0
    for region in (region for region in mapping.regions if region.runs):
        if count == 0 and not _uneven(mapping, region, end_of, tolerance):
            return None
        track = list(_track(mapping, region))
        ends = np.array([end_of(place, lbn) for place, lbn in track])
        sectors = np.array([place.sector for place, _ in track])
        if count == 0:
            count = _count(ends, tolerance)
            if count == 0 or count >= region.sectors:
                return None
        step = 1 / count
        late = (ends - (sectors + 1) / region.sectors) % 1.0
        late = (late - late[0] + step) % 1.0 - step  # relative to the first block
        if np.ptp(late) > step + 4 * tolerance:
            return None
        # Each wait is 0 or more and less than a step, so two bounds of the first wait are known.
        first = (-(sectors[0] + 1) / region.sectors) % step
        behind = np.array([first + late.max() - step, first + late.min()]) % step
        low, high = _narrowed(low, high, float(behind[0]), float(behind[1]), step)
    return None if count == 0 else Marks(count, (low + high) / 2 % (1 / count))


def _narrowed(low: float, high: float, a: float, b: float, step: float) -> tuple[float, float]:
    """Returns the common part of low .. high and a .. b. Whole steps of a .. b are unknown."""
    if b < a:
        b += step
    if high - low >= step:
        return a, b
    shift = step * round(((low + high) - (a + b)) / 2 / step)
    return max(low, a + shift), min(high, b + shift)


def _track(mapping: Mapping, region: Region) -> Iterator[tuple[Place, int]]:
    """Yields the places and blocks of a track with many blocks, without its last block.

    The track is the track of head 0 on the first or second cylinder with blocks.
    """
    first = mapping.place(region, region.runs[0].sector)
    for cylinder in (first.cylinder, first.cylinder + 1):
        held = [Place(cylinder, 0, sector) for sector in range(region.sectors)]
        found = [(place, lbn) for place in held if (lbn := mapping.block_at(place)) is not None]
        if len(found) > region.sectors // 2:
            yield from found[:-1]
            return


def _uneven(mapping: Mapping, region: Region, end_of: EndOf, tolerance: float) -> bool:
    track = list(_track(mapping, region))
    some = track[:: max(1, len(track) // _FEW)]
    off = np.array([end_of(p, lbn) - (p.sector + 1) / region.sectors for p, lbn in some])
    return bool(np.any(np.abs((off - off[:1] + 0.5) % 1.0 - 0.5) > 8 * tolerance))


def _count(ends: Floats, tolerance: float) -> int:
    """Returns the number of marks if the ends are multiples of one distance apart, else 0."""
    at = np.sort(ends % 1.0)
    gaps = np.diff(at, append=at[0] + 1)
    near = 8 * tolerance
    apart = gaps[gaps > near]
    count = round(1 / float(apart.min())) if len(apart) else 0
    if not 0 < count <= _MOST_MARKS:
        return 0
    steps = (at - at[0]) * count
    return count if np.all(np.abs(steps - np.round(steps)) <= near * count) else 0
