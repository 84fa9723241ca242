"""Order, standing and words, of runs that were made up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from headstack import catalog, workload
from headstack.advice import summary
from headstack.advice.configurations import Configuration
from headstack.advice.question import Question
from headstack.advice.ranking import MEASURE_OF, Ranking, ranked
from headstack.advice.study import Study
from headstack.statistics import Series

FCFS = Configuration("fcfs", "host", 1)
SPTF = Configuration("sptf", "drive", 8)
LOOK = Configuration("look", "host", 1)
TIMES = 10 + np.random.default_rng(1).exponential(10, 4000)


def run(response_ms: Any, schedule: str, saturated: bool = False) -> Series:
    arrival = 20.0 * np.arange(len(response_ms))
    return Series(arrival, response_ms, np.sort(arrival + response_ms), saturated, schedule)


def order(runs: Mapping[Configuration, Series], by: str = "mean") -> Ranking:
    return ranked(runs, MEASURE_OF[by])


def study(runs: Mapping[Configuration, Series], **more: Any) -> Study:
    found = Study(
        question=Question(workload="random(rate=50)"),
        drive=catalog.load("hp_c2247"),
        load=workload.random(50, requests=4000),
        profile=None,
        at_a_time=None,
        ranking=order(runs),
        runs=runs,
        screening=None,
        part=None,
        asked_per_s=None,
        alone_per_s=None,
        wall_s=1.0,
    )
    return replace(found, **more)


def noise(size: float) -> Any:
    """Of mean 0."""
    found = np.random.default_rng(2).normal(0, size, len(TIMES))
    return found - found.mean()


def test_the_order_and_where_each_stands() -> None:
    found = order(
        {
            FCFS: run(2 * TIMES, "1"),
            SPTF: run(TIMES, "2"),
            LOOK: run(TIMES + 0.01 + noise(1), "3"),
            Configuration("sptf", "drive", 32): run(TIMES, "2"),
            Configuration("sstf", "host", 1): run(100 * TIMES, "4", saturated=True),
        }
    )
    assert [(row.configuration.scheduler, row.standing) for row in found.rows] == [
        ("sptf", "best"), ("sptf", "same"), ("look", "open"), ("fcfs", "worse"), ("sstf", "grew"),
    ]  # fmt: skip
    assert [row.place for row in found.rows] == [1, 2, 3, 4, 5]
    against = found.of(FCFS).against
    assert against is not None
    assert against.share == pytest.approx(1)
    assert against.interval is not None
    assert against.interval.level == pytest.approx(1 - 0.05 / 10)  # of ten pairs
    assert found.rows[-1].figures["mean_response_ms"] is None


def test_by_the_99th_percentile_another_may_be_the_first() -> None:
    even = run(np.full(4000, TIMES.mean() + 1), "2")
    runs = {FCFS: run(TIMES, "1"), SPTF: even}
    assert order(runs).best.configuration == FCFS
    assert order(runs, "p99").best.configuration == SPTF


def test_what_is_much_better_is_said() -> None:
    found = summary.answer(study({FCFS: run(2 * TIMES, "1"), SPTF: run(TIMES, "2")}))
    assert found.startswith("On hp_c2247: SPTF in the drive with 8 commands (mean 19.")
    assert ", 95 % interval 19" in found
    assert found.endswith("; first come, first served is 2.0 times as slow.")


def test_what_is_not_distinguishable_is_said() -> None:
    runs = {
        FCFS: run(1.2 * TIMES, "1"),
        SPTF: run(TIMES, "2"),
        LOOK: run(TIMES + 0.01 + noise(1), "3"),
    }
    found = summary.answer(study(runs))
    assert "; LOOK in the host is not distinguishable from it; " in found
    assert found.endswith("first come, first served is 20 % slower.")


def test_that_the_order_hardly_matters_is_said() -> None:
    found = summary.answer(study({FCFS: run(TIMES + 0.01 + noise(1), "1"), SPTF: run(TIMES, "2")}))
    assert found.startswith("On hp_c2247 the order hardly matters: SPTF in the drive with 8")
    assert "differ by less than 0." in found


def test_that_requests_are_too_few_to_tell_is_said() -> None:
    """A few requests make all of a great difference."""
    burst = TIMES.copy()
    burst[2000:2020] += 5000
    found = summary.answer(study({FCFS: run(burst, "1"), SPTF: run(TIMES, "2")}))
    assert "is 2.3 times as slow on these very requests, but they are too few" in found


def test_that_nothing_is_better_is_said() -> None:
    same = summary.answer(study({FCFS: run(TIMES, "1"), SPTF: run(TIMES, "1")}))
    assert same.endswith("so there was never an order to choose.")
    worse = summary.answer(study({FCFS: run(TIMES, "1"), SPTF: run(1.1 * TIMES, "2")}))
    assert worse.endswith("; nothing else that was tried is better, 1 in all.")
    near = summary.answer(study({FCFS: run(TIMES, "1"), SPTF: run(TIMES + 0.01 + noise(1), "2")}))
    assert near.endswith("; the 1 others that were tried are not distinguishable from it.")


def test_a_queue_that_grows_is_said() -> None:
    found = study({FCFS: run(TIMES, "1", saturated=True), SPTF: run(TIMES, "2")})
    assert summary.answer(found).endswith(
        "with first come, first served the queue grows without end."
    )
    assert any("these stand last, by throughput" in line for line in summary.sureness(found))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.01234, "0.0123"),
        (7.9, "7.90"),
        (12.34, "12.3"),
        (123.4, "123"),
        (1234.5, "1,234"),
        (0, "0.00"),
    ],
)
def test_numbers_have_three_digits(value: float, text: str) -> None:
    assert summary.number(value) == text
