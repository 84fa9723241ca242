"""The spread of positioning times, from the wrong revolutions of a trace with a known spread."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from headstack import Drive, catalog
from headstack.metrics import response_ps
from headstack.traces.validation_trace import ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify.fit.replays import Replays
from headstack_identify.fit.search import FINE, Search
from headstack_identify.fit.spreads import SPREADS_MS
from headstack_identify.fit.start import start_for
from headstack_identify.fit.table import SearchSpace

PLAIN = SearchSpace(rows=(), policies=())
"""Only the seek curve may change."""


@pytest.mark.parametrize("spread_ms", [0.03, 0.065, 0.12])
def test_the_likeliest_spread_is_the_traces(
    spread_ms: float, made: Callable[..., ValidationTrace]
) -> None:
    """Or the next of the tried spreads: some 40 requests miss or catch their sector by chance."""
    drive = catalog.load("ibm_dnes_309170w")
    plain = made(drive, think="before", count=6000)
    conditions = {"variation.seek": f"{spread_ms} ms", "variation.seed": 5}
    columns = Drive(drive, conditions=conditions).run(Replay(plain, "before")).columns
    measured_ps = response_ps(columns)[np.argsort(columns["id"])].astype(np.int64)
    replay = Replay(replace(plain, measured_ps=measured_ps), "before")
    start = start_for(drive, replay, space=PLAIN)
    rows = np.ones(replay.requests, bool)
    search = Search(Replays(start.config, replay), start, measured_ps / 1e9, rows)
    search._sharpened(search.begin())
    found = SPREADS_MS.index(search.fine.spread)
    assert abs(found - SPREADS_MS.index(spread_ms)) <= 1
    assert search.fine.rest == FINE.rest
