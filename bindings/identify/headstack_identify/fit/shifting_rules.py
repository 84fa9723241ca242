"""Tries rules that shift the times of most requests: each choice makes several steps of its own.

An example is the number of blocks that a read waits for. With the numbers that were found for a
wrong choice, the right choice looks hopeless. The right choice also gives an effect to numbers
that had none. So the choices of a rule make steps in turn. After each step, the better half
continues.
"""

from dataclasses import replace
from typing import Final

from headstack_identify.fit import descent, policies
from headstack_identify.fit.policies import Better, Choice, Searching
from headstack_identify.fit.problem import Problem, State, Width

STEPS: Final = 8
"""Most steps of a choice."""

KEPT: Final = 3
"""Most choices that make all steps."""

FEW: Final = 3
"""Steps after which a choice that is still hopeless ends (`policies.HOPELESS`)."""


def best(search: Searching, problem: Problem, state: State, width: Width) -> Better | None:
    """Returns the best choice that is worth a rule, or `None`.

    Args:
        search: the search that tries the choices.
        problem: the problem with the present choices.
        state: state of the search.
        width: scales of the likelihoods.
    """
    before = problem.cost(state, width)
    every = search.start.space
    space = replace(every, policies=tuple(policy for policy in every.policies if policy.shifts))
    tried = [
        Choice(words, one, there, one.cost(there, width))
        for words, one, there in policies.different(search, problem, state, space)
    ]
    ends = _after_steps(search, tried, width, before * policies.HOPELESS)
    least = min(ends, key=lambda choice: choice.order, default=None)
    if least is None or least.cost > before - policies.WORTH:
        return None
    text = f"{least.words}: cost {before:.0f}, then {least.cost:.0f}"
    return Better(least.problem, least.state, text)


def _after_steps(
    search: Searching, tried: list[Choice], width: Width, hopeless: float
) -> list[Choice]:
    """Returns the choices that made all their steps.

    Args:
        search: the search that tries the choices.
        tried: the choices before their steps.
        width: scales of the likelihoods.
        hopeless: cost above which a choice ends after `FEW` steps.
    """
    ended: list[Choice] = []
    for number in range(STEPS):
        if not search.clock.left():
            break
        if number >= FEW:
            tried = [one for one in tried if one.cost < hopeless]
        stepped = sorted((_step(search, one, width) for one in tried), key=lambda one: one.order)
        before = {one.words: one.cost for one in tried}
        kept = stepped[: max(KEPT, (len(stepped) + 1) // 2)]
        falling = [one for one in kept if before[one.words] - one.cost >= descent.ENOUGH]
        ended += [one for one in kept if one not in falling]
        tried = falling
    return ended + tried


def _step(search: Searching, choice: Choice, width: Width) -> Choice:
    if not search.clock.left():
        return choice
    after, cost, _ = search.step(choice.state, width, choice.problem)
    return replace(choice, cost=cost, state=after or choice.state)
