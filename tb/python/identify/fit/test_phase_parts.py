"""The parts that phase rests on, against worked examples."""

import numpy as np
import pytest

from headstack.arrays import Ints
from headstack_identify import circle
from headstack_identify.fit.phase import cuts, period, rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.convention import Search, judge
from headstack_identify.fit.phase.layout import slips, wedges
from headstack_identify.fit.phase.layout.places import Places, Zone
from headstack_identify.fit.phase.layout.skews import Skews


def test_coherence_of_equal_and_of_opposite_phases() -> None:
    assert circle.coherence(np.full(5, 0.3)) == pytest.approx(1)
    assert circle.coherence(np.array([0.1, 0.6])) == pytest.approx(0)
    assert circle.coherence(np.array([])) == 0
    assert circle.mean(np.array([0.95, 0.05])) == pytest.approx(0)
    assert circle.wrapped(np.array([0.75, -0.75, 2.25])) == pytest.approx([-0.25, 0.25, 0.25])


def test_chance_is_rayleighs() -> None:
    assert circle.chance(1.0, 10, 1) == pytest.approx(np.exp(-10))
    assert circle.chance(0.1, 10, 100) == 1
    rng = np.random.default_rng(1)
    found = np.array([circle.coherence(rng.random(50)) for _ in range(4000)])
    assert np.mean(found > 0.2) == pytest.approx(np.exp(-50 * 0.04), rel=0.2)


def test_gain_rises_with_coherence() -> None:
    gains = [circle.gain(ratio) for ratio in (0.0, 0.2, 0.5, 0.9, 0.99, 1.0)]
    assert gains == sorted(gains)
    assert gains[0] == pytest.approx(0, abs=1e-9)
    assert gains[1] == pytest.approx(0.04, rel=0.05)  # R^2 when it is small


def test_a_slope_is_found() -> None:
    rng = np.random.default_rng(2)
    steps = rng.integers(-900, 900, 400)
    phase = 0.64179 * steps + rng.normal(0, 0.02, 400)
    found = circle.slopes(steps, phase, np.ones(400), 1 << 15)
    assert np.argmax(found) / (1 << 15) == pytest.approx(0.64179, abs=4e-5)


def test_angles_of_groups_come_from_neighbours() -> None:
    rng = np.random.default_rng(3)
    angle = np.array([0.0, 0.13, 0.27, 0.8])
    group = rng.integers(0, 4, 300)
    near = rows.Rows(np.arange(299), np.arange(1, 300))
    found = rows.angles_of_groups(near, angle[group] + rng.normal(0, 0.02, 300), group, 5)
    assert np.abs(circle.wrapped(found[:4] - angle)).max() < 0.01
    assert found[4] == 0


def test_the_period_is_found_to_a_part_per_million() -> None:
    rng = np.random.default_rng(4)
    when = np.cumsum(rng.exponential(30.0, 3000))
    angle = when / 8.3 + rng.normal(0, 0.02, 3000)
    near = period.from_pairs(when, angle, 8.3 * (1 + 80e-6), 100.0)
    assert near == pytest.approx(8.3, rel=1e-6)
    piece = np.repeat([0, 1, 2], 1000)
    assert period.over_pieces(when, angle, piece, near) == pytest.approx(8.3, rel=5e-7)
    left = circle.wrapped(when / 8.3 - angle)
    assert period.uncertainty_ppm(when, left, piece, 8.3) < 0.5


@pytest.mark.parametrize("turn", [0.12, -0.3, 0.5])
def test_a_jump_of_phase_is_a_cut(turn: float) -> None:
    rng = np.random.default_rng(5)
    phase = rng.normal(0, 0.02, 400)
    phase[rng.integers(0, 400, 40)] += 0.3  # outliers
    phase[217:] += turn
    request = 3 * np.arange(400)
    found, piece = cuts.find(phase, request)
    [cut] = found
    assert cut.earliest < 3 * 218
    assert abs(cut.request - 3 * 217) <= 9
    assert abs((cut.turn - turn + 0.5) % 1 - 0.5) < 0.05
    assert piece.max() == 1
    none, _ = cuts.find(rng.normal(0, 0.02, 400), request)
    assert none == []


