"""The state of a search: its numbers and its log, and the dips of its seek curve."""

from dataclasses import dataclass, replace

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit.problem import Problem
from headstack_identify.fit.terms import Term


@dataclass(frozen=True)
class Dip:
    """A dip of a seek curve.

    Attributes:
        first: distance before the fall, in cylinders.
        last: distance from which the curve is above its earlier times again.
        depth_ms: largest fall below an earlier time.
        gain_nats: by how much the dip makes the trace likelier.
    """

    first: int
    last: int
    depth_ms: float
    gain_nats: float

    @property
    def sentence(self) -> str:
        """Where the dip is, how deep, and what it explains."""
        return (
            f"Seeks over {self.first:,} to {self.last:,} cylinders fall by up to "
            f"{self.depth_ms:.3f} ms as the distance grows (likelier by {self.gain_nats:.0f} nats)"
        )


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
