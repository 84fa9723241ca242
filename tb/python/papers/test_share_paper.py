"""The share paper's experiments: they run, and their helpers do what they say."""

import math
from pathlib import Path

import numpy as np
import pytest

from headstack_papers.experiment import FULL, SAMPLE
from headstack_papers.reproduce import reproduce
from headstack_papers.share import runs, section2


def test_the_paper_runs(tmp_path: Path) -> None:
    found = reproduce(["share"], folder=tmp_path, scale=SAMPLE, workers=1)
    assert [one.named.name for one in found.done] == [
        *(f"fig{number}" for number in range(2, 9)),
        "section2",
    ]
    ids = [claim["id"] for claim in found.claims()]
    assert len(set(ids)) == len(ids) > 60
    assert all(one.shows for one in found.done)


def test_a_length_is_that_of_four_and_what_is_squeezed_in() -> None:
    assert runs.length_of(0.0) == 4
    assert runs.length_of(0.5) == 8


def test_rates_by_class_and_origin() -> None:
    row = {
        "classes": '[{"throughput_mb_s": 4.0, "by_turn_mb_s": 3.0, "inserted_mb_s": 1.0},'
        ' {"throughput_mb_s": 1.25, "by_turn_mb_s": 0.75, "inserted_mb_s": 0.5}]',
        "ratios": [3.2, 1.0],
        "inserted_fraction": 0.2,
    }
    found = runs.shares_of(row)
    assert found["lost"] == pytest.approx(20)
    assert (found["bqs_ratio"], found["dor_ratio"]) == (4, 2)
    assert (found["dor_share1"], found["dor_share2"]) == (0.25, 0.4)
    assert (found["rq1"], found["rq2"], found["bqs"]) == (4, 1.25, 3.75)


def test_no_ratio_where_nothing_is_squeezed_in() -> None:
    row = {
        "classes": '[{"throughput_mb_s": 4.0, "by_turn_mb_s": 4.0, "inserted_mb_s": 0.0},'
        ' {"throughput_mb_s": 1.0, "by_turn_mb_s": 1.0, "inserted_mb_s": 0.0}]',
        "ratios": [4.0, 1.0],
        "inserted_fraction": 0.0,
    }
    assert math.isnan(runs.shares_of(row)["dor_ratio"])


def test_virtual_time_by_hand() -> None:
    """Five requests of 8 blocks of the heavy class are half a unit ahead; one of the light: 0.4."""
    lead = section2.virtual_lead(np.array([0, 0, 0, 0, 0, 1]), np.full(6, 8))
    assert lead[4] == pytest.approx(0.5)
    assert lead[5] == pytest.approx(0.1)


def test_halves_of_a_load() -> None:
    (point, *_) = runs.points(SAMPLE, loads=(11,), halves=True)
    (whole, *others) = runs.points(FULL, loads=(11,))
    assert point.workload.settings()["outstanding"] == "6, 5"  # type: ignore[union-attr]
    assert whole.workload.settings()["outstanding"] == "11, 11"  # type: ignore[union-attr]
    assert len(others) + 1 == runs.SEEDS
