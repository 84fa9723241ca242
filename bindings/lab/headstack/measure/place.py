"""Places of requests on a drive: cylinder, head, angle, and the end of the track or cylinder."""

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
"""Possible places of a request's last block. CROSSES applies only if no later place applies."""


@dataclass(frozen=True, eq=False)
class Places:
    """Places of requests. Arrays of one length, with a row for each request.

    Attributes:
        cylinder: cylinder of the first block.
        head: head of the first block.
        angle: angle at which the first block begins, in revolutions after the index, 0 to 1.
        last_cylinder: cylinder of the last block.
        end: index in ENDS of the place of the last block.
        zone: zone of the first block, counted from 0.
    """

    cylinder: Ints
    head: Ints
    angle: Floats
    last_cylinder: Ints
    end: Ints
    zone: Ints

    def apart(self) -> Ints:
        """Returns the cylinders from the end of the request before to each request, shape (N,).

        The first request counts from cylinder 0.
        """
        before = np.r_[0, self.last_cylinder[:-1]]
        return np.asarray(np.abs(self.cylinder - before))


def of_trace(drive: DriveConfig, replay: workload.Replay) -> Places:
    """Returns the places of a trace's requests. ConfigError: a request is past the drive's end."""
    replay.compiled(drive)  # raises ConfigError
    recording = replay.recording
    return places(drive, recording.lbn.astype(np.int64), recording.blocks.astype(np.int64))


def places(drive: DriveConfig, lbn: Ints, blocks: Ints) -> Places:
    """Returns the places of requests.

    Args:
        drive: the drive.
        lbn: first block of each request.
        blocks: length of each request in blocks, at least 1.
    """
    first, last = lbn, lbn + blocks - 1
    wanted = np.concatenate([first, last, last + 1, last + 2])
    found = drive.places(np.minimum(wanted, drive.blocks - 1))[[0, 1, 3]].astype(np.int64).T
    found = found.reshape(4, len(first), 3)
    found[2:, :, 0][wanted.reshape(4, -1)[2:] >= drive.blocks] = -1  # past the drive's end
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
    """Returns a mask of the pairs of places that are on different tracks."""
    different: Bools = np.any(one[:, :2] != other[:, :2], axis=1)
    return different
