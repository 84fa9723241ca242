"""Measures the effect of each knob, and computes the best change of all knobs: one search step.

Two kinds of times tell different things. The rest of an error, without whole revolutions, follows
commands, bus and layout, and changes in proportion. The rest does not show a positioning time: the
wait for the sector absorbs it, until the head misses the sector. So only two bounds of the
positioning time are known for each request. Take the wait of the request in the model, less the
revolutions by which the model is late. This time says by how much the positioning can be longer or
shorter. Both kinds become likelihoods. The rest has Cauchy's distribution, so no request dominates.
The bounds have a logistic spread of positioning times.

Effects are measured: each knob is changed a little, and the trace is replayed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify.fit import revolution_errors, table
from headstack_identify.fit.free_parameters import FreeParameter, SeekCurvePoint, Values, values_of
from headstack_identify.fit.replays import Replayed, Replays

OUTLIERS = 0.02
"""Share of media accesses whose revolution nothing explains: 1.3 to 3 % on real drives."""

SHORTEST_MS = 0.002
"""Least time of a command, including all terms that shorten the command."""

_LIKELY = 20.0  # a larger multiple of the step is no effect: the request is served in another way


@dataclass(frozen=True)
class Width:
    """Scales of the two likelihoods, in ms.

    Attributes:
        rest: scale of errors without whole revolutions.
        spread: scale of positioning times.
    """

    rest: float
    spread: float


@dataclass(frozen=True, eq=False)
class State:
    """A state of a search.

    Attributes:
        numbers: numbers of the knobs, shape (knobs,).
        found: replay of the trace on the drive with these numbers.
    """

    numbers: Floats
    found: Replayed


@dataclass(frozen=True, eq=False)
class Problem:
    """The problem of a search: the knobs, and the requests that count.

    Attributes:
        replays: runs the trace.
        knobs: knobs of the search.
        others: values that the search does not change, but that differ from the drive's values.
        measured_ms: measured times, shape (requests,).
        rows: which requests count, shape (requests,).
        revolution_ms: time of a revolution.
        distance: approximate seek distance of each request in cylinders, shape (requests,).
        sums: sums of commands and terms as in `Start`, shape (commands, knobs).
    """

    replays: Replays
    knobs: tuple[FreeParameter, ...]
    others: Values
    measured_ms: Floats
    rows: Bools
    revolution_ms: float
    distance: Ints
    sums: Floats

    def values(self, numbers: Sequence[float] | Floats) -> Values:
        """Returns values by keys for numbers of the knobs."""
        return values_of(self.knobs, [float(n) for n in numbers], self.replays.config, self.others)

    def state(self, numbers: Floats) -> State | None:
        """Returns the state with these numbers. Returns `None` if the numbers make no drive."""
        found = self.replays.one(self.values(numbers))
        return None if found is None else State(numbers, found)

    def cost(self, state: State, width: Width) -> float:
        """Returns the cost of a state, which `step` makes small."""
        bent = self._bending() @ state.numbers
        likelihood = _Likelihood(self, state.found, None, None)
        return likelihood.cost(None, width) + 0.5 * float(bent @ bent)

    def each(self, state: State, width: Width) -> Floats:
        """Returns the cost of each request, shape (rows,), without the prices of the numbers."""
        none = np.zeros(int(self.rows.sum()))
        likelihood = _Likelihood(self, state.found, None, None)
        return likelihood.curves(none, none, np.zeros(1), width)[:, 0]

    def curvature(self, state: State, effects: "Effects", width: Width) -> Floats:
        """Returns the approximate curvature of the cost along each number, shape (knobs,)."""
        likelihood = _Likelihood(self, state.found, effects.rest, effects.wait)
        bending: Floats = np.square(self._bending()).sum(axis=0)
        return likelihood.curvature(width) + bending

    def curves(
        self, state: State, effects: "Effects", knob: int, shifts: Floats, width: Width
    ) -> Floats:
        """Returns the cost of each request after shifts of a knob, by the knob's effects.

        Returns:
            Shape (rows, shifts).
        """
        rest, wait = effects.rest[:, knob], effects.wait[:, knob]
        return _Likelihood(self, state.found, None, None).curves(rest, wait, shifts, width)

    def effects(self, state: State, active: Bools) -> "Effects":
        """Measures effects: changes each active knob by its step, upwards or else downwards.

        Args:
            state: state of the search.
            active: which knobs to change. The other knobs have no effect. Shape (knobs,).
        """
        kept = self._kept.get("effects")
        if kept is not None and kept[0] is state and np.all(kept[1] | ~active):
            return Effects(kept[2].rest * active, kept[2].wait * active)
        found = self._measured(state, active)
        self._kept["effects"] = (state, active.copy(), found)
        return found

    @cached_property
    def _kept(self) -> dict[str, tuple[State, Bools, "Effects"]]:
        """The last measured effects. After a failed step, other steps begin at the same state."""
        return {}

    def _measured(self, state: State, active: Bools) -> "Effects":
        steps = np.array([knob.range.step for knob in self.knobs])
        at_most = np.array([knob.range.high for knob in self.knobs])
        signs = np.where(state.numbers + steps > at_most, -1.0, 1.0)
        count = len(self.measured_ms)
        rest, wait = np.zeros((count, len(steps))), np.zeros((count, len(steps)))
        bends = [
            j for j, knob in enumerate(self.knobs) if active[j] and isinstance(knob, SeekCurvePoint)
        ]
        self._bend_effects(state, bends, wait)
        for j in np.flatnonzero(active).tolist():
            if j in bends:
                continue
            for by in (signs[j] * steps[j], -signs[j] * steps[j]):
                one = self._turned(state, j, by)
                if one is not None:
                    break
            else:
                continue
            rest[:, j] = self._effect(one.model_ms - state.found.model_ms, by, one, state)
            wait[:, j] = self._effect(one.rotation_ms - state.found.rotation_ms, by, one, state)
        return Effects(rest[self.rows], wait[self.rows])

    def _bend_effects(self, state: State, bends: Sequence[int], wait: Floats) -> None:
        """Fills in the effects of bends on the wait. Bends three apart do not overlap."""
        for first in range(min(3, len(bends))):
            group = bends[first::3]
            numbers = state.numbers.copy()
            numbers[group] += [self.knobs[j].range.step for j in group]
            one = self.replays.one(self.values(numbers))
            if one is None:
                continue
            change = one.rotation_ms - state.found.rotation_ms
            for j in group:
                knob = self.knobs[j]
                assert isinstance(knob, SeekCurvePoint)
                by = knob.range.step
                moves = knob.before <= self.distance, self.distance <= knob.behind
                mine = self._effect(change.copy(), by, one, state)
                wait[:, j] = np.where(moves[0] & moves[1], mine, 0.0)

    def _turned(self, state: State, knob: int, by: float) -> Replayed | None:
        numbers = state.numbers.copy()
        numbers[knob] += by
        return self.replays.one(self.values(numbers))

    def _effect(self, change: Floats, by: float, one: Replayed, state: State) -> Floats:
        turns = np.rint(change / self.revolution_ms)
        change = change - self.revolution_ms * turns
        change[one.media != state.found.media] = 0.0
        change[np.abs(change) > _LIKELY * abs(by) + 0.05] = 0.0
        return change / by

    def step(
        self, state: State, effects: "Effects", width: Width, rounds: int = 200
    ) -> tuple[Floats, float]:
        """Returns the best change of all numbers by the effects, and its expected cost.

        Args:
            state: state of the search.
            effects: effects of the knobs.
            width: scales of the likelihoods.
            rounds: largest number of iterations. A first look needs only a few.

        Returns:
            The change, shape (knobs,), and the cost.
        """
        from scipy.optimize import minimize

        terms = _Likelihood(self, state.found, effects.rest, effects.wait)
        bending = self._bending()
        bounds = [
            (max(-k.range.most, k.range.low - n), min(k.range.most, k.range.high - n))
            for k, n in zip(self.knobs, state.numbers, strict=True)
        ]
        scale = np.array([knob.range.most for knob in self.knobs])
        result: Any = minimize(
            lambda share: _sum(
                terms.scaled(share, scale, width),
                _scaled(bending, state.numbers + share * scale, scale),
                self._too_short(state.numbers + share * scale, scale),
            ),
            np.zeros(len(scale)),
            jac=True,
            method="L-BFGS-B",
            bounds=[(low / s, high / s) for (low, high), s in zip(bounds, scale, strict=True)],
            options={"maxiter": rounds},
        )
        change = np.asarray(result.x * scale, np.float64)
        return change, float(result.fun)

    def _taken(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Returns the times of commands with negative terms, and the factors of the numbers."""
        own = self._own
        terms = np.where(own, self.sums, np.where(numbers < 0, self.sums, 0.0))
        return terms @ numbers, terms

    def _too_short(self, numbers: Floats, scale: Floats) -> tuple[float, Floats]:
        """Returns a price for commands that would take less than `SHORTEST_MS`, with its slope."""
        taken, terms = self._taken(numbers)
        short = np.minimum(taken - SHORTEST_MS, 0.0) / SHORTEST_MS
        return 0.5 * float(short @ short), (short / SHORTEST_MS) @ terms * scale

    def raised(self, numbers: Floats) -> Floats:
        """Returns the numbers, with commands long enough for their negative terms."""
        taken, _ = self._taken(numbers)
        found = numbers.copy()
        for row, short in enumerate(taken):
            if short < 0:
                found[self._own[row]] -= short - 1e-6
        return found

    @cached_property
    def _own(self) -> Bools:
        """Whether each number is the own time of a command, shape (commands, knobs)."""
        own = np.zeros(self.sums.shape, bool)
        commands = {key for keys in table.COMMANDS.values() for key in keys}
        for j, knob in enumerate(self.knobs):
            if knob.name in commands:
                own[:, j] = self.sums[:, j] != 0
        return own

    def _bending(self) -> Floats:
        """Returns a row for each three neighbouring bends: distance of the middle from the line."""
        bends = [(j, k) for j, k in enumerate(self.knobs) if isinstance(k, SeekCurvePoint)]
        found = np.zeros((max(0, len(bends) - 2), len(self.knobs)))
        for row, three in enumerate(zip(bends, bends[1:], bends[2:], strict=False)):
            scale_ms = min(knob.smooth_ms for _, knob in three)
            found[row, [j for j, _ in three]] = np.array([-0.5, 1.0, -0.5]) / scale_ms
        return found


