"""Tries every small change of a found drive by a replay: the last step of a fit.

A small change is a skew or a beginning of a zone that is 1 or 2 sectors more or less, a slip more
or less at the beginning of a zone (`block_shifts`), or another choice of one rule. A change that
makes the trace likelier by more than the price of a rule is taken. Then all changes are tried
again, until no change pays. If no change pays, the drive stays as it is.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.measure import validation
from headstack_identify.fit import block_shifts, policies, start, table
from headstack_identify.fit.free_parameters import Values
from headstack_identify.fit.phase.layout import angles
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.replays import Replayed, Replays
from headstack_identify.fit.time_limit import TimeLimit

SECTORS: Final = (1, -1, 2, -2)
"""Changes of each skew, in sectors."""

WIDTH: Final = Width(rest=0.04, spread=0.12)
"""Scales of errors, in ms: those of the end of a search."""

_ZONES: Final = "layout.zone"
_HEADS: Final = "layout.head_skew"
_TURNS: Final = ("track_skew", "cylinder_skew", "range_skew", "phase", "first_sector")


@dataclass(frozen=True)
class Change:
    """A small change of a drive.

    Attributes:
        text: what changes.
        values: the values by keys that replace those of the drive.
        others: the values of all rules after the change.
        numbers: keys with numbers that the change sets.
    """

    text: str
    values: Values
    others: Values
    numbers: Values


@dataclass(frozen=True)
class Taken:
    """A change that was taken.

    Attributes:
        text: what changed.
        gain_nats: by how much the trace is likelier.
    """

    text: str
    gain_nats: float

    @property
    def sentence(self) -> str:
        """The change and its gain."""
        return f"{self.text} (likelier by {self.gain_nats:.0f} nats)"


@dataclass(frozen=True, eq=False)
class Mended:
    """A drive after its small changes.

    Attributes:
        values: values by keys that replace those of the description.
        others: values of the rules.
        replayed: replay of the trace on the drive.
        taken: changes that were taken, in order.
        numbers: keys with numbers that the changes set.
        gain_nats: by how much the trace is likelier, after all changes.
        runs: number of replays.
        complete: whether the time was enough.
    """

    values: Values
    others: Values
    replayed: Replayed
    taken: tuple[Taken, ...]
    numbers: Values
    gain_nats: float
    runs: int
    complete: bool


@dataclass
class SmallChanges:
    """Small changes of a drive, scored on the requests of a trace that count.

    Args:
        replays: runs the trace on the description.
        measured_ms: measured time of each request, shape (requests,).
        rows: which requests count, shape (requests,).
        wedges: number of servo wedges in a revolution. `None`: unknown.
        space: rules that may change.
        clock: time limit.
    """

    replays: Replays
    measured_ms: Floats
    rows: Bools
    wedges: int | None = None
    space: table.SearchSpace = table.EVERYTHING
    clock: TimeLimit = field(default_factory=TimeLimit)

    def mended(self, values: Values, others: Values) -> Mended:
        """Takes the best change, then the other changes that still pay, until none pays.

        Args:
            values: values of the drive by keys, together with `others`.
            others: values of the rules.
        """
        values, others = dict(values), dict(others)
        now = self._at(values)
        assert now is not None, "the drive itself"
        first = cost = self._cost(now)
        taken: list[Taken] = []
        numbers: Values = {}
        while True:
            better = self._better(values, others, now, cost)
            before = len(taken)
            for text in better:
                change = next((c for c in self.changes(values, others) if c.text == text), None)
                if change is None or not self.clock.left():
                    continue
                there = self._at(change.values)
                cost_there = np.inf if there is None else self._cost(there)
                if there is not None and cost_there < cost - policies.WORTH:
                    taken.append(Taken(text, cost - cost_there))
                    now, cost = there, cost_there
                    values, others = change.values, change.others
                    numbers |= change.numbers
            if len(taken) == before or not self.clock.left():
                break
        return Mended(
            values=values,
            others=others,
            replayed=now,
            taken=tuple(taken),
            numbers=numbers,
            gain_nats=first - cost,
            runs=self.replays.runs,
            complete=not self.clock.over,
        )

    def cost(self, values: Values) -> float:
        """Returns the cost of the drive with these values: infinity if there is no such drive."""
        there = self._at(values)
        return np.inf if there is None else self._cost(there)

    def changes(self, values: Values, others: Values) -> Iterator[Change]:
        """Yields the small changes of a drive: rules, then skews and blocks of zones."""
        plain = {key: value for key, value in values.items() if key not in others}
        # The search may have moved a number that is also a rule: `others` has its beginning.
        searched = {key: values[key] for key in self.space.numbers & values.keys()}
        for text, rules, choice in policies.alternatives(others, self.wedges, self.space):
            numbers = {key: choice[key] for key in self.space.numbers & choice.keys()}
            kept = {key: searched[key] for key in searched.keys() & rules.keys() - choice.keys()}
            yield Change(text, {**plain, **rules, **kept}, rules, numbers)
        config = self.replays.config.with_values(values)
        shifted = ((text, {_ZONES: zones}) for text, zones in block_shifts.shifts(config))
        for text, turned in chain(_turned(config), shifted):
            yield Change(text, {**values, **turned}, others, {})

    def _better(self, values: Values, others: Values, now: Replayed, cost: float) -> list[str]:
        """Returns the changes that pay, the best first. Changes without effect are not scored."""
        found: list[tuple[float, str]] = []
        for change in self.changes(values, others):
            if not self.clock.left():
                break
            there = self._at(change.values)
            if there is None or np.array_equal(there.model_ms, now.model_ms):
                continue
            cost_there = self._cost(there)
            if cost_there < cost - policies.WORTH:
                found.append((cost_there, change.text))
        return [text for _, text in sorted(found)]

    def _at(self, values: Values) -> Replayed | None:
        return self.replays.one(values)

    def _cost(self, there: Replayed) -> float:
        config = self.replays.config
        problem = Problem(
            replays=self.replays,
            knobs=(),
            others={},
            measured_ms=self.measured_ms,
            rows=self.rows,
            revolution_ms=config.revolution_ps / 1e9,
            distance=np.zeros(0, np.int64),
            sums=np.zeros((0, 0)),
        )
        return problem.cost(State(np.zeros(0), there), WIDTH)


def of_file(
    config: DriveConfig,
    replay: workload.Replay,
    clock: TimeLimit | None = None,
    space: table.SearchSpace = table.EVERYTHING,
) -> tuple[DriveConfig, Mended]:
    """Tries the small changes of a drive file on all requests of a trace.

    Returns the drive, which is `config` itself if no change pays, and the result.
    """
    base, others = start.without_policies(config, space.policies)
    marks = config.value("bus.read_marks_per_revolution")
    trying = SmallChanges(
        Replays(base, replay),
        validation.measured_ms(replay),
        np.ones(replay.requests, bool),
        wedges=int(marks) if marks else None,
        space=space,
        clock=clock or TimeLimit(),
    )
    found = trying.mended(others, others)
    return (base.with_values(found.values) if found.taken else config), found


def _turned(config: DriveConfig) -> Iterator[tuple[str, Values]]:
    """Yields the changes of skews and beginnings, each with its values by keys."""
    zones: list[dict[str, Any]] = config.value(_ZONES)
    for key in ("track_skew", "cylinder_skew", "range_skew"):
        having = [number for number, zone in enumerate(zones) if key in zone]
        if len(having) > 1:
            for by in SECTORS:
                yield f"{key} of all zones {_by(by)}", {_ZONES: _zones(zones, having, key, by)}
    heads = config.value(_HEADS) or []
    per_track = int(zones[0]["sectors_per_track"])
    for head, angle in enumerate(heads):
        for by in SECTORS:
            turned = [*heads[:head], angles.turned(angle, by, per_track), *heads[head + 1 :]]
            yield f"{_HEADS}.{head} {_by(by)} of zone 0", {_HEADS: turned}
    for number, zone in enumerate(zones):
        for key in (one for one in _TURNS if one in zone):
            for by in SECTORS:
                turned = _zones(zones, [number], key, by)
                yield f"{_ZONES}.{number}.{key} {_by(by)}", {_ZONES: turned}


def _by(sectors: int) -> str:
    return f"{sectors:+d} sector{'s' if abs(sectors) > 1 else ''}"


def _zones(zones: list[dict[str, Any]], which: list[int], key: str, by: int) -> list[Any]:
    found = deepcopy(zones)
    for number in which:
        found[number][key] = angles.turned(
            zones[number][key], by, int(zones[number]["sectors_per_track"])
        )
    return found
