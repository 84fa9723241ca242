"""Recordings of known drives: the drive itself is right in all figures, other drives are not."""

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import place
from headstack.units import number_of
from headstack.workload import Replay
from headstack_identify.trials import recorded


@pytest.fixture(scope="module")
def truth() -> DriveConfig:
    return catalog.load("hp_c2490a")


@pytest.fixture(scope="module")
def replay(truth: DriveConfig) -> Replay:
    return recorded.record(truth, recorded.rough(truth))


def longer(drive: DriveConfig, from_cylinders: int, by_ms: float) -> DriveConfig:
    """The drive with seeks that take longer from a distance on."""
    points = [
        [distance, f"{number_of(time) + by_ms * (distance >= from_cylinders):.6f} ms"]
        for distance, time in drive.value("seek.points")
    ]
    return drive.with_values({"seek.points": points})


def test_a_rough_description_has_blocks_rotation_and_surfaces(truth: DriveConfig) -> None:
    rough = recorded.rough(truth)
    assert rough.blocks == truth.blocks
    assert rough.value("layout.surfaces") == truth.value("layout.surfaces")
    assert rough.revolution_ps == pytest.approx(truth.revolution_ps, rel=0.01)
    assert (
        rough.places(np.arange(0, truth.blocks, 999)).tolist()
        != truth.places(np.arange(0, truth.blocks, 999)).tolist()
    )


def test_the_drive_itself_is_right(truth: DriveConfig, replay: Replay) -> None:
    found = recorded.figures(truth, truth, replay)
    assert (found.rotation_ppm, found.track_percent, found.seeks_percent) == (0.0, 100.0, 100.0)
    assert found.score.good
    assert found.score.paired_rms_ms == found.score.least_rms_ms


def test_another_seed_gives_other_addresses_and_other_noise(
    truth: DriveConfig, replay: Replay
) -> None:
    again = recorded.record(truth, recorded.rough(truth)).recording
    second = recorded.record(truth, recorded.rough(truth), seed=2).recording
    first = replay.recording
    assert np.array_equal(again.lbn, first.lbn)
    assert np.array_equal(again.measured_ps, first.measured_ps)
    count = min(len(first.lbn), len(second.lbn))
    assert np.mean(first.lbn[:count] == second.lbn[:count]) < 0.01
    assert not np.array_equal(np.sort(first.measured_ps)[-50:], np.sort(second.measured_ps)[-50:])


def test_a_constant_of_all_seeks_may_stand_in_a_command(truth: DriveConfig, replay: Replay) -> None:
    found = recorded.figures(truth, longer(truth, 0, 0.3), replay)
    assert found.seeks_percent == 100.0
    assert not found.score.good


def test_long_seeks_that_take_longer_are_wrong(truth: DriveConfig, replay: Replay) -> None:
    """The share of the other seeks is counted by the places of the requests."""
    points = [distance for distance, _ in truth.value("seek.points")]
    first = next(distance for distance in points if distance > 1800)
    last = points[points.index(first) - 1]
    found = recorded.figures(truth, longer(truth, first, 0.5), replay)
    at = place.of_trace(truth, replay)
    way = np.abs(at.cylinder[1:] - at.last_cylinder[:-1])
    way = way[way > 0]
    right = 100 * float(np.mean(way <= last + (first - last) * 0.2))
    assert found.seeks_percent == pytest.approx(right, abs=0.1)
    assert 50 < found.seeks_percent < 95


def test_rotation_and_heads(truth: DriveConfig, replay: Replay) -> None:
    ppm = number_of(truth.value("spindle.correction") or "0 ppm") + 5
    other = truth.with_values({"spindle.correction": f"{ppm:.3f} ppm"})
    assert recorded.figures(truth, other, replay).rotation_ppm == pytest.approx(5, abs=0.01)
    slipped = truth.value("layout.zone.0.slipped_tracks")
    moved = truth.with_values({"layout.zone.0.slipped_tracks": [1000, *slipped[1:]]})
    spt = truth.value("layout.zone.0.sectors_per_track")
    wrong = 100 * (slipped[0] - 1000) * spt / truth.blocks
    found = recorded.figures(truth, moved, replay)
    assert found.track_percent == pytest.approx(100 - wrong, abs=0.02)
