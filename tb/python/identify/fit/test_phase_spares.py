"""Spare sectors of a found layout: a number, as an engineer writes them, for the same layout."""

from dataclasses import astuple

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack.measure import place
from headstack.workload.measured import Replay
from headstack_identify.fit.phase import identify
from headstack_identify.fit.phase.layout import spares
from headstack_identify.fit.phase.layout.plain import plain
from headstack_identify.trials import trial

WITH_SPARES = [1, 2, 3, 4, 5, 9, 10, 11, 13, 14, 15, 16, 17, 19, 20]


def same_places(one: DriveConfig, other: DriveConfig, replay: Replay) -> bool:
    places = (astuple(place.of_trace(drive, replay)) for drive in (one, other))
    return all(np.array_equal(a, b) for a, b in zip(*places, strict=True))


@pytest.mark.parametrize("seed", WITH_SPARES)
def test_slips_at_the_end_become_the_number_of_spare_sectors(seed: int) -> None:
    made = trial.make(seed, 500)
    plainer = plain(made.truth)
    again = plainer.with_value("layout.zone", spares.pooled(plainer))
    assert again.blocks == made.truth.blocks
    assert same_places(again, plainer, made.replay)
    for zone, own in zip(again.value("layout.zone"), made.truth.value("layout.zone"), strict=True):
        assert zone["spare_sectors"] == own["spare_sectors"]
        assert (zone.get("slipped_sectors") or []) == (own.get("slipped_sectors") or [])


def test_slipped_tracks_use_up_spare_sectors() -> None:
    made = trial.make(10, 500)
    drive = plain(made.truth)
    zones = drive.value("layout.zone")
    zones[0]["slipped_tracks"] = [100]
    drive = drive.with_value("layout.zone", zones)
    again = drive.with_value("layout.zone", spares.pooled(drive))
    assert again.blocks == drive.blocks
    inside = made.replay.recording.lbn < drive.blocks - 1000
    assert inside.all(), "the trace fits the smaller drive"
    assert same_places(again, drive, made.replay)


@pytest.mark.parametrize(
    ("key", "number"), [("spare_tracks", 3), ("spare_sectors_per_cylinder", 2)]
)
def test_zones_with_other_spares_stay(key: str, number: int) -> None:
    drive = trial.make(10, 100).truth
    zones = [zone | {key: number, "spare_sectors": 0} for zone in drive.value("layout.zone")]
    sectors = zones[0]["sectors_per_track"] * int(drive.value("layout.surfaces"))
    first, last = zones[0]["cylinders"]
    zones[0]["slipped_sectors"] = [(last - first + 1) * sectors - 1]
    drive = drive.with_value("layout.zone", zones)
    assert spares.pooled(drive) == drive.value("layout.zone")


def test_the_corrected_drive_has_spare_sectors_by_number() -> None:
    made = trial.make(249, 3000)
    found = identify(made.replay.recording, made.description, think=made.think)
    assert found.corrected is not None
    for zone in found.corrected.value("layout.zone"):
        assert zone["spare_sectors"] > 100
        assert len(zone.get("slipped_sectors") or []) < 20
    assert found.corrected.blocks == made.truth.blocks