@pytest.mark.parametrize(
    ("after", "before", "pairs", "think"),
    [
        (0.95, 0.1, 200, "after"),
        (0.1, 0.95, 200, "before"),
        (0.95, 0.94, 200, None),  # both
        (0.2, 0.1, 100, None),  # neither
        (0.6, 0.1, 5000, None),  # a timer's
        (0.9, 0.3, 8, None),  # too few
    ],
)
def test_the_decision(after: float, before: float, pairs: int, think: str | None) -> None:
    found = judge(pairs, Search(after, 8.0, 50), Search(before, 8.1, 50), 100)
    assert found.think == think
    assert found.period_ms == (8.0 if after > before else 8.1)


def test_the_period_is_found_from_late_pairs_in_spite_of_a_cut() -> None:
    rng = np.random.default_rng(6)
    when = np.sort(rng.uniform(0, 2e5, 2000))
    first, second = np.arange(1900), np.arange(1900) + rng.integers(1, 100, 1900)
    late = when[second] - when[first]
    turned = late / 8.3 + rng.normal(0, 0.02, 1900)
    turned[(first < 1000) & (second >= 1000)] += 0.3
    found = period.from_late_pairs(late, turned, 8.3 * (1 + 800e-6), 2000.0, 0.99)
    assert found.ms == pytest.approx(8.3, rel=0.05 * 8.3 / late.max())  # of a revolution


@pytest.mark.parametrize("outlier", [False, True])
def test_slipped_tracks_are_where_phases_turn(*, outlier: bool) -> None:
    """Ten blocks a track, 4 heads: a track turns 0.2, a cylinder 0.2 more. Tracks 6 and 7, and 17,
    slipped; each access lies on the first sector of a described track."""
    zone = Zone(0, 0, 10, 4, 10, np.array([], np.int64), np.array([0]), np.array([0, 370]), 0.0,
                np.array([0.2, 0.2, 0.2, 0.4]))  # fmt: skip
    skews = Skews(np.zeros(1), np.full(1, 1.0), np.array([[0.0, 0.2, 0.4, 0.6]]))
    track = np.arange(37)
    real = track + 2 * (track >= 6) + (track >= 15)
    phase = 0.13 + 0.2 * (real % 4) + real // 4 * 1.0
    if outlier:
        phase[30] += 0.5
    described = np.divmod(track, 4)
    zeros = np.zeros_like(track)
    at = Places(zeros, *described, zeros, 10 * track, zeros + 10, zeros.astype(np.float64))
    accesses = Accesses(track, zeros * 1.0, zeros * 1.0, zeros > 0, zeros + 1, 10 * track, at, 0.1)
    most = slips.Most(tracks=5, fewer_tracks=0, sectors=0, fewer_sectors=0)
    found = slips.path(accesses, phase, skews, zone, most, 0.002)
    assert [(slip.low, slip.high, slip.missing) for slip in found.slips] == [
        (5, 9, True),
        (5, 9, True),
        (16, 19, True),
    ]
    off = np.flatnonzero(np.abs(found.residual) > 1e-9)
    assert off.tolist() == ([30] if outlier else [])


@pytest.mark.parametrize("described", [20, None])
def test_a_described_slipped_track_moves_past_two_accesses(described: int | None) -> None:
    """Tracks of 10 sectors on 4 heads as above. Track 12 slipped; the description has track 20.

    Two accesses lie between. Without a described slip, they are no reason for two changes.
    """
    slipped = np.arange(10 * described, 10 * described + 10) if described else np.arange(0)
    zone = Zone(0, 0, 10, 4, 10, slipped, np.array([0]), np.array([0, 390]), 0.0,
                np.array([0.2, 0.2, 0.2, 0.4]))  # fmt: skip
    skews = Skews(np.zeros(1), np.full(1, 1.0), np.array([[0.0, 0.2, 0.4, 0.6]]))
    blocks = np.r_[0:12, 14, 17, 20:39]
    after = blocks >= (described or 99)
    track = blocks + after
    real = np.where(after, track, blocks + (blocks >= 12) * (blocks < 20))
    zeros = np.zeros_like(track)
    at = Places(zeros, *np.divmod(track, 4), zeros, 10 * track, zeros + 10, zeros * 1.0)
    accesses = Accesses(zeros, zeros * 1.0, zeros * 1.0, zeros > 0, zeros + 1, 10 * blocks, at, 0.1)
    phase = 0.2 * (real % 4) + real // 4 * 1.0
    residual = circle.wrapped(phase - skews.angle(at))
    found = slips.find(accesses, residual, skews, [zone])
    missing = [slip for slip in found if slip.missing]
    gone = [slip for slip in found if not slip.missing]
    assert all(slip.whole_track for slip in found)
    assert len(missing) == len(gone) == (1 if described else 0)
    for places, slip in ((missing, 12), (gone, 20)):
        assert all(one.low <= slip < one.high for one in places)


