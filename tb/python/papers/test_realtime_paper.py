"""The real-time paper's experiments: they run, and their helpers do what they say."""

from pathlib import Path

import pytest

from headstack import Drive, workload
from headstack_papers.experiment import SAMPLE, Found
from headstack_papers.realtime import fig2, fig10, runs, section4_2, table1
from headstack_papers.reproduce import reproduce


def test_the_paper_runs(tmp_path: Path) -> None:
    found = reproduce(["realtime"], folder=tmp_path, scale=SAMPLE, workers=1)
    assert [one.named.name for one in found.done] == [
        "fig2",
        *(f"fig{number}" for number in range(4, 14)),
        "section2_2",
        "section3_4",
        "section4_2",
        "section5",
        "table1",
    ]
    ids = [claim["id"] for claim in found.claims()]
    assert len(set(ids)) == len(ids) > 90
    assert all(one.shows for one in found.done)


def test_the_other_schedulers() -> None:
    assert runs.without("FCFS", "EDF") == ["SSTF", "SCAN", "SSEDV", "SSEDO", "F-EDF"]


def test_means_by_seed() -> None:
    rows = [
        {"name": name, "issue": "after", "seed": seed, "merit": seed + (name == "EDF")}
        for name in runs.SCHEDULERS
        for seed in (2, 1, 2, 1)
    ]
    found = runs.means(Found(rows, SAMPLE), "merit")
    assert found["EDF"].tolist() == [2, 3]
    assert found["FCFS"].tolist() == [1, 2]


def test_not_late_is_edf_while_deadlines_are_far_and_fcfs_once_all_have_passed() -> None:
    late = runs.READINGS["F-EDF, not late"]
    near, far = ([1e-6] * 30, [1e6 - i for i in range(30)])
    for deadlines, same in ((near, "fcfs"), (far, "edf")):
        load = workload.arrivals(
            arrival_ms=[0.0] * 30, lbn=range(0, 3000, 100), blocks=[8] * 30, deadline_ms=deadlines
        )
        own, other = (
            Drive("hp_97560", name, placement="host").run(load).summary for name in (late, same)
        )
        assert own["schedule_sha256"] == other["schedule_sha256"]


def test_readings_are_all_different_and_have_the_reading_of_the_figures() -> None:
    assert len(set(section4_2.READINGS)) == 16
    assert {section4_2.FIGURES, section4_2.NEAR} <= set(section4_2.READINGS)
    assert section4_2.FIGURES.cells == ("stalls", "1,000 in all", "length", "fits")


def test_a_pace_and_a_variance_by_hand() -> None:
    row = {
        "throughput_mb_s": 2.0,
        "throughput_per_s": 4.0,
        "mean_response_ms": 250.0,
        "scv_response": 4.0,
    }
    assert runs.pace(row) == pytest.approx(2.0)  # 0.5 MB in 0.25 s
    assert fig10.variance(row) == pytest.approx(0.25)


def test_the_formula_of_seeks() -> None:
    assert fig2.published_ms(0) == 0
    assert fig2.published_ms(100) == pytest.approx(7.24)
    assert fig2.published_ms(1000) == pytest.approx(15.7)
    (one,) = fig2.seeks([100])
    assert one["seek_ms"] == pytest.approx(7.24, abs=0.001)


def test_the_table_is_of_the_drive() -> None:
    found = {row["parameter"]: row["found"] for row in table1.parameters()}
    assert list(found) == list(table1.PRINTED)
    assert found["cylinders"] == 1962
