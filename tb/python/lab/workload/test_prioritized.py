"""Workloads whose requests have priorities, and what drive and host do with the priorities."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

from headstack import ConfigError, Drive, catalog, workload
from headstack.workload import Workload

REQUESTS = 4000
OPEN = workload.random(22, read_fraction=1)


def two(first: int, second: int) -> Workload:
    """Two equal streams with these priorities. The drive is busy, but not overloaded."""
    parts = [workload.prioritized(OPEN, priority=one) for one in (first, second)]
    return workload.together(*parts, requests=REQUESTS)


@pytest.fixture(scope="module")
def priorities_page(load_script: Callable[[str], ModuleType]) -> ModuleType:
    """The script that makes the table of docs/use/priorities.md."""
    return load_script("priorities")


def test_the_page_says_what_the_drive_does(priorities_page: ModuleType) -> None:
    by_name = {name: priorities_page.found(name, 8000) for name in priorities_page.SCHEDULERS}
    alone, kept = by_name["sptf"], by_name["sptf_limits"]
    assert alone.first_ms[1] > 500
    assert kept.first_ms[1] < 55
    assert 0.91 < kept.served_per_s / alone.served_per_s < 0.97
    assert by_name["clook_limits"].first_ms[1] < 55
    for name, served in (("pscan", 0.66), ("edf", 0.40)):
        assert by_name[name].first_ms[2] < 40
        assert by_name[name].served_per_s / alone.served_per_s == pytest.approx(served, abs=0.03)


def test_a_share_of_the_requests_has_the_priority() -> None:
    load = workload.prioritized(OPEN, priority=3, share=0.25, requests=REQUESTS)
    columns = Drive("hp_c2247a", "sptf").run(load).columns
    assert set(np.unique(columns["priority"])) == {0, 3}
    # four standard deviations of a binomial distribution
    assert abs((columns["priority"] == 3).mean() - 0.25) < 4 * (0.25 * 0.75 / REQUESTS) ** 0.5


@pytest.mark.parametrize("placement", ["drive", "host"])
def test_the_urgent_requests_are_faster(placement: str) -> None:
    drive = Drive("hp_c2247a", "sptf_limits", placement=placement)
    result = drive.run(two(1, 15))
    first, second = result.summary["priorities"]
    assert (first["priority"], second["priority"]) == (1, 15)
    assert first["requests"] + second["requests"] == REQUESTS
    assert first["mean_response_ms"] < 0.8 * second["mean_response_ms"]
    mine = result.columns["priority"] == 1
    response = (result.columns["finish"] - result.columns["arrival"])[mine] / 1e9
    assert first["mean_response_ms"] == pytest.approx(response.mean(), rel=1e-12)
    assert first["max_response_ms"] == pytest.approx(response.max(), rel=1e-12)
    assert result.summary["failed_requests"] == 0


def test_a_scheduler_without_deadlines_and_classes_ignores_priorities() -> None:
    runs = [Drive("hp_c2247a", "clook").run(two(*pair)) for pair in ((1, 15), (15, 1))]
    assert runs[0].summary["schedule_sha256"] == runs[1].summary["schedule_sha256"]


def test_drive_and_host_know_the_same_deadlines() -> None:
    """One request at the drive: the host's edf and the drive's choose in one order."""
    times = np.zeros(40)
    priority = np.random.default_rng(3).permutation(np.r_[np.arange(1, 16), np.zeros(25)])
    lbn = np.random.default_rng(4).integers(0, 10**6, 40)
    load = workload.arrivals(times, lbn, 8, priority=priority.astype(np.int64))
    orders = []
    for placement in ("drive", "host"):
        drive = Drive("hp_c2247a", "edf", placement=placement, queue_depth=64)
        c = drive.run(load).columns
        orders.append(c["priority"][np.argsort(c["start"])])
    # the drive begins with the first request, before the others have come
    urgent = [int(p) for p in orders[1] if p]
    assert urgent == sorted(urgent)
    assert [int(p) for p in orders[0] if p and p != priority[0]] == [
        p for p in urgent if p != priority[0]
    ]
    assert not any(orders[1][-24:]), "the requests without a deadline come last"


@pytest.mark.parametrize("placement", ["drive", "host"])
def test_a_limit_counts_more_than_a_priority(placement: str) -> None:
    config = catalog.load("seagate_exos_x16").with_values(
        {"interface.standard": "SPC-6", "duration_limits.reads": ["whole 5000 ms earliest"]}
    )
    lbn = np.random.default_rng(6).integers(0, 10**9, 60)
    schedules = set()
    for priority in (np.arange(60) % 15 + 1, 15 - np.arange(60) % 15):
        load = workload.arrivals(np.zeros(60), lbn, 8, priority=priority, limit=1)
        drive = Drive(config, "edf", placement=placement)
        schedules.add(drive.run(load).summary["schedule_sha256"])
    assert len(schedules) == 1


def test_a_column_is_told_from_another_by_its_name() -> None:
    limited, urgent = (
        workload.arrivals([0, 1], [0, 8], 8, **{column: [1, 0]}) for column in ("limit", "priority")
    )
    assert limited.settings() != urgent.settings()


@pytest.mark.parametrize("placement", ["drive", "host"])
def test_priorities_are_classes_of_a_shared_drive(placement: str) -> None:
    """By priority, or by class: the same shares, and the same schedule."""
    count = 600
    rng = np.random.default_rng(5)
    lbn, part = rng.integers(0, 10**6, count), rng.integers(0, 3, count)
    sums = []
    for column in ("priority", "class_id"):
        load = workload.arrivals(np.zeros(count), lbn, 8, **{column: part})
        drive = Drive("hp_c2247a", "yfq", placement=placement, weights=[50, 30, 20])
        sums.append(drive.run(load).summary["schedule_sha256"])
    assert sums[0] == sums[1]


def test_the_text_gives_the_same_workload() -> None:
    text = "prioritized(random(rate=22, size=8192B, reads=1), priority=2, share=0.5)"
    assert workload.parse(text).load == workload.prioritized(OPEN, priority=2, share=0.5)
    assert workload.parse(text).load.settings()["workload"] == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"priority": 0}, "priority"),
        ({"priority": 16}, "priority.*15"),
        ({"share": 0}, "share"),
        ({"share": 1.5}, "share"),
    ],
)
def test_a_wrong_argument_is_named(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        workload.prioritized(OPEN, **arguments)  # type: ignore[arg-type]


def test_a_wrong_priority_of_an_arrival() -> None:
    with pytest.raises(ConfigError, match=r"priority goes from 16 to 16; 0 to 15"):
        workload.arrivals([0], [0], 8, priority=16)


def test_a_deadline_scheduler_needs_deadlines_or_priorities() -> None:
    with pytest.raises(ConfigError, match="no request of the workload has a deadline"):
        Drive("hp_c2247a", "edf").run(workload.arrivals([0], [0], 8))
    assert Drive("hp_c2247a", "edf").run(workload.arrivals([0], [0], 8, priority=1))
