"""The settings of Linux for a recommended configuration."""

from dataclasses import replace

import numpy as np
import pytest

from headstack import advice
from headstack._core import schedulers
from headstack.advice import linux
from headstack.advice.configurations import ELEVATORS, Configuration, Place
from headstack.statistics.series import Series


def series(arrival_ms: list[float], finish_ms: list[float]) -> Series:
    finish = np.array(finish_ms)
    return Series(np.array(arrival_ms), finish - arrival_ms, np.sort(finish), False, "")


def test_the_longest_queue_counts_who_arrives_and_who_leaves() -> None:
    assert linux.longest_queue(series([0, 1, 2, 10], [3, 4, 5, 11])) == 3
    assert linux.longest_queue(series([0, 3, 6], [3, 6, 9])) == 1, "one leaves, one comes"
    assert linux.longest_queue(series([0, 0, 0, 0], [9, 5, 7, 6])) == 4


QUEUE = series([0] * 40, list(range(1, 41)))


@pytest.mark.parametrize(
    ("configuration", "elevator", "depth"),
    [
        (Configuration("fcfs", "host", 1), "none", 1),
        (Configuration("sptf", "drive", 32), "none", 32),
    ],
)
def test_without_an_elevator(configuration: Configuration, elevator: str, depth: int) -> None:
    """Linux does not let `nr_requests` grow without an elevator."""
    assert linux.commands(configuration, QUEUE) == [
        f"echo {elevator} > /sys/block/sdX/queue/scheduler",
        f"echo {depth} > /sys/block/sdX/device/queue_depth",
    ]


@pytest.mark.parametrize(
    ("depth", "longest", "requests"), [(8, 40, 40), (64, 40, 64), (1, 2, 4), (8, 5000, 2048)]
)
@pytest.mark.parametrize(
    ("scheduler", "name"), [("mq_deadline", "mq-deadline"), ("kyber", "kyber")]
)
def test_with_an_elevator(
    scheduler: str, name: str, depth: int, longest: int, requests: int
) -> None:
    queue = series([0] * longest, list(range(1, longest + 1)))
    both = Configuration("sptf", "both", depth, scheduler)
    assert linux.commands(both, queue) == [
        f"echo {name} > /sys/block/sdX/queue/scheduler",
        f"echo {depth} > /sys/block/sdX/device/queue_depth",
        f"echo {requests} > /sys/block/sdX/queue/nr_requests",
    ]


def test_bfq_is_set_as_headstack_has_it() -> None:
    both = Configuration("sptf", "both", 8, "bfq")
    assert linux.commands(both, QUEUE) == [
        "echo bfq > /sys/block/sdX/queue/scheduler",
        "echo 8 > /sys/block/sdX/device/queue_depth",
        "echo 40 > /sys/block/sdX/queue/nr_requests",
        "echo 0 > /sys/block/sdX/queue/iosched/low_latency",
        "echo 0 > /sys/block/sdX/queue/iosched/slice_idle",
        "echo 16384 > /sys/block/sdX/queue/iosched/max_budget",
    ]


@pytest.mark.parametrize(
    ("scheduler", "lines"),
    [
        ("mq_deadline(fifo_batch=4)", ["4 fifo_batch"]),
        ("mq_deadline(500 ms, fifo_batch=16)", []),
        (
            "mq_deadline(100.4 ms, 2000 ms, 3, 1, 900 ms)",
            [
                "100 read_expire",
                "2000 write_expire",
                "3 writes_starved",
                "1 fifo_batch",
                "900 prio_aging_expire",
            ],
        ),
        ("mq_deadline (fifo_batch=0)", ["0 fifo_batch"]),
        ("kyber(write_lat=2.5 ms)", ["2500000 write_lat_nsec"]),
        ("kyber(1 ms)", ["1000000 read_lat_nsec"]),
        ("bfq(max_budget=100)", ["0 low_latency", "0 slice_idle", "100 max_budget"]),
        (
            "bfq(0 ms, 1000, 3, timeout_sync=40 ms)",
            [
                "0 low_latency",
                "0 slice_idle",
                "1 fifo_expire_sync",
                "1000 back_seek_max",
                "3 back_seek_penalty",
                "16384 max_budget",
                "40 timeout_sync",
            ],
        ),
    ],
)
@pytest.mark.parametrize("place", ["host", "both"])
def test_parameters_are_set_where_they_differ_from_linux(
    scheduler: str, lines: list[str], place: Place
) -> None:
    """The files and their units: block/mq-deadline.c, kyber-iosched.c and bfq-iosched.c."""
    of_place = {
        "host": Configuration(scheduler, "host", 1),
        "both": Configuration("sptf", "both", 8, scheduler),
    }[place]
    found = [line for line in linux.commands(of_place, QUEUE) if "/iosched/" in line]
    pairs = [line.split() for line in lines]
    assert found == [f"echo {value} > /sys/block/sdX/queue/iosched/{name}" for value, name in pairs]


@pytest.mark.parametrize("scheduler", ELEVATORS)
def test_every_parameter_of_an_elevator_has_its_line(scheduler: str) -> None:
    [info] = [one for one in schedulers() if one.name == scheduler]
    given = ", ".join(f"{one['name']}=7" for one in info.parameters)
    both = Configuration("sptf", "both", 8, f"{scheduler}({given})")
    lines = " ".join(linux.commands(both, QUEUE))
    assert all(f"/iosched/{one['name']}" in lines for one in info.parameters)


@pytest.mark.parametrize(
    "configuration",
    [
        Configuration("clook", "host", 1),
        Configuration("sptf", "both", 8),
        Configuration("sptf", "both", 8, "scan"),
    ],
)
def test_linux_has_no_such_scheduler(configuration: Configuration) -> None:
    assert linux.commands(configuration, QUEUE) == []


def test_the_advice_has_the_settings() -> None:
    question = advice.Question(
        workload="random(rate=60)",
        drive="hp_c2247",
        schedulers=("none+sptf",),
        depths=(8,),
        requests=2_000,
    )
    found = advice.advise(question, jobs=1)
    assert found.document()["linux"] == found.linux
    assert found.linux[1] == "echo 8 > /sys/block/sdX/device/queue_depth"
    question = replace(question, schedulers=("mq_deadline(fifo_batch=4)+sptf",))
    found = advice.advise(question, jobs=1)
    assert found.linux[-1] == "echo 4 > /sys/block/sdX/queue/iosched/fifo_batch"