@dataclass(frozen=True, eq=False)
class Effects:
    """Effects of each knob on the requests that count, for a change by one unit.

    Attributes:
        rest: change of the response time, without whole revolutions, shape (rows, knobs), in ms.
        wait: change of the wait for the sector, shape (rows, knobs), in ms.
    """

    rest: Floats
    wait: Floats


def _scaled(bending: Floats, numbers: Floats, scale: Floats) -> tuple[float, Floats]:
    bent = bending @ numbers
    return 0.5 * float(bent @ bent), (bending.T @ bent) * scale


def _sum(*terms: tuple[float, Floats]) -> tuple[float, Floats]:
    return sum(term[0] for term in terms), np.sum([term[1] for term in terms], axis=0)


class _Likelihood:
    """The likelihoods of a replay, and of a replay with small changes."""

    def __init__(
        self, problem: Problem, found: Replayed, rest: Floats | None, wait: Floats | None
    ) -> None:
        from scipy.sparse import csr_array

        rows, turn = problem.rows, problem.revolution_ms
        error = (found.model_ms - problem.measured_ms)[rows]
        late = revolution_errors.revolutions(error, found.media[rows], turn)
        self._turn = turn
        self._rest = error - late * turn
        self._far = np.abs(self._rest) > revolution_errors.FAR_MS
        # A wait over a revolution shows a missed end of a track. This revolution is no slack.
        waited = found.rotation_ms[rows] % turn
        self._media = found.media[rows] & ~self._far & ((waited > 0) | (late != 0))
        self._slack = (waited - late * turn)[self._media]
        # The arrays are sparse, because most effects are 0. A BLAS would round differently for
        # each number of threads.
        self._rest_effect = None if rest is None else csr_array(rest)
        self._wait_effect = None if wait is None else csr_array(wait[self._media])

    def cost(self, change: Floats | None, width: Width) -> float:
        return self._cost(change, width)[0]

    def curves(self, rest: Floats, wait: Floats, shifts: Floats, width: Width) -> Floats:
        """Returns the cost of each request after each shift, in proportion to its effects."""
        off = (self._rest[:, None] + rest[:, None] * shifts) / width.rest
        cost: Floats = np.log1p(off**2)
        slack = self._slack[:, None] + wait[self._media][:, None] * shifts
        above, below = self._bounds(slack, width)
        cost[self._media] -= np.log(OUTLIERS + (1 - OUTLIERS) * (above - below))
        return cost

    def curvature(self, width: Width) -> Floats:
        """Returns the curvature along each number, without the parts that lower it far from 0."""
        assert self._rest_effect is not None
        assert self._wait_effect is not None
        by_rest = 2 / (1 + (self._rest / width.rest) ** 2) ** 2 / width.rest**2
        above, below = self._bounds(self._slack, width)
        by_slack = (above * (1 - above) + below * (1 - below)) / width.spread**2
        found: Floats = self._rest_effect.power(2).T @ by_rest
        found += self._wait_effect.power(2).T @ by_slack
        return found

    def _bounds(self, slack: Floats, width: Width) -> tuple[Floats, Floats]:
        """Returns the probabilities of reaching the sector, and of reaching it one turn before."""
        from scipy.special import expit

        return expit(slack / width.spread), expit((slack - self._turn) / width.spread)

    def scaled(self, share: Floats, scale: Floats, width: Width) -> tuple[float, Floats]:
        """Returns cost and slope for changes in parts of `scale`. Large changes have a price."""
        cost, slope = self._cost(share * scale, width)
        return cost + 0.5 * float(share @ share), slope * scale + share

    def _cost(self, change: Floats | None, width: Width) -> tuple[float, Floats]:
        rest, slack = self._rest, self._slack
        if change is not None:
            assert self._rest_effect is not None
            assert self._wait_effect is not None
            rest = rest + self._rest_effect @ change
            slack = slack + self._wait_effect @ change
        share = rest / width.rest
        cost = float(np.log1p(share**2).sum())
        above, below = self._bounds(slack, width)
        likely = OUTLIERS + (1 - OUTLIERS) * (above - below)
        cost -= float(np.log(likely).sum())
        if change is None:
            return cost, np.empty(0)
        by_rest = 2 * share / (1 + share**2) / width.rest
        by_slack = above * (1 - above) - below * (1 - below)
        by_slack *= -(1 - OUTLIERS) / likely / width.spread
        assert self._rest_effect is not None
        assert self._wait_effect is not None
        return cost, self._rest_effect.T @ by_rest + self._wait_effect.T @ by_slack
