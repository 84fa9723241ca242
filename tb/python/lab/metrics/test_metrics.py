"""Metrics against tables worked by hand."""

import hashlib
import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import headstack
from headstack import metrics, workload

MS = 10**9  # ps


def table() -> dict[str, npt.NDArray[Any]]:
    """Four requests, times in ms: served one after another with a gap from 30 to 35.

    id  arrival start finish   queue overhead seek rotation transfer bus
    1       5     5     15       0       1      2      3       4      0
    0       0    15     25      15       1      2      2       5      0
    2      10    25     30      15       1      0      0       0      4   a read hit
    3      35    35     50       0       2      5      4       3      1   a write
    """
    rows = np.array(
        [
            [1, 5, 5, 15, 0, 1, 2, 3, 4, 0],
            [0, 0, 15, 25, 15, 1, 2, 2, 5, 0],
            [2, 10, 25, 30, 15, 1, 0, 0, 0, 4],
            [3, 35, 35, 50, 0, 2, 5, 4, 3, 1],
        ],
        np.int64,
    )
    names = [
        "id",
        "arrival",
        "start",
        "finish",
        "queue",
        "overhead",
        "seek",
        "rotation",
        "transfer",
        "bus",
    ]
    columns: dict[str, npt.NDArray[Any]] = {
        name: rows[:, k] * (1 if name == "id" else MS) for k, name in enumerate(names)
    }
    columns["blocks"] = np.array([16, 16, 16, 2], np.uint32)
    columns["write"] = np.array([False, False, False, True])
    columns["hit"] = np.array([False, False, True, False])
    columns["retries"] = np.array([0, 8, 0, 1], np.uint32)
    columns["failed"] = np.array([False, True, False, False])
    columns["deadline"] = np.full(4, 2**63 - 1)
    return columns


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("requests", 4),
        ("elapsed_s", 0.050),
        ("time_at_disk_s", 0.040),
        ("mean_response_ms", (10 + 25 + 20 + 15) / 4),
        ("median_response_ms", 17.5),
        ("p95_response_ms", 20 + (1 + 0.95 * 3 - 3) * 5),  # rank 3.85 of 10, 15, 20, 25
        ("p99_response_ms", 20 + (1 + 0.99 * 3 - 3) * 5),
        ("max_response_ms", 25),
        ("scv_response", (7.5**2 + 7.5**2 + 2.5**2 + 2.5**2) / 4 / 17.5**2),
        ("mean_io_ms", (10 + 10 + 5 + 15) / 4),
        ("mean_wait_ms", 7.5),
        ("mean_overhead_ms", 1.25),
        ("mean_seek_ms", 2.25),
        ("mean_rotation_ms", 2.25),
        ("mean_transfer_ms", 3),
        ("mean_bus_ms", 1.25),
        ("mean_queue_length", 30 / 50),
        ("utilisation", 12 / 50),
        ("busy", 40 / 50),
        ("throughput_per_s", 4 / 0.050),
        ("throughput_mb_s", 50 * 512 / 1e6 / 0.050),
        ("reads", 3),
        ("hits", 1),
        ("hit_rate", 1 / 3),
        ("retries", 9),
        ("failed_requests", 1),
        ("percentile_method", "linear"),
    ],
)
def test_by_hand(key: str, value: float | str) -> None:
    found = metrics.summarise(table(), bytes_per_block=512)[key]
    assert found == (value if isinstance(value, str) else pytest.approx(value, rel=1e-12))


def test_busy_counts_overlaps_once() -> None:
    columns = {
        "arrival": np.array([0, 0, 0]),
        "start": np.array([10, 0, 40]),
        "finish": np.array([20, 30, 50]),
    }
    assert metrics.busy(columns) == pytest.approx((30 + 10) / 50)
    assert metrics.time_at_disk_ps(columns) == 30 + 10


def test_hit_rate_without_reads() -> None:
    columns = table() | {"write": np.ones(4, np.bool_)}
    assert metrics.hit_rate(columns) is None


def test_schedule_hash_is_of_ids_and_finish_times() -> None:
    ids, finish = (1, 0, 2, 3), (15, 25, 30, 50)
    packed = b"".join(
        struct.pack("<Qq", *row) for row in zip(ids, (f * MS for f in finish), strict=True)
    )
    assert metrics.schedule_sha256(table()) == hashlib.sha256(packed).hexdigest()


def test_schedule_hash_notices_a_picosecond() -> None:
    later = table()
    later["finish"] = later["finish"] + np.array([0, 0, 0, 1])
    assert metrics.schedule_sha256(later) != metrics.schedule_sha256(table())


def test_long_runs_do_not_overflow() -> None:
    count, each = 100_000, 4 * 10**15  # 4000 s each; the sum is 4e20 ps, 63 bits hold 9e18
    column = np.full(count, each, np.int64)
    columns = table() | {"queue": column, "arrival": np.zeros(count, np.int64), "finish": column}
    assert metrics.mean_queue_length(columns) == pytest.approx(count)
    assert metrics.mean_ms(column) == pytest.approx(4e6)
    assert metrics.scv(column) == pytest.approx(0, abs=1e-12)


def arrivals_and_service(gap: int, service: int, count: int = 10_000) -> metrics.Columns:
    """FCFS with constant times."""
    arrival = gap * np.arange(count, dtype=np.int64)
    finish = np.maximum(arrival, service * np.arange(count)) + service
    return {"arrival": arrival, "finish": finish}


def test_saturated() -> None:
    assert metrics.saturated(arrivals_and_service(gap=10, service=11))
    assert not metrics.saturated(arrivals_and_service(gap=10, service=9))


def test_a_long_queue_that_does_not_grow_is_not_saturated() -> None:
    columns = arrivals_and_service(gap=10, service=9)
    held = {"arrival": columns["arrival"], "finish": columns["finish"] + 10 * 3000}
    assert not metrics.saturated(held)


def test_a_summary_has_declared_metrics_in_their_order() -> None:
    names = [metric.name for metric in metrics.METRICS]
    assert len(set(names)) == len(names)
    drive = headstack.Drive("hp_c2247")
    for load in (
        workload.random(30, requests=50),
        workload.classes([workload.Class(1)] * 2, requests=50),
    ):
        summary = drive.run(load).summary
        assert list(summary) == [name for name in names if name in summary]
