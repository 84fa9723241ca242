"""Finds skews from neighbouring accesses, to a hundredth of a revolution, for any description.

A drive has equal skews in angle in all zones, or nearly equal skews in whole sectors. Both are
searched for, over all slopes.
"""

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase import rows
from headstack_identify.fit.phase.layout.places import Layout, Places
from headstack_identify.fit.phase.layout.skews import Skews
from headstack_identify.fit.phase.rows import Rows

_FINEST = 1 << 16  # tried slopes per revolution
_ROUNDS = 3
_MOST_SECTORS = 4.0  # largest error of a description's skew, if it is wrong in sectors
_SECTOR_STEPS = 8
_BINS = 16  # bins of a revolution that the largest error of a skew turns a pair by
_LEAST_IN_ZONE = 30  # least number of pairs in a zone
_FINEST_TWO, _HEADS_TWO = 1 << 14, 1 << 6  # tried slopes in a zone per revolution


def in_angle(phase: Floats, at: Places, near: Rows, inside: Rows, layout: Layout) -> Skews | None:
    """Returns skews that are equal in angle in all zones.

    Args:
        phase: phase of each access's end, less the angle of its sector on the track, shape (N,).
        at: places of the accesses.
        near: pairs of neighbours.
        inside: pairs of accesses in a zone.
        layout: layout with zones and surfaces.

    Returns:
        The skews. `None`: there are too few pairs.
    """
    if len(inside.first) < layout.surfaces:
        return None
    slope = _slope(inside, phase, at, layout.surfaces)
    offset = np.zeros(layout.surfaces)
    for finest in (_FINEST * 4, _FINEST * 16, _FINEST * 64)[:_ROUNDS]:
        left = phase - slope * at.cylinder
        offset = rows.angles_of_groups(inside, left, at.head, layout.surfaces)
        step = circle.wrapped(inside.step(phase - offset[at.head]))
        slope = _finer(slope, at.cylinder[inside.second] - at.cylinder[inside.first], step, finest)
    left = phase - slope * at.cylinder - offset[at.head]
    begin = rows.angles_of_groups(near, left, at.zone, len(layout.zones))
    zones = len(layout.zones)
    return Skews(begin, np.full(zones, slope), np.tile(offset, (zones, 1)))


def in_ranges(
    phase: Floats, at: Places, near: Rows, inside: Rows, layout: Layout, reach: int
) -> Skews | None:
    """Returns skews in angle of a drive with spare sectors after each `reach` cylinders.

    The angle turns back after a range, so a transfer across the spare sectors takes no revolution.

    Args:
        phase: phase of each access's end, less the angle of its sector on the track, shape (N,).
        at: places of the accesses.
        near: pairs of neighbours.
        inside: pairs of accesses in a zone.
        layout: layout with zones and surfaces.
        reach: cylinders of a range.

    Returns:
        The skews. `None`: there are too few pairs.
    """
    number = at.cylinder // reach
    of_range = inside.of(number[inside.second] == number[inside.first])
    if len(of_range.first) < layout.surfaces or len(inside.first) < layout.surfaces:
        return None
    slope = _slope(of_range, phase, at, layout.surfaces)
    offset = np.zeros(layout.surfaces)
    for _ in range(_ROUNDS):
        left = phase - slope * at.cylinder
        offset = rows.angles_of_groups(of_range, left, at.head, layout.surfaces)
        step = circle.wrapped(of_range.step(phase - offset[at.head]))
        cylinders = at.cylinder[of_range.second] - at.cylinder[of_range.first]
        slope = _finer(slope, cylinders, step, _FINEST)
    zones = len(layout.zones)
    left = phase - slope * at.cylinder - offset[at.head]
    back = np.zeros(zones)
    for zone in range(zones):
        there = inside.of(at.zone[inside.first] == zone)
        weight = np.ones(len(there.first))
        ranges = number[there.second] - number[there.first]
        power = circle.slopes(ranges, left[there.second] - left[there.first], weight, _FINEST)
        back[zone] = float(np.argmax(power)) / _FINEST
    left = left - back[at.zone] * number
    begin = rows.angles_of_groups(near, left, at.zone, zones)
    return Skews(begin, np.full(zones, slope), np.tile(offset, (zones, 1)), reach, back)


def in_zones(
    phase: Floats, at: Places, near: Rows, inside: Rows, layout: Layout, file: Skews
) -> Skews | None:
    """Returns skews of each zone, equal for all heads. A zone with few pairs keeps its skews.

    Args:
        phase: phase of each access's end, less the angle of its sector on the track, shape (N,).
        at: places of the accesses.
        near: pairs of neighbours.
        inside: pairs of accesses in a zone.
        layout: layout with zones and surfaces.
        file: skews of the description.

    Returns:
        The skews. `None`: every zone has too few pairs.
    """
    advance, offset = file.advance.copy(), file.offset.copy()
    known = 0
    for zone in range(len(layout.zones)):
        there = inside.of(at.zone[inside.first] == zone)
        if len(there.first) < _LEAST_IN_ZONE:
            continue
        cylinders, heads = there.step(at.cylinder), there.step(at.head)
        slope, step = _two_slopes(there.step(phase), cylinders, heads)
        advance[zone] = slope
        offset[zone] = step * np.arange(layout.surfaces)
        known += 1
    if not known:
        return None
    left = phase - advance[at.zone] * at.cylinder - offset[at.zone, at.head]
    return Skews(rows.angles_of_groups(near, left, at.zone, len(layout.zones)), advance, offset)


