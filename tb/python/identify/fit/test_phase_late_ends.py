"""Accesses that end late because they end with the last block of a track."""

import numpy as np
import pytest

from headstack import catalog
from headstack_identify.fit import phase
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout import late_ends
from headstack_identify.fit.phase.layout.places import Places
from headstack_identify.recording import addresses, simulated

SPT = 20
TURN = 3 / SPT  # a skew of 3 sectors


def accesses(seed: int, count: int = 2000) -> tuple[Accesses, np.ndarray]:
    """Accesses of 1 to 4 blocks on one track, and residuals of a tenth of a sector."""
    rng = np.random.default_rng(seed)
    blocks = rng.integers(1, 5, count)
    sector = rng.integers(0, SPT - blocks + 1)
    none, spt = np.zeros(count, np.int64), np.full(count, SPT)
    at = Places(none, none, none, sector, sector, spt, sector / SPT)
    first = np.arange(count) * SPT + sector
    time = np.zeros(count)
    of_all = Accesses(np.arange(count), time, time, none > 0, blocks, first, at, 0.0)
    return of_all, rng.normal(0, 0.1 / SPT, count)


def ends(of_all: Accesses) -> np.ndarray:
    return np.asarray(of_all.at.sector + of_all.blocks == SPT)


@pytest.mark.parametrize("seed", [1, 2])
def test_ends_of_tracks_that_are_late_do_not_count(seed: int) -> None:
    of_all, residual = accesses(seed)
    last = ends(of_all)
    residual[last] += TURN
    assert (late_ends.timely(of_all, residual) == ~last).all()


def test_ends_of_tracks_count_if_they_end_as_others() -> None:
    of_all, residual = accesses(3)
    assert late_ends.timely(of_all, residual).all()


def test_a_zone_of_a_sector_more_is_not_late() -> None:
    """All accesses are late by the same angle."""
    of_all, residual = accesses(4)
    assert late_ends.timely(of_all, residual + 1 / SPT).all()


def test_accesses_of_all_ends_that_scatter_are_not_late() -> None:
    of_all, _ = accesses(5)
    residual = np.random.default_rng(5).uniform(-0.5, 0.5, len(of_all.first))
    assert late_ends.timely(of_all, residual).all()


def test_late_ends_a_block_before_the_last_show_a_wrong_zone() -> None:
    """Both the last block and the block before it are late: blocks lie elsewhere."""
    of_all, residual = accesses(6)
    left = SPT - of_all.at.sector - of_all.blocks
    residual[left <= 1] += TURN
    assert late_ends.timely(of_all, residual).all()


def test_few_ends_of_tracks_do_not_tell() -> None:
    of_all, residual = accesses(7, 150)
    last = ends(of_all)
    assert 0 < last.sum() < 30
    residual[last] += TURN
    assert late_ends.timely(of_all, residual).all()


def test_aligned_accesses_do_not_tell() -> None:
    """No access ends a block before a track's end, so nothing tells late ends from a wrong zone."""
    of_all, residual = accesses(8)
    aligned = (SPT - of_all.at.sector - of_all.blocks) % 2 == 0
    some, late = of_all.take(aligned), residual[aligned] + TURN * ends(of_all)[aligned]
    assert late_ends.timely(some, late).all()


def test_ends_that_are_late_by_far_less_than_a_sector_count() -> None:
    of_all, _ = accesses(9)
    assert late_ends.timely(of_all, 1e-7 * ends(of_all)).all()


def test_late_ends_show_no_slips() -> None:
    """A read of a track's last block ends late on hp_c2490a. The description is exact."""
    truth = catalog.load("hp_c2490a")
    recording = simulated.record(truth, addresses.plan(truth, 8000))
    found = phase.identify(recording, truth, think=recording.think)
    assert [key for key in found.overrides if "slipped" in key] == []
