"""The search: a description made wrong on purpose comes back, from a trace that the model made."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.measure import validation
from headstack.measure.seek_times import seek_ms
from headstack.traces.validation_trace import ValidationTrace
from headstack.units import number_of
from headstack.workload.measured import Replay
from headstack_identify.fit import fitting, policies, table
from headstack_identify.fit.free_parameters import (
    CURVE,
    SeekCurvePoint,
    Value,
    curve_of,
    text_of,
    values_of,
)
from headstack_identify.fit.problem import Problem, Width
from headstack_identify.fit.replays import Replays, replay_of
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.start import Start, good_points, start_for, start_of
from headstack_identify.fit.table import EVERYTHING, SearchSpace
from headstack_identify.fit.time_limit import TimeLimit

Make = Callable[..., ValidationTrace]


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    """A drive with cached writes, a curve of points and no spread."""
    return catalog.load("ibm_dnes_309170w")


def problem_of(start: Start, replay: Replay) -> Problem:
    return Problem(
        replays=Replays(start.config, replay),
        knobs=start.knobs,
        others=dict(start.others),
        measured_ms=validation.measured_ms(replay),
        rows=np.ones(replay.requests, bool),
        revolution_ms=start.config.revolution_ps / 1e9,
        distance=start.distance,
        sums=start.sums,
    )


def begun(start: Start) -> Any:
    return np.array([knob.read(start.config) for knob in start.knobs])


def wrong(drive: DriveConfig) -> DriveConfig:
    """The drive with other overheads, a longer seek curve, and another rule for its cache."""
    root = number_of(drive.value("seek.root.base"))
    return drive.with_values(
        {
            "overhead.read_hit_command": "1.1 ms",
            "overhead.read_miss_command": "0.9 ms",
            "overhead.write_command": "0.5 ms",
            "bus.read_rate": "0.2 ms/block",
            "seek.root.base": text_of(root + 0.3, "ms"),
            "cache.prefetch_on_idle_hit": not drive.value("cache.prefetch_on_idle_hit"),
        }
    )


@pytest.mark.slow
def test_a_wrong_description_comes_back(made: Make) -> None:
    names = ("cache.prefetch_on_idle_hit", "write.zero_latency")
    few = tuple(policy for policy in table.POLICIES if policy.name in names)
    space = SearchSpace(policies=few, drives_between=100, drives_at_last=200)
    drive = catalog.load("hp_c2247a")
    replay = Replay(made(drive, count=1500), "after")
    measured = validation.measured_ms(replay)
    start = start_for(wrong(drive), replay, space=space)
    at_first = replay_of(start.config.with_values(start.others), replay)
    assert validation.compare(at_first.model_ms, measured)["within_0_1_ms_percent"] < 60
    found = Search(Replays(start.config, replay), start, measured, np.ones(1500, bool)).run()
    assert found.complete
    figures = validation.compare(found.replayed.model_ms, measured)
    assert figures["within_0_1_ms_percent"] > 97
    assert figures["paired_rms_ms"] < 1.0
    config = start.config.with_values(found.values)
    assert number_of(config.value("bus.read_rate")) == pytest.approx(0.1693, abs=0.001)
    # A constant may be in the command or in the curve: the trace tells their sum. At one distance,
    # 64 seeks tell the sum to some 0.3 ms only. So all seeks of the trace count together.
    moved = start.distance[start.distance > 0]
    sums = [
        number_of(one.value("overhead.read_miss_command"))
        + np.interp(moved, *np.transpose(curve_of(one)))
        for one in (start_of(drive, start.distance, np.ones(1500, bool)).config, config)
    ]
    assert float(np.sqrt(np.mean(np.square(sums[1] - sums[0])))) < 0.15


def test_long_seeks_that_are_far_too_long_come_back(made: Make) -> None:
    """Seeks over 1,500 cylinders of the description take 6 ms more than those of the drive."""
    drive = catalog.load("hp_c2247a")
    slope = number_of(drive.value("seek.linear.per_cylinder")) + 0.004
    described = drive.with_values({"seek.linear.per_cylinder": text_of(slope, "ms")})
    start = start_for(described, replay := Replay(made(drive, count=1500), "after"))
    problem = problem_of(start, replay)
    state = problem.state(begun(start))
    bends = np.array([knob.key == CURVE for knob in start.knobs])
    for _ in range(16):
        assert state is not None
        change, _ = problem.step(state, problem.effects(state, bends), Width(0.3, 0.12))
        state = problem.state(state.numbers + change)
    assert state is not None
    found = start.config.with_values(
        values_of(start.knobs, list(state.numbers), start.config, start.others)
    )
    before, after = (
        seek_ms(it).mean(axis=0) - seek_ms(drive).mean(axis=0) for it in (described, found)
    )
    assert before[1500] == pytest.approx(6.0, abs=0.01)
    assert abs(after[1500]) < 0.5


def test_the_right_description_stays(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive, replay)
    problem = problem_of(start, replay)
    state = problem.state(begun(start))
    assert state is not None
    early = np.array([knob.stage != table.LATE for knob in start.knobs])
    change, _ = problem.step(state, problem.effects(state, early), Width(0.04, 0.12))
    names = [knob.name for knob in start.knobs]
    for key in ("bus.read_rate", "overhead.read_hit_command", "overhead.write_cached_command"):
        assert abs(change[names.index(key)]) < 0.02, key


def test_a_constant_is_found_in_a_step(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    key = "overhead.write_cached_command"
    start = start_for(drive.with_value(key, "0.287 ms"), replay)  # 0.2 ms too long
    problem = problem_of(start, replay)
    state = problem.state(begun(start))
    assert state is not None
    effects = problem.effects(state, np.ones(len(start.knobs), bool))
    change, cost = problem.step(state, effects, Width(0.1, 0.2))
    assert cost < problem.cost(state, Width(0.1, 0.2))
    assert change[[k.name for k in start.knobs].index(key)] == pytest.approx(-0.2, abs=0.01)


def test_another_search_begins_a_little_elsewhere(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    replays, rows = Replays(start.config, replay), np.ones(1000, bool)
    first, *others = (
        Search(replays, start, measured, rows, beginning=beginning) for beginning in (0, 1, 1)
    )
    state = first.begin()
    assert first.shaken(state) is state
    there, again = (search.shaken(search.begin()).numbers for search in others)
    assert np.array_equal(there, again)
    steps = np.array([knob.range.step for knob in start.knobs])
    assert 0.5 < np.std((there - state.numbers) / steps) < 1.5
    assert np.array_equal(others[0].at.begun, first.at.begun), "what it is held against"


def test_a_rule_that_explains_nothing_is_taken_back(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    search = Search(Replays(start.config, replay), start, measured, np.ones(1000, bool))
    state = search.begin()
    idle = {"write.minimum_blocks": 9, "write.minimum_blocks_large": 9}  # all writes are cached
    search.at = replace(search.at, problem=replace(search.problem, others=start.others | idle))
    search.without_idle_rules(state)
    assert search.problem.others == start.others


def test_a_rule_that_explains_much_stays(drive: DriveConfig, made: Make) -> None:
    """The description keeps reads at a write, and the drive drops them."""
    key = "cache.keep_reads_on_write"
    assert not drive.value(key)
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive.with_value(key, True), replay)
    measured = validation.measured_ms(replay)
    search = Search(Replays(start.config, replay), start, measured, np.ones(1000, bool))
    numbers = search.begin().numbers
    search.at = replace(
        search.at, problem=replace(search.problem, others=start.others | {key: False})
    )
    right = search.problem.state(numbers)
    assert right is not None
    search.without_idle_rules(right)
    assert search.problem.others == start.others | {key: False}


def test_a_sectors_time_says_nothing_where_all_tracks_are_alike() -> None:
    moved, media = np.arange(100), np.ones(100, bool)
    for name, some in (("dec_rz26", False), ("hp_c2490a", True)):
        knobs = start_of(catalog.load(name), moved, media).knobs
        assert any(isinstance(one, Value) and one.unit == "sectors" for one in knobs) == some


def test_without_time_nothing_is_lost(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive, replay)
    measured = validation.measured_ms(replay)
    rows = np.ones(1000, bool)
    found = Search(Replays(start.config, replay), start, measured, rows, TimeLimit(end=0.0)).run()
    assert not found.complete
    assert np.abs(found.replayed.model_ms - measured).mean() < 0.1


def test_every_line_of_the_table_is_a_key_once(drive: DriveConfig) -> None:
    keys = [row.key for row in table.ROWS]
    assert len(keys) == len(set(keys))
    for row in table.ROWS:
        drive.value(row.key)  # a ConfigError: no such key
        assert row.range.low < row.range.high
        assert 0 < row.range.step < row.range.most
        assert not row.adds_to or row.adds_to in keys
    for policy in table.POLICIES:
        for choice in policy.choices:
            for key in choice.keys() - {table.AWAITED}:
                drive.value(key)


def test_every_choice_is_a_value_of_its_key(drive: DriveConfig) -> None:
    start = start_of(drive, np.arange(1, 1001), np.ones(1000, bool))
    wrong = []
    for _, values, _ in policies.alternatives(start.others, 42):
        try:
            start.config.with_values(values)
        except ConfigError as error:  # it may not go with the others, as a size that is too small
            wrong.append(str(error))
    assert not any(word in text for word in ("unit", "must be", "not known") for text in wrong)


def test_a_key_that_does_not_exist_is_passed_over(drive: DriveConfig) -> None:
    row = replace(table.ROWS[0], key="overhead.of_tomorrow")
    space = replace(EVERYTHING, rows=(*table.ROWS, row))
    start = start_of(drive, np.arange(1000), np.ones(1000, bool), space=space)
    assert "overhead.of_tomorrow" not in [knob.name for knob in start.knobs]


def test_alternatives_leave_keys_out() -> None:
    others = {"cache.read_ahead_reach": "track", "cache.write_back": True}
    others |= {"cache.size": "256 blocks", "cache.segments": 2}
    tried = {words: values for words, values, _ in policies.alternatives(others, None)}
    left_out = {key: value for key, value in others.items() if key != "cache.read_ahead_reach"}
    assert tried["cache.read_ahead_reach = none"] == left_out
    assert tried["cache.write_back = False"]["cache.read_ahead_reach"] == "track"
    assert any("watermark = 125000 ppm" in words for words in tried)  # 16 of 128 blocks
    assert not any("start_marks" in words and "0" not in words for words in tried)
    assert any(
        values.get("bus.start_marks_per_revolution") == 42
        for _, values, _ in policies.alternatives(others, 42)
    )


def test_numbers_of_texts() -> None:
    assert number_of("0.42 ms") == 0.42
    assert number_of("1/8 rev") == 0.125
    assert number_of(None) == 0
    assert number_of(7) == 7
    assert text_of(0.1234567, "ms") == "0.123457 ms"
    assert text_of(-1e-9, "ms") == "0 ms"
    assert text_of(3.6, "") == 4


def test_bends_add_up_to_a_shift(drive: DriveConfig) -> None:
    rng = np.random.default_rng(1)
    start = start_of(drive, rng.integers(1, 9000, 5000), np.ones(5000, bool))
    bends = [knob for knob in start.knobs if isinstance(knob, SeekCurvePoint)]
    assert len(bends) > 10
    values = values_of(bends, [0.25] * len(bends), start.config, {})
    shifted = [number_of(time) for _, time in values[CURVE]]
    assert shifted == pytest.approx([time + 0.25 for _, time in curve_of(start.config)], abs=2e-6)
    changed = start.config.with_values(values)
    assert bends[5].read(changed) == pytest.approx(0.25, abs=1e-5)


def test_bad_points_go() -> None:
    curve = [(d, 1 + 0.1 * d**0.5) for d in (1, 2, 4, 9, 16, 25, 50, 100, 200, 400, 900)]
    bad = (100, 1.02)
    mixed = [bad if d == 100 else (d, time) for d, time in curve]
    good, dropped = good_points(mixed)
    assert dropped == [bad]
    assert good == [point for point in curve if point[0] != 100]
    assert good_points(curve) == (curve, [])


def test_a_point_on_the_line_through_its_neighbours_replaces_a_bad_point(
    drive: DriveConfig,
) -> None:
    """A curve over the root of the distance with two neighbouring points 0.28 ms too low."""
    curve = [(d, 1 + 0.1 * d**0.5) for d in (1, 2, 4, 9, 16, 25, 50, 100, 200, 400, 900, 8000)]
    lines = [[d, f"{time - 0.28 * (d in (100, 200)):.6f} ms"] for d, time in curve]
    config = drive.with_values({CURVE: lines, "seek.dropped_points": []})
    start = start_of(config, np.arange(1, 8000), np.ones(7999, bool))
    assert [distance for distance, _ in start.dropped] == [100, 200]
    found = dict(curve_of(start.config))
    assert {d: found[d] for d, _ in curve} == pytest.approx(dict(curve), abs=1e-5)
    lines = np.interp(list(found), *zip(*curve, strict=True))
    assert list(found.values()) == pytest.approx(lines, abs=1e-5), "added points lie on the curve"


def test_a_formula_becomes_points() -> None:
    paper = catalog.load("hp_c2247")
    start = start_of(paper, np.arange(1, 2000), np.ones(1999, bool))
    points = dict(curve_of(start.config))
    assert points[1] == 2.69
    assert points[10] == 4.79
    assert points[300] == pytest.approx(3.81 + 0.33 * 300**0.5, abs=1e-6)
    assert points[301] == pytest.approx(7.75 + 0.0059 * 301, abs=1e-6)


def test_a_key_left_out(drive: DriveConfig) -> None:
    assert drive.without(["seek.same_cylinder"]).value("seek.same_cylinder") != "1 ms"
    with pytest.raises(ConfigError, match="head_switch"):
        drive.without(["seek.head_switch"])


def test_commands_do_not_get_shorter_than_nothing(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    start = start_for(drive, replay)
    problem = problem_of(start, replay)
    names = [knob.name for knob in start.knobs]
    numbers = begun(start)
    numbers[names.index("overhead.read_hit_sequential")] = -0.4
    assert problem.state(numbers) is None
    assert problem.state(problem.raised(numbers)) is not None


def test_what_is_no_argument(drive: DriveConfig, made: Make) -> None:
    replay = Replay(made(drive, think="before", count=1000), "before")
    with pytest.raises(ConfigError, match="jobs"):
        fitting.fit(replay, drive, jobs=7)
    with pytest.raises(ConfigError, match="time_limit_s"):
        fitting.fit(replay, drive, time_limit_s=0)


def test_three_steps_on_a_real_drive(
    imported: Callable[[str], DriveConfig], real: Callable[[str], Path]
) -> None:
    """DiskSim's file has overheads 2 ms off; held out are the even blocks of requests."""
    replay = workload.trace(real("hp_c2490a"), think="after")
    start = start_for(imported("hp_c2490a"), replay)
    odd = np.arange(replay.requests) // 500 % 2 == 0
    problem = replace(problem_of(start, replay), rows=odd)
    idle = np.array([knob.name.endswith("after_write") for knob in start.knobs])
    state = problem.state(np.where(idle, 0.0, begun(start)))
    assert state is not None
    for _ in range(3):
        effects = problem.effects(state, np.ones(len(start.knobs), bool))
        change, _ = problem.step(state, effects, Width(0.3, 0.4))
        following = problem.state(problem.raised(state.numbers + change))
        assert following is not None
        state = following
    figures = validation.compare(state.found.model_ms[~odd], problem.measured_ms[~odd])
    assert figures["within_0_1_ms_percent"] > 65  # 45 at first
    assert figures["paired_rms_ms"] < 1.7  # 3.0 at first


