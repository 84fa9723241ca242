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
MORE, LESS = "with a slip more at the beginning", "without its first slip"

WITH_SPARES = [2, 4, 10, 13]
"""Drives with slipped sectors, and spare sectors at the end of zones. The last drive is serpentine,
and its zones have one list of skews and continue each other.
"""


def shifted(drive: DriveConfig, zone: int, text: str) -> DriveConfig:
    zones = dict(block_shifts.shifts(drive))[f"layout.zone.{zone} {text}"]
    return drive.with_value("layout.zone", zones)


@pytest.mark.parametrize("text", [MORE, LESS])
@pytest.mark.parametrize("written", ["as spare sectors", "as slips at the end"])
@pytest.mark.parametrize("seed", WITH_SPARES)
def test_only_ends_of_tracks_move(seed: int, written: str, text: str, made: Make) -> None:
    truth = trial.make(seed, 100).truth
    drive = truth if written == "as spare sectors" else plain(truth)
    replay = Replay(made(truth, count=4000), "after")
    before = place.of_trace(drive, replay)
    for zone in (0, 1):
        other = shifted(drive, zone, text)
        assert other.blocks == drive.blocks
        after = place.of_trace(other, replay)
        inside = before.zone == zone
        off = np.abs((after.angle - before.angle + 0.5) % 1 - 0.5)
        assert off[~inside].max() < 1e-6
        track = (before.cylinder != after.cylinder) | (before.head != after.head)
        assert 0 < track[inside].sum() < 4 * inside.sum() / truth.zones[zone].sectors_per_track
        first = int(truth.value(f"layout.zone.{zone}.slipped_sectors")[0])
        per_cylinder = truth.zones[zone].sectors_per_track * int(truth.value("layout.surfaces"))
        cylinder = truth.zones[zone].first_cylinder + first // per_cylinder
        assert off[inside & ~track & (before.cylinder > cylinder)].max() < 1e-6


@pytest.mark.parametrize("text", [MORE, LESS])
def test_the_shift_goes_back(text: str, made: Make) -> None:
    truth = trial.make(10, 100).truth
    replay = Replay(made(truth, count=6000), "after")
    wrong = shifted(truth, 1, text)
    mended, result = small_changes.of_file(wrong, replay)
    back = LESS if text == MORE else MORE
    assert [taken.text for taken in result.taken] == [f"layout.zone.1 {back}"]
    # A slip at the beginning stands for the slip that the wrong layout lacks.
    right = place.of_trace(truth, replay)
    off = [np.sum(place.of_trace(drive, replay).head != right.head) for drive in (wrong, mended)]
    assert off[0] > 8
    assert off[1] <= (off[0] / 2 if text == LESS else 0)


def test_zones_without_spares_at_their_end_have_no_shifts() -> None:
    drive = trial.make(10, 100).truth
    zones = drive.value("layout.zone")
    for zone in zones:
        assert zone.pop("spare_sectors")
    assert list(block_shifts.shifts(drive.with_value("layout.zone", zones))) == []
    for zone in zones:
        zone["spare_sectors_per_cylinder"] = 2
    assert list(block_shifts.shifts(drive.with_value("layout.zone", zones))) == []


def test_no_more_slips_than_spare_sectors() -> None:
    drive = trial.make(10, 100).truth
    zones = drive.value("layout.zone")
    zones[1]["spare_sectors"] = len(zones[1]["slipped_sectors"])
    texts = dict(block_shifts.shifts(drive.with_value("layout.zone", zones)))
    assert f"layout.zone.1 {MORE}" not in texts
    assert f"layout.zone.1 {LESS}" in texts
