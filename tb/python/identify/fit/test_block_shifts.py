"""Blocks of a zone a sector off at the right angles: only ends of tracks show it."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack.measure import place
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import block_shifts, small_changes
from headstack_identify.fit.phase.layout.plain import plain
from headstack_identify.trials import trial

Make = Callable[..., ValidationTrace]
ZONE = 1


@pytest.fixture(scope="module")
def truth() -> DriveConfig:
    """A drive with three zones, which have slipped sectors and spare sectors at their end."""
    return trial.make(10, 100).truth


@pytest.fixture(scope="module")
def replay(truth: DriveConfig, made: Make) -> Replay:
    return Replay(made(truth, count=6000), "after")


def shifted(drive: DriveConfig, zone: int, less: bool) -> DriveConfig:
    text = f"layout.zone.{zone}.slipped_sectors one {'less' if less else 'more'} at the beginning"
    return drive.with_value("layout.zone", dict(block_shifts.shifts(drive))[text])


@pytest.mark.parametrize("less", [False, True])
@pytest.mark.parametrize("written", ["as spare sectors", "as slips at the end"])
def test_only_ends_of_tracks_move(
    truth: DriveConfig, replay: Replay, less: bool, written: str
) -> None:
    drive = truth if written == "as spare sectors" else plain(truth)
    other = shifted(drive, ZONE, less)
    assert other.blocks == drive.blocks
    before, after = place.of_trace(drive, replay), place.of_trace(other, replay)
    inside = before.zone == ZONE
    assert np.array_equal(before.angle[~inside], after.angle[~inside])
    track = (before.cylinder != after.cylinder) | (before.head != after.head)
    assert 0 < track[inside].sum() < 3 * inside.sum() / truth.zones[ZONE].sectors_per_track
    slips = [int(one) for one in truth.value(f"layout.zone.{ZONE}.slipped_sectors")]
    first = truth.zones[ZONE].sectors_per_track * 19 * 30  # blocks of the first 30 cylinders
    assert slips[0] < first
    off = np.abs((after.angle - before.angle + 0.5) % 1 - 0.5)
    assert (
        off[inside & ~track & (before.cylinder > before.cylinder[inside].min() + 60)].max() < 1e-9
    )


@pytest.mark.parametrize("less", [False, True])
def test_the_shift_goes_back(truth: DriveConfig, replay: Replay, less: bool) -> None:
    wrong = shifted(truth, ZONE, less)
    mended, result = small_changes.of_file(wrong, replay)
    assert [one.text.split(maxsplit=1)[1] for one in result.taken] == [
        f"one {'more' if less else 'less'} at the beginning"
    ]
    # A slip at the beginning stands for the slip that the wrong layout lacks.
    right = place.of_trace(truth, replay)
    off = [np.sum(place.of_trace(one, replay).head != right.head) for one in (wrong, mended)]
    assert off[0] > 8
    assert off[1] <= (off[0] / 2 if less else 0)


def test_a_zone_without_spare_sectors_has_no_shifts() -> None:
    drive = trial.make(10, 100).truth
    zones = drive.value("layout.zone")
    for zone in zones:
        zone.pop("spare_sectors"), zone.pop("slipped_sectors", None)
    assert list(block_shifts.shifts(drive.with_value("layout.zone", zones))) == []
