"""Adds conditional terms to a drive as long as they improve the fit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from headstack_identify.fit import descent, more_bends, situations, table
from headstack_identify.fit.free_parameters import Value
from headstack_identify.fit.more_bends import Bent
from headstack_identify.fit.problem import State, Width
from headstack_identify.fit.search_state import SearchState
from headstack_identify.fit.splitting import Split
from headstack_identify.fit.start import Start
from headstack_identify.fit.terms import OF, Term, TermTime
from headstack_identify.fit.time_limit import TimeLimit

TERM_WORTH: Final = 8.0
"""Least gain of likelihood for a conditional term, in nats."""

MOST_TERMS: Final = 12
"""Largest number of added conditional terms."""

TERMS_INSTEAD: Final = 4
"""Largest number of conditional terms that replace the keys of a class."""

TERMS_TRIED: Final = 3
"""Number of the best conditional terms of a class that are tried."""


@dataclass(frozen=True)
class AddingTerms:
    """Adds conditional terms.

    Attributes:
        start: the prepared description.
        width: scales of the likelihoods.
        clock: time limit.
        say: called with the current step.
    """

    start: Start
    width: Width
    clock: TimeLimit
    say: Callable[[str], Any]

    def added(self, at: SearchState, state: State) -> tuple[SearchState, State]:
        """Repeats two steps: adds the best term of each class, then changes all numbers."""
        for of in OF:
            at, state = self._by_conditions(of, at, state)
        while self.clock.left():
            self.say(f"terms within {self.width.rest:g} ms")
            before = len(at.problem.knobs)
            found = list(situations.proposals(at.problem, state, self.start, self.width))
            for of, splits in found:
                if of != "write data" or len(at.problem.knobs) == before:
                    at, state = self._with_term(at, state, splits)
            if len(at.problem.knobs) == before:
                break
            following, cost, _ = descent.step(at.problem, at.active, state, self.width)
            at = at.noted(f"step within {self.width.rest:g} ms: cost {cost:.0f}")
            state = following or state
        return at, state

    def _by_conditions(self, of: str, at: SearchState, state: State) -> tuple[SearchState, State]:
        """Tries conditional terms instead of keys. Keeps the terms if the fit improves.

        The keys are the terms of one class. A time for sequential requests and a time for requests
        after a pause do not add up to a time for sequential requests after a pause. With both keys
        set, no third term alone improves the fit.
        """
        commands = table.COMMANDS[of]
        knobs = at.problem.knobs
        own = np.array([isinstance(knob, Value) and knob.adds_to in commands for knob in knobs])
        there = at.problem.state(np.where(own, 0.0, state.numbers))
        if not np.any(state.numbers[own]) or there is None or not self.clock.left():
            return at, state
        cost = at.problem.cost(state, self.width)
        trial = at.noted(f"{of}: conditions in place of keys")
        for _ in range(TERMS_INSTEAD):
            had = len(trial.problem.knobs)
            proposals = situations.proposals(trial.problem, there, self.start, self.width, (of,))
            for _, splits in proposals:
                trial, there = self._with_term(trial, there, splits)
            if len(trial.problem.knobs) == had:
                break
        more = len(trial.problem.knobs) - len(at.problem.knobs)
        better = trial.problem.cost(there, self.width) < cost - TERM_WORTH * more
        return (trial, there) if better else (at, state)

    def _with_term(
        self, at: SearchState, state: State, splits: list[Split]
    ) -> tuple[SearchState, State]:
        """Returns the drive with the best term that improves the fit, or else the old drive."""
        had = {knob.term for knob in at.problem.knobs if isinstance(knob, TermTime)}
        new = [split for split in splits if split.term not in had | at.refused]
        if len(had) - sum(isinstance(knob, TermTime) for knob in self.start.knobs) >= MOST_TERMS:
            return at, state
        before = at.problem.cost(state, self.width)
        for split in new[:TERMS_TRIED]:
            there = situations.tried(at.problem, state, split)
            cost = np.inf if there is None else there[0].cost(there[1], self.width)
            if there is not None and cost < before - TERM_WORTH:
                words = f"{split.term.text} {split.time_ms:+.3f} ms"
                longer = at.with_number(there[0])
                bent = self._bends_instead(at, state, split.term, longer, there[1])
                if bent is not None:
                    words = f"{bent.text} instead of {split.term.text}"
                    at = bent.at.noted(f"{words}: cost {before:.0f}, then {bent.cost:.0f}")
                    return at, bent.state
                return longer.noted(f"{words}: cost {before:.0f}, then {cost:.0f}"), there[1]
            at = replace(at, refused=at.refused | {split.term})
        return at, state

    def _bends_instead(
        self, at: SearchState, state: State, term: Term, longer: SearchState, there: State
    ) -> Bent | None:
        """Returns the search with bends of the seek curve that do as well as the term.

        The term is compared after as many steps as the bends. Returns `None` if the trace insists
        on the term.
        """
        bent = more_bends.instead(at, state, term, self.width)
        if bent is None:
            return None
        given = (longer.problem, longer.active, there, self.width)
        cost = descent.steps(*given, more_bends.STEPS)[1]
        return bent if bent.cost <= cost + TERM_WORTH else None
