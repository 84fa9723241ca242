"""The parts that phase rests on, against worked examples."""

import numpy as np
import pytest
from headstack.fit.phase import circle, cuts, period, rows
from headstack.fit.phase.convention import Search, judge
from headstack.fit.phase.layout import wedges
from headstack.fit.phase.layout.skews import Skews


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


def skews_of(cylinder: float) -> Skews:
    return Skews(np.zeros(2), np.full(2, cylinder), np.zeros((2, 3)))


def test_wedges_are_found_if_there_are_some() -> None:
    found = wedges.find(skews_of(43 / 67 + 1e-6), 1e-6)
    assert found is not None
    assert (found.per_revolution, found.cylinder) == (67, 43)
    assert wedges.find(skews_of(0.0), 1e-6) is None  # any number fits
    assert wedges.find(skews_of(0.6180339887), 1e-6) is None
    assert wedges.find(skews_of(43 / 67), 1e-3) is None  # not exact enough
