"""Two rules that explain a trace only together are found together, and none where none is wrong."""

from dataclasses import replace

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.workload.measured import Replay
from headstack_identify.fit import policies, rule_pairs
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.start import start_for
from headstack_identify.trials import trial

FIRST, AHEAD = "cache.hit_by_first_block", "cache.prefetch_maximum"


@pytest.fixture(scope="module")
def truth() -> DriveConfig:
    """A drive that reads 64 blocks ahead, and hits if the first block of a read is there."""
    drive = trial.make(0, 2000).truth
    return drive.with_values({FIRST: True, AHEAD: "64 blocks", "cache.prefetch_on_idle_hit": False})


def search_of(truth: DriveConfig, description: DriveConfig) -> Search:
    """The search from a description, on a trace that the truth measured without noise."""
    asked = trial.make(0, 2000).replay
    times_ns = np.rint(validation.model_ms(truth, asked) * 1e6).astype(np.int64)
    trace = Replay(replace(asked.recording, measured_ps=times_ns * 1000), asked.think)
    start = start_for(description, trace)
    measured = validation.measured_ms(trace)
    return Search(Replays(start.config, trace), start, measured, np.ones(trace.requests, bool))


def test_two_rules_that_are_wrong_together(truth: DriveConfig) -> None:
    search = search_of(truth, truth.with_values({FIRST: False, AHEAD: "115 blocks"}))
    state = search.begin()
    before = search.problem.cost(state, FINE)
    found = rule_pairs.best(search, search.problem, state, FINE)
    assert found is not None
    assert (found.problem.others[FIRST], found.problem.others[AHEAD]) == (True, "64 blocks")
    assert search.problem.cost(found.state, FINE) < 0.2 * before
    alone = policies.best(search, search.problem, state, FINE, None)[0]
    assert alone is None or alone.problem.others[FIRST] is False, "no single rule leads there"


def test_a_true_drive_gets_no_other_rules(truth: DriveConfig) -> None:
    search = search_of(truth, truth)
    state = search.begin()
    assert rule_pairs.best(search, search.problem, state, FINE) is None
