"""Late and early requests in balance, and choices that stand for numbers of the drive at hand."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from headstack import catalog
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import balance, policies
from headstack_identify.fit.problem import Problem, State, Width
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.start import start_for

Make = Callable[..., ValidationTrace]

READ = "overhead.read_miss_command"


def begun(trace: ValidationTrace, drive: Any) -> tuple[Problem, State]:
    """A description beside a trace, and where a search begins."""
    replay = Replay(trace, "after")
    start = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    search = Search(Replays(start.config, replay), start, measured, np.ones(len(measured), bool))
    state = search.begin()
    return search.problem, state


@pytest.mark.parametrize("share", [-0.67, 0.0, 0.67])
@pytest.mark.parametrize("spread_ms", [FINE.spread, 0.03])
def test_a_spread_on_both_sides_is_balanced(made: Make, spread_ms: float, share: float) -> None:
    """A command that is off by a share of the spread comes back, as near as the trace tells."""
    plain = catalog.load("hp_c2247a")
    seek = f"{0.67 * spread_ms:.4f} ms"
    real = plain.with_values({"variation.seek": seek, "variation.seed": 3})
    problem, right = begun(made(real, count=6000), plain)
    width = replace(FINE, spread=spread_ms)
    number = [knob.name for knob in problem.knobs].index(READ)
    off_ms = share * spread_ms
    off = problem.state(right.numbers + off_ms * (np.arange(len(right.numbers)) == number))
    assert off is not None
    found = balance.balanced(problem, off, width)
    left_ms = found.numbers[number] - right.numbers[number]
    assert left_ms == pytest.approx(0, abs=spread_ms / 2)
    costs = [
        problem.cost(state, width) + balance._unbalance(problem, state, width)
        for state in (found, right)
    ]
    assert costs[0] < costs[1] + 1.0


@dataclass(frozen=True)
class Valley:
    """A problem with one command. Its cost has a valley as wide as the spread, then a wall."""

    spread_ms: float
    rows: Any = True

    knobs = (SimpleNamespace(name=READ),)
    replays = SimpleNamespace(trace=SimpleNamespace(recording=SimpleNamespace(write=False)))

    def state(self, numbers: Any) -> State:
        return State(numbers, cast(Any, None))

    def cost(self, state: State, _width: Width) -> float:
        spreads = float(state.numbers[0]) / self.spread_ms
        return 100 * min(spreads**2, 1.0) + 1000 * max(spreads - 1.0, 0.0)


@pytest.mark.parametrize("spread_ms", [0.12, 0.065, 0.03])
def test_a_wall_beyond_the_spread_moves_nothing(
    monkeypatch: pytest.MonkeyPatch, spread_ms: float
) -> None:
    monkeypatch.setattr(balance, "_unbalance", lambda *_: 0.0)
    problem = cast(Problem, Valley(spread_ms))
    found = balance.balanced(problem, State(np.zeros(1), cast(Any, None)), Width(0.04, spread_ms))
    assert found.numbers[0] == pytest.approx(0.0, abs=1e-9)


def test_rows_that_do_not_count_say_nothing(made: Make) -> None:
    plain = catalog.load("hp_c2247a")
    problem, state = begun(made(plain, count=300), plain)
    nothing = replace(problem, rows=np.zeros(300, bool))
    assert balance._unbalance(nothing, state, FINE) == 0
    assert balance._unbalance(problem, state, FINE) == 0  # nobody late, nobody early


OTHERS = {
    "cache.size": "256 blocks",
    "cache.segments": 2,
    "cache.prefetch_maximum": "128 blocks",
    "cache.read_watermark": "12.5 %",
    "cache.read_watermark_of_segment": True,
}


def values_of(words: str) -> dict[str, Any]:
    ((_, values, _),) = [one for one in policies.alternatives(OTHERS, None) if one[0] == words]
    return values


def test_a_little_more_of_the_read_ahead() -> None:
    assert values_of("cache.prefetch_maximum = 141 blocks")["cache.size"] == "256 blocks"
    both = values_of("cache.prefetch_maximum = 141 blocks, cache.size = 282 blocks")
    assert both["cache.read_watermark"] == f"{-(-16 * 10**6 // 141)} ppm"


def test_another_segment_waits_for_as_many_blocks() -> None:
    words = "cache.size = 1024 blocks, cache.segments = 4, cache.prefetch_maximum = 256 blocks"
    assert values_of(words)["cache.read_watermark"] == "62500 ppm"
