"""Requests without a rule are found and named, and a host's noise is no alarm."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from headstack_identify.fit import unexplained
from headstack_identify.fit.unexplained import Unexplained
from headstack_identify.residuals.residuals import residuals
from headstack_identify.trials import trial
from headstack_identify.trials.trial import Trial

SEEDS = range(10)


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    """Drives with the noise of a host: jitter, and late ends once in a thousand."""
    return [trial.make(seed, 4000) for seed in SEEDS]


def groups(one: Trial, values: dict[str, Any]) -> list[Unexplained]:
    return unexplained.groups(residuals(one.truth.with_values(values), one.replay))


def test_noise_is_no_alarm(trials: list[Trial]) -> None:
    assert [groups(one, {}) for one in trials] == [[]] * len(trials)


def test_a_missing_read_ahead_is_named(trials: list[Trial]) -> None:
    for one in trials:
        first, *_ = groups(one, {"cache.prefetch_maximum": "0 blocks"})
        assert first.group.startswith("read miss, sequential"), one.seed
        assert not first.revolutions
        assert first.bias_ms > 1.0, "the model reads from the medium what the drive has read ahead"
        assert f"{first.wrong:,} of {first.requests:,} requests" in first.sentence


def test_a_wrong_rule_for_writes_is_named(trials: list[Trial]) -> None:
    for one in trials:
        cached = bool(one.truth.value("cache.write_back"))
        first, *_ = groups(one, {"cache.write_back": not cached})
        assert "write" in first.group, one.seed
        assert first.wrong > first.requests / 2


def test_many_small_errors_are_named(trials: list[Trial]) -> None:
    """The model takes 0.3 ms more for each sequential hit. No error is as long as 1 ms."""
    term = {"of": "read hit", "when": ["sequential"], "time": "0.3 ms"}
    for one in trials:
        terms = [*one.truth.value("overhead.terms"), term]
        first, *_ = groups(one, {"overhead.terms": terms})
        assert first.group.startswith("read hit, sequential"), one.seed
        assert first.beyond_ms < 0.3
        assert 0.2 < first.bias_ms < 0.4
        assert first.wrong > first.requests / 2
        assert f"off by more than {first.beyond_ms:.2g} ms, by +0." in first.sentence


def test_few_small_errors_are_no_alarm(trials: list[Trial]) -> None:
    """A hundredth of all requests is the least number that counts."""
    found = residuals(trials[0].truth, trials[0].replay)
    least = int(np.ceil(unexplained.LEAST_OF_ALL * len(found.lbn)))
    every = (np.flatnonzero(rows) for _, rows in unexplained._groups(found))
    rows = next(rows for rows in every if least <= len(rows) <= 2 * least)
    for count, named in ((least - 1, 0), (least, 1)):
        model_ms = found.model_ms.copy()
        model_ms[rows[:count]] += 0.5
        assert len(unexplained.groups(replace(found, model_ms=model_ms))) == named


def test_a_wrong_place_of_a_zone_is_named(trials: list[Trial]) -> None:
    """A zone that begins half a track away: its accesses end at other times."""
    seen = 0
    for one in trials:
        zones = one.truth.value("layout.zone")
        if len(zones) < 4 or "first_sector" not in zones[2]:
            continue
        spt = int(zones[2]["sectors_per_track"])
        begins = int(zones[2]["first_sector"].split()[0])
        zones[2]["first_sector"] = f"{(begins + spt // 2) % spt} sectors"
        found = groups(one, {"layout.zone": zones})
        assert any("zone 2" in group.group for group in found), one.seed
        seen += 1
    assert seen
