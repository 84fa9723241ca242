"""Drives compared: planted differences are found, planted equality is not taken for one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import workload
from headstack.errors import ConfigError
from headstack.statistics import MEASURES, Series, compare, figures
from headstack.statistics.paired import Comparison


def drive(scheduler: str, **options: Any) -> headstack.Drive:
    return headstack.Drive("hp_c2247", scheduler, **options)


def verdicts(found: Comparison) -> dict[str, str]:
    """Those of a comparison of two."""
    return {one.measure: one.verdict for one in found.differences}


def made(response_ms: Any, *, saturated: bool = False, schedule: str = "") -> Series:
    """A run with these response times, a request every 10 ms."""
    response = np.asarray(response_ms, dtype=float)
    arrival = 10.0 * np.arange(len(response))
    return Series(arrival, response, np.sort(arrival + response), saturated, schedule)


def test_the_name_in_the_package() -> None:
    assert headstack.compare is compare


def test_a_better_scheduler_is_found_over_seeds() -> None:
    found = compare(
        drive("fcfs"), drive("sptf"), workload=workload.random(35, requests=2000), seeds=5
    )
    assert verdicts(found)["mean_response_ms"] == "lower"
    assert found.document()["runs_each"] == 5
    assert "sptf in the drive against hp_c2247, fcfs in the drive: lower" in repr(found)


def test_common_random_numbers_make_differences_narrow() -> None:
    found = compare(
        {"a": drive("fcfs"), "b": drive("look", placement="host")},
        workload=workload.random(25, requests=2000),
    )
    [apart] = [one for one in found.differences if one.measure == "mean_response_ms"]
    alone = [found.figures[name]["mean_response_ms"] for name in "ab"]
    assert apart.interval is not None
    assert apart.interval.half < 0.5 * max(one.half for one in alone if one is not None)


def test_the_same_schedule_is_the_same() -> None:
    found = compare(
        {"a": drive("sptf"), "b": drive("sptf", queue_depth=500)},
        workload=workload.random(20, requests=500),
        seeds=2,
    )
    assert set(verdicts(found).values()) == {"same"}


def test_figures_are_those_of_the_summary() -> None:
    run = drive("fcfs").run(workload.random(30, requests=3000))
    series = Series.of(run)
    for name in ("mean_response_ms", "p99_response_ms"):
        assert MEASURES[name].value(series, 0) == pytest.approx(run.summary[name])


def test_what_is_cut_off_does_not_count() -> None:
    found = compare(
        drive("fcfs"), drive("sptf"), workload=workload.closed(40, requests=3000), seeds=1
    )
    assert found.warmup.cut > 0
    run = Series.of(drive("fcfs").run(workload.closed(40, requests=3000)))
    assert found.table[0]["value"] == pytest.approx(run.response_ms[found.warmup.cut :].mean())


def test_throughput_of_a_closed_loop_is_the_summarys() -> None:
    run = drive("sptf").run(workload.closed(8, requests=2000))
    rate = MEASURES["throughput_per_s"].value(Series.of(run), 0)
    assert rate == pytest.approx(run.summary["throughput_per_s"], rel=0.01)


def test_planted_equality_is_rarely_taken_for_a_difference() -> None:
    wrong = 0
    for seed in range(200):
        random = np.random.default_rng(seed)
        base = random.exponential(10, 2000)
        one, other = made(base, schedule="1"), made(base + random.normal(0, 3, 2000), schedule="2")
        found = figures.difference(MEASURES["mean_response_ms"], ("a", [one]), ("b", [other]), 0)
        wrong += found.verdict != "undecided"
        assert found.why or found.verdict != "undecided"
    assert wrong <= 20


@pytest.mark.parametrize(("more", "verdict"), [(0.5, "higher"), (-0.5, "lower")])
def test_a_planted_difference_has_its_direction_and_size(more: float, verdict: str) -> None:
    random = np.random.default_rng(1)
    base = 20 + random.exponential(10, 4000)
    pair = (
        ("a", [made(base, schedule="1")]),
        (
            "b",
            [made(base + more + random.normal(0, 1, 4000), schedule="2")],
        ),
    )
    found = figures.difference(MEASURES["mean_response_ms"], *pair, 0)
    assert found.verdict == verdict
    assert found.interval is not None
    assert found.interval.low <= more <= found.interval.high
    assert found.share == pytest.approx(more / base.mean(), rel=0.2)


def test_a_queue_that_grows_decides_nothing_about_times() -> None:
    found = compare(
        {"fcfs": drive("fcfs"), "sptf": drive("sptf")},
        workload=workload.random(70, requests=3000),
        seeds=2,
    )
    [mean] = [one for one in found.differences if one.measure == "mean_response_ms"]
    assert (mean.verdict, mean.why) == ("undecided", "the queue of fcfs grew")
    assert found.figures["fcfs"]["mean_response_ms"] is None
    assert verdicts(found)["throughput_per_s"] == "higher"
    assert found.document()["saturated"] == {"fcfs": True, "sptf": False}


def test_several_are_compared_with_the_first_and_all_together() -> None:
    load = workload.random(30, requests=1000)
    two = compare({"a": drive("fcfs"), "b": drive("sptf")}, workload=load, seeds=4)
    three = compare(
        {"a": drive("fcfs"), "b": drive("sptf"), "c": drive("sstf")}, workload=load, seeds=4
    )
    assert [one.of for one in three.differences] == ["b", "c"] * 3
    assert two.differences[0].interval is not None
    assert three.differences[0].interval is not None
    assert two.differences[0].interval.level == pytest.approx(0.95)
    assert three.differences[0].interval.level == pytest.approx(0.975)


@pytest.mark.parametrize("seeds", [1, 4])
def test_a_run_is_lengthened_until_it_is_precise(seeds: int) -> None:
    drives = {"a": drive("fcfs"), "b": drive("sptf")}
    load = workload.random(20, requests=500)
    short = compare(drives, workload=load, seeds=seeds)
    found = compare(drives, workload=load, seeds=seeds, precision=0.01)
    assert found.reached
    for name in drives:
        before, after = (one.figures[name]["mean_response_ms"] for one in (short, found))
        assert after is not None
        assert after.half <= 0.01 * after.value
        assert before is None or before.half > after.half


@pytest.mark.parametrize("seeds", [1, 4])
def test_it_stops_at_the_most_requests_and_says_so(seeds: int) -> None:
    found = compare(
        drive("fcfs"), drive("sptf"), workload=workload.random(30, requests=500), seeds=seeds,
        precision=0.001, most_requests=3000,
    )  # fmt: skip
    document = found.document()
    assert not document["precision_reached"]
    assert document["runs_each"] * document["requests_each"] <= 3000
    assert "a precision of 0.001 was not reached" in repr(found)


def trace_of(folder: Path, requests: int = 400) -> Path:
    """A trace in which several requests wait together."""
    random = np.random.default_rng(1)
    arrival = np.sort(random.random(requests)) * requests / 40
    lines = [
        f"{when:.6f},{place * 4096},4096,0"
        for when, place in zip(arrival, random.integers(0, 200_000, requests), strict=True)
    ]
    path = folder / "some.csv"
    path.write_text("\n".join(["arrival_s,start_byte,bytes,write", *lines, ""]))
    return path


def test_a_trace_runs_once_and_is_paired_request_by_request(tmp_path: Path) -> None:
    found = compare(
        drive("fcfs"), drive("sptf"), workload=workload.replay(trace_of(tmp_path, 1500))
    )
    assert found.document()["runs_each"] == 1
    assert verdicts(found)["mean_response_ms"] == "lower"


@pytest.mark.parametrize(
    ("drives", "options", "message"),
    [
        (["fcfs"], {}, "1 drives; there must be two or more"),
        (["fcfs", "sptf"], {"seeds": 0}, "seeds is 0"),
        (["fcfs", "sptf"], {"precision": 2}, "precision is 2; it must be between 0 and 1"),
        (["fcfs", "sptf"], {"level": 95}, "level is 95"),
        (["fcfs", "sptf"], {"workload": workload.closed(1, requests=1)}, "has 1 requests"),
    ],
)
def test_bad_arguments(drives: list[str], options: dict[str, Any], message: str) -> None:
    options = {"workload": workload.random(30, requests=100), **options}
    with pytest.raises(ConfigError, match=message):
        compare(*map(drive, drives), **options)


def test_what_is_no_drive() -> None:
    load: Any = workload.random(30, requests=100)
    with pytest.raises(ConfigError, match="is no drive with a name"):
        compare(drive("fcfs"), load, workload=load)


def test_a_precision_is_nothing_for_a_trace(tmp_path: Path) -> None:
    load = workload.replay(trace_of(tmp_path))
    with pytest.raises(ConfigError, match="the number of recorded requests is fixed"):
        compare(drive("fcfs"), drive("sptf"), workload=load, precision=0.02)


def test_drives_that_get_different_requests_are_not_compared(tmp_path: Path) -> None:
    load = workload.replay(trace_of(tmp_path), map="clip")
    small = headstack.Drive("hp_c2247_5", "fcfs")
    with pytest.raises(ConfigError, match="compared by the same requests; take a map"):
        compare({"a": drive("fcfs"), "b": small}, workload=load)
