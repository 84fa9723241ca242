"""The search on some of a trace's requests: numbers by steps, rules by trying, rough then fine."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.fit import policies, table
from headstack.fit.knobs import Bend, Knob, Values
from headstack.fit.problem import Problem, State, Width
from headstack.fit.replays import Replayed, Replays
from headstack.fit.start import Start
from headstack.fit.time_limit import TimeLimit

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

ROUGH: Final = Width(rest=0.3, spread=0.4)
MIDDLE: Final = Width(rest=0.1, spread=0.2)
FINE: Final = Width(rest=0.04, spread=0.12)
"""How far off a request may well be, in ms, in the three parts of a search."""

STEPS: Final = 6
"""Most steps in each part."""

ENOUGH: Final = 2e-4
"""A part ends when a step makes the cost smaller by less than this share."""

SHARES: Final = (1.0, 0.5, 0.2, 0.05)
"""Of each step these shares are tried, and the best is taken."""

WORTH: Final = 4.0
"""A number is taken back to where it began unless that costs so much: likelihood, in nats."""


@dataclass(frozen=True, eq=False)
class Found:
    """What a search found.

    Attributes:
        knobs: the numbers searched for.
        begun: where they began, shape (knobs,).
        numbers: where they ended, shape (knobs,).
        others: values of the policies' keys.
        values: all values by keys that replace the description's.
        moved: keys that have another value than at first.
        replayed: what the drive makes of the whole trace.
        complete: whether the time was enough.
        log: what was done, a line each.
    """

    knobs: tuple[Knob, ...]
    begun: Numbers
    numbers: Numbers
    others: Values
    values: Values
    moved: tuple[str, ...]
    replayed: Replayed
    complete: bool
    log: tuple[str, ...]


@dataclass
class Search:
    """A search on the rows of a trace that count.

    Args:
        replays: runs the trace on the start's description.
        start: the description laid open.
        measured_ms: of each request, shape (requests,).
        rows: which requests count, shape (requests,).
        clock: how long it may take.
        say: called with what is being done.
    """

    replays: Replays
    start: Start
    measured_ms: Numbers
    rows: Flags
    clock: TimeLimit = field(default_factory=TimeLimit)
    say: Callable[[str], Any] = lambda _: None

    def run(self) -> Found:
        """Searches until nothing gets better, or the time is over."""
        self._log: list[str] = []
        self._plausible: list[str] | None = None
        config = self.start.config
        self._begun = np.array([knob.read(config) for knob in self.start.knobs])
        self._problem = Problem(
            replays=self.replays,
            knobs=self.start.knobs,
            others=dict(self.start.others),
            measured_ms=self.measured_ms,
            rows=self.rows,
            revolution_ms=config.revolution_ps / 1e9,
            distance=self.start.distance,
            sums=self.start.sums,
        )
        state = self._problem.state(self._begun)
        assert state is not None, "the description itself"
        self._late = False
        state = self._steps(self._mended(state), ROUGH)
        state = self._policies(state, ROUGH)
        state = self._steps(state, MIDDLE)
        state = self._policies(state, MIDDLE)
        self._late = True
        state = self._steps(state, MIDDLE)
        state = self._steps(state, FINE)
        state = self._policies(state, FINE)
        state = self._steps(state, FINE)
        state = self._pruned(state)
        state = self._steps(state, FINE)
        return self._found(state)

    def _stages(self, state: State, late: bool) -> None:
        """Says which knobs are turned: those that have an effect, late ones later."""
        self._late = late
        self.active = np.array([late or knob.stage != table.LATE for knob in self.start.knobs])
        effects = self._problem.effects(state, self.active)
        self.active &= np.any(effects.rest, axis=0) | np.any(effects.wait, axis=0)

    def _mended(self, state: State) -> State:
        """Terms below 0 that nothing tells of become 0: they would bound what they are added to."""
        effects = self._problem.effects(state, np.ones(len(self._begun), bool))
        idle = ~(np.any(effects.rest, axis=0) | np.any(effects.wait, axis=0))
        numbers = np.where(idle & (state.numbers < 0), 0.0, state.numbers)
        return self._problem.state(numbers) or state

    def _steps(self, state: State, width: Width) -> State:
        """Goes downhill until it is flat."""
        self._stages(state, late=self._late)
        for number in range(STEPS):
            if not self.clock.left():
                break
            self.say(f"step {number + 1} within {width.rest:g} ms")
            following, cost, before = self.step(state, width)
            if following is None:
                break
            state = following
            self._log.append(f"step within {width.rest:g} ms: cost {before:.0f}, then {cost:.0f}")
            if before - cost < ENOUGH * abs(before):
                break
        return state

    def step(
        self, state: State, width: Width, problem: Problem | None = None
    ) -> tuple[State | None, float, float]:
        """One step: the state that it leads to, its cost, and that before; None: no better one."""
        problem = problem or self._problem
        before = problem.cost(state, width)
        change, _ = problem.step(state, problem.effects(state, self.active), width)
        best, least = None, before
        for share in SHARES:
            trial = problem.state(problem.raised(state.numbers + share * change))
            cost = np.inf if trial is None else problem.cost(trial, width)
            if cost < least:
                best, least = trial, cost
            elif best is not None:
                break
        return best, least, before

    def _policies(self, state: State, width: Width) -> State:
        """Takes over policies that make the cost smaller, one by one, until none does."""
        promising, accepted = self._plausible, False
        while self.clock.left():
            self.say(f"rules within {width.rest:g} ms")
            better, promising, plausible = policies.best(
                self, self._problem, state, width, promising
            )
            if self._plausible is None:
                self._plausible = plausible
            if better is None:
                break
            self._log.append(better.text)
            accepted = True
            self._problem, state = better.problem, better.state
        if accepted:  # beside other rules others make sense
            self._plausible = None
        return state

    def _pruned(self, state: State) -> State:
        """Takes back to its start each number that explains too little to be trusted.

        The least needed go first; the bends of the seek curve go together or not at all.
        """
        cost = self._problem.cost(state, FINE)
        costs = [self._cost_without(state, group)[1] for group in self._groups(state)]
        for place in np.argsort(costs, kind="stable").tolist():
            if not self.clock.left():
                break
            without, cost_then = self._cost_without(state, self._groups(state)[place])
            if without is not None and cost_then < cost + WORTH:
                state, cost = without, cost_then
        return state

    def _groups(self, state: State) -> list[list[int]]:
        bends = [j for j, knob in enumerate(self.start.knobs) if isinstance(knob, Bend)]
        others = [[j] for j in range(len(self._begun)) if j not in bends]
        return [bends, *others] if bends else others

    def _cost_without(self, state: State, group: list[int]) -> tuple[State | None, float]:
        if np.array_equal(state.numbers[group], self._begun[group]):
            return None, np.inf
        numbers = state.numbers.copy()
        numbers[group] = self._begun[group]
        without = self._problem.state(numbers)
        return without, np.inf if without is None else self._problem.cost(without, FINE)

    def _found(self, state: State) -> Found:
        values = self._problem.values(state.numbers)
        begun = replace(self._problem, others=dict(self.start.others)).values(self._begun)
        moved = [key for key in {**begun, **values} if begun.get(key) != values.get(key)]
        return Found(
            knobs=self.start.knobs,
            begun=self._begun,
            numbers=state.numbers,
            others=self._problem.others,
            values=values,
            moved=tuple(moved),
            replayed=state.found,
            complete=not self.clock.over,
            log=tuple(self._log),
        )
