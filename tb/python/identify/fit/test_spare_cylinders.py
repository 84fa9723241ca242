"""Spare cylinders at the ends of zones come back from the times of seeks between zones."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.measure.seek_times import seek_ms
from headstack.workload.measured import Replay
from headstack_identify.fit import spare_cylinders
from headstack_identify.fit.free_parameters import DIRECTION
from headstack_identify.fit.problem import Width
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import Search
from headstack_identify.fit.start import start_for
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.recording import addresses, simulated


@pytest.fixture(scope="module")
def truth() -> DriveConfig:
    """Eight zones, with 25, 10, 5, 6, 4, 8, 6 and 5 spare cylinders (Worthington 1994, A.2)."""
    return catalog.load("hp_c2247")


def without_spares(drive: DriveConfig) -> tuple[DriveConfig, list[int]]:
    """Returns a drive without the whole spare cylinders between its zones, and their numbers.

    A slipped track takes a spare track, so two cylinders stay. A slipped track among the spare
    tracks has no effect.
    """
    surfaces = drive.value("layout.surfaces")
    zones: list[dict[str, Any]] = drive.value("layout.zone")
    gone = [max(zone["spare_tracks"] // surfaces - 2, 0) for zone in zones[:-1]] + [0]
    moved = 0
    for zone, by in zip(zones, gone, strict=True):
        first, last = zone["cylinders"]
        zone["cylinders"] = [first - moved, last - moved - by]
        zone["spare_tracks"] -= by * surfaces
        end = (last - first - by + 1) * surfaces
        zone["slipped_tracks"] = [track for track in zone["slipped_tracks"] if track < end]
        moved += by
    cylinders = drive.value("layout.cylinders") - moved
    return drive.with_values({"layout.zone": zones, "layout.cylinders": cylinders}), gone


def test_spare_cylinders_move_no_head_and_no_angle(truth: DriveConfig) -> None:
    near, gone = without_spares(truth)
    assert gone == [23, 8, 3, 4, 2, 6, 4, 0]
    blocks = np.arange(0, truth.blocks, 97)
    again = near.with_values(spare_cylinders.with_more(near, gone))
    assert np.array_equal(again.places(blocks), truth.places(blocks))
    assert spare_cylinders.possible(near)


def test_the_last_zone_gets_none(truth: DriveConfig) -> None:
    values = spare_cylinders.with_more(truth, [0] * 7 + [5])
    assert values == {key: truth.value(key) for key in values}
    assert set(values) <= set(spare_cylinders.KEYS)


def test_times_by_direction_reach_the_longest_seek(truth: DriveConfig) -> None:
    """Without the change of its last distance, the longest seeks would lose their time."""
    last = truth.value("layout.cylinders") - 1
    for edge, expected in ((last, last + 7), (last - 30, last - 30)):
        turned = truth.with_value(DIRECTION, [[40, "0.1 ms"], [edge, "0.2 ms"]])
        wider = turned.with_values(spare_cylinders.with_more(turned, [3, 4, 0, 0, 0, 0, 0, 0]))
        assert wider.value(DIRECTION) == [[40, "0.1 ms"], [expected, "0.2 ms"]]
        times = seek_ms(wider)[0] - seek_ms(wider)[1]
        assert times[-1] == pytest.approx(0.4 if expected > edge else 0.0)


def test_the_cylinders_of_each_zone_count(truth: DriveConfig) -> None:
    near, gone = without_spares(truth)
    assert spare_cylinders.of(near, near) == [0] * 8
    again = near.with_values(spare_cylinders.with_more(near, gone))
    assert spare_cylinders.of(near, again) == gone


@pytest.mark.parametrize("name", ["hp_97560", "ibm_9lzx"])
def test_not_for_these_layouts(name: str) -> None:
    """One zone; zones that continue where the zone before ends."""
    assert not spare_cylinders.possible(catalog.load(name))


def test_not_with_zones_on_one_surface(truth: DriveConfig) -> None:
    zone = {"sectors_per_track": 100, "cylinder_skew": "10 sectors"}
    zones = [zone | {"surface": s, "cylinders": [0, 999]} for s in (0, 1)]
    layout = {"layout.zone": zones, "layout.surfaces": 2, "layout.cylinders": 1000}
    assert not spare_cylinders.possible(truth.with_values(layout))


def test_seeks_show_spare_cylinders(truth: DriveConfig) -> None:
    near, gone = without_spares(truth)
    trace = simulated.record(truth, addresses.plan(truth)).rows(slice(addresses.READS - 5000, None))
    start = start_for(near, replay := Replay(trace, trace.think))
    measured, rows = validation.measured_ms(replay), np.ones(replay.requests, bool)
    search, width = Search(Replays(start.config, replay), start, measured, rows), Width(0.04, 0.03)
    state = search.begin()
    problem, found = spare_cylinders.adopted(
        search.problem, search.may_change, state, width, TimeLimit()
    )
    true = replace(problem, others=problem.others | spare_cylinders.with_more(near, gone))
    at_truth = true.state(state.numbers)
    assert at_truth is not None
    floor = true.cost(at_truth, width)
    assert search.problem.cost(state, width) > floor + 200
    assert problem.cost(found, width) < floor + 20
    spared = {key: problem.others[key] for key in spare_cylinders.KEYS if key in problem.others}
    wider = near.with_values(spared)
    assert spare_cylinders.of(near, wider) == spare_cylinders.found(problem)
    assert all(by <= most for by, most in zip(spare_cylinders.found(problem), gone, strict=True))
    assert farthest(near, truth) == sum(gone) == 50
    assert farthest(wider, truth) <= 38


def farthest(one: DriveConfig, other: DriveConfig) -> int:
    """Returns the greatest distance in cylinders between the places of a block on two drives."""
    blocks = np.arange(0, other.blocks, 97)
    cylinders = [drive.places(blocks)[0].astype(np.int64) for drive in (one, other)]
    return int(np.abs(cylinders[0] - cylinders[1]).max())
