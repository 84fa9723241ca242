"""Where tracks begin: the part of a layout that phase can correct."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats
from headstack_identify.fit.phase.layout.places import Layout, Places


@dataclass(frozen=True, eq=False)
class Skews:
    """Angles of tracks, in revolutions of any size; Z zones, H heads.

    Attributes:
        begin: shape (Z,), where each zone's first track begins.
        advance: shape (Z,), from each cylinder of a zone to the next one.
        offset: shape (Z, H), of each head's track against the first head's; the first is 0.
        reach: spare sectors follow each so many cylinders of a zone.
        back: shape (Z,), or 0: what is added to `advance` from each such range to the next one.
    """

    begin: Floats
    advance: Floats
    offset: Floats
    reach: int = 1
    back: float | Floats = 0.0

    def angle(self, at: Places) -> Floats:
        """Where blocks begin, in revolutions of any size; shape that of the places."""
        begin = self.begin[at.zone] + self.advance[at.zone] * at.cylinder
        back = np.broadcast_to(self.back, self.begin.shape)
        begin = begin + back[at.zone] * (at.cylinder // self.reach)
        return np.asarray(begin + self.offset[at.zone, at.head] + at.sector / at.spt)


def of_layout(layout: Layout) -> Skews:
    """Those of a description."""
    steps = np.array([zone.steps for zone in layout.zones])
    offset = np.zeros_like(steps)
    offset[:, 1:] = np.cumsum(steps[:, :-1], axis=1)
    begin = np.array([zone.begin for zone in layout.zones])
    return Skews(begin, steps.sum(axis=1), offset)
