"""Finds policies of a drive: tries each choice, then changes the numbers for the best choices."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final, Protocol

import numpy as np

from headstack.arrays import Bools, Floats
from headstack.units import number_of
from headstack_identify.fit import table
from headstack_identify.fit.free_parameters import Value, Values, text_of
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.start import Start
from headstack_identify.fit.time_limit import TimeLimit

LOOKED_AT: Final = 3
"""Number of the best choices that get a full step of their own."""

LOOKED_AT_TWICE: Final = 6
"""Number of the best choices that are looked at again, with their own effects."""

FIRST_LOOK: Final = 12
"""Iterations of the search for numbers in a first look, with the effects of the present choices."""

WORSE: Final = 1.2
"""Factor of the cost. A choice that looks worse by this factor at first is not tried again."""

HOPELESS: Final = 1.5
"""Factor of the cost. A choice above this factor at first is not looked at again."""

WORTH: Final = 20.0
"""Least gain of likelihood for a choice, in nats. A correct hit instead of a miss gains some ten
nats. Among some hundred choices, one choice often explains one such read by chance."""


@dataclass(frozen=True, eq=False)
class Better:
    """A choice that improves the fit.

    Attributes:
        problem: the problem with this choice.
        state: state of the search with this choice.
        text: description of the choice.
    """

    problem: Problem
    state: State
    text: str


@dataclass(frozen=True, eq=False)
class Choice:
    """A choice of one policy or of two that a search tries.

    Attributes:
        words: description of the choice.
        problem: the problem with this choice.
        state: the drive with this choice.
        cost: cost of the drive.
        keys: keys of the choice.
    """

    words: str
    problem: Problem
    state: State
    cost: float
    keys: frozenset[str] = frozenset()

    @property
    def order(self) -> tuple[float, str]:
        """The cost, and the description for equal costs."""
        return self.cost, self.words


class Searching(Protocol):
    """The parts of a search that a trial of a policy uses."""

    start: Start
    clock: TimeLimit

    @property
    def active(self) -> Bools:
        """Which numbers may change and have an effect with the present rules, shape (knobs,)."""

    @property
    def may_change(self) -> Bools:
        """Which numbers may change, even without an effect at present, shape (knobs,)."""

    def step(
        self, state: State, width: Width, problem: Problem | None = None
    ) -> tuple[State | None, float, float]:
        """Returns the state after one step, its cost and the cost before.

        `None` as the state: no step gives a better state.
        """


def alternatives(
    others: Values, wedges: int | None, space: table.SearchSpace = table.EVERYTHING
) -> Iterator[tuple[str, Values, Values]]:
    """Yields the alternatives to the present choices.

    Each alternative has a name, the values of all policies with this alternative, and its own
    values.
    """
    for policy in space.policies:
        for given in policy.choices:
            if wedges is None and table.WEDGES in given.values():
                continue
            if any(_is_factor(value) and key not in others for key, value in given.items()):
                continue
            choice = {key: _meant(key, v, others, wedges) for key, v in given.items()}
            blocks = choice.pop(table.AWAITED, None)
            if blocks is not None:
                choice |= _awaited(blocks, others)
            values = {
                key: value for key, value in others.items() if choice.get(key, "") is not None
            }
            values |= {key: value for key, value in choice.items() if value is not None}
            if blocks is None and "cache.read_watermark" not in choice:
                values |= _still_awaited(others, values)
            numbers = space.numbers & choice.keys()
            if values != others or numbers:
                words = (f"{k} = {'none' if v is None else v}" for k, v in choice.items())
                yield ", ".join(words), values, choice


def _meant(key: str, value: Any, others: Values, wedges: int | None) -> Any:
    """Returns the value that the search uses for a value of the table."""
    if value == table.WEDGES:
        return wedges
    if _is_factor(value):
        unit = str(others[key]).split(maxsplit=1)[1]
        number = number_of(value) * number_of(others[key])
        return f"{round(number)} {unit}" if unit == "blocks" else text_of(number, unit)
    return value


def _is_factor(value: Any) -> bool:
    return isinstance(value, str) and value.endswith(table.TIMES)


def _still_awaited(others: Values, values: Values) -> Values:
    """Returns the watermark of an equal number of blocks in a segment of another size."""
    if "cache.size" not in others or not values.get("cache.read_watermark_of_segment"):
        return {}
    before, now = _segment(others), _segment(values)
    if before == now:
        return {}
    share = str(values["cache.read_watermark"])
    ppm = number_of(share) * (1e4 if share.endswith("%") else 1.0)
    return _awaited(int(before * ppm / 1e6), values)


def _segment(values: Values) -> int:
    """Returns the number of blocks of a segment."""
    return int(number_of(values["cache.size"]) // values["cache.segments"])


def _awaited(blocks: int, others: Values) -> Values:
    """Returns the keys for a watermark of `blocks` blocks in a segment."""
    share = ceil(1e6 * blocks / _segment(others))
    return {
        "cache.read_watermark_of_segment": True,
        "cache.read_watermark": f"{min(share, 10**6)} ppm",
    }


def best(
    search: Searching, problem: Problem, state: State, width: Width, promising: list[str] | None
) -> tuple[Better | None, list[str], list[str]]:
    """Returns the best choice that is better than the present choices, and two lists.

    Returns `None` instead of the choice if no choice is better. The first list has the texts of the
    choices that looked better. The second list also has the texts of the choices that
    looked not much worse.

    Args:
        search: the search that tries the choices.
        problem: the problem with the present choices.
        state: state of the search.
        width: scales of the likelihoods.
        promising: texts of the choices to try. `None`: all choices.
    """
    before = problem.cost(state, width)
    effects = problem.effects(state, search.active)
    few = search.active & np.array([isinstance(knob, Value) for knob in problem.knobs])
    looks = []
    for words, one, there in different(search, problem, state, search.start.space, promising):
        if not search.clock.left():
            break
        cost = one.step(there, effects, width, FIRST_LOOK)[1]
        if cost < before * HOPELESS:
            looks.append((cost, words, one, there))
    looks.sort(key=lambda look: look[:2])
    for place, (cost, words, one, there) in enumerate(looks[:LOOKED_AT_TWICE]):
        own = one.step(there, one.effects(there, few), width, FIRST_LOOK)[1]
        looks[place] = (min(cost, own), words, one, there)
    looks.sort(key=lambda look: look[:2])
    winner: Better | None = None
    winning = before - WORTH
    for _, words, one, there in looks[:LOOKED_AT]:
        following, cost, _ = search.step(there, width, one)
        if cost < winning:
            winning = cost
            winner = Better(one, following or there, f"{words}: cost {before:.0f}, then {cost:.0f}")
    better = [words for cost, words, _, _ in looks if cost < before]
    return winner, better, [words for cost, words, _, _ in looks if cost < before * WORSE]


def different(
    search: Searching,
    problem: Problem,
    state: State,
    space: table.SearchSpace,
    promising: list[str] | None = None,
) -> list[tuple[str, Problem, State]]:
    """Returns the alternatives that make a drive and change the times on this trace.

    Args:
        search: the search that tries the choices.
        problem: the problem with the present choices.
        state: state of the search.
        space: the policies to try.
        promising: texts of the choices to try. `None`: all choices.
    """
    found: list[tuple[str, Problem, State]] = []
    for words, others, choice in alternatives(problem.others, search.start.wedges, space):
        if promising is not None and words not in promising:
            continue
        one = replace(problem, others=others)
        there = one.state(numbers_of(problem, state, choice))
        if there is None or _alike(there, state) or any(_alike(there, f[2]) for f in found):
            continue
        found.append((words, one, there))
    return found


def numbers_of(problem: Problem, state: State, choice: Values) -> Floats:
    """Returns the numbers of a state, or those of a choice where it has them."""
    pairs = zip(problem.knobs, state.numbers.tolist(), strict=True)
    return np.array([number_of(choice[k.key]) if k.name in choice else n for k, n in pairs])


def _alike(one: State, other: State) -> bool:
    return np.array_equal(one.found.model_ms, other.found.model_ms)
