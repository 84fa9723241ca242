"""Tries a found layout with reads all over the disk: do they end at the angles of the layout?"""

from typing import Final

import numpy as np

from headstack._core import DriveConfig
from headstack.errors import RunError
from headstack_identify import circle
from headstack_identify.device.disk import Disk

READS: Final = 240
LEAST_SHARE: Final = 0.8
"""A layout with a smaller share of right reads is not understood."""

_NEAR_REV: Final = 0.015
_NEAR_MS: Final = 0.04
_ANGLES: Final = 2.0**32  # to a revolution, as `DriveConfig.places` counts


class NotUnderstood(RunError):  # noqa: N818 - the layout is not understood
    """The found layout is not the disk's."""


def right(disk: Disk, drive: DriveConfig, turn_ps: float, rng: np.random.Generator) -> int:
    """Returns how many of `READS` random reads end at the angles of a layout.

    Args:
        disk: the disk.
        drive: a description with the layout.
        turn_ps: time of a revolution.
        rng: random numbers.
    """
    sectors = rng.integers(drive.blocks, size=READS)
    ended = np.array([disk.read(sector).ended for sector in sectors.tolist()], np.int64)
    turns = (ended - ended[0]) / turn_ps
    angles = drive.places(sectors)[3] / _ANGLES
    first = np.array([zone.first_cylinder for zone in drive.zones])
    tracks = np.array([zone.sectors_per_track for zone in drive.zones])
    cylinders = drive.places(sectors)[0].astype(np.int64)
    track = tracks[np.searchsorted(first, cylinders, side="right") - 1]
    off = turns - angles - 1 / track
    near = max(_NEAR_REV, _NEAR_MS * 1e9 / turn_ps)
    return int((np.abs(circle.wrapped(off[:, None] - off[None, :])) < near).sum(axis=1).max())


def check(right_reads: int) -> str:
    """Returns a sentence about the check.

    Raises:
        NotUnderstood: too few reads were right.
    """
    share = (
        f"{100 * right_reads / READS:.0f} % of {READS} random reads ended at the layout's angles"
    )
    if right_reads < LEAST_SHARE * READS:
        raise NotUnderstood(
            f"the layout is not understood: {share}, and {100 * LEAST_SHARE:.0f} % must. More "
            "reads may help (--layout-reads), and no other work on the disk; layouts with many "
            "slips, or with spare sectors in ranges of cylinders, are not understood"
        )
    return share
