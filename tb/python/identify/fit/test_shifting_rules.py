"""A rule that shifts the times of most requests is found, with numbers that another rule had."""

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack.measure import validation
from headstack_identify.fit import policies, shifting_rules
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import ROUGH, Search
from headstack_identify.fit.start import start_for
from headstack_identify.fit.time_limit import TimeLimit
from headstack_identify.trials import trial

WATERMARK, OF_SEGMENT = "cache.read_watermark", "cache.read_watermark_of_segment"


def search_of(made: trial.Trial, description: DriveConfig) -> Search:
    start = start_for(description, made.replay)
    measured = validation.measured_ms(made.replay)
    rows = np.ones(made.replay.requests, bool)
    return Search(Replays(start.config, made.replay), start, measured, rows)


@pytest.fixture(scope="module")
def made() -> trial.Trial:
    """Its reads wait for 25 % of their blocks. The description has 50 %, and other overheads."""
    return trial.make(246, 1500)


@pytest.mark.slow
def test_the_blocks_that_a_read_waits_for(made: trial.Trial) -> None:
    assert made.truth.value(WATERMARK) == "25 %"
    assert made.truth.value(OF_SEGMENT) is False
    search = search_of(made, made.description)
    state = search._steps(search.begin(), ROUGH)
    alone = policies.best(search, search.problem, state, ROUGH, None)[0]
    assert alone is None or alone.problem.others[WATERMARK] != "25 %", "one step does not show it"
    before = search.problem.cost(state, ROUGH)
    state = search._shifted(state, ROUGH)
    assert search.problem.others[WATERMARK] == "25 %"
    assert search.problem.others[OF_SEGMENT] is False
    assert search.problem.cost(state, ROUGH) < 0.5 * before


def test_a_true_drive_keeps_its_rule(made: trial.Trial) -> None:
    search = search_of(made, made.truth)
    state = search.begin()
    assert shifting_rules.best(search, search.problem, state, ROUGH) is None


def test_a_settling_time_comes_back_over_a_cliff() -> None:
    """A change of heads and a write's settling take 1.17 ms, as long as the skew of an inner track.

    With a longer sum, writes over the end of an inner track come a revolution late.
    """
    made = trial.make(360, 2000)
    layout = ("layout.zone", "spindle.rotation", "spindle.correction")
    described = made.description.with_values({key: made.truth.value(key) for key in layout})
    search = search_of(made, described)
    place = [knob.name for knob in search.start.knobs].index("seek.write_settle")
    state = search._steps(search.begin(), ROUGH)
    assert state.numbers[place] > 1, "small steps lead over the cliff"
    before = search.problem.cost(state, ROUGH)
    state = search._shifted(state, ROUGH)
    assert 0 < state.numbers[place] < 0.6
    assert search.problem.cost(state, ROUGH) < 0.9 * before


@pytest.mark.slow
def test_the_connections_of_a_write() -> None:
    """A drive with two connections in each write, described with one.

    Times of commands and of reselections then stand for each other.
    """
    key = "write.single_connection"
    made = trial.make(648, 5000)
    assert (made.truth.value(key), made.description.value(key)) == (False, True)
    layout = ("layout.zone", "spindle.rotation", "spindle.correction")
    described = made.description.with_values({name: made.truth.value(name) for name in layout})
    search = search_of(made, described)
    search._shifted(search._steps(search.begin(), ROUGH), ROUGH)
    assert search.problem.others[key] is False, search.at.log


def test_without_time_no_step_is_made(made: trial.Trial) -> None:
    search = search_of(made, made.description)
    state = search.begin()
    search.clock = TimeLimit(end=0.0)
    before = search.replays.runs
    found = shifting_rules.best(search, search.problem, state, ROUGH)
    assert search.replays.runs - before < 20, "each choice is replayed once"
    assert found is None or np.array_equal(found.state.numbers, state.numbers)
