"""Moves along single lines, on traces that a known drive made."""

from collections.abc import Callable
from dataclasses import fields

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.units import number_of
from headstack.workload.measured import Replay
from headstack_identify.fit import descent, line_moves, table
from headstack_identify.fit.free_parameters import CURVE, SeekCurvePoint, curve_of
from headstack_identify.fit.problem import Problem, State
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, ROUGH, WORTH, Search
from headstack_identify.fit.start import start_for
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.trials import trial

Make = Callable[..., ValidationTrace]


def begun(drive: DriveConfig, trace: ValidationTrace) -> tuple[Problem, State]:
    replay = Replay(trace, "after")
    start = start_for(drive, replay)
    problem = Problem(
        replays=Replays(start.config, replay), knobs=start.knobs, others=dict(start.others),
        measured_ms=validation.measured_ms(replay), rows=np.ones(replay.requests, bool),
        revolution_ms=start.config.revolution_ps / 1e9, distance=start.distance, sums=start.sums,
    )  # fmt: skip
    state = problem.state(np.array([knob.read(start.config) for knob in start.knobs]))
    assert state is not None
    return problem, state


def bends_only(problem: Problem) -> np.ndarray:
    return np.array([isinstance(knob, SeekCurvePoint) for knob in problem.knobs])


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    return catalog.load("hp_c2247a")


def test_a_seek_curve_that_rises_too_fast_comes_back(drive: DriveConfig, made: Make) -> None:
    """The curve is up to 1.5 ms too long. Slopes lead back from 0.1 ms or so."""
    trace = made(drive, count=3000)
    right, known = begun(drive, trace)
    lines = [
        [d, f"{time + 1.5 * max(0, d - 300) / 1700:.6f} ms"]
        for d, time in curve_of(right.replays.config)
    ]
    problem, state = begun(right.replays.config.with_value(CURVE, lines), trace)
    found = line_moves.moved(problem, bends_only(problem), state, FINE, WORTH, TimeLimit())
    least = right.cost(known, FINE)
    wrong = problem.cost(state, FINE) - least
    assert wrong > 100
    assert problem.cost(found, FINE) - least < 0.3 * wrong


def test_nothing_moves_on_the_right_drive(drive: DriveConfig, made: Make) -> None:
    problem, state = begun(drive, made(drive, count=2000))
    everything = np.ones(len(problem.knobs), bool)
    found = line_moves.moved(problem, everything, state, FINE, WORTH, TimeLimit())
    assert problem.cost(found, FINE) > problem.cost(state, FINE) - 20


def test_each_line_moves_what_it_names(drive: DriveConfig, made: Make) -> None:
    problem, _ = begun(drive, made(drive, count=2000))
    bends = bends_only(problem)
    lines = line_moves.lines(problem, bends)
    count = int(bends.sum())
    assert lines.shape == (3 * count - 1, len(problem.knobs))  # no ramp from the last bend
    assert not lines[:, ~bends].any()
    ours = lines[:3][:, bends] / line_moves.BEND_MS
    assert ours[0].tolist() == [1, *[0] * (count - 1)]
    assert ours[1].tolist() == [1] * count
    assert ours[2][[0, -1]].tolist() == [0, 1]
    assert (np.diff(ours[2]) > 0).all()
    one = ~bends & (np.cumsum(~bends) == 1)
    [line] = line_moves.lines(problem, one)
    assert np.flatnonzero(line).tolist() == np.flatnonzero(one).tolist()


def test_a_far_move_leaves_a_flat_part_of_the_cost() -> None:
    """The drive changes heads in 1.188 ms, and with 1.274 ms some reads miss their second track."""
    drive = trial.make(224, 2500)
    right, known = begun(drive.truth, drive.trace)
    problem, state = begun(drive.truth.with_value("seek.head_switch", "1.274 ms"), drive.trace)
    everything = np.ones(len(problem.knobs), bool)
    least, wrong = right.cost(known, ROUGH), problem.cost(state, ROUGH)
    assert wrong - least > 300
    steps, _ = descent.steps(problem, everything, state, ROUGH, 6)
    assert problem.cost(steps, ROUGH) - least > 0.8 * (wrong - least), "steps do not find it"
    found = line_moves.far(problem, everything, state, ROUGH, WORTH, TimeLimit())
    assert problem.cost(found, ROUGH) < least + 10


def test_a_number_at_a_cliff_does_not_stop_the_others() -> None:
    """A change of heads ends just before its sector, and all seeks take too long."""
    drive = trial.make(224, 2500)
    right, known = begun(drive.truth, drive.trace)
    switch = [knob.name for knob in right.knobs].index("seek.head_switch")
    bends = bends_only(right)

    class Pushed(Problem):
        """Its best change brings the seeks back, and also raises the time of a change of heads."""

        def step(self, *_: object) -> tuple[np.ndarray, float]:
            change = np.where(bends, -0.3, 0.0)
            change[switch] = 0.01
            return change, 0.0

    numbers = known.numbers + np.where(bends, 0.3, 0.0)
    numbers[switch] = edge_ms(right, known, switch)
    state = right.state(numbers)
    assert state is not None
    one = [getattr(right, field.name) for field in fields(right)]
    everything = np.ones(len(right.knobs), bool)
    found, cost, before = descent.step(Pushed(*one), everything, state, ROUGH)
    assert found is not None
    assert found.numbers[switch] == numbers[switch]
    assert found.numbers[bends] == pytest.approx(known.numbers[bends])
    assert cost < before - 20