def _two_slopes(step: Floats, cylinders: Floats, heads: Floats) -> tuple[float, float]:
    """Returns the most coherent revolutions per cylinder and per head."""
    from scipy.optimize import minimize

    sums = np.zeros((_FINEST_TWO, _HEADS_TWO), np.complex128)
    place = (cylinders.astype(np.int64) % _FINEST_TWO, heads.astype(np.int64) % _HEADS_TWO)
    np.add.at(sums, place, circle.phasors(step))
    best = np.unravel_index(int(np.argmax(np.abs(np.fft.fft2(sums)))), sums.shape)
    found = minimize(
        lambda x: -circle.coherence(step - x[0] * cylinders - x[1] * heads),
        [best[0] / _FINEST_TWO, best[1] / _HEADS_TWO],
        method="Nelder-Mead",
        options={"initial_simplex": _simplex(*best), "xatol": 1e-8, "fatol": 1e-7},
    )
    return float(found.x[0]), float(found.x[1])


def _simplex(cylinder: np.int64, head: np.int64) -> list[list[float]]:
    one, other = float(cylinder) / _FINEST_TWO, float(head) / _HEADS_TWO
    return [
        [one, other],
        [one + 0.25 / _FINEST_TWO, other],
        [one, other + 0.25 / _HEADS_TWO],
    ]


def _slope(inside: Rows, phase: Floats, at: Places, surfaces: int) -> float:
    """Returns revolutions per cylinder, from pairs of each combination of heads."""
    heads = at.head[inside.first] * surfaces + at.head[inside.second]
    cylinders = at.cylinder[inside.second] - at.cylinder[inside.first]
    step = phase[inside.second] - phase[inside.first]
    power = np.zeros(_FINEST)
    for combination in np.unique(heads):
        of_it = heads == combination
        weight = np.ones(int(of_it.sum()))
        power += circle.slopes(cylinders[of_it], step[of_it], weight, _FINEST) ** 2
    return float(np.argmax(power)) / _FINEST


def _finer(slope: float, cylinders: Ints, step: Floats, finest: int) -> float:
    tried = slope + np.arange(-20, 21) / finest
    found = [circle.coherence(step - each * cylinders) for each in tried]
    return float(tried[int(np.argmax(found))])


def in_sectors(
    phase: Floats, at: Places, near: Rows, inside: Rows, layout: Layout, file: Skews
) -> Skews | None:
    """Returns the skews of a description, all longer or shorter by an equal number of sectors.

    Args:
        phase: phase of each access's end, less the angle of its sector on the track, shape (N,).
        at: places of the accesses.
        near: pairs of neighbours.
        inside: pairs of accesses in a zone.
        layout: layout with zones.
        file: skews of the description.

    Returns:
        The skews. `None`: there are too few pairs.
    """
    if len(inside.first) < layout.surfaces:
        return None
    spt = np.array([zone.spt for zone in layout.zones], np.float64)
    step = inside.step(phase - file.angle(at) + at.sector / at.spt)
    per_sector = 1.0 / spt[at.zone[inside.first]]
    cylinders = inside.step(at.cylinder) * per_sector
    heads = inside.step(at.head)
    same_head = heads == 0
    longest = float(np.abs(cylinders).max()) or 1.0
    most = _MOST_SECTORS * layout.surfaces  # of a cylinder: each head may add its error
    cylinder = _sectors(step[same_head], cylinders[same_head], longest, most)
    left = step - cylinder * cylinders
    head = _sectors(left, heads * per_sector, float(layout.surfaces), _MOST_SECTORS)
    advance = file.advance + cylinder / spt
    offset = file.offset + head * np.arange(layout.surfaces) / spt[:, None]
    found = Skews(file.begin, advance, offset)
    left = phase - found.angle(at) + at.sector / at.spt
    turned = rows.angles_of_groups(near, left, at.zone, len(layout.zones))
    return Skews(file.begin + turned, advance, offset)


def _sectors(step: Floats, per_sector: Floats, longest: float, most: float) -> float:
    """Returns the most coherent number of sectors, of either sign.

    Args:
        step: phase of each pair, in revolutions, shape (N,).
        per_sector: revolutions by which a sector turns each pair, shape (N,).
        longest: greatest of these revolutions.
        most: largest number of sectors.
    """
    if not len(step):
        return 0.0
    unit = 1 / (_BINS * most)
    bins = np.rint(per_sector / unit).astype(np.int64)
    finest = 1 << int(np.ceil(np.log2(4 * max(longest / unit, 1.0))))
    power = circle.slopes(bins, step, np.ones(len(bins)), finest)
    sectors = np.fft.fftfreq(finest) / unit
    power[np.abs(sectors) > most] = 0.0
    near = np.linspace(-1, 1, 2 * _SECTOR_STEPS + 1) / longest
    tried = sectors[int(np.argmax(power))] + near
    found = np.array([circle.coherence(step - each * per_sector) for each in tried])
    return float(tried[int(np.argmax(found))])
