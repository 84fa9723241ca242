"""What requests add up to, in one pass and in parts, against plain formulas on whole columns."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

import headstack
from headstack import RunError, metrics, workload
from headstack._core import RequestTotals, power_sums
from headstack.metrics import quantiles
from headstack.metrics.quantiles import Column, Spill, percentiles_ms

Rows = dict[str, npt.NDArray[Any]]

PERCENTS = (50, 95, 99)
TIMES = st.lists(st.integers(0, 2**62), min_size=1, max_size=300)


def run_of(seed: int, count: int, load: float, spread: int) -> Rows:
    """A run of random requests, `spread` of them served at a time, in order of completion."""
    random = np.random.default_rng(seed)
    arrival = np.cumsum(random.integers(0, 2000, count))
    start = arrival + random.integers(0, int(1 + 1000 * load * spread), count)
    if load > 1:
        start += np.arange(count) * int(1000 * (load - 1))
    finish = start + random.integers(1, 1500 * spread, count)
    order = np.argsort(finish, kind="stable")
    zero = np.zeros(count, np.int64)
    rows = {
        "id": np.arange(count, dtype=np.uint64),
        "arrival": arrival,
        "start": start,
        "finish": finish,
        "queue": start - arrival,
        "overhead": finish - start,
        **dict.fromkeys(("seek", "rotation", "transfer", "bus"), zero),
        "deadline": np.where(random.random(count) < 0.5, arrival + 900, 2**63 - 1),
        "blocks": random.integers(1, 65_536, count).astype(np.uint32),
        "retries": random.integers(0, 3, count).astype(np.uint32),
        "write": random.random(count) < 0.3,
        "hit": random.random(count) < 0.3,
        "failed": random.random(count) < 0.1,
        "class": zero.astype(np.uint16),
    }
    return {name: column[order] for name, column in rows.items()}


def parts_of(rows: Rows, sizes: npt.NDArray[np.int64]) -> list[Rows]:
    edges = [0, *np.cumsum(sizes), len(rows["id"])]
    return [
        {name: column[a:b] for name, column in rows.items()} for a, b in pairwise(edges) if a < b
    ]


@pytest.mark.parametrize("spread", [1, 3, 40])
@pytest.mark.parametrize("load", [0.2, 1, 1.5])
@pytest.mark.parametrize("seed", range(4))
def test_parts_add_up_to_the_whole(seed: int, load: float, spread: int) -> None:
    rows = run_of(seed, 3000, load, spread)
    totals = RequestTotals(3000)
    for part in parts_of(rows, np.random.default_rng(seed).integers(0, 200, 20)):
        totals.add(part, classes=True)
    totals.check_all_served()
    assert totals.count == 3000
    assert totals.elapsed_ps == rows["finish"].max() - rows["arrival"].min()
    assert totals.time_at_disk_ps == metrics.time_at_disk_ps(rows)
    assert totals.queue_grew == metrics.saturated(rows)
    assert totals.reads == (~rows["write"]).sum()
    assert totals.hits == (rows["hit"] & ~rows["write"]).sum()
    assert totals.response_ps == sum(map(int, rows["finish"] - rows["arrival"]))
    assert totals.missed == (rows["finish"] > rows["deadline"]).sum()


def test_both_answers_occur() -> None:
    """Or the test above would say little."""
    grew = {metrics.saturated(run_of(0, 3000, load, 1)) for load in (0.2, 1.5)}
    assert grew == {False, True}


@pytest.mark.parametrize("scheduler", ["fcfs", "sptf"])
def test_a_summary_is_what_the_formulas_say(scheduler: str) -> None:
    found = headstack.Drive("hp_c2247", scheduler).run(workload.random(60, requests=5000))
    c, summary = found.columns, found.summary
    response = metrics.response_ps(c)
    assert summary == summary | metrics.summarise(c, 512)
    assert summary["scv_response"] == metrics.scv(response)
    assert summary["mean_seek_ms"] == metrics.mean_ms(c["seek"])
    assert summary["mean_response_ms"] == metrics.mean_ms(response)
    assert summary["utilisation"] == metrics.utilisation(c)
    assert summary["mean_queue_length"] == metrics.mean_queue_length(c)
    assert summary["throughput_per_s"] == metrics.throughput_per_s(c)
    assert summary["throughput_mb_s"] == metrics.throughput_mb_s(c, 512)
    assert summary["busy"] == metrics.busy(c)
    assert summary["hit_rate"] == metrics.hit_rate(c)
    assert summary["saturated"] == metrics.saturated(c)
    assert summary["schedule_sha256"] == metrics.schedule_sha256(c)
    for name, percent in (("median", 50), ("p95", 95), ("p99", 99)):
        assert summary[f"{name}_response_ms"] == metrics.percentile_ms(response, percent)
    assert summary["scv_response"] == pytest.approx(response.var() / response.mean() ** 2)
    assert summary["mean_seek_ms"] == pytest.approx(c["seek"].mean() / 1e9, rel=1e-13)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=50))
def test_sums_are_exact(times: list[int]) -> None:
    assert power_sums(np.array(times, np.int64)) == (sum(times), sum(time**2 for time in times))


@given(TIMES)
def test_means_are_rounded_once(times: list[int]) -> None:
    column = np.array(times, np.int64)
    assert metrics.mean_ms(column) == float(Fraction(sum(times), len(times) * 10**9))


@given(TIMES, st.floats(0, 100))
def test_percentiles_are_numpys(times: list[int], percent: float) -> None:
    column = np.array(times, np.int64)
    wanted = float(np.percentile(column, percent)) / 1e9
    assert percentiles_ms(Column(column), [percent]) == [wanted]


@given(TIMES, st.integers(1, 64), st.sampled_from([2, 8, 1 << 16]))
def test_percentiles_by_way_of_a_file(times: list[int], size: int, buckets: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quantiles, "IN_MEMORY", 20)
        patch.setattr(quantiles, "BUCKETS", buckets)
        spill = Spill()
        for first in range(0, len(times), size):
            spill.add(np.array(times[first : first + size], np.int64))
        assert spill.count == len(times)
        ranks = [0, len(times) // 3, len(times) - 1]
        assert spill.at(ranks) == [sorted(times)[rank] for rank in ranks]
        column = Column(np.array(times, np.int64))
        assert percentiles_ms(spill, PERCENTS) == percentiles_ms(column, PERCENTS)
        spill.close()


def changed(**columns: Any) -> Rows:
    rows = run_of(1, 100, 0.5, 1)
    return rows | {name: change(rows[name]) for name, change in columns.items()}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (changed(id=lambda ids: np.where(ids == 7, 8, ids)), "request 8 was served twice"),
        (changed(id=lambda ids: ids + np.uint64(1)), "request 100 was served, but only 0 to 99"),
        (changed(bus=lambda bus: bus - 1, seek=lambda seek: seek + 1), "times of request 0 contra"),
        (changed(arrival=lambda a: a[::-1]), "contradict each other"),
        (changed(seek=lambda seek: seek[1:]), "the column seek has not one value for each"),
    ],
)
def test_a_run_that_cannot_be_is_an_error(rows: Rows, message: str) -> None:
    with pytest.raises(RunError, match=message):
        RequestTotals(100).add(rows, classes=True)


def test_requests_come_in_their_order() -> None:
    rows = run_of(1, 100, 0.5, 1)
    rows["id"] = rows["id"][::-1]
    with pytest.raises(RunError, match=r"request \d+ arrived at \d+ ps, before request \d+"):
        RequestTotals(100).add(rows, classes=True)


def test_one_that_is_missing_is_an_error() -> None:
    rows = {name: column[rows_but(37)] for name, column in run_of(1, 100, 0.5, 1).items()}
    totals = RequestTotals(100)
    totals.add(rows, classes=True)
    with pytest.raises(RunError, match="request 37 of 100 was not served"):
        totals.check_all_served()


def rows_but(number: int) -> npt.NDArray[np.bool_]:
    return run_of(1, 100, 0.5, 1)["id"] != number
