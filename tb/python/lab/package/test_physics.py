"""Absolute physical figures of the HP C2247 (5400 rpm, 2,054,864 blocks of 512 bytes)."""

from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack import workload

HALF_REVOLUTION_MS = 60_000 / 5400 / 2  # 5.556


def test_the_drive_turns_at_5400_rpm() -> None:
    (config,) = (drive for drive in headstack.drives() if drive.name == "hp_c2247")
    assert config.revolution_ps / 1e9 == pytest.approx(11.1111, abs=1e-4)
    assert config.bytes_per_block == 512
    assert config.blocks * 512 == pytest.approx(1.05e9, rel=0.01)  # a drive of 1.05 GB


def test_mean_rotational_latency_is_half_a_revolution() -> None:
    load = workload.closed(1, requests=40_000, size="512B", read_fraction=1)
    found = headstack.Drive("hp_c2247").run(load)
    media = ~found.columns["hit"]
    mean_ms = found.columns["rotation"][media].mean() / 1e9
    assert mean_ms == pytest.approx(HALF_REVOLUTION_MS, rel=0.01)


def test_rotation_is_under_a_revolution() -> None:
    found = headstack.Drive("hp_c2247").run(
        workload.closed(1, requests=5000, size="512B", read_fraction=1)
    )
    assert found.columns["rotation"].max() < found.columns["finish"].dtype.type(11_111_111_112)


def test_8_kib_transfer_in_a_sector_time_of_the_zones() -> None:
    # 56 to 96 sectors a track: 16 sectors pass in 1.85 to 3.17 ms, plus a switch on a crossing
    found = headstack.Drive("hp_c2247").run(workload.closed(1, requests=5000, read_fraction=1))
    misses = found.columns["transfer"][~found.columns["hit"]] / 1e9
    assert np.percentile(misses, 1) >= 16 / 96 * 11.1111 - 1e-6
    assert np.median(misses) <= 16 / 56 * 11.1111


def test_random_reads_hardly_hit() -> None:
    # a buffer of 256 KiB on a disk of 1 GB
    found = headstack.Drive("hp_c2247").run(workload.random(20, requests=20_000))
    assert 0 <= found.summary["hit_rate"] < 0.005
    assert not (found.columns["hit"] & found.columns["write"]).any()


def test_sequential_reads_hit(tmp_path: Path) -> None:
    lines = [f"R Hit {1000 + 8 * i} 8 2000.000 5000.000" for i in range(200)]
    (tmp_path / "sequential.trace").write_text("\n".join(lines) + "\n")
    found = headstack.Drive("hp_c2247").run(workload.trace(tmp_path / "sequential.trace"))
    assert found.summary["hit_rate"] > 0.9


def test_replay_keeps_the_think_times(tmp_path: Path) -> None:
    text = "R Miss 5000 2 9000 1000.000\nR Miss 900000 2 9000 2000.001\nW Doub 70 2 9000 3000.000\n"
    (tmp_path / "three.trace").write_text(text)
    for think, waits in (("after", (0, 1e9, 2000.001e6)), ("before", (1e9, 2000.001e6, 3e9))):
        replay = workload.trace(tmp_path / "three.trace", think=think)
        c = headstack.Drive("hp_c2247").run(replay).columns
        completed_before = np.concatenate([[0], c["finish"][:-1]])
        assert (c["arrival"] - completed_before).tolist() == list(waits)


def test_open_arrivals_come_at_their_rate() -> None:
    arrival = (
        headstack.Drive("hp_c2247").run(workload.random(20, requests=50_000)).columns["arrival"]
    )
    gaps_s = np.diff(np.sort(arrival)) / 1e12
    assert gaps_s.mean() == pytest.approx(1 / 20, rel=0.02)
    assert gaps_s.std() == pytest.approx(1 / 20, rel=0.03)  # exponential: deviation = mean


def test_requests_are_uniform_over_the_disk_and_reads_in_their_share() -> None:
    found = headstack.Drive("hp_c2247").run(
        workload.random(20, requests=50_000, read_fraction=0.25)
    )
    blocks = headstack.Drive("hp_c2247").config.blocks
    counts, _ = np.histogram(found.columns["lbn"], bins=10, range=(0, blocks))
    assert counts / 50_000 == pytest.approx(np.full(10, 0.1), abs=0.007)
    assert found.summary["reads"] / 50_000 == pytest.approx(0.25, abs=0.01)


def test_a_closed_loop_keeps_its_queue() -> None:
    c = headstack.Drive("hp_c2247", "sptf").run(workload.closed(8, requests=2000)).columns
    arrival = np.sort(c["arrival"])
    assert (arrival[:8] == arrival[0]).all()
    in_system = np.arange(1, 2001) - np.searchsorted(c["finish"], arrival, side="right")
    assert (in_system[8:] == 8).all()


def test_sptf_beats_fcfs_in_a_deep_queue() -> None:
    load = workload.closed(32, requests=3000)
    speed = {
        scheduler: headstack.Drive("hp_c2247", scheduler).run(load).summary["throughput_per_s"]
        for scheduler in ("fcfs", "sptf")
    }
    assert speed["sptf"] > 1.3 * speed["fcfs"]


def test_fcfs_saturates_below_50_per_second() -> None:
    # Worthington 1994, section 5.1, figure 3; near 45 by readings.md
    summary = (
        headstack.Drive("hp_c2247", placement="host")
        .run(workload.random(50, requests=30_000))
        .summary
    )
    assert summary["saturated"]
    assert summary["busy"] == pytest.approx(1, abs=0.01)
    light = (
        headstack.Drive("hp_c2247", placement="host")
        .run(workload.random(30, requests=30_000))
        .summary
    )
    assert not light["saturated"]
