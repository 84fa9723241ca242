"""Where a search stands: what it turns, and what it has done."""

from dataclasses import dataclass, replace

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem
from headstack_identify.fit.terms import Term


@dataclass(frozen=True, eq=False)
class SearchState:
    """It does not change: where a trial fails, the one before still stands.

    Attributes:
        problem: with the rules and terms found so far.
        begun: where its numbers began, shape (knobs,).
        active: which of them are turned, shape (knobs,).
        refused: terms that have been tried and made nothing better.
        log: what was done, a line each.
    """

    problem: Problem
    begun: Floats
    active: Bools
    refused: frozenset[Term] = frozenset()
    log: tuple[str, ...] = ()

    def noted(self, line: str) -> "SearchState":
        """With a line more."""
        return replace(self, log=(*self.log, line))

    def with_number(self, problem: Problem) -> "SearchState":
        """With a problem that has one number more, which begins at 0 and is turned."""
        begun, active = np.append(self.begun, 0.0), np.append(self.active, True)
        return replace(self, problem=problem, begun=begun, active=active)
