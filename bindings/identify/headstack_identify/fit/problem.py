"""What small changes of all knobs would do, and the change that is best: one step of the search.

Times of two kinds tell different things. What is left of an error without its whole revolutions
(the rest) follows commands, bus and layout, and changes in proportion. A positioning time does not
show in it: the wait for the sector takes it up, until it is so long that the sector is missed. So
of it only bounds are known, a pair for each request: with the wait that the model has for the
sector, less the revolutions that it is late, the positioning may take so much longer, and so much
less. Both are put together as likelihoods: of the rest that of Cauchy's distribution, so that no
request counts for much, of the bounds that of a logistic spread of positioning times.

Effects are measured: each knob is turned a little, and the trace replayed.
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
"""Commands are kept from taking less, with all terms that shorten them."""

SMOOTH_MS = 0.08
"""How far a bend of the seek curve may well be off the line through its neighbours."""

_LIKELY = 20.0  # an effect that is so many times the step is none, but another way to be served


@dataclass(frozen=True)
class Width:
    """How far off a request may well be, in ms: scales of the two likelihoods.

    Attributes:
        rest: of what is left without whole revolutions.
        spread: of positioning times.
    """

    rest: float
    spread: float


@dataclass(frozen=True, eq=False)
class State:
    """Where a search stands.

    Attributes:
        numbers: of the knobs, shape (knobs,).
        found: what the drive with these numbers makes of the trace.
    """

    numbers: Floats
    found: Replayed


@dataclass(frozen=True, eq=False)
class Problem:
    """What is searched for, on which requests.

    Attributes:
        replays: runs the trace.
        knobs: what may be changed.
        others: values that are not searched for, but differ from the drive's.
        measured_ms: shape (requests,).
        rows: shape (requests,), which requests count.
        revolution_ms: time of a revolution.
        distance: shape (requests,), over how many cylinders each has to seek, about.
        sums: shape (commands, knobs), as in `Start`.
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
        """Values by keys with these numbers of the knobs."""
        return values_of(self.knobs, [float(n) for n in numbers], self.replays.config, self.others)

    def state(self, numbers: Floats) -> State | None:
        """The drive with these numbers; None if they make no drive."""
        found = self.replays.one(self.values(numbers))
        return None if found is None else State(numbers, found)

    def cost(self, state: State, width: Width) -> float:
        """What `step` makes small, of a state."""
        bent = self._bending() @ state.numbers
        likelihood = _Likelihood(self, state.found, None, None)
        return likelihood.cost(None, width) + 0.5 * float(bent @ bent)

    def each(self, state: State, width: Width) -> Floats:
        """What each request costs, shape (rows,), without the prices of the numbers."""
        none = np.zeros(int(self.rows.sum()))
        likelihood = _Likelihood(self, state.found, None, None)
        return likelihood.curves(none, none, np.zeros(1), width)[:, 0]

    def curvature(self, state: State, effects: "Effects", width: Width) -> Floats:
        """By how much the cost's slope changes with each number alone, about; shape (knobs,)."""
        likelihood = _Likelihood(self, state.found, effects.rest, effects.wait)
        bending: Floats = np.square(self._bending()).sum(axis=0)
        return likelihood.curvature(width) + bending

    def curves(
        self, state: State, effects: "Effects", knob: int, shifts: Floats, width: Width
    ) -> Floats:
        """What each request costs with a knob turned by so much, by its effect.

        Returns:
            Shape (rows, shifts).
        """
        rest, wait = effects.rest[:, knob], effects.wait[:, knob]
        return _Likelihood(self, state.found, None, None).curves(rest, wait, shifts, width)

    def effects(self, state: State, active: Bools) -> "Effects":
        """Turns each knob that is active by its step, up, or down where up makes no drive.

        Args:
            state: where the search stands.
            active: which knobs to turn; the others have no effect. Shape (knobs,).
        """
        kept = self._kept.get("effects")
        if kept is not None and kept[0] is state and np.all(kept[1] | ~active):
            return Effects(kept[2].rest * active, kept[2].wait * active)
        found = self._measured(state, active)
        self._kept["effects"] = (state, active.copy(), found)
        return found

    @cached_property
    def _kept(self) -> dict[str, tuple[State, Bools, "Effects"]]:
        """The effects that were measured last: a step that leads nowhere is followed by others."""
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
        """Fills in the effects of bends on the wait; those of every third do not overlap."""
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
        """The change of all numbers that is best, by the effects, and the cost to expect of it.

        Args:
            state: where the search stands.
            effects: what changes do.
            width: how far off a request may well be.
            rounds: most iterations; few will do for a first look.

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
        """What commands take with all terms below 0, and what of each number is in it."""
        own = self._own
        terms = np.where(own, self.sums, np.where(numbers < 0, self.sums, 0.0))
        return terms @ numbers, terms

    def _too_short(self, numbers: Floats, scale: Floats) -> tuple[float, Floats]:
        """A price for commands that would take less than no time."""
        taken, terms = self._taken(numbers)
        short = np.minimum(taken - SHORTEST_MS, 0.0) / SHORTEST_MS
        return 0.5 * float(short @ short), (short / SHORTEST_MS) @ terms * scale

    def raised(self, numbers: Floats) -> Floats:
        """The numbers with commands as long as their terms need."""
        taken, _ = self._taken(numbers)
        found = numbers.copy()
        for row, short in enumerate(taken):
            if short < 0:
                found[self._own[row]] -= short - 1e-6
        return found

    @cached_property
    def _own(self) -> Bools:
        """Shape (commands, knobs), true for a command's own number."""
        own = np.zeros(self.sums.shape, bool)
        commands = {key for keys in table.COMMANDS.values() for key in keys}
        for j, knob in enumerate(self.knobs):
            if knob.name in commands:
                own[:, j] = self.sums[:, j] != 0
        return own

    def _bending(self) -> Floats:
        """A row for each three neighbours among the bends: how far the middle is off the others."""
        bends = [j for j, knob in enumerate(self.knobs) if isinstance(knob, SeekCurvePoint)]
        found = np.zeros((max(0, len(bends) - 2), len(self.knobs)))
        for row, (before, here, behind) in enumerate(
            zip(bends, bends[1:], bends[2:], strict=False)
        ):
            found[row, [before, here, behind]] = np.array([-0.5, 1.0, -0.5]) / SMOOTH_MS
        return found


