"""Continues the reads of a journal: the clock may be another one, and the disk turned meanwhile."""

from dataclasses import replace
from typing import Final

import numpy as np

from headstack_identify import circle
from headstack_identify.device.disk import Disk
from headstack_identify.device.layout import Asked
from headstack_identify.device.probing import Probed
from headstack_identify.extract.asking.target import Answer

_AGAIN: Final = 24  # reads that tell the angle


class Rejoined(Disk):
    """A disk whose times continue the times of earlier reads.

    The last reads are asked again, each a sector lower, as a hit has no angle. The times then move
    so that each sector has the angle that it had before.

    Args:
        disk: the disk.
        asked: the earlier reads.
        probed: rotation and tracks.
    """

    def __init__(self, disk: Disk, asked: Asked, probed: Probed) -> None:
        super().__init__(disk.host, disk.report)
        turn_ps = probed.revolution_ms * 1e9
        sectors = np.maximum(np.array(asked.sector[-_AGAIN:]) - 1, 0)
        before = np.array(asked.ended_ps[-_AGAIN:], np.int64)
        now = np.array([disk.read(int(sector)).ended for sector in sectors], np.int64)
        lower = 1 / np.interp(sectors, probed.sector, probed.track_sectors)
        off = ((before - now) % round(turn_ps)) / turn_ps - lower
        angle = circle.mean(off)
        close = np.abs(circle.wrapped(off - angle)) < 0.1
        angle = circle.mean(off[close]) if close.any() else angle
        least = int(before[-1]) - int(now[0])
        turns = np.ceil(least / turn_ps - angle)
        self._shift = round((turns + angle) * turn_ps)

    def read(self, sector: int, sectors: int = 1) -> Answer:
        """Reads sectors. The times continue the earlier times."""
        answer = super().read(sector, sectors)
        began, ended = answer.began + self._shift, answer.ended + self._shift
        return replace(answer, began=began, ended=ended)
