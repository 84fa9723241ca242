"""Bends of the seek curve lie where seeks show them: at short seeks too, if there are enough."""

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.measure import validation
from headstack.measure.seek_times import seek_ms
from headstack.workload.measured import Replay
from headstack_identify.fit import line_moves
from headstack_identify.fit.free_parameters import CURVE, SeekCurvePoint, curve_of
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, WORTH, Search
from headstack_identify.fit.start import start_for, start_of
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.recording import addresses, simulated

LONG = np.repeat(np.arange(100, 1600), 9)


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    """The seek curve of this drive rises by 0.9 ms from 1 to 2 cylinders, and by 0.1 to 3."""
    return catalog.load("dec_rz26")


def bends_of(drive: DriveConfig, moved: Ints) -> list[int]:
    start = start_of(drive, moved.astype(np.int64), np.ones(len(moved), bool))
    return [knob.distance for knob in start.knobs if isinstance(knob, SeekCurvePoint)]


def test_short_seeks_have_bends_of_their_own(drive: DriveConfig) -> None:
    short = np.repeat([1, 2, 3, 4, 5, 6, 7, 8], 80)
    found = bends_of(drive, np.concatenate([short, LONG]))
    assert [one for one in found if one < 9] == [1, 2, 3, 4, 6, 8], "a third apart or more"


@pytest.mark.parametrize(
    ("seeks", "bends"), [(80, [1, 2, 3, 4, 6]), (79, [1, 3, 5]), (27, [1, 4]), (26, [1, 5])]
)
def test_a_bend_takes_eighty_seeks(drive: DriveConfig, seeks: int, bends: list[int]) -> None:
    short = np.concatenate([np.ones(20, np.int64), np.repeat([2, 3, 4, 5, 6], seeks)])
    found = bends_of(drive, np.concatenate([short, LONG]))
    assert [one for one in found if one < 9] == bends


def test_a_random_load_gets_few_bends_more(drive: DriveConfig) -> None:
    cylinders = drive.value("layout.cylinders")
    apart = np.abs(np.diff(np.random.default_rng(1).integers(0, cylinders, 10_000)))
    found = bends_of(drive, apart[apart > 0])
    assert 26 <= len(found) < 33, "26 between equal parts, and few more at short seeks"


def test_a_step_of_the_curve_at_two_cylinders_comes_back(drive: DriveConfig) -> None:
    """The described curve is straight from 1 to 4 cylinders: short seeks come a revolution late."""
    true = dict(curve_of(drive))
    straight = {d: float(np.interp(d, [1, 4], [true[1], true[4]])) for d in (2, 3)}
    described = drive.with_value(CURVE, [[d, f"{ms} ms"] for d, ms in (true | straight).items()])
    assert off(described, drive)[1:3] == pytest.approx([-0.49, -0.20], abs=0.05)
    trace = simulated.record(drive, addresses.plan(drive)).rows(slice(addresses.READS, None))
    start = start_for(described, replay := Replay(trace, trace.think))
    measured, rows = validation.measured_ms(replay), np.ones(replay.requests, bool)
    search = Search(Replays(start.config, replay), start, measured, rows)
    state = search.begin()
    bends = [knob if isinstance(knob, SeekCurvePoint) else None for knob in start.knobs]
    short = np.array([bend is not None and bend.distance < 10 for bend in bends])
    moved = line_moves.moved(search.problem, short, state, FINE, WORTH, TimeLimit())
    found = start.config.with_values(search.problem.values(moved.numbers))
    assert np.abs(off(found, drive)[:8]).max() < 0.1


@pytest.mark.parametrize("distances", [(1, 1600), (1, 40, 1600), (2, 9, 300)])
def test_each_bend_moves_a_point(drive: DriveConfig, distances: tuple[int, ...]) -> None:
    """A curve of few points gets points at its bends, on its lines."""
    few = drive.with_value(CURVE, [[d, f"{2 + d / 100} ms"] for d in distances])
    moved = np.concatenate([np.repeat(np.arange(1, 9), 100), LONG])
    start = start_of(few, moved, np.ones(len(moved), bool))
    bends = [knob for knob in start.knobs if isinstance(knob, SeekCurvePoint)]
    assert len(bends) > 20
    assert all(bend.shares for bend in bends)
    assert np.abs(off(start.config, few)).max() < 1e-6


def off(one: DriveConfig, other: DriveConfig) -> Floats:
    """How much longer seeks of a drive take than another's, in ms, by distance from 1."""
    return np.asarray(seek_ms(one).mean(axis=0) - seek_ms(other).mean(axis=0))
