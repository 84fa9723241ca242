"""Values of a layout that a fit may change, with their effects on phases and skews."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout.skews import Skews

Change = Callable[[Skews, float], Skews]

Column = tuple[str, Floats, Change | None]
"""Name, effect of a unit of the value on each phase, and change of skews by a value."""


def free_zones(accesses: Accesses, zones: int, reference: int) -> list[Column]:
    """Returns a phase for each zone, except for the reference zone."""
    columns: list[Column] = []
    for zone in range(zones):
        there = accesses.at.zone == zone
        if zone != reference and there.any():
            columns.append((f"begin {zone}", there.astype(float), _begin(zone)))
    return columns


def in_angle(accesses: Accesses, surfaces: int, before: Ints | None = None) -> list[Column]:
    """Returns corrections of heads and cylinders that are equal in angle in all zones.

    Args:
        accesses: N accesses.
        surfaces: number of heads.
        before: cylinders before each zone, shape (Z,), if the skew continues across zones. With
            `None`, each zone begins at its own angle.
    """
    columns: list[Column] = []
    for head in range(1, surfaces):
        there = accesses.at.head == head
        if there.any():
            columns.append((f"head {head}", there.astype(float), _head(head)))
    gone = before if before is not None else np.zeros(int(accesses.at.zone.max()) + 1, np.int64)
    through = (accesses.at.cylinder + gone[accesses.at.zone]) / 1000.0
    columns.append(("cylinder", through, _cylinder(before)))
    return columns


def in_sectors(accesses: Accesses, spt: Floats) -> list[Column]:
    """Returns corrections of heads and cylinders that are equal in sectors in all zones."""
    at = accesses.at
    heads = at.head / at.spt
    columns: list[Column] = [("cylinder", at.cylinder / at.spt, _sector_cylinder(spt))]
    if heads.any():
        columns.append(("head", heads, _sector_head(spt)))
    return columns


def in_zones(accesses: Accesses, zones: int) -> list[Column]:
    """Returns separate corrections of heads and cylinders for each zone."""
    columns: list[Column] = []
    for zone in range(zones):
        there = accesses.at.zone == zone
        for name, counted, change in (
            ("cylinder", accesses.at.cylinder / 1000.0, _zone_cylinder(zone)),
            ("head", accesses.at.head.astype(np.float64), _zone_head(zone)),
        ):
            column = np.where(there, counted, 0.0)
            if column.any():
                columns.append((f"{name} of {zone}", column, change))
    return columns


def free_ranges(accesses: Accesses, zones: int, reach: int) -> list[Column]:
    """Returns an angle for each zone by which it turns back after its ranges."""
    columns: list[Column] = []
    for zone in range(zones):
        there = accesses.at.zone == zone
        if there.any():
            column = np.where(there, accesses.at.cylinder // reach, 0) / 100.0
            columns.append((f"back {zone}", column, _back(zone)))
    return columns


def _begin(zone: int) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        begin = skews.begin.copy()
        begin[zone] += value
        return replace(skews, begin=begin)

    return change


def _head(head: int) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        offset = skews.offset.copy()
        offset[:, head] += value
        return replace(skews, offset=offset)

    return change


def _cylinder(before: Ints | None) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        begin = skews.begin if before is None else skews.begin + before * value / 1000.0
        return replace(skews, begin=begin, advance=skews.advance + value / 1000.0)

    return change


def _zone_cylinder(zone: int) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        advance = skews.advance.copy()
        advance[zone] += value / 1000.0
        return replace(skews, advance=advance)

    return change


def _zone_head(zone: int) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        offset = skews.offset.copy()
        offset[zone] += value * np.arange(offset.shape[1])
        return replace(skews, offset=offset)

    return change


def _back(zone: int) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        back = np.broadcast_to(skews.back, skews.begin.shape).copy()
        back[zone] += value / 100.0
        return replace(skews, back=back)

    return change


def _sector_cylinder(spt: Floats) -> Change:
    return lambda skews, value: replace(skews, advance=skews.advance + value / spt)


def _sector_head(spt: Floats) -> Change:
    def change(skews: Skews, value: float) -> Skews:
        heads = np.arange(skews.offset.shape[1])
        return replace(skews, offset=skews.offset + value * heads / spt[:, None])

    return change
