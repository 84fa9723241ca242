"""Tries rules that shift the times of most requests: each choice makes several steps of its own.

An example is the number of blocks that a read waits for. With the numbers that were found for a
wrong choice, the right choice looks hopeless. The right choice also gives an effect to numbers
that had none. So the choices of a rule make steps in turn. After each step, the better half
continues.
"""

from typing import Final, NamedTuple

from headstack_identify.fit import descent, policies, table
from headstack_identify.fit.policies import Better, Searching
from headstack_identify.fit.problem import Problem, State, Width

STEPS: Final = 8
"""Most steps of a choice."""

KEPT: Final = 3
"""Most choices that make all steps."""

FEW: Final = 3
"""Steps after which a choice that is still hopeless ends (`policies.HOPELESS`)."""


class _Choice(NamedTuple):
    """A choice after some steps."""

    cost: float
    words: str
    problem: Problem
    state: State


def best(search: Searching, problem: Problem, state: State, width: Width) -> Better | None:
    """Returns the best choice that is worth a rule, or `None`.

    Args:
        search: the search that tries the choices.
        problem: the problem with the present choices.
        state: state of the search.
        width: scales of the likelihoods.
    """
    before = problem.cost(state, width)
    ends = [
        choice
        for policy in search.start.space.policies
        if policy.shifts
        for choice in _after_steps(search, problem, state, width, policy)
    ]
    least = min(ends, key=lambda choice: choice[:2], default=None)
    if least is None or least.cost > before - policies.WORTH:
        return None
    text = f"{least.words}: cost {before:.0f}, then {least.cost:.0f}"
    return Better(least.problem, least.state, text)


def _after_steps(
    search: Searching, problem: Problem, state: State, width: Width, policy: table.Policy
) -> list[_Choice]:
    """Returns the choices of a policy that made all their steps."""
    space = table.SearchSpace(search.start.space.rows, (policy,))
    tried = [
        _Choice(one.cost(there, width), words, one, there)
        for words, one, there in policies.different(search, problem, state, space)
    ]
    ended: list[_Choice] = []
    hopeless = problem.cost(state, width) * policies.HOPELESS
    for number in range(STEPS):
        if not search.clock.left():
            break
        if number >= FEW:
            tried = [one for one in tried if one.cost < hopeless]
        stepped = sorted((_step(search, one, width) for one in tried), key=lambda one: one[:2])
        before = {one.words: one.cost for one in tried}
        kept = stepped[: max(KEPT, (len(stepped) + 1) // 2)]
        falling = [one for one in kept if before[one.words] - one.cost >= descent.ENOUGH]
        ended += [one for one in kept if one not in falling]
        tried = falling
    return ended + tried


def _step(search: Searching, choice: _Choice, width: Width) -> _Choice:
    if not search.clock.left():
        return choice
    after, cost, _ = search.step(choice.state, width, choice.problem)
    return choice._replace(cost=cost, state=after or choice.state)