@pytest.mark.parametrize("described", [100, None])
def test_a_described_slipped_sector_moves_past_two_accesses(described: int | None) -> None:
    """As above, with two accesses between sector 55, which slipped, and 100 of the description."""
    slipped = np.arange(described, described + 1) if described else np.arange(0)
    zone = Zone(0, 0, 10, 4, 10, slipped, np.array([0]), np.array([0, 398]), 0.0,
                np.array([0.2, 0.2, 0.2, 0.4]))  # fmt: skip
    skews = Skews(np.zeros(1), np.full(1, 1.0), np.array([[0.0, 0.2, 0.4, 0.6]]))
    blocks = np.r_[2:55:5, 62, 77, 102:390:10]
    sector = blocks + (blocks >= (described or 999))
    real = np.where(blocks < 100, blocks + (blocks >= 55), sector)

    def places(in_zone: Ints) -> Places:
        track, rest = np.divmod(in_zone, 10)
        zeros = np.zeros_like(in_zone)
        return Places(zeros, *np.divmod(track, 4), rest, in_zone, zeros + 10, zeros * 1.0)

    at, zeros = places(sector), np.zeros_like(sector)
    accesses = Accesses(zeros, zeros * 1.0, zeros * 1.0, zeros > 0, zeros + 1, blocks, at, 0.1)
    residual = circle.wrapped(skews.angle(places(real)) - skews.angle(at))
    found = slips.find(accesses, residual, skews, [zone])
    missing = [slip for slip in found if slip.missing]
    gone = [slip for slip in found if not slip.missing]
    assert not any(slip.whole_track for slip in found)
    assert len(missing) == len(gone) == (1 if described else 0)
    assert all(one.low <= 55 < one.high for one in missing)
    assert all(one.low <= 100 < one.high for one in gone)


def test_only_the_way_back_to_the_description_is_free() -> None:
    """The price of one slip is 15, of each further slip of a change 4."""
    known = slips.Known(np.ones(4, np.int64), np.ones(4, np.int64))
    price = {move.by: move.price for move in slips.moves(3, 7, (1, 3), known)}
    away = np.arange(7) - 3
    for by in (-3, -1, 2, 3):
        expected = [15 + 4 * (abs(by) - 1) if one * by >= 0 or abs(one) < abs(by) else 0
                    for one in away if abs(one + by) <= 3]  # fmt: skip
        assert price[0, by][1].tolist() == expected
    assert price[-1, 0][:, 0].tolist() == [15, 0]  # of no track more, and of a track more
    free = [move.price for move in slips.moves(3, 7, (1, 3), None)]
    assert all((one > 0).all() for one in free[1:] if one.any())


def skews_of(cylinder: float) -> Skews:
    return Skews(np.zeros(2), np.full(2, cylinder), np.zeros((2, 3)))


def test_wedges_are_found_if_there_are_some() -> None:
    found = wedges.find(skews_of(43 / 67 + 1e-6), 1e-6)
    assert found is not None
    assert (found.per_revolution, found.cylinder) == (67, 43)
    assert wedges.find(skews_of(0.0), 1e-6) is None  # any number fits
    assert wedges.find(skews_of(0.6180339887), 1e-6) is None
    assert wedges.find(skews_of(43 / 67), 1e-3) is None  # not exact enough
