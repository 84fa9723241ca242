"""A seek curve without the scatter of its description, from a trace that the model made."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import smooth_curve, start
from headstack_identify.fit.free_parameters import CURVE, curve_of
from headstack_identify.fit.problem import State
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, MIDDLE, Search
from headstack_identify.fit.start import start_for

Make = Callable[..., ValidationTrace]

DISTANCES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, *range(800, 9000, 400))


def root(distance: int) -> float:
    """Time of a seek, in ms."""
    return 1.0 + 0.1 * float(distance**0.5)


def with_curve(drive: DriveConfig, factors: Floats) -> DriveConfig:
    """The drive with a curve over the root of the distance, each time by a factor."""
    times = [root(d) * factor for d, factor in zip(DISTANCES, factors.tolist(), strict=True)]
    curve = [[d, f"{time:.6f} ms"] for d, time in zip(DISTANCES, times, strict=True)]
    return drive.with_values({CURVE: curve, start.DROPPED: []})


@pytest.fixture(scope="module")
def plain() -> DriveConfig:
    """A drive whose curve is straight over the root of the distance."""
    drive = catalog.load("ibm_dnes_309170w")
    formula = dict.fromkeys(("seek.first", "seek.root", "seek.linear"))
    return with_curve(drive.with_values(formula), np.ones(len(DISTANCES)))


def search_of(description: DriveConfig, trace: ValidationTrace) -> tuple[Search, State]:
    """A search after its first steps."""
    replay = Replay(trace, "before")
    begin = start_for(description, replay)
    measured = validation.measured_ms(replay)
    search = Search(Replays(begin.config, replay), begin, measured, np.ones(replay.requests, bool))
    state = search._steps(search.begin(), MIDDLE)
    return search, search._steps(state, FINE)


def error_ms(search: Search, state: State) -> float:
    """Root mean square of the curve's errors over the seeks, but for a constant."""
    config = search.problem.replays.config.with_values(search.problem.values(state.numbers))
    moved = search.start.distance[search.start.distance > 0]
    found = np.interp(moved, *np.transpose(curve_of(config)))
    truth = np.interp(moved, DISTANCES, [root(d) for d in DISTANCES])
    return float(np.std(found - truth))


def test_a_straight_curve_stays() -> None:
    points = [(d, root(d)) for d in DISTANCES]
    assert smooth_curve.smoothed(points) == pytest.approx([root(d) for d in DISTANCES], abs=1e-9)


@pytest.mark.parametrize("count", [1, 2])
def test_a_short_curve_stays(count: int) -> None:
    points = [(d, root(d)) for d in DISTANCES[:count]]
    assert smooth_curve.smoothed(points) == pytest.approx([time for _, time in points])


@pytest.mark.parametrize("place", [0, 1, 9, 15, len(DISTANCES) - 1])
def test_one_far_point_hardly_moves_the_others(place: int) -> None:
    points = [(d, root(d)) for d in DISTANCES]
    points[place] = (points[place][0], points[place][1] + 1.0)
    off = smooth_curve.smoothed(points) - [root(d) for d in DISTANCES]
    assert np.max(np.abs(np.delete(off, place))) < 0.1
    assert off[place] < 0.3


def test_the_scatter_of_a_description_goes(plain: DriveConfig, made: Make) -> None:
    """Of 3 % a point, as in the trials."""
    factors = np.exp(np.random.default_rng(1).normal(0.0, 0.03, len(DISTANCES)))
    trace = made(plain, think="before", count=4000)
    search, state = search_of(with_curve(plain, factors), trace)
    before, cost = error_ms(search, state), search.problem.cost(state, FINE)
    smooth = search._smoother(state)
    assert search.problem.cost(smooth, FINE) < cost - 10
    assert error_ms(search, smooth) < 0.7 * before


def test_bends_of_a_true_curve_stay(plain: DriveConfig, made: Make) -> None:
    """The trace has them: points that are by turns 4 % too long and too short."""
    factors = 1 + 0.04 * (-1.0) ** np.arange(len(DISTANCES))
    bent = with_curve(plain, factors)
    search, state = search_of(bent, made(bent, think="before", count=4000))
    assert search._smoother(state) is state
