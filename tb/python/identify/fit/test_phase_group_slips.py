"""Missing slips of drives with spare sectors on each track or cylinder."""

import numpy as np
import pytest

from headstack_identify.fit.phase import identify
from headstack_identify.fit.phase.layout import group_slips
from headstack_identify.trials import scores, trial


@pytest.mark.parametrize(
    ("sectors", "most", "path"),
    [
        # Each access that is a sector off gains log(1 + (1 / 0.05)^2) = 6 nats. A slip costs 10.
        ([0, 0.02, 1.01, 0.98, 1.99, 2.02, 2.0], 4, [0, 0, 1, 1, 2, 2, 2]),
        ([1.0, 1.0], 4, [1, 1]),
        ([0, 0.02, 1.01, 0.98], 0, [0, 0, 0, 0]),
        ([0, 0.02, 1.01], 4, [0, 0, 0]),
        ([0, 1.0, 1.0, 0, 0, 0], 4, [0, 0, 0, 0, 0, 0]),
        ([1.0, 1.0, 2.0, 2.0, 2.0], 1, [1, 1, 1, 1, 1]),
        ([-1.0, -1.0, -1.0], 4, [0, 0, 0]),
        ([2.0], 4, [0]),
    ],
)
def test_paths_worked_by_hand(sectors: list[float], most: int, path: list[int]) -> None:
    assert group_slips._likeliest(np.array(sectors), 0.05, most).tolist() == path


def test_the_slips_of_a_made_drive() -> None:
    """All 287 slips are missing. Each cylinder has 4 to 11 spare sectors."""
    made = trial.make(356)
    assert made.description.value("layout.zone.0.spare_sectors_per_cylinder")
    assert not made.description.value("layout.zone.0.slipped_sectors")
    found = identify(made.replay.recording, made.description, think=made.think)
    assert found.corrected is not None
    assert scores.layout(made, found.corrected) > 0.97
    assert found.corrected.blocks == made.truth.blocks
    slips = found.corrected.value("layout.zone.0.slipped_sectors")
    right = made.truth.value("layout.zone.0.slipped_sectors")
    assert 0.4 * len(right) < len(slips) <= len(right)