def edge_ms(problem: Problem, known: State, switch: int) -> float:
    """The longest change of heads, to 0.1 us, that does not raise the cost by more than 20 nats."""

    def rises(time_ms: float) -> bool:
        numbers = known.numbers.copy()
        numbers[switch] = time_ms
        state = problem.state(numbers)
        return state is None or problem.cost(state, ROUGH) > problem.cost(known, ROUGH) + 20

    low, high = known.numbers[switch], 2.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) else (middle, high)
    return float(low)


def shifted(drive: DriveConfig, by_ms: float) -> DriveConfig:
    """The drive with a part of the times after the data of reads before the data."""
    (after, before), _ = table.AFTER_AND_BEFORE
    values = {key: number_of(drive.value(key)) for key in (*after, *before)}
    signs = {key: -1.0 if key in after else 1.0 for key, ms in values.items() if ms > 0}
    return drive.with_values({k: f"{values[k] + sign * by_ms:.6f} ms" for k, sign in signs.items()})


def test_time_moves_between_a_command_and_its_end(made: Make) -> None:
    """Sequential reads over the end of a track tell: their next track begins soon after a command.

    All other reads take as long, so that neither steps nor moves of single numbers lead there.
    """
    true = catalog.load("dec_rz26")
    trace = made(true, count=4000, most_blocks=32)
    right, known = begun(true, trace)
    least = right.cost(known, FINE)
    problem, state = begun(shifted(true, 0.4), trace)
    wrong = problem.cost(state, FINE) - least
    assert wrong > 60
    names = [knob.name for knob in problem.knobs]
    numbers = np.isin(names, [*table.AFTER_AND_BEFORE[0][0], *table.AFTER_AND_BEFORE[0][1]])
    before, _ = descent.steps(problem, numbers, state, FINE, 6)
    alone = line_moves.moved(problem, numbers, before, FINE, WORTH, TimeLimit())
    assert problem.cost(alone, FINE) - least > 0.5 * wrong
    found = line_moves.exchanged(problem, numbers, state, FINE, WORTH, TimeLimit())
    assert problem.cost(found, FINE) - least < 0.1 * wrong
    completion = found.numbers[names.index("overhead.read_completion")]
    assert completion == pytest.approx(number_of(true.value("overhead.read_completion")), abs=0.1)


def test_a_true_drive_keeps_its_times_before_and_after_the_data(made: Make) -> None:
    problem, state = begun(true := catalog.load("dec_rz26"), made(true, count=2000))
    every = np.ones(len(problem.knobs), bool)
    found = line_moves.exchanged(problem, every, state, FINE, WORTH, TimeLimit())
    key = [knob.name for knob in problem.knobs].index("overhead.read_completion")
    assert found.numbers[key] == pytest.approx(state.numbers[key], abs=0.04)


def test_a_least_time_that_is_no_rule_stays(drive: DriveConfig, made: Make) -> None:
    problem, state = begun(drive.with_value("overhead.read_track_end_least", "0 ms"), made(drive))
    every = np.ones(len(problem.knobs), bool)
    (reads, writes) = line_moves._after_and_before(problem, every, state)
    names = np.array([knob.name for knob in problem.knobs])
    assert "overhead.read_track_end_least" not in names[reads != 0]
    assert set(names[reads > 0]) >= {"overhead.read_completion"}
    assert set(names[reads < 0]) == {"overhead.read_hit_command", "overhead.read_miss_command"}
    assert set(names[writes > 0]) == {"write.reconnect_preparation"}


def test_a_number_that_may_not_change_stays(made: Make) -> None:
    problem, state = begun(catalog.load("dec_rz26"), made(catalog.load("dec_rz26")))
    names = np.array([knob.name for knob in problem.knobs])
    (after, before), _ = table.AFTER_AND_BEFORE
    few = np.isin(names, [after[0], before[0]])
    (line,) = line_moves._after_and_before(problem, few, state)
    assert set(names[line != 0]) == {after[0], before[0]}
    assert len(line_moves._after_and_before(problem, names == after[0], state)) == 0
    assert len(line_moves._after_and_before(problem, names == before[0], state)) == 0


def test_no_exchange_is_cut_short_by_a_limit(made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """The completion takes 0.02 ms: the times before the data may be at most that much longer."""
    true = catalog.load("dec_rz26").with_value("overhead.read_completion", "0.02 ms")
    problem, state = begun(true, made(true))
    names = [knob.name for knob in problem.knobs]
    completion, miss = (
        names.index(f"overhead.{n}") for n in ("read_completion", "read_miss_command")
    )
    tried = []

    def kept(_: Problem, numbers: np.ndarray) -> None:
        tried.append(numbers - state.numbers)

    monkeypatch.setattr(Problem, "state", kept)
    every = np.ones(len(names), bool)
    line_moves.exchanged(problem, every, state, FINE, WORTH, TimeLimit())
    by = np.array(tried)[:, [completion, miss]]
    assert by[:, 0].min() == pytest.approx(-0.01)
    assert by[:, 0].max() == pytest.approx(0.4)
    assert by.sum(axis=1) == pytest.approx(0.0, abs=1e-9)


def test_a_search_moves_times_between_commands_and_their_ends(made: Make) -> None:
    true = catalog.load("dec_rz26")
    replay = Replay(made(true, count=3000, most_blocks=32), "after")
    start = start_for(shifted(true, 0.4), replay)
    measured, rows = validation.measured_ms(replay), np.ones(replay.requests, bool)
    search = Search(Replays(start.config, replay), start, measured, rows)
    state = search.begin()
    before = search.problem.cost(state, FINE)
    after = search.problem.cost(search._exchanged(state, FINE), FINE)
    assert after < 0.2 * before
    assert [line for line in search.at.log if line.startswith("times before and after the data: ")]
