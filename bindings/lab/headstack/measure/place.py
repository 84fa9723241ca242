"""Where requests lie on a drive: cylinder, head, angle, and what of a track ends with them."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints

INSIDE: Final = "inside a track"
CROSSES: Final = "over a track's end"
BEFORE_TRACK_END: Final = "last but one of a track"
BEFORE_CYLINDER_END: Final = "last but one of a cylinder"
TRACK_END: Final = "last of a track"
CYLINDER_END: Final = "last of a cylinder"
ENDS: Final = (INSIDE, CROSSES, BEFORE_TRACK_END, BEFORE_CYLINDER_END, TRACK_END, CYLINDER_END)
"""Where a request's last block may lie; the second only if none of the later ones holds."""


@dataclass(frozen=True, eq=False)
class Places:
    """Where each of some requests lies: arrays of one length, a row a request.

    Attributes:
        cylinder: of the first block.
        head: of the first block.
        angle: where the first block begins, in revolutions behind the index, 0 to 1.
        last_cylinder: of the last block.
        end: number in ENDS of where the last block lies.
        zone: of the first block, counted from 0.
    """

    cylinder: Ints
    head: Ints
    angle: Floats
    last_cylinder: Ints
    end: Ints
    zone: Ints


def of_trace(drive: DriveConfig, replay: workload.Replay) -> Places:
    """Where a trace's requests lie; ConfigError for one that goes past the drive's end."""
    replay.compiled(drive)  # says so
    recording = replay.recording
    return places(drive, recording.lbn.astype(np.int64), recording.blocks.astype(np.int64))


def places(drive: DriveConfig, lbn: Ints, blocks: Ints) -> Places:
    """Where requests lie.

    Args:
        drive: the drive.
        lbn: first block of each request.
        blocks: length of each in blocks, at least 1.
    """
    first, last = lbn, lbn + blocks - 1
    wanted = np.concatenate([first, last, last + 1, last + 2])
    found = drive.places(np.minimum(wanted, drive.blocks - 1))[[0, 1, 3]].astype(np.int64).T
    found = found.reshape(4, len(first), 3)
    found[2:, :, 0][wanted.reshape(4, -1)[2:] >= drive.blocks] = -1  # behind the disk's last
    cylinder, head, angle = found[0].T
    end = np.zeros(len(first), np.int64)
    end[_apart(found[0], found[1])] = ENDS.index(CROSSES)
    end[_apart(found[1], found[3])] = ENDS.index(BEFORE_TRACK_END)
    end[found[1][:, 0] != found[3][:, 0]] = ENDS.index(BEFORE_CYLINDER_END)
    end[_apart(found[1], found[2])] = ENDS.index(TRACK_END)
    end[found[1][:, 0] != found[2][:, 0]] = ENDS.index(CYLINDER_END)
    begins = np.array([zone.first_cylinder for zone in drive.zones])
    return Places(
        cylinder=cylinder,
        head=head,
        angle=angle / 2.0**32,
        last_cylinder=found[1][:, 0],
        end=end,
        zone=np.searchsorted(begins, cylinder, side="right") - 1,
    )


def _apart(one: Ints, other: Ints) -> Bools:
    """Which of the places lie on different tracks."""
    different: Bools = np.any(one[:, :2] != other[:, :2], axis=1)
    return different
