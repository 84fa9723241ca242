"""The plan of a recording: where its reads lie, and in which order."""

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.recording import addresses
from headstack_identify.recording.addresses import Plan
from headstack_identify.tracks import dense

DRIVES = ("hp_c2247", "ibm_dnes_309170w", "seagate_exos_x16")


def as_trace(plan: Plan) -> ValidationTrace:
    ends = np.arange(1, len(plan.block) + 1) * 10**10
    return ValidationTrace(
        "plan", plan.block.astype(np.uint32), plan.blocks.astype(np.uint32),
        np.zeros(len(ends), np.bool_), np.full(len(ends), 9 * 10**9), np.diff(ends, prepend=0),
        "before",
    )  # fmt: skip


@pytest.mark.parametrize("name", DRIVES)
def test_the_groups_are_found_again_by_their_addresses_alone(name: str) -> None:
    drive = catalog.load(name)
    plan = addresses.plan(drive)
    reads = dense.of_recording(as_trace(plan))
    assert len(reads.groups) == plan.groups
    surfaces = drive.value("layout.surfaces")
    for group in reads.groups:
        cylinders = np.ptp(drive.places(group.block[[0, -1]])[0].astype(np.int64))
        assert cylinders >= 1, "a group has the step to another cylinder"
        assert len(group.block) >= 7 * 2 * surfaces


@pytest.mark.parametrize("name", DRIVES)
def test_reads_cover_the_disk_and_stay_on_it(name: str) -> None:
    drive = catalog.load(name)
    plan = addresses.plan(drive)
    assert plan.block.min() < 100
    assert (plan.block + plan.blocks).max() <= drive.blocks
    assert plan.block.max() > drive.blocks - 100
    gaps = np.diff(np.unique(plan.block))
    assert gaps.max() < 10 * drive.blocks / plan.groups


def test_no_read_is_in_the_read_ahead_of_a_read_shortly_before() -> None:
    """On one track, dense reads come with falling addresses, and a round apart."""
    drive = catalog.load("hp_c2247")
    plan = addresses.plan(drive)
    block = plan.block[: len(plan.block) * 2 // 3]
    for apart in range(1, 40):
        ahead = block[apart:] - block[:-apart]
        assert np.mean((ahead > 0) & (ahead < 96)) < 0.01


def test_equal_seeds_give_equal_plans() -> None:
    drive = catalog.load("hp_c2247")
    one, other = addresses.plan(drive, 5000, 7), addresses.plan(drive, 5000, 7)
    assert np.array_equal(one.block, other.block)
    assert not np.array_equal(one.block, addresses.plan(drive, 5000, 8).block[: len(one.block)])


def small() -> DriveConfig:
    return catalog.load("hp_c2247").with_values({"layout.blocks": 40_000})


def test_a_drive_that_is_too_small_gets_a_reason() -> None:
    with pytest.raises(ConfigError, match="too few for 30,000 reads"):
        addresses.plan(small())
    with pytest.raises(ConfigError, match="reads is 10; it must be a whole number"):
        addresses.plan(small(), 10)


@pytest.mark.parametrize("name", DRIVES)
def test_short_seeks_of_each_distance_are_among_the_reads(name: str) -> None:
    """A curve needs as many seeks over 1 to 2 cylinders as over 10 to 20."""
    drive = catalog.load(name)
    block = addresses.plan(drive).block
    seeks = np.abs(np.diff(drive.places(block)[0].astype(np.int64)))
    for low, high in ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31)):
        assert np.sum((seeks >= low) & (seeks <= high)) > 180, f"{low} to {high} cylinders"
