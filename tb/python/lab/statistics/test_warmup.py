"""MSER-5: by hand, on series whose beginning is known, and where there is nothing to find."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack.errors import ConfigError
from headstack.statistics.warmup import _errors, warmup


def test_the_rule_by_hand() -> None:
    """Means 4, 0, 0: sum of squares (8/3)^2 + 2 (4/3)^2 = 32/3, by 3^2; then nothing is left."""
    assert _errors(np.array([4.0, 0.0, 0.0])) == pytest.approx([32 / 27, 0, 0])
    assert _errors(np.array([1.0, 3.0, 1.0, 3.0])) == pytest.approx([4 / 16, 8 / 27, 2 / 4, 0])


def test_a_step_is_cut_off_where_it_is() -> None:
    found = warmup([9.0] * 20 + [1.0] * 80)
    assert (found.cut, found.values, found.least_at, found.found) == (20, 100, 20, True)
    assert str(found) == "the first 20 of 100"


def test_a_constant_series_has_no_warmup() -> None:
    assert warmup([0.1] * 1000).cut == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_ramp_and_then_noise(seed: int) -> None:
    """The ramp goes from 10 standard deviations to none over 300 values."""
    values = np.random.default_rng(seed).standard_normal(3000)
    values[:300] += np.linspace(10, 0, 300)
    found = warmup(values)
    assert found.found
    assert 220 <= found.cut <= 420


def test_steady_noise_loses_little() -> None:
    cuts = [warmup(np.random.default_rng(seed).standard_normal(2000)).cut for seed in range(50)]
    assert np.median(cuts) <= 20


def test_a_series_that_never_settles_is_said_and_not_cut() -> None:
    found = warmup(np.arange(1000.0))
    assert not found.found
    assert (found.cut, found.least_at) == (0, 975)
    assert str(found) == "none found: the rule's least value is at 975 of 1,000"


def test_most_says_how_much_may_go() -> None:
    values = [9.0] * 20 + [1.0] * 80
    assert not warmup(values, most=0.1).found
    assert warmup(values, most=0.2).cut == 20


def test_a_short_series_says_nothing() -> None:
    assert not warmup([1.0] * 29).found
    assert warmup([1.0] * 30).found


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], r"shape \(0,\)"),
        ([[1.0]], r"shape \(1, 1\)"),
        ([1.0, float("nan")], "value 1 is nan"),
        (["x"], "numbers"),
    ],
)
def test_bad_series(values: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        warmup(values)  # type: ignore[arg-type]


def test_bad_share() -> None:
    with pytest.raises(ConfigError, match=r"most is 2; it must be from 0 to 1"):
        warmup([1.0] * 50, most=2)


def test_the_empty_queue_at_the_beginning_is_found(queue: Callable[[int, int], np.ndarray]) -> None:
    """The mean over many runs begins below 2; what is left has it."""
    values = np.mean([queue(seed, 2000) for seed in range(400)], axis=0)
    found = warmup(values)
    assert found.found
    assert 2 <= found.cut <= 200
    assert values[found.cut :].mean() == pytest.approx(2, abs=0.02)
