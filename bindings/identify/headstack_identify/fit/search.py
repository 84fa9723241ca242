"""Runs a search on some requests of a trace: numbers by steps, policies by trials, then finer."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from headstack.arrays import Bools, Floats
from headstack_identify.fit import (
    balance,
    descent,
    evolution,
    line_moves,
    policies,
    rule_pairs,
    settling,
    shifting_rules,
    situations,
    smooth_curve,
    spare_cylinders,
    spreads,
    table,
)
from headstack_identify.fit.adding_terms import AddingTerms
from headstack_identify.fit.found import Found
from headstack_identify.fit.free_parameters import SeekCurvePoint
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search_state import SearchState
from headstack_identify.fit.start import Start
from headstack_identify.fit.terms import TermTime
from headstack_identify.fit.time_limit import TimeLimit

ROUGH: Final = Width(rest=0.3, spread=0.4)
MIDDLE: Final = Width(rest=0.1, spread=0.2)
FINE: Final = Width(rest=0.04, spread=0.12)
"""Scales of errors, in ms, in the three parts of a search."""

STEPS: Final = 6
"""Most steps in each part."""

ENOUGH: Final = 2e-4
"""A part ends when a step lowers the cost by less than this share."""

ROUNDS: Final = 4
"""Most times that a search looks at drives nearby at its end."""

HALVINGS: Final = 8
"""Number of times that a random shift is halved if it makes no drive."""

WORTH: Final = 4.0
"""Likelihood, in nats, that a number must gain. With less, the number returns to its start."""


@dataclass
class Search:
    """A search on the requests of a trace that count.

    Args:
        replays: runs the trace on the description of the start.
        start: the prepared description.
        measured_ms: measured time of each request, shape (requests,).
        rows: which requests count, shape (requests,).
        clock: time limit.
        say: called with the current step.
        beginning: 0 to begin with the description. With any other number, the search begins with
            random shifts of the numbers, by about their measuring steps.

    Attributes:
        at: state of the search, from `begin` on.
        fine: scales of the last part of the search, from `begin` on.
    """

    replays: Replays
    start: Start
    measured_ms: Floats
    rows: Bools
    clock: TimeLimit = field(default_factory=TimeLimit)
    say: Callable[[str], Any] = lambda _: None
    beginning: int = 0

    def run(self) -> Found:
        """Searches until nothing improves, or the time is over."""
        state = self._steps(self._mended(self.shaken(self.begin())), ROUGH)
        state = self._policies(self._shifted(state, ROUGH), ROUGH)
        state = self._steps(state, MIDDLE)
        state = self._exchanged(self._policies(state, MIDDLE), MIDDLE)
        self._late = True
        state = self._steps(state, MIDDLE)
        state = self._sharpened(self._smoother(self._steps(state, self.fine)))
        state = self._spared(state)
        state = self.add_terms(self._exchanged(state, self.fine), self.fine)
        state = self._policies(self._evolved(state, self.start.space.drives_between), self.fine)
        state = self._pairs(state, self.fine)
        state = self.add_terms(self._again(self._steps(state, self.fine)), self.fine)
        state = self._spared(self._pruned(self.without_idle_rules(state)))
        state = self._moved(self._sharpened(self._exchanged(state, self.fine)))
        return self.found(self._balanced(self._converged(state)))

    def begin(self) -> State:
        """Returns the drive of the description."""
        self._plausible: list[str] | None = None
        self._pruned_names: set[str] = set()
        self.fine = FINE
        config = self.start.config
        begun = np.array([knob.read(config) for knob in self.start.knobs])
        problem = Problem(
            replays=self.replays,
            knobs=self.start.knobs,
            others=dict(self.start.others),
            measured_ms=self.measured_ms,
            rows=self.rows,
            revolution_ms=config.revolution_ps / 1e9,
            distance=self.start.distance,
            sums=self.start.sums,
        )
        self.at = SearchState(problem, begun, np.ones(len(begun), bool))
        state = problem.state(begun)
        assert state is not None, "the description itself"
        self._late = False
        return state

    def shaken(self, state: State) -> State:
        """Returns the drive with random shifts. Shifts change the order of the found policies."""
        if not self.beginning:
            return state
        ranges = [knob.range for knob in self.problem.knobs]
        by = np.random.default_rng(self.beginning).standard_normal(len(ranges))
        by *= [one.step for one in ranges]
        low, high = ([getattr(one, end) for one in ranges] for end in ("low", "high"))
        for halvings in range(HALVINGS):
            numbers = np.clip(state.numbers + by / 2**halvings, low, high)
            there = self.problem.state(self.problem.raised(numbers))
            if there is not None:
                self.at = self.at.noted(f"numbers moved by some 1/{2**halvings} of their steps")
                return there
        self.at = self.at.noted("numbers not moved: no drive is near")
        return state

    @property
    def problem(self) -> Problem:
        """The problem with the policies and terms found so far."""
        return self.at.problem

    @property
    def active(self) -> Bools:
        """Which numbers may change and have an effect with the present rules."""
        return self.at.active

    @property
    def may_change(self) -> Bools:
        """Which numbers may change, even without an effect at present."""
        return np.array(
            [
                (self._late or knob.stage != table.LATE) and knob.name not in self._pruned_names
                for knob in self.problem.knobs
            ]
        )

    def _stages(self, state: State, late: bool) -> None:
        """Determines which knobs may change.

        A knob must have an effect. A late knob also needs `late`.
        """
        self._late = late
        active = self.may_change
        effects = self.problem.effects(state, active)
        active &= np.any(effects.rest, axis=0) | np.any(effects.wait, axis=0)
        self.at = replace(self.at, active=active)

    def _mended(self, state: State) -> State:
        """Sets negative terms without effect to 0, because they would limit their commands."""
        effects = self.problem.effects(state, np.ones(len(self.at.begun), bool))
        idle = ~(np.any(effects.rest, axis=0) | np.any(effects.wait, axis=0))
        numbers = np.where(idle & (state.numbers < 0), 0.0, state.numbers)
        return self.problem.state(numbers) or state

    def _steps(self, state: State, width: Width) -> State:
        """Makes steps until the cost no longer falls."""
        self._stages(state, late=self._late)
        for number in range(STEPS):
            if not self.clock.left():
                break
            self.say(f"step {number + 1} within {width.rest:g} ms")
            following, cost, before = self.step(state, width)
            if following is None:
                break
            state = following
            words = f"step within {width.rest:g} ms: cost {before:.0f}, then {cost:.0f}"
            self.at = self.at.noted(words)
            if before - cost < ENOUGH * abs(before):
                break
        return state

    def _again(self, state: State) -> State:
        """Makes steps again from rough to fine, after policies and terms have changed."""
        cost, there = self.problem.cost(state, self.fine), state
        for width in (ROUGH, MIDDLE, self.fine):
            there = self._steps(there, width)
        return there if self.problem.cost(there, self.fine) < cost else state

    def _evolved(self, state: State, drives: int, seed: int = 1) -> State:
        """Returns the best of many drives near the state. Each seed tries other drives."""
        self._stages(state, self._late)
        self.say("drives nearby")
        before = self.problem.cost(state, self.fine)
        found = evolution.evolved(
            self.problem, self.active, state, self.fine, self.clock, drives, seed
        )
        cost = self.problem.cost(found, self.fine)
        self.at = self.at.noted(f"{drives} drives nearby: cost {before:.0f}, then {cost:.0f}")
        return found

    def step(
        self, state: State, width: Width, problem: Problem | None = None
    ) -> tuple[State | None, float, float]:
        """Makes a step by `descent.step`. A given `problem` must have as many numbers.

        The rules of a given `problem` may give an effect to numbers that have none at present.
        """
        active = self.active if problem is None else self.may_change
        return descent.step(problem or self.problem, active, state, width)

    def _policies(self, state: State, width: Width) -> State:
        """Adopts policies that lower the cost, one at a time, until no policy lowers the cost.

        After each adopted policy, the promising choices are tried again, because other policies may
        make other choices useful. At last, all choices are tried.
        """
        promising, accepted = self._plausible, False
        state = self._settling(state)
        while self.clock.left():
            self.say(f"rules within {width.rest:g} ms")
            better, looked_well, plausible = policies.best(
                self, self.problem, state, width, promising
            )
            if promising is None:
                self._plausible = plausible
            if better is not None:
                state = self._adopted(better)
                promising, accepted = looked_well, True
            elif accepted and promising is not None:
                promising, accepted = None, False
            else:
                break
        return state

    def _adopted(self, better: policies.Better) -> State:
        """Takes a choice that improves the fit, and returns the drive with it."""
        self.at = replace(self.at.noted(better.text), problem=better.problem)
        return better.state

    def _shifted(self, state: State, width: Width) -> State:
        """Adopts rules that shift the times of most requests, until none lowers the cost."""
        while self.clock.left():
            self.say(f"rules that shift times, within {width.rest:g} ms")
            better = shifting_rules.best(self, self.problem, state, width)
            if better is None:
                break
            state = self._steps(self._adopted(better), width)
        return self._far_moved(state, width)

    def _far_moved(self, state: State, width: Width) -> State:
        """Moves single numbers by many of their steps if the cost falls."""
        found = self._along_lines("far moves", line_moves.far, self.may_change, state, width)
        return self._exchanged(state if found is state else self._steps(found, width), width)

    def _exchanged(self, state: State, width: Width) -> State:
        """Moves time between commands and their ends if the cost falls."""
        words = "times before and after the data"
        found = self._along_lines(words, line_moves.exchanged, self.may_change, state, width)
        return state if found is state else self._steps(found, width)

    def _along_lines(
        self, words: str, move: line_moves.Moves, active: Bools, state: State, width: Width
    ) -> State:
        """Returns the drive after moves along lines that pay: `state` itself if none pays."""
        if not self.clock.left():
            return state
        self.say(words)
        before = self.problem.cost(state, width)
        found = move(self.problem, active, state, width, WORTH, self.clock)
        cost = self.problem.cost(found, width)
        self.at = self.at.noted(f"{words}: cost {before:.0f}, then {cost:.0f}")
        return found

    def _pairs(self, state: State, width: Width) -> State:
        """Adopts two policies at once that lower the cost, and then single policies."""
        while self.clock.left():
            self.say(f"two rules within {width.rest:g} ms")
            better = rule_pairs.best(self, self.problem, state, width)
            if better is None:
                break
            state = self._policies(self._adopted(better), width)
        return state

    def _smoother(self, state: State) -> State:
        """Takes a smooth seek curve with a bend at each point if the cost falls."""
        if not self.clock.left():
            return state
        self.say("a smooth seek curve")
        cost = self.problem.cost(state, self.fine)
        bent = smooth_curve.proposal(self.at, state, (ROUGH, MIDDLE, self.fine))
        if bent is None or bent.cost > cost - WORTH:
            return state
        self.at = bent.at.noted(f"smooth seek curve: cost {cost:.0f}, then {bent.cost:.0f}")
        return bent.state

    def _spared(self, state: State) -> State:
        """Adopts spare cylinders at the ends of the zones of a recording, as long as they pay."""
        config = self.start.config
        if self.replays.trace.recording.think is None or not spare_cylinders.possible(config):
            return state
        self.say("spare cylinders")
        while self.clock.left():
            cost = self.problem.cost(state, self.fine)
            problem, there = spare_cylinders.adopted(
                self.problem, self.may_change, state, self.fine, self.clock
            )
            if there is state:
                break
            words = f"spare cylinders: cost {cost:.0f}, then {problem.cost(there, self.fine):.0f}"
            self.at = replace(self.at.noted(words), problem=problem)
            state = self._steps(there, self.fine)
        return state

    def _sharpened(self, state: State) -> State:
        """Makes steps with the likeliest spread of positioning times, until the spread stays."""
        for _ in spreads.SPREADS_MS:
            state = self._steps(state, self.fine)
            likeliest = spreads.likeliest(self.problem, state, FINE.rest)
            if likeliest == self.fine or not self.clock.left():
                break
            self.fine = likeliest
            self.at = self.at.noted(f"positioning times spread by {likeliest.spread:g} ms")
        return state

    def _settling(self, state: State) -> State:
        """Adopts steps of write settling that lower the cost."""
        problem = settling.proposal(self.problem, state, self.start, ROUGH)
        there = None if problem is None else problem.state(state.numbers)
        if problem is None or there is None or not self.clock.left():
            return state
        following, cost, _ = self.step(there, ROUGH, problem)
        before = self.problem.cost(state, ROUGH)
        if cost > before - policies.WORTH:
            return state
        words = problem.others.get(settling.STEPS, "none")
        noted = self.at.noted(f"{settling.STEPS} = {words}: cost {before:.0f}, then {cost:.0f}")
        self.at = replace(noted, problem=problem)
        return following or there

    def add_terms(self, state: State, width: Width) -> State:
        """Adds conditional terms (`adding_terms`)."""
        self._stages(state, self._late)
        adding = AddingTerms(self.start, width, self.clock, self.say)
        self.at, state = adding.added(self.at, state)
        return state

    def _moved(self, state: State) -> State:
        """Moves single numbers and parts of the seek curve if the cost falls."""
        if not self.clock.left():
            return state
        self._stages(state, self._late)
        moved = line_moves.moved
        return self._along_lines("moves along lines", moved, self.active, state, self.fine)

    def _converged(self, state: State) -> State:
        """Looks at drives nearby and moves along lines, until both gain less than a rule."""
        for turn in range(ROUNDS):
            before = self.problem.cost(state, self.fine)
            state = self._moved(self._evolved(state, self.start.space.drives_at_last, turn + 1))
            gain = before - self.problem.cost(state, self.fine)
            if gain < policies.WORTH or not self.clock.left():
                break
        return state

    def _balanced(self, state: State) -> State:
        if not self.clock.left():
            return state
        self.say("late and early")
        return balance.balanced(self.problem, state, self.fine)

    def _pruned(self, state: State) -> State:
        """Resets each number that explains too little to its start.

        The least needed numbers go first. The bends of the seek curve go together or not at all. A
        reset number keeps its start. Terms without a time are removed.
        """
        cost = self.problem.cost(state, self.fine)
        costs = [self._cost_without(state, group)[1] for group in self._groups(state)]
        for place in np.argsort(costs, kind="stable").tolist():
            if not self.clock.left():
                break
            without, cost_then = self._cost_without(state, self._groups(state)[place])
            if without is not None and cost_then < cost + WORTH:
                state, cost = without, cost_then
                self._pruned_names |= {
                    self.problem.knobs[j].name for j in self._groups(state)[place]
                }
        return self._without_idle_terms(state)

    def without_idle_rules(self, state: State) -> State:
        """Resets policies to their start if they now explain less than a policy must explain."""
        cost = self.problem.cost(state, self.fine)
        for policy in self.start.space.policies:
            others = dict(self.problem.others)
            keys = {key for choice in policy.choices for key in choice}
            for key in sorted(keys - self.start.space.numbers):
                others.pop(key, None)
                if key in self.start.others:
                    others[key] = self.start.others[key]
            if others == self.problem.others or not self.clock.left():
                continue
            plainer = replace(self.problem, others=others)
            without = plainer.state(state.numbers)
            cost_then = np.inf if without is None else plainer.cost(without, self.fine)
            if without is not None and cost_then < cost + policies.WORTH:
                state, cost = without, cost_then
                words = f"{policy.name} as it was: cost {cost:.0f}"
                self.at = replace(self.at.noted(words), problem=plainer)
        return state

    def _without_idle_terms(self, state: State) -> State:
        """Returns the same drive without terms that were found and then reset."""
        gone = np.array(
            [
                isinstance(knob, TermTime) and knob.name in self._pruned_names and not knob.begun
                for knob in self.problem.knobs
            ]
        )
        kept = situations.without(self.problem, gone)
        begun, active = self.at.begun[~gone], self.at.active[~gone]
        self.at = replace(self.at, problem=kept, begun=begun, active=active)
        return replace(state, numbers=state.numbers[~gone])

    def _groups(self, state: State) -> list[list[int]]:
        bends = [j for j, knob in enumerate(self.problem.knobs) if isinstance(knob, SeekCurvePoint)]
        others = [[j] for j in range(len(self.at.begun)) if j not in bends]
        return [bends, *others] if bends else others

    def _cost_without(self, state: State, group: list[int]) -> tuple[State | None, float]:
        if np.array_equal(state.numbers[group], self.at.begun[group]):
            return None, np.inf
        numbers = state.numbers.copy()
        numbers[group] = self.at.begun[group]
        without = self.problem.state(numbers)
        return without, np.inf if without is None else self.problem.cost(without, self.fine)

    def found(self, state: State) -> Found:
        """Returns the result of the search at its end."""
        values = self.problem.values(state.numbers)
        changed = state.numbers != self.at.begun
        # The bends of the seek curve have their own price, so they count as one number.
        bends = np.array([isinstance(knob, SeekCurvePoint) for knob in self.problem.knobs])
        count = int(np.count_nonzero(changed[~bends])) + int(np.any(changed[bends]))
        count += int(np.count_nonzero(spare_cylinders.found(self.problem)))
        return Found(
            knobs=self.problem.knobs,
            begun=self.at.begun,
            numbers=state.numbers,
            others={k: v for k, v in self.problem.others.items() if k not in spare_cylinders.KEYS},
            values=values,
            replayed=state.found,
            complete=not self.clock.over,
            cost=self.problem.cost(state, FINE) + WORTH * count,
            log=self.at.log,
        )
