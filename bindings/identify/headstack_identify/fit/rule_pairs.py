"""Finds two rules that explain the trace only together: tries pairs of choices by replays.

A drive that hits by the first block of a read depends on how far it reads ahead. With the wrong
length, the rule looks wrong; without the rule, the length does. Choices that alone cost little are
tried in pairs. Hopeless choices alone are so in pairs, too.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from headstack_identify.fit import policies
from headstack_identify.fit.free_parameters import Values
from headstack_identify.fit.policies import LOOKED_AT, Better, Choice, Searching
from headstack_identify.fit.problem import Problem, State, Width

NEARLY: Final = 250.0
"""Cost, in nats, below which a choice alone is tried in pairs: some 25 reads served otherwise."""

WORTH: Final = 2 * policies.WORTH
"""Least gain of likelihood for a pair, in nats: the price of two rules."""


def best(search: Searching, problem: Problem, state: State, width: Width) -> Better | None:
    """Returns the best pair of choices that is worth two rules, or `None`.

    Args:
        search: the search that tries the choices.
        problem: the problem with the present choices.
        state: state of the search.
        width: scales of the likelihoods.
    """
    before = problem.cost(state, width)
    single = [
        one for one in _different(search, problem, state, width) if one.cost < before + NEARLY
    ]
    pairs = []
    for place, one in enumerate(single):
        words = {other.words for other in single[place + 1 :]}
        for two in _different(search, one.problem, one.state, width, words):
            if not two.keys & one.keys and two.cost < before - WORTH:
                pairs.append(replace(two, words=f"{one.words}; {two.words}"))
    pairs.sort(key=lambda pair: pair.order)
    winner: Better | None = None
    winning = before - WORTH
    for pair in pairs[:LOOKED_AT]:
        following, cost, _ = search.step(pair.state, width, pair.problem)
        if cost < winning:
            winning = cost
            text = f"{pair.words}: cost {before:.0f}, then {cost:.0f}"
            winner = Better(pair.problem, following or pair.state, text)
    return winner


def _different(
    search: Searching,
    problem: Problem,
    state: State,
    width: Width,
    words: set[str] | None = None,
) -> Iterator[Choice]:
    """Yields the choices that change the times, each with its cost. Equal times come once.

    Args:
        search: the search that tries the choices.
        problem: the problem before the choice.
        state: the drive before the choice.
        width: scales of the likelihoods.
        words: the choices to try. `None`: all choices.
    """
    seen = {_key(state)}
    for text, others, choice in policies.alternatives(
        problem.others, search.start.wedges, search.start.space
    ):
        if (words is not None and text not in words) or not search.clock.left():
            continue
        there = _with(problem, state, others, choice)
        if there is None or _key(there[1]) in seen:
            continue
        seen.add(_key(there[1]))
        yield Choice(text, *there, there[0].cost(there[1], width), frozenset(choice))


def _with(
    problem: Problem, state: State, others: Values, choice: Values
) -> tuple[Problem, State] | None:
    """Returns the problem and the drive with a choice, or `None` if they make no drive."""
    chosen = replace(problem, others=others)
    there = chosen.state(policies.numbers_of(problem, state, choice))
    return None if there is None else (chosen, there)


def _key(state: State) -> bytes:
    return np.ascontiguousarray(state.found.model_ms).tobytes()
