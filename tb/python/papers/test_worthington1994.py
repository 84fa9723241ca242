"""The experiments of Worthington 1994 run, and what they are made of is as they say."""

from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack_papers.experiment import SAMPLE
from headstack_papers.reproduce import reproduce
from headstack_papers.worthington1994 import (
    bare_queue,
    figa1,
    parameters,
    section5_2,
    validation_load,
)

WITH_DATA_ONLY = "section6_week"
"""What has nothing to show where the recorded week is not there."""


def test_all_run_at_the_smallest_scale(tmp_path: Path) -> None:
    outcome = reproduce(["worthington1994"], folder=tmp_path, scale=SAMPLE, workers=1)
    names = {done.named.name for done in outcome.done}
    assert {"fig3", "fig4", "fig5", "figa1", "figa5", "tablea2", "section5_2"} <= names
    for done in outcome.done:
        slugs = [claim.slug for claim in done.claims]
        assert len(set(slugs)) == len(slugs)
        assert done.shows or (done.named.name, done.claims) == (WITH_DATA_ONLY, [])


def test_without_the_folder_of_data_figure_2_runs_on_what_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADSTACK_DATA", str(tmp_path))
    outcome = reproduce(["worthington1994/fig2"], folder=tmp_path, scale=SAMPLE, workers=1)
    assert [claim["claim"] for claim in outcome.claims()] == ["mean response of the workload"]


def test_a_validation_workload_is_what_its_figure_says() -> None:
    load = validation_load.drawn(
        catalog.load("hp_c2247"), 20_000, 1, reads=0.5, sequential=0.3, local=0.3
    )
    found = validation_load.character(load.lbn, load.blocks, load.write)
    assert found["reads_percent"] == pytest.approx(50, abs=1)
    assert found["sequential_percent"] == pytest.approx(30, abs=1)
    assert found["local_percent"] == pytest.approx(30, abs=2.5)  # and some that are near by chance
    assert found["size_kb"] == pytest.approx(8.25, abs=0.15)  # rounded up to blocks
    assert load.pause_ps.mean() / 1e9 == pytest.approx(11, abs=0.2)
    gaps = load.lbn[1:] - load.lbn[:-1]
    near = gaps[np.abs(gaps) < 40_000]
    assert 6_000 < near.std() < 10_500  # of which the sequential ones hardly move


def test_half_of_the_spare_tracks_are_in_use() -> None:
    drive = section5_2.with_reallocations()
    grown = [len(drive.value(f"layout.zone.{zone}.reallocated_tracks")) for zone in range(8)]
    assert sum(grown) == 450
    assert grown[0] == 163  # of 325
    assert drive.blocks == catalog.load("hp_c2247").blocks


def test_a_bare_queue_with_one_request_at_a_time_serves_in_order() -> None:
    rows = bare_queue.served(10.0, 500, 1)
    means = {row["response_ms"] for row in rows}
    assert len(means) == 1  # nothing ever waits
    assert 20 < means.pop() < 24  # 11.2 for the mean seek, half a turn, and the constant
    assert bare_queue.seek_ms(400) == pytest.approx(7.75 + 0.0059 * 400)


def test_the_curve_by_hand() -> None:
    assert figa1.printed(0) == 0.89
    assert figa1.printed(100) == pytest.approx(3.81 + 3.3)
    (row,) = figa1.seeks([100])
    assert row["seek_ms"] == pytest.approx(7.11)


@pytest.mark.parametrize(
    ("key", "unit", "value"),
    [
        ("spindle.rotation", "rpm", 5400),
        ("bus.read_rate", "MB/s", 3.01),
        ("cache.size", "KB", 256),
        ("seek.first#2", "ms", 3.61),
        ("layout.zone.1.reserved_tracks", "", 0),
    ],
)
def test_a_key_in_the_units_of_the_tables(key: str, unit: str, value: float) -> None:
    assert parameters.number(catalog.load("hp_c2247"), key, unit) == pytest.approx(value, rel=1e-6)
