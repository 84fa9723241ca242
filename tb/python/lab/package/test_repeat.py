"""Same configuration and seed, same schedule, bit for bit; and memory that stays flat."""

import resource
import subprocess
import sys

import pytest

import headstack
from headstack import workload

HASH = """
import headstack
drive = headstack.Drive("hp_c2247", scheduler={scheduler!r}, placement={placement!r})
print(drive.run(headstack.workload.random(40, requests=1000, seed=3)).summary["schedule_sha256"])
"""
SCHEDULERS = ("fcfs", "sstf", "clook", "sptf")


def schedule(scheduler: str, seed: int, placement: str = "drive") -> object:
    """Hash of the schedule of a short run."""
    drive = headstack.Drive("hp_c2247", scheduler=scheduler, placement=placement)
    return drive.run(workload.random(40, requests=1000, seed=seed)).summary["schedule_sha256"]


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_a_seed_is_a_schedule(scheduler: str) -> None:
    assert schedule(scheduler, seed=1) == schedule(scheduler, seed=1)
    assert schedule(scheduler, seed=1) != schedule(scheduler, seed=2)


def test_schedulers_differ() -> None:
    assert len({schedule(scheduler, seed=1) for scheduler in SCHEDULERS}) == len(SCHEDULERS)


@pytest.mark.parametrize("placement", ["drive", "host"])
@pytest.mark.parametrize("scheduler", ["fcfs", "sptf"])
def test_the_50th_run_equals_a_fresh_process(scheduler: str, placement: str) -> None:
    for seed in range(49):
        schedule(SCHEDULERS[seed % len(SCHEDULERS)], seed)
    code = HASH.format(scheduler=scheduler, placement=placement)
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert schedule(scheduler, 3, placement) == fresh.stdout.strip()


def test_a_drive_can_run_again() -> None:
    drive = headstack.Drive("hp_c2247", scheduler="clook")
    load = workload.closed(5, requests=500)
    hashes = {drive.run(load).summary["schedule_sha256"] for _ in range(3)}
    assert len(hashes) == 1


MEMORY = """
import headstack, resource
def peak_kib():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
load = headstack.workload.random(40, requests=20)
for number in range(1, 1001):
    scheduler = ("fcfs", "sstf", "clook", "sptf")[number % 4]
    headstack.Drive("hp_c2247", scheduler=scheduler).run(load)
    if number == 100:
        early = peak_kib()
print(peak_kib() - early)
"""


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_SELF"), reason="no resource usage here")
def test_a_thousand_drives_in_flat_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True
    )
    grown_kib = int(done.stdout)
    assert grown_kib < 2048  # 900 drives: under 2.3 KiB each, a leaked drive is far more
