"""Dips of a seek curve: those of chance go, and those that the trace insists on stay."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import dips
from headstack_identify.fit.free_parameters import CURVE, curve_of, text_of
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import Search
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import start_for

Make = Callable[..., ValidationTrace]

POINTS = [(1, 2.0), (10, 4.0), (100, 6.0), (300, 8.0), (500, 9.0), (700, 10.0), (900, 9.5)]
LAST = (1800, 12.0)


def with_curve(drive: DriveConfig, points: list[tuple[int, float]]) -> DriveConfig:
    lines = [[distance, text_of(time, "ms")] for distance, time in points]
    return drive.with_values({CURVE: lines, "seek.dropped_points": []})


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    """A drive whose seek curve rises."""
    return with_curve(catalog.load("hp_c2490a"), [*POINTS, LAST])


def dipped(drive: DriveConfig, fall_ms: float) -> DriveConfig:
    """The drive with a shorter time over 700 cylinders than over 500."""
    points = [(d, 9.0 - fall_ms if d == 700 else time) for d, time in [*POINTS, LAST]]
    return with_curve(drive, points)


def trying(drive: DriveConfig, replay: Replay) -> SmallChanges:
    rows = np.ones(replay.requests, bool)
    return SmallChanges(Replays(drive, replay), validation.measured_ms(replay), rows)


def test_dips_are_found_where_the_curve_falls() -> None:
    assert dips.ranges_of(np.array([1.0, 2.0, 3.0])) == []
    assert dips.ranges_of(np.array([1.0, 1.0, 3.0])) == []
    assert dips.ranges_of(np.array([1.0, 3.0, 2.0, 2.5, 4.0])) == [(1, 3)]
    assert dips.ranges_of(np.array([3.0, 1.0, 4.0, 2.0])) == [(0, 1), (2, 3)]


def test_curves_without_a_dip_rise() -> None:
    points = [(1, 1.0), (2, 3.0), (3, 2.0), (4, 2.5), (5, 4.0)]
    ways = dips.straightened(points, 1, 3)
    assert [[time for _, time in way] for way in ways] == [
        [1.0, 3.0, 3.0, 3.0, 4.0],
        [1.0, 2.0, 2.0, 2.5, 4.0],
        [1.0, 2.5, 2.5, 2.5, 4.0],
    ]


def test_a_dip_of_chance_goes(drive: DriveConfig, made: Make) -> None:
    """The true curve is flat there, and the description falls by a hundredth of a millisecond."""
    replay = Replay(made(dipped(drive, 0.0), count=1500), "after")
    wrong = dipped(drive, 0.01)
    values, kept, removed, _ = dips.without_chance(trying(wrong, replay), {})
    assert kept == ()
    assert removed == 1
    times = [time for _, time in curve_of(wrong.with_values(values))]
    assert times == sorted(times)


def test_a_true_dip_stays_and_is_named(drive: DriveConfig, made: Make) -> None:
    fall = [(500, 9.0), (550, 8.4), (1150, 8.4), (1200, 9.1)]
    true = with_curve(drive, [*POINTS[:4], *fall, LAST])
    replay = Replay(made(true, count=6000), "after")
    values, (dip,), removed, gain = dips.without_chance(trying(true, replay), {})
    assert values == {}
    assert (removed, gain) == (0, 0.0)
    assert (dip.first, dip.last) == (500, 1150)
    assert dip.depth_ms == pytest.approx(0.6)
    assert dip.gain_nats > 20
    assert dip.sentence.startswith("Seeks over 500 to 1,150 cylinders fall by up to 0.600 ms")


def test_the_result_of_a_search_loses_its_dip(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(dipped(drive, 0.0), count=1500), "after")
    start = start_for(dipped(drive, 0.01), replay)
    measured, rows = validation.measured_ms(replay), np.ones(1500, bool)
    search = Search(Replays(start.config, replay), start, measured, rows)
    found = search.found(search.begin())
    end = dips.settled(found, trying(start.config, replay))
    config = start.config.with_values(end.values)
    times = [time for _, time in curve_of(config)]
    assert times == sorted(times)
    assert end.numbers.tolist() == [knob.read(config) for knob in end.knobs]
    assert np.array_equal(end.replayed.model_ms, validation.model_ms(config, replay))
    assert end.log[-1] == "dips of the seek curve removed: 1"
