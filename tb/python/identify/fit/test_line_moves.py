"""Moves along single lines, on traces that a known drive made."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import line_moves
from headstack_identify.fit.fitting import start_for
from headstack_identify.fit.free_parameters import CURVE, SeekCurvePoint, curve_of
from headstack_identify.fit.problem import Problem, State
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, WORTH
from headstack_identify.fit.time_limit import TimeLimit

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