@pytest.mark.parametrize(
    ("gains", "time_left", "turns"),
    [
        ([19.0], True, 1),
        ([20.0, 19.0], True, 2),
        ([90.0, 30.0, 25.0, 22.0, 90.0], True, 4),
        ([90.0, 90.0], False, 1),
    ],
)
def test_drives_nearby_and_moves_take_turns(
    monkeypatch: pytest.MonkeyPatch, gains: list[float], time_left: bool, turns: int
) -> None:
    """As long as a turn gains the price of a rule, but at most four turns. A state is its cost."""
    left, seeds = iter(gains), list[int]()
    search = Search.__new__(Search)
    search.fine, search.start = FINE, cast(Any, SimpleNamespace(space=EVERYTHING))
    search.clock = TimeLimit() if time_left else TimeLimit(end=0.0)
    problem = SimpleNamespace(cost=lambda state, _: state)
    monkeypatch.setattr(Search, "problem", problem)

    def evolved(_: Search, state: float, drives: int, seed: int) -> float:
        assert drives == EVERYTHING.drives_at_last
        seeds.append(seed)
        return state - next(left)

    monkeypatch.setattr(Search, "_evolved", evolved)
    monkeypatch.setattr(Search, "_moved", lambda _, found: found)
    assert search._converged(cast(Any, 1000.0)) == 1000.0 - sum(gains[:turns])
    assert seeds == list(range(1, turns + 1)), "other drives in each turn"
