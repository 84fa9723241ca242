"""Slipped sectors by the dozen, spares at the end of a zone, and misplaced accesses."""

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.fit.phase.corrections import slip_lists
from headstack_identify.fit.phase.layout import misplaced, sector_slips, spares
from headstack_identify.fit.phase.layout.slips import Slip


@pytest.fixture
def plain() -> DriveConfig:
    """A zone of 10 cylinders, 2 surfaces and 20 sectors: 400 sectors, the last 5 are spare."""
    zone = {
        "cylinders": [0, 9], "sectors_per_track": 20, "track_skew": "3 sectors",
        "cylinder_skew": "5 sectors", "slipped_sectors": [7, *range(395, 400)],
    }  # fmt: skip
    drive = catalog.load("hp_97560")
    return drive.with_values({"layout.surfaces": 2, "layout.cylinders": 10, "layout.zone": [zone]})


def test_a_slip_takes_a_spare_sector(plain: DriveConfig) -> None:
    """The zone keeps its 394 blocks, so the blocks of later zones stay where they are."""
    assert plain.blocks == 394
    assert spares.at_end(plain, 0) == range(395, 400)
    missing = [Slip(0, False, True, 100, 101), Slip(0, False, True, 200, 201)]
    key = "layout.zone.0.slipped_sectors"
    found = slip_lists(plain, missing)
    assert found == {key: [7, 100, 200, 397, 398, 399]}
    assert plain.with_values(found).blocks == 394
    none = slip_lists(plain, [Slip(0, False, False, 6, 8)])
    assert none == {key: [*range(394, 400)]}
    assert plain.with_values(none).blocks == 394


def inside_tracks(spt: int, count: int) -> sector_slips._Tracks:
    """Accesses that no slip moves to another track."""
    return sector_slips._Tracks(spt, np.full(count, spt), np.zeros(count))


def test_a_path_rises_by_whole_sectors_with_its_trend() -> None:
    """Two slips among 60 accesses, and a fit whose skews rise by two sectors meanwhile."""
    rng = np.random.default_rng(1)
    truth = np.repeat([0, 1, 2], 20)
    left = truth - 2 * np.arange(60) / 60 + rng.normal(0, 0.05, 60)
    trends = np.arange(0, 4, 0.5)
    sectors = left + trends[:, None] * np.arange(60) / 60
    likely, paths, left = sector_slips._likeliest(sectors, inside_tracks(20, 60), 0.1)
    best = int(np.argmax(likely))
    assert trends[best] == 2.0
    assert (paths[best] == truth).all()
    assert np.abs(left[best]).max() < 0.2


def test_blocks_that_move_to_the_next_track_show_the_trend() -> None:
    """Twelve slips among 300 accesses, and errors as large as a sector.

    A sector more or less does not show. Half as many slips leave half of the moved blocks unmoved.
    """
    rng = np.random.default_rng(6)
    truth = np.arange(300) // 25
    sector = rng.integers(0, 60, 300)
    turn = np.full(300, 17.0)
    tracks = sector_slips._Tracks(60, 60 - sector, turn)
    turned = np.where(sector + truth >= 60, turn, 0.0)
    place = np.arange(300) / 300
    left = truth + turned - 12 * place + rng.normal(0, 0.8, 300)
    trends = np.array([0.0, 6.0, 12.0, 18.0])
    sectors = left + trends[:, None] * place
    likely, paths, _ = sector_slips._likeliest(sectors, tracks, 0.8)
    assert trends[int(np.argmax(likely))] == 12.0
    assert abs(paths[2][-1] - 11) <= 2
    unmoved = sector_slips._likeliest(sectors, inside_tracks(60, 300), 0.8)[0]
    assert likely.max() > unmoved.max() + 20


def test_a_path_does_not_follow_noise() -> None:
    rng = np.random.default_rng(2)
    sectors = rng.normal(0, 0.4, (1, 300))
    assert 0.2 < sector_slips._width(sectors[0]) < 0.35
    width = sector_slips._width(sectors[0])
    _, paths, _ = sector_slips._likeliest(sectors, inside_tracks(50, 300), width)
    assert (paths == 0).all()


def test_accesses_that_neighbours_agree_on_are_misplaced() -> None:
    rng = np.random.default_rng(3)
    first, blocks = rng.permutation(1000), np.arange(1000) % 8 + 1
    spt = np.full(1000, 50)
    scattered = rng.normal(0, 0.3, 1000) / 50
    assert misplaced.share(scattered, first, blocks, spt) == 0
    moved = scattered + np.where(first < 200, 1.0, 0.0) / 50
    assert misplaced.share(moved, first, blocks, spt) == pytest.approx(0.2, abs=0.01)
    assert misplaced.share(rng.normal(0, 2.0, 1000) / 50, first, blocks, spt) < 0.03


def test_few_accesses_are_compared_whatever_their_lengths() -> None:
    first = np.arange(7)
    assert misplaced.share(np.zeros(7), first, np.array([1, 1, 1, 1, 2, 3, 4]), first + 50) == 0


def test_long_reads_among_a_recordings_short_reads_are_not_misplaced() -> None:
    """A quarter of the reads is long and early, as where the bus hides a part of their time.

    Long reads are neighbours of long reads, as the second part of a recording reads on.
    """
    rng = np.random.default_rng(4)
    first = rng.permutation(8000)
    blocks = np.where(first % 400 < 100, rng.integers(2, 30, 8000), 1)
    spt = np.full(8000, 250)
    late = np.where(blocks > 1, -3.0, 0.0) + rng.normal(0, 0.3, 8000)
    assert misplaced.share(late / 250, first, blocks, spt) == 0
    moved = late + np.where(first < 1600, 1.0, 0.0)
    assert misplaced.share(moved / 250, first, blocks, spt) == pytest.approx(0.2, abs=0.01)
