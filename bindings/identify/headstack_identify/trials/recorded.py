"""Recordings of known drives through a host with noise, and how near a fit comes to the drive.

The fit begins with five figures of a data sheet, as `headstack new-drive` takes them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.datasheet import DataSheet, make
from headstack.measure import place
from headstack.measure.seek_times import seek_ms
from headstack.traces.recording import THINK
from headstack_identify.recording import addresses, simulated
from headstack_identify.trials.scores import Score, compared

BLOCKS: Final = 50_000
"""Blocks whose places are compared."""

NEAR_MS: Final = 0.1
"""A seek time is right if it differs by at most this much from the drive's."""

_TRACK_OVERHEAD: Final = 1.15  # the rate of a data sheet is lower than a track's by the skews


@dataclass(frozen=True)
class Figures:
    """How near a drive is to the recorded drive.

    Attributes:
        rotation_ppm: difference of the time of a revolution, in parts per million.
        track_percent: share of all blocks that lie on the right head.
        seeks_percent: share of the recording's seeks whose time is right, except for a constant of
            all seeks, in percent. A command may contain this constant.
        score: errors of the times of the recording, beside those of the recorded drive.
    """

    rotation_ppm: float
    track_percent: float
    seeks_percent: float
    score: Score


def rough(truth: DriveConfig) -> DriveConfig:
    """Returns a description from five figures of a drive, and its number of surfaces.

    The seek times of the description are the same for all drives.
    """
    outer = truth.track_blocks * truth.bytes_per_block / (truth.revolution_ps / 1e12)
    sheet = DataSheet.read(
        capacity=f"{truth.blocks} blocks",
        rpm=round(60e12 / truth.revolution_ps / 30) * 30,
        seek_average="10ms",
        seek_track="1ms",
        rate_outer=f"{outer / _TRACK_OVERHEAD / 1e6:.3f}MB/s",
        sector=truth.bytes_per_block,
        surfaces=truth.value("layout.surfaces"),
    )
    return make(sheet).config


def record(truth: DriveConfig, description: DriveConfig, seed: int = 1) -> workload.Replay:
    """Returns a recording of a drive whose addresses a description chose.

    Args:
        truth: the drive.
        description: the description.
        seed: seed of the addresses and of the noise. A fit of seed 1 has not seen other seeds.
    """
    plan = addresses.plan(description, seed=seed)
    return workload.Replay(simulated.record(truth, plan, seed), THINK)


def figures(truth: DriveConfig, config: DriveConfig, replay: workload.Replay) -> Figures:
    """Compares a drive with the recorded drive.

    Args:
        truth: the recorded drive.
        config: the drive.
        replay: the requests that count.
    """
    blocks = np.linspace(0, truth.blocks - 1, BLOCKS).astype(np.int64)
    right = truth.places(blocks)[1] == config.places(blocks)[1]
    return Figures(
        rotation_ppm=1e6 * (config.revolution_ps / truth.revolution_ps - 1),
        track_percent=100 * float(np.mean(right)),
        seeks_percent=100 * float(np.mean(np.abs(_seek_errors(truth, config, replay)) <= NEAR_MS)),
        score=compared(truth, config, replay),
    )


def _seek_errors(truth: DriveConfig, config: DriveConfig, replay: workload.Replay) -> Floats:
    """Returns the errors in ms of the seek times of a recording, except for a constant."""
    way = place.of_trace(truth, replay).apart()
    times = [seek_ms(drive).mean(axis=0) for drive in (truth, config)]
    way = way[(way > 0) & (way <= min(map(len, times)))]
    off = times[1][way - 1] - times[0][way - 1]
    return np.asarray(off - np.median(off)) if len(off) else off
