"""The state of a search: its numbers and its log."""

from dataclasses import dataclass, replace

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem
from headstack_identify.fit.terms import Term


@dataclass(frozen=True, eq=False)
class SearchState:
    """An immutable state. After a failed trial, the state before is still valid.

    Attributes:
        problem: problem with the policies and terms found so far.
        begun: start of each number, shape (knobs,).
        active: which numbers may change, shape (knobs,).
        refused: terms that were tried without an improvement.
        log: steps of the search, a line each.
    """

    problem: Problem
    begun: Floats
    active: Bools
    refused: frozenset[Term] = frozenset()
    log: tuple[str, ...] = ()

    def noted(self, line: str) -> "SearchState":
        """Returns the state with another line in the log."""
        return replace(self, log=(*self.log, line))

    def with_number(self, problem: Problem) -> "SearchState":
        """Returns the state with a problem that has one more number.

        This number is active and starts at 0.
        """
        begun, active = np.append(self.begun, 0.0), np.append(self.active, True)
        return replace(self, problem=problem, begun=begun, active=active)
