"""Intervals: by hand, and how often they hold what is known."""

from collections.abc import Callable, Iterable

import numpy as np
import pytest

from headstack.errors import ConfigError
from headstack.statistics import intervals
from headstack.statistics.batches import Batches, batches_of, looks_independent
from headstack.statistics.intervals import Interval, _Quantile
from headstack.statistics.warmup import warmup

Make = Callable[[int, int], np.ndarray]


def held(found: Iterable[Interval | None], truth: float) -> float:
    """Share of intervals that hold the truth."""
    return float(np.mean([one is not None and one.low <= truth <= one.high for one in found]))


def test_three_means_by_hand() -> None:
    """Mean 2, standard deviation 1, Student's t of 2 degrees 4.3027: 4.3027 / sqrt(3)."""
    found = intervals.of_means([1, 2, 3])
    assert found is not None
    assert (found.value, found.parts) == (2, 3)
    assert found.half == pytest.approx(4.30265 / 3**0.5, rel=1e-5)
    assert str(found) == "2 (-0.4841 to 4.484)"
    assert intervals.of_means([1]) is None


def test_neighbours_that_are_alike_are_seen() -> None:
    assert looks_independent(np.array([1.0, -1.0] * 8))
    assert not looks_independent(np.arange(16.0))
    assert looks_independent(np.ones(16))


def test_independent_values_are_mostly_64_batches() -> None:
    found = [batches_of(np.random.default_rng(seed).random(6410)) for seed in range(100)]
    assert sum(one == Batches(64, 100, 10, True) for one in found) >= 50
    assert Batches(64, 100, 10, True).means(np.arange(6410.0))[0] == np.arange(10, 110).mean()


def test_what_never_becomes_independent_is_said() -> None:
    found = batches_of(np.arange(1000.0))
    assert found is not None
    assert (found.count, found.independent) == (8, False)
    whole = intervals.of_series(np.arange(1000.0))
    assert whole is not None
    assert not whole.sound


def test_too_few_values() -> None:
    assert batches_of(np.ones(15)) is None
    assert intervals.of_series([1.0] * 15) is None
    assert intervals.of_quantile([1.0] * 499, 0.99) is None


def test_dependence_widens_the_interval(autoregressive: Make) -> None:
    """The error of the mean of AR(1) is 10 / sqrt(n); as if independent, it were 2.3 / sqrt(n)."""
    halves = [
        one.half
        for one in map(intervals.of_series, (autoregressive(s, 4000) for s in range(50)))
        if one
    ]
    assert np.mean(halves) == pytest.approx(2 * 10 / 4000**0.5, rel=0.15)


def test_means_are_held(autoregressive: Make) -> None:
    found = [intervals.of_series(autoregressive(seed, 4000)) for seed in range(300)]
    assert 0.92 <= held(found, 10) <= 0.98


def test_means_of_a_queue_are_held_behind_its_warmup(queue: Make) -> None:
    found = []
    for seed in range(300):
        values = queue(seed, 4000)
        found.append(intervals.of_series(values[warmup(values, most=0.1).cut :]))
    assert 0.92 <= held(found, 2) <= 0.98


def test_quantiles_are_held(queue: Make) -> None:
    """Those of independent values, and the 99th percentile of a queue, ln 100 times its mean."""
    plain = [
        intervals.of_quantile(np.random.default_rng(seed).random(2000), 0.99) for seed in range(200)
    ]
    assert 0.90 <= held(plain, 0.99) <= 0.99
    queued = [intervals.of_quantile(queue(seed, 8000), 0.99) for seed in range(200)]
    assert 0.87 <= held(queued, 2 * np.log(100)) <= 0.98


def test_differences_of_quantiles_are_held() -> None:
    """Of exponential times and the same ones half as long again."""
    found = []
    for seed in range(100):
        times = np.random.default_rng(seed).exponential(1, 4000)
        found.append(intervals.of_quantiles(times, 1.5 * times, 0.99))
    assert 0.88 <= held(found, 0.5 * np.log(100)) <= 0.99


@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.99])
def test_all_batches_once_have_the_quantile_of_all(share: float) -> None:
    values = np.random.default_rng(1).exponential(1, 1600)
    quantile = _Quantile(values, share, Batches(16, 100, 0, True))
    assert quantile(np.arange(16)) == pytest.approx(np.quantile(values, share))


def test_batches_that_are_drawn_have_their_own_quantile() -> None:
    values = np.random.default_rng(1).exponential(1, 1600)
    drawn = np.array([[3] * 16, [0, 1, 2, 3] * 4])
    parts = values.reshape(16, 100)
    wanted = [np.quantile(np.concatenate([parts[i] for i in row]), 0.99) for row in drawn]
    assert _Quantile(values, 0.99, Batches(16, 100, 0, True))(drawn) == pytest.approx(wanted)


def test_a_quantile_whose_end_is_the_largest_value_is_not_sound() -> None:
    values = np.random.default_rng(3).random(2000)
    values[:20] += np.linspace(1, 2, 20)  # all of the last percent in one batch
    found = intervals.of_quantile(values, 0.99)
    assert found is not None
    assert found.high == values.max()
    assert not found.sound


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: intervals.of_means([1, 2], 95), "level is 95; it must be between 0 and 1"),
        (lambda: intervals.of_quantile([1.0] * 900, 1), "share is 1; it must be between 0 and 1"),
        (lambda: intervals.of_quantiles([1.0], [1.0, 2.0], 0.5), "1 values and 2 are not pairs"),
    ],
)
def test_bad_arguments(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ask()
