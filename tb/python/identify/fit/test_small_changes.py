"""Small changes: a wrong skew or rule is mended, and a right drive stays as it is."""

import time
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import last_step, small_changes
from headstack_identify.fit.found import Found
from headstack_identify.fit.phase.layout import angles
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import Search
from headstack_identify.fit.small_changes import SmallChanges
from headstack_identify.fit.start import Start, start_for
from headstack_identify.fit.time_limit import TimeLimit

Make = Callable[..., ValidationTrace]


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    return catalog.load("hp_c2490a")


@pytest.fixture(scope="module")
def replay(drive: DriveConfig, made: Make) -> Replay:
    return Replay(made(drive, count=1500), "after")


def turned(drive: DriveConfig, key: str, by: int, zones: tuple[int, ...]) -> DriveConfig:
    """The drive with a skew of some zones that is `by` sectors larger."""
    found = deepcopy(drive.value("layout.zone"))
    for zone in zones:
        found[zone][key] = f"{int(found[zone][key].split()[0]) + by} sectors"
    return drive.with_value("layout.zone", found)


def errors_ms(drive: DriveConfig, replay: Replay) -> float:
    off = validation.model_ms(drive, replay) - validation.measured_ms(replay)
    return float(np.abs(off).max())


def test_a_right_drive_stays_as_it_is(drive: DriveConfig, replay: Replay) -> None:
    mended, result = small_changes.of_file(drive, replay)
    assert mended is drive
    assert result.taken == ()
    assert result.complete
    assert result.runs > 200


@pytest.mark.parametrize("by", [-2, -1, 1, 2])
def test_a_wrong_skew_of_a_zone_is_mended(drive: DriveConfig, replay: Replay, by: int) -> None:
    wrong = turned(drive, "track_skew", by, (0,))
    assert errors_ms(wrong, replay) > 0.1
    mended, result = small_changes.of_file(wrong, replay)
    assert mended.value("layout.zone") == drive.value("layout.zone")
    assert [one.text.split()[0] for one in result.taken] == ["layout.zone.0.track_skew"]
    assert errors_ms(mended, replay) < 0.001


def test_a_wrong_skew_of_all_zones_is_mended(drive: DriveConfig, replay: Replay) -> None:
    every = tuple(range(len(drive.zones)))
    wrong = turned(drive, "cylinder_skew", 1, every)
    mended, result = small_changes.of_file(wrong, replay)
    assert mended.value("layout.zone") == drive.value("layout.zone")
    assert [one.text for one in result.taken] == ["cylinder_skew of all zones -1 sector"]


def test_a_wrong_rule_and_a_wrong_skew_are_mended(drive: DriveConfig, replay: Replay) -> None:
    key = "cache.prefetch_on_idle_hit"
    wrong = turned(drive, "track_skew", 1, (1,)).with_value(key, not drive.value(key))
    mended, result = small_changes.of_file(wrong, replay)
    assert mended.value(key) == drive.value(key)
    assert mended.value("layout.zone") == drive.value("layout.zone")
    assert len(result.taken) == 2
    assert errors_ms(mended, replay) < 0.001


def test_nothing_is_taken_after_the_time_limit(drive: DriveConfig, replay: Replay) -> None:
    wrong = turned(drive, "track_skew", 1, (0,))
    mended, result = small_changes.of_file(wrong, replay, TimeLimit(end=time.monotonic() - 1))
    assert mended is wrong
    assert not result.complete
    assert result.runs == 1


def test_an_angle_stays_within_a_revolution() -> None:
    angle = angles.turned
    assert angle("0 sectors", -2, 100) == "98 sectors"
    assert angle("99 sectors", 2, 100) == "1 sectors"
    assert angle("1 sector", 1, 100) == "2 sectors"
    assert angle("1/4 rev", 1, 100) == "13/50 rev"
    assert angle("0.995 rev", 1, 100) == "1/200 rev"
    assert angle("7784219197/500000000 sectors", 1, 85) == "8284219197/500000000 sectors"


def search_of(start: Start, replay: Replay) -> Found:
    """A search that ends where it begins."""
    measured = validation.measured_ms(replay)
    search = Search(Replays(start.config, replay), start, measured, np.ones(1500, bool))
    return search.found(search.begin())


def trying(start: Start, replay: Replay) -> SmallChanges:
    measured = validation.measured_ms(replay)
    return SmallChanges(Replays(start.config, replay), measured, np.ones(1500, bool))


def test_the_result_of_a_search_is_mended(drive: DriveConfig, replay: Replay) -> None:
    key = "cache.prefetch_on_idle_hit"
    wrong = turned(drive, "track_skew", 1, (0,)).with_value(key, not drive.value(key))
    start = start_for(wrong, replay)
    found = search_of(start, replay)
    end = last_step.mended(found, trying(start, replay))
    assert end.others[key] == drive.value(key)
    assert {"layout.zone", key} <= {k for k in end.values if end.values[k] != found.values.get(k)}
    assert len(end.mended) == 2
    gained = sum(one.gain_nats for one in end.mended)
    assert end.cost == pytest.approx(found.cost - gained)
    config = start.config.with_values(end.values)
    assert errors_ms(config, replay) < 0.001


def test_the_right_result_of_a_search_stays(drive: DriveConfig, replay: Replay) -> None:
    start = start_for(drive, replay)
    found = search_of(start, replay)
    end = last_step.mended(found, trying(start, replay))
    assert (end.values, end.others) == (found.values, found.others)
    assert end.mended == ()
    before, after = (start.config.with_values(one.values).to_toml() for one in (found, end))
    assert before == after


def test_a_change_keeps_the_numbers_that_the_search_moved(
    drive: DriveConfig, replay: Replay
) -> None:
    """The number of a rule stands among the rules as it began, and among the values as it ended."""
    start = start_for(drive, replay)
    key = "overhead.first_reselect"
    others = start.others | {key: "0.3 ms"}
    values = others | {key: "0.123 ms"}
    seen = {True: 0, False: 0}
    for change in trying(start, replay).changes(values, others):
        own = key in change.numbers
        seen[own] += 1
        assert change.values[key] == (change.numbers[key] if own else "0.123 ms"), change.text
    assert min(seen.values()) > 10
