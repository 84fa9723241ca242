"""Writes whose data come after the head: the time of the bus moves the start at the medium."""

from collections.abc import Callable

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit import descent
from headstack_identify.fit.problem import Problem, State
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.start import start_for

LEAST_BLOCKS = 8
RATE_MS = 0.25


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    """A drive that writes through, and waits for 8 blocks of data: 2 ms."""
    return catalog.load("hp_c2247").with_values(
        {
            "write.minimum_blocks": LEAST_BLOCKS,
            "write.minimum_blocks_large": LEAST_BLOCKS,
            "bus.write_rate": f"{RATE_MS} ms/block",
        }
    )


def begun(drive: DriveConfig, replay: Replay) -> tuple[Problem, State, int]:
    """The beginning of a search, and the place of the bus's rate among its knobs."""
    start = start_for(drive, replay)
    rows = np.ones(replay.requests, bool)
    replays = Replays(start.config, replay)
    search = Search(replays, start, validation.measured_ms(replay), rows)
    state = search.begin()
    return search.problem, state, [knob.name for knob in start.knobs].index("bus.write_rate")


def test_a_longer_bus_time_shortens_the_wait_for_the_sector(
    drive: DriveConfig, made: Callable[..., ValidationTrace]
) -> None:
    """Of a write that waits for its data, by the time of the blocks that it needs."""
    replay = Replay(made(drive, think="before", count=1500), "before")
    problem, state, rate = begun(drive, replay)
    wait = problem.effects(state, np.ones(len(problem.knobs), bool)).wait[:, rate]
    needed = np.minimum(replay.recording.blocks, LEAST_BLOCKS)
    waits = np.abs(wait + needed) < 0.01
    assert np.sum(waits & replay.recording.write) > 50
    assert not np.any(wait[~replay.recording.write])


def test_steps_find_the_rate(drive: DriveConfig, made: Callable[..., ValidationTrace]) -> None:
    """A description with a bus that takes 0.238 ms a block. 8 blocks tell 0.04 ms, a third of the
    spread of positioning."""
    replay = Replay(made(drive, think="before", count=3000), "before")
    problem, state, rate = begun(drive.with_value("bus.write_rate", "0.238 ms/block"), replay)
    only = np.arange(len(problem.knobs)) == rate
    found, _ = descent.steps(problem, only, state, FINE, most=5)
    assert found.numbers[rate] == pytest.approx(RATE_MS, abs=0.005)