@dataclass(frozen=True, eq=False)
class Effects:
    """What a unit more of each knob does, of the requests that count.

    Attributes:
        rest: to the response time, whole revolutions left out, shape (rows, knobs), in ms.
        wait: to the wait for the sector, the same.
    """

    rest: Floats
    wait: Floats


def _scaled(bending: Floats, numbers: Floats, scale: Floats) -> tuple[float, Floats]:
    bent = bending @ numbers
    return 0.5 * float(bent @ bent), (bending.T @ bent) * scale


def _sum(*terms: tuple[float, Floats]) -> tuple[float, Floats]:
    return sum(term[0] for term in terms), np.sum([term[1] for term in terms], axis=0)


class _Likelihood:
    """The likelihoods of a replay, and of one that differs a little from it."""

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
        # A wait of more than a revolution is a request that missed a track's end: no slack there.
        waited = found.rotation_ms[rows] % turn
        self._media = found.media[rows] & ~self._far & ((waited > 0) | (late != 0))
        self._slack = (waited - late * turn)[self._media]
        # Sparse, as most effects are; and without a BLAS, whose threads round as many they are.
        self._rest_effect = None if rest is None else csr_array(rest)
        self._wait_effect = None if wait is None else csr_array(wait[self._media])

    def cost(self, change: Floats | None, width: Width) -> float:
        return self._cost(change, width)[0]

    def curves(self, rest: Floats, wait: Floats, shifts: Floats, width: Width) -> Floats:
        """The cost of each request at each of some shifts, in proportion to its effects."""
        off = (self._rest[:, None] + rest[:, None] * shifts) / width.rest
        cost: Floats = np.log1p(off**2)
        slack = self._slack[:, None] + wait[self._media][:, None] * shifts
        above, below = self._bounds(slack, width)
        cost[self._media] -= np.log(OUTLIERS + (1 - OUTLIERS) * (above - below))
        return cost

    def curvature(self, width: Width) -> Floats:
        """Of each number, by what is known: without what makes it less where a request is off."""
        assert self._rest_effect is not None
        assert self._wait_effect is not None
        by_rest = 2 / (1 + (self._rest / width.rest) ** 2) ** 2 / width.rest**2
        above, below = self._bounds(self._slack, width)
        by_slack = (above * (1 - above) + below * (1 - below)) / width.spread**2
        found: Floats = self._rest_effect.power(2).T @ by_rest
        found += self._wait_effect.power(2).T @ by_slack
        return found

    def _bounds(self, slack: Floats, width: Width) -> tuple[Floats, Floats]:
        """How likely the positioning was in time for the sector, and for the one a turn before."""
        from scipy.special import expit

        return expit(slack / width.spread), expit((slack - self._turn) / width.spread)

    def scaled(self, share: Floats, scale: Floats, width: Width) -> tuple[float, Floats]:
        """Cost and slope for changes in parts of the largest, with a price for large ones."""
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
