"""The angles of tracks: the part of a layout that phases can correct."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats
from headstack_identify.fit.phase.layout.places import Layout, Places


@dataclass(frozen=True, eq=False)
class Skews:
    """Angles of tracks, in revolutions of any size, for Z zones and H heads.

    Attributes:
        begin: angle of each zone's first track, shape (Z,).
        advance: angle from each cylinder of a zone to the next, shape (Z,).
        offset: angle of each head's track from the first head's, shape (Z, H). The first is 0.
        reach: number of cylinders of a range, which spare sectors follow.
        back: extra angle added to `advance` from each range to the next, shape (Z,), or 0.
    """

    begin: Floats
    advance: Floats
    offset: Floats
    reach: int = 1
    back: float | Floats = 0.0

    def angle(self, at: Places) -> Floats:
        """Returns the angle at which each block begins, in revolutions of any size."""
        begin = self.begin[at.zone] + self.advance[at.zone] * at.cylinder
        back = np.broadcast_to(self.back, self.begin.shape)
        begin = begin + back[at.zone] * (at.cylinder // self.reach)
        return np.asarray(begin + self.offset[at.zone, at.head] + at.sector / at.spt)


def of_layout(layout: Layout) -> Skews:
    """Returns the skews of a description."""
    steps = np.array([zone.steps for zone in layout.zones])
    offset = np.zeros_like(steps)
    offset[:, 1:] = np.cumsum(steps[:, :-1], axis=1)
    begin = np.array([zone.begin for zone in layout.zones])
    return Skews(begin, steps.sum(axis=1), offset)
