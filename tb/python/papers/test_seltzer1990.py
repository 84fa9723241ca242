"""Seltzer 1990: its package runs, and its helpers give what can be worked out by hand."""

from pathlib import Path

import pytest

from headstack_papers.experiment import SAMPLE, Found
from headstack_papers.quantities import over
from headstack_papers.reproduce import papers, reproduce
from headstack_papers.seltzer1990 import closed, requests, section5_1_2, theory

FIGURES = {f"fig{number}" for number in range(1, 9)}


def test_all_of_it_runs(tmp_path: Path) -> None:
    outcome = reproduce(["seltzer1990"], folder=tmp_path, scale=SAMPLE, workers=1)
    assert {one.named.name for one in outcome.done} >= FIGURES | {"table1", "section6"}
    ids = [claim["id"] for claim in outcome.claims()]
    assert len(ids) == len(set(ids))
    assert all(one.shows and one.claims for one in outcome.done)
    # What needs no long runs holds at any size.
    found = {claim["id"]: claim["verdict"] for claim in outcome.claims()}
    assert found["seltzer1990/table1/blocks-on-the-disk"] == "holds"
    assert found["seltzer1990/fig8/groups-of-840-utilisation-over-that-of-stf"] == "holds"


def test_what_is_left_out_has_no_experiment() -> None:
    (paper,) = (one for one in papers() if one.name == "seltzer1990")
    assert not FIGURES & set(paper.left_out)


def test_the_paper_s_formulas() -> None:
    # Section 4.2: 8.3 + 4.6 + 0.87 sqrt(8.3) = 15.4; section 4.1: 2 / 28.3 = 7 %.
    assert theory.ssf_io(100) == pytest.approx(15.4, abs=0.05)
    assert theory.fcfs_theory([1]).y[0] == pytest.approx(7.067, abs=0.001)
    # Four cylinders: distances 1, 2, 3 in 6, 4, 2 of 16 pairs; (6 + 8 + 6) / 16.
    time, distance = theory.of_pairs([5, 10, 15])
    assert (time, distance) == pytest.approx((6.25, 1.25))
    # 140280 * 140279 / 2 = 9.84e9.
    assert theory.sets(2) == pytest.approx(9.993, abs=0.001)
    # Footnote 4: 1.5 * 28.3 ms * 1000.
    assert section5_1_2.limit(1000) == pytest.approx(42.45)


def test_single_requests() -> None:
    rows = requests.columns("scan", 10, 500, 1)
    assert (rows["start"][1:] >= rows["finish"][:-1]).all()
    assert 0 <= rows["cylinder"].min() <= rows["cylinder"].max() < theory.CYLINDERS
    # With one group all that wait are in it: as many as the queue is long.
    (found,) = requests.in_group(1, 20, 500, 1)
    assert found["per_cylinder"] == pytest.approx(20 / theory.CYLINDERS)
    (moves,) = requests.distances("fcfs", 1, 20_000, 1)
    assert moves["mean_distance"] == pytest.approx(theory.CYLINDERS / 3, rel=0.03)


def test_the_farthest_of_several_queues() -> None:
    rows = [
        {"name": name, "queue": queue, "seed": seed, "utilisation": value}
        for seed in (1, 2)
        for name, queue, value in (("A", 1, 1.1), ("B", 1, 1), ("A", 2, 0.8), ("B", 2, 1))
    ]
    found = Found(rows, SAMPLE)
    assert closed.farthest(found, "utilisation", "A", "B", [1, 2]).mean == pytest.approx(20)
    ratios = closed.by_queue(found, "utilisation", "A", "B", [1, 2])
    assert over(max, ratios).mean == pytest.approx(1.1)
    assert over(min, ratios).mean == pytest.approx(0.8)
