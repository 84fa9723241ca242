"""Spare sectors of a found layout: a number, as an engineer writes them, for the same layout."""

import numpy as np
import pytest

from headstack_identify.fit.phase import identify
from headstack_identify.fit.phase.layout import spares
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.plain import plain
from headstack_identify.trials import trial

WITH_SPARES = [1, 2, 3, 4, 5, 9, 10, 11, 13, 14, 15, 16, 17, 19, 20]


@pytest.mark.parametrize("seed", WITH_SPARES)
def test_slips_at_the_end_become_the_number_of_spare_sectors(seed: int) -> None:
    truth = trial.make(seed, 100).truth
    plainer = plain(truth)
    again = plainer.with_value("layout.zone", spares.pooled(plainer))
    for zone, own in zip(again.value("layout.zone"), truth.value("layout.zone"), strict=True):
        assert zone["spare_sectors"] == own["spare_sectors"]
        assert (zone.get("slipped_sectors") or []) == (own.get("slipped_sectors") or [])
    blocks = np.linspace(0, truth.blocks - 1, 4000).astype(np.int64)
    one, other = Layout(truth).places(blocks), Layout(again).places(blocks)
    assert np.array_equal(one.in_zone, other.in_zone)
    assert np.array_equal(one.angle, other.angle)


def test_the_corrected_drive_has_spare_sectors_by_number() -> None:
    made = trial.make(249, 3000)
    found = identify(made.replay.recording, made.description, think=made.think)
    assert found.corrected is not None
    for zone in found.corrected.value("layout.zone"):
        assert zone["spare_sectors"] > 100
        assert len(zone.get("slipped_sectors") or []) < 20
    assert found.corrected.blocks == made.truth.blocks
