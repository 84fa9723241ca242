"""Proportional share: ratios, limits, the paper's claims, the tuned margins, bad input."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import ConfigError, workload
from headstack.workload import Class

DNES = "ibm_dnes_309170w"
PAGE = Path(__file__).resolve().parents[3] / "docs/use/share.md"


def run(
    scheduler: str,
    outstanding: tuple[int, ...] = (21, 20),
    weights: tuple[float, ...] = (80, 20),
    requests: int = 20_000,
    seed: int = 1,
) -> dict[str, Any]:
    load = workload.classes([Class(n) for n in outstanding], requests=requests, seed=seed)
    drive = headstack.Drive(DNES, scheduler, placement="host", host_outstanding=4, weights=weights)
    return drive.run(load).summary


@pytest.mark.parametrize("scheduler", ["yfq", "yfq_dor(20, 0.5)", "yfq_tuned"])
@pytest.mark.parametrize(
    ("weights", "outstanding"),
    [((50, 30, 20), (20, 20, 20)), ((1, 1), (20, 20)), ((9, 1), (30, 30))],
)
def test_shares_are_as_the_weights(
    scheduler: str, weights: tuple[float, ...], outstanding: tuple[int, ...]
) -> None:
    found = run(scheduler, outstanding, weights)
    assert found["ratios"] == pytest.approx([w / weights[-1] for w in weights], rel=0.02)
    assert found["accuracy_percent"] > 98
    assert found["worst_window_accuracy_percent"] > 95
    assert len(found["classes"]) == len(weights)
    assert sum(c["requests"] for c in found["classes"]) == 20_000


def test_without_a_margin_dor_is_yfq() -> None:
    yfq = run("yfq", requests=3000)["schedule_sha256"]
    for margins in ("0, 0", "20, 0", "20, 0, literal, curve"):
        assert run(f"yfq_dor({margins})", requests=3000)["schedule_sha256"] == yfq
    assert run("yfq_dor(20, 0.5)", requests=3000)["schedule_sha256"] != yfq


def test_throughput_by_origin_adds_up() -> None:
    found = run("yfq_dor(20, 1)")
    for each in found["classes"]:
        assert each["throughput_mb_s"] == pytest.approx(
            each["by_turn_mb_s"] + each["inserted_mb_s"]
        )
        assert each["inserted_mb_s"] > 0
    assert 0.4 < found["inserted_fraction"] < 0.55  # one in each of four gaps: length 8


def test_a_lead_costs_shares_of_windows() -> None:
    """The more lead, the more a window of 1,000 requests is off; whole runs are not."""
    worst = []
    for margin in (0.5, 5, 20):
        found = run(f"yfq_dor(20, {margin})")
        worst.append(found["worst_window_accuracy_percent"])
        assert found["accuracy_percent"] > 98
    assert worst == sorted(worst, reverse=True)
    assert worst[0] > 98  # "more than 98 % accuracy"


def test_a_wide_margin_loses_the_shares_of_short_times() -> None:
    narrow, wide = (run(f"yfq_dor(20, {m})") for m in (1, 20))
    assert wide["worst_window_accuracy_percent"] < narrow["worst_window_accuracy_percent"] - 5


@pytest.mark.parametrize("load", [(6, 5), (11, 10), (21, 20), (31, 30)])
def test_tuned_margins_keep_the_accuracy_and_gain_most(load: tuple[int, ...]) -> None:
    tuned = run("yfq_tuned", load, requests=60_000)
    assert tuned["worst_window_accuracy_percent"] > 97.5
    fixed = run("yfq_dor(20, 0.5)", load, requests=60_000)
    assert tuned["throughput_mb_s"] > 0.995 * fixed["throughput_mb_s"]
    if sum(load) > 40:
        assert tuned["throughput_mb_s"] > 1.04 * fixed["throughput_mb_s"]


def test_tuned_margins_follow_the_accuracy() -> None:
    loose = run("yfq_tuned(80)", (31, 30), requests=60_000)
    tight = run("yfq_tuned(99)", (31, 30), requests=60_000)
    assert tight["mean_window_accuracy_percent"] > loose["mean_window_accuracy_percent"]


def test_tuned_margins_do_not_go_by_idle_time() -> None:
    """Bursts of 100 requests, pauses of up to 8 s in which nothing can be read off the rate."""
    rng = np.random.default_rng(1)
    bursts, size = 400, 100
    start = np.cumsum(rng.uniform(2000, 10_000, bursts))
    arrival = np.repeat(start, size)
    lbn, class_id = rng.integers(0, 17_000_000, bursts * size), rng.integers(0, 2, bursts * size)
    load = workload.arrivals(arrival, lbn, 8, class_id=class_id)
    time_s = {
        scheduler: headstack.Drive(
            DNES, scheduler, placement="host", host_outstanding=4, weights=(1, 1)
        )
        .run(load)
        .summary["time_at_disk_s"]
        for scheduler in ("yfq", "yfq_dor(40, 1, literal, curve)", "yfq_tuned")
    }
    fixed = time_s["yfq_dor(40, 1, literal, curve)"] / time_s["yfq"]
    assert fixed < 0.9
    assert time_s["yfq_tuned"] / time_s["yfq"] < fixed + 0.03


def test_the_same_seed_gives_the_same_run() -> None:
    first = run("yfq_tuned", requests=2000)["schedule_sha256"]
    assert run("yfq_tuned", requests=2000)["schedule_sha256"] == first
    assert run("yfq_tuned", requests=2000, seed=2)["schedule_sha256"] != first


def test_sizes_are_as_asked_for() -> None:
    load = workload.classes([Class(5, "8KiB", "1KiB"), Class(5, "2KiB", 0, 1.0)], requests=20_000)
    columns = headstack.Drive(DNES, "fcfs").run(load).columns
    blocks = columns["blocks"][columns["class"] == 0]
    assert blocks.mean() == pytest.approx(16, abs=0.1)
    assert blocks.std() == pytest.approx(2, abs=0.1)
    assert set(columns["blocks"][columns["class"] == 1]) == {4}
    assert not columns["write"][columns["class"] == 1].any()


@pytest.mark.parametrize(
    ("scheduler", "weights", "message"),
    [
        ("yfq", (), "shares the drive by weights; give each class a weight"),
        ("yfq", (80, 0), r"class 1 has 0\.0+; a weight is above 0"),
        ("yfq", (80, -1), "a weight is above 0"),
        ("yfq", (1e9, 1), "at least a thousandth of all"),
        ("yfq", (100,), "request 1 is of class 1, but the number of weights is 1"),
        ("fcfs", (80, 20), "'fcfs' has no use for weights"),
        ("yfq_dor(101, 1)", (80, 20), "'Mdmo' is a number from 0 to 100 %"),
        ("yfq_dor(20, -1)", (80, 20), "'Mqos' is a number from 0"),
        ("yfq_tuned(20)", (80, 20), "'accuracy' is a number from 50 to 100 %"),
    ],
)
def test_wrong_shares_are_refused(scheduler: str, weights: tuple[float, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        run(scheduler, weights=weights, requests=100)


def test_wrong_classes_are_refused() -> None:
    for wrong in ({"outstanding": 0}, {"outstanding": 1, "deviation": "5KiB"}):
        with pytest.raises(ConfigError, match=r"outstanding is 0|deviation is '5KiB'"):
            Class(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="0 classes; there are 1 to 256"):
        workload.classes([])


def test_the_page_has_the_table(load_script: Callable[[str], ModuleType]) -> None:
    assert load_script("share").overview() in PAGE.read_text(encoding="utf-8")
