"""Many drives near one: valleys behind steps of the cost, which no slope tells of."""

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest

from headstack_identify.fit import evolution
from headstack_identify.fit.free_parameters import Range, Value
from headstack_identify.fit.problem import Problem, State
from headstack_identify.fit.search import FINE
from headstack_identify.fit.time_limit import TimeLimit

Numbers = npt.NDArray[np.float64]

MANY = 3000
STEP_MS = 0.3


@dataclass
class Stairs:
    """A cost that goes up by 10 with each whole 0.3 ms of each number's distance from the best.

    Where it begins, all small changes make no difference. Below 0 there is no drive.
    """

    best: Numbers
    high: float = 4.0
    asked: list[Numbers] = field(default_factory=list)

    @property
    def knobs(self) -> tuple[Value, ...]:
        allowed = Range(step=0.01, most=1.0, low=-4.0, high=self.high)
        return tuple(Value(f"key.{j}", "ms", "early", allowed) for j in range(len(self.best)))

    def cost(self, state: State, _width: Any) -> float:
        return 10 * float(np.floor(np.abs(state.numbers - self.best) / STEP_MS).sum())

    def state(self, numbers: Numbers) -> State | None:
        self.asked.append(numbers)
        return None if np.any(numbers < 0) else State(numbers, cast(Any, None))

    def raised(self, numbers: Numbers) -> Numbers:
        return numbers

    def effects(self, _state: State, _active: Any) -> None:
        return None

    def curvature(self, _state: State, _effects: None, _width: Any) -> Numbers:
        return np.zeros(len(self.best))


def evolve(stairs: Stairs, active: list[bool], **limit: float) -> State:
    """What is found from 1 ms in each number."""
    begin = State(np.ones(len(stairs.best)), cast(Any, None))
    chosen = np.array(active)
    clock = TimeLimit(**limit)
    return evolution.evolved(cast(Problem, stairs), chosen, begin, FINE, clock, MANY)


def test_steps_are_gone_down_that_have_no_slope() -> None:
    stairs = Stairs(np.array([2.35, 0.35, 1.65, 0.65, 3.05, 1.35]))
    found = evolve(stairs, [True] * 6)
    assert np.abs(found.numbers - stairs.best).max() < STEP_MS
    assert len(stairs.asked) == 333 * 9 + 1  # of 3,000 whole generations of 9, and their middle
    assert np.abs(stairs.asked[-1] - stairs.best).max() < STEP_MS


def test_numbers_that_are_not_turned_stay() -> None:
    stairs = Stairs(np.array([2.35, 0.35, 1.65]))
    found = evolve(stairs, [True, False, True])
    assert found.numbers[1] == 1
    assert np.abs(found.numbers - stairs.best)[[0, 2]].max() < STEP_MS


def test_numbers_stay_within_their_range() -> None:
    stairs = Stairs(np.array([2.35, 2.65]), high=1.5)
    found = evolve(stairs, [True, True])
    assert np.max(stairs.asked) == 1.5
    assert stairs.cost(found, FINE) == pytest.approx(10 * (2 + 3))


def test_the_same_drives_are_tried_again() -> None:
    one, other = (Stairs(np.array([2.35, 0.35, 1.65])) for _ in range(2))
    np.random.seed(7)  # noqa: NPY002 - what it draws must not depend on the common state
    evolve(one, [True] * 3)
    np.random.seed(8)  # noqa: NPY002
    evolve(other, [True] * 3)
    assert np.array_equal(one.asked, other.asked)


def test_nothing_better_is_what_it_began_with() -> None:
    stairs = Stairs(np.ones(3))
    assert np.array_equal(evolve(stairs, [True] * 3).numbers, np.ones(3))


def test_without_time_it_is_what_it_began_with() -> None:
    stairs = Stairs(np.array([2.35, 0.35, 1.65]))
    assert np.array_equal(evolve(stairs, [True] * 3, end=0.0).numbers, np.ones(3))
    assert not stairs.asked


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_numbers_are_not_searched(count: int) -> None:
    stairs = Stairs(np.array([2.35, 0.35, 1.65]))
    active = [place < count for place in range(3)]
    assert np.array_equal(evolve(stairs, active).numbers, np.ones(3))
