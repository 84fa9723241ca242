"""A rough description from a recording alone: blocks, rotation, rate and seek times."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Words
from headstack.datasheet import DataSheet, make
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.tracks import dense, rotation
from headstack_identify.tracks.dense import Group

SPEEDS_RPM: Final = (3600, 4002, 4318, 4500, 5400, 5900, 6300, 7200, 10000, 15000)
"""Nominal speeds of disks since 1985. A real speed may differ by 1 %."""

_GROUPS: Final = 6  # groups that decide the speed
_READS_ON_A_TRACK: Final = 7  # as `headstack record` plans
_SKEWS: Final = 1.15  # a data sheet's rate is lower than a track's by the skews
_COMMAND_MS: Final = 0.3


def description(trace: ValidationTrace, bytes_per_block: int) -> DriveConfig | None:
    """Returns a description by rules, for `finding.find` to correct.

    Args:
        trace: the recording. Its last block is the disk's last block.
        bytes_per_block: bytes of a block.

    Returns:
        The description. `None`: the recording has no dense groups.
    """
    reads = dense.of_recording(trace)
    if not reads.groups:
        return None
    step = max(1, len(reads.groups) // _GROUPS)
    rpm = _speed(reads.groups[::step])
    turn_ms = 60_000 / rpm
    track = _READS_ON_A_TRACK * float(np.median(np.diff(reads.groups[0].block)))
    usual_ms = float(np.median(trace.measured_ps[~trace.write])) / 1e9
    average_ms = max(usual_ms - turn_ms / 2 - _COMMAND_MS, turn_ms / 4)
    sheet = DataSheet.read(
        capacity=f"{_end(trace.lbn, trace.blocks)} blocks",
        rpm=rpm,
        seek_average=f"{average_ms:.2f}ms",
        seek_track=f"{min(average_ms, turn_ms) / 8:.3f}ms",
        rate_outer=f"{track * bytes_per_block / turn_ms / _SKEWS / 1000:.3f}MB/s",
        sector=bytes_per_block,
    )
    return make(sheet, name="recorded").config


def _end(block: Words, blocks: Words) -> int:
    return int((block.astype(np.int64) + blocks).max())


def _speed(groups: Sequence[Group]) -> int:
    """Returns the nominal speed whose neighbourhood makes most neighbours agree, in rpm."""
    tracks = np.array([_READS_ON_A_TRACK * float(np.median(np.diff(g.block))) for g in groups])
    agreed = [
        float(np.mean(rotation.find(groups, 60_000 / rpm, tracks).agreement)) for rpm in SPEEDS_RPM
    ]
    return SPEEDS_RPM[int(np.argmax(agreed))]
