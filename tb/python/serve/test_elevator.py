"""Linux's own elevators in a guest, and ours, order the same requests in the same way."""

import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from serve.guest import PATIENCE_S, Guest, booted, make_initramfs, missing
from serve.target import Served, served

from headstack import Drive, workload
from headstack.advice.configurations import Configuration
from headstack.advice.linux import settings
from headstack.statistics.series import Series
from headstack.traces.linux_priority import priority_of

DRIVE = "hp_c2247"
SOURCE = Path(__file__).with_name("submit.c")
REQUESTS = 30  # a plug of Linux holds 32
BLOCKS = 8
TRACE = "/sys/kernel/tracing"
IOSCHED = "/sys/block/sda/queue/iosched"
LATEST_POSITION = (6, 5)
"""From this version on, Linux begins and continues a batch at the position of the last request.
Before, only a request that already waited could continue a batch."""

pytestmark = pytest.mark.skipif(
    bool(missing()) or shutil.which("cc") is None, reason=f"{missing() or 'no cc'} for a guest"
)


@dataclass(frozen=True)
class Request:
    """A request of the test. `ioprio`: the kernel's priority. `process`: see submit.c."""

    write: bool
    lbn: int
    ioprio: int = 0
    process: int = 0


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Guest, Served]]:
    """A guest with one command at the disk, which notes the order of requests; and the disk."""
    folder = tmp_path_factory.mktemp("elevator")
    program = folder / "submit"
    warnings = ("-Wall", "-Wextra", "-Werror")
    subprocess.run(
        ["cc", "-std=gnu11", "-O1", "-static", *warnings, "-o", program, SOURCE], check=True
    )
    make_initramfs(folder / "initramfs", [program])
    with served("--drive", DRIVE) as target:
        with booted(folder / "initramfs", target.url) as found:
            found.run(f"mount -t tracefs none {TRACE}")
            found.run("echo 1 > /sys/block/sda/device/queue_depth")
            for event in ("insert", "issue"):
                found.run(f"echo 1 > {TRACE}/events/block/block_rq_{event}/enable")
            yield found, target
            found.stop()
        target.stop()


@pytest.fixture
def guest(both: tuple[Guest, Served]) -> Guest:
    return both[0]


def version(guest: Guest) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", guest.run("uname -r"))[:2])


def set_elevator(guest: Guest, name: str, values: dict[str, int]) -> None:
    """Begins with a fresh elevator."""
    for one in ("none", name):
        guest.run(f"echo {one} > /sys/block/sda/queue/scheduler")
    for parameter, value in values.items():
        guest.run(f"echo {value} > {IOSCHED}/{parameter}")


def prepare(guest: Guest, requests: list[Request]) -> None:
    """Writes the list of requests, and clears the trace."""
    lines = "".join(
        f"{'rw'[one.write]} {one.lbn} {one.ioprio} {one.process}\\n" for one in requests
    )
    guest.run(f"printf '{lines}' > /tmp/list && echo > {TRACE}/trace")


def submit(guest: Guest, requests: list[Request]) -> tuple[list[int], list[int]]:
    """Returns the first blocks in the order of arrival at the elevator, and at the disk."""
    prepare(guest, requests)
    guest.run("submit /dev/sda /tmp/list")
    return orders(guest, requests)


def submit_to_held(
    guest: Guest, target: Served, requests: list[Request]
) -> tuple[list[int], list[int]]:
    """Holds the disk until all requests have arrived. The first is then at the disk."""
    prepare(guest, requests)
    target.process.send_signal(signal.SIGSTOP)
    guest.run("submit /dev/sda /tmp/list &")
    end = time.monotonic() + PATIENCE_S
    while int(guest.run(f"grep -c block_rq_insert {TRACE}/trace || true")) < len(requests):
        assert time.monotonic() < end, guest.run(f"cat {TRACE}/trace")
    target.process.send_signal(signal.SIGCONT)
    guest.run("wait $!")
    return orders(guest, requests)


def orders(guest: Guest, requests: list[Request]) -> tuple[list[int], list[int]]:
    """Returns the first blocks of the trace, in the order of arrival and in the order of issue."""
    events = re.findall(
        r"block_rq_(\w+): 8,0 \w+ \d+ \(\) (\d+) \+ 8", guest.run(f"cat {TRACE}/trace")
    )
    arrived, issued = (
        [int(block) for event, block in events if event == kind] for kind in ("insert", "issue")
    )
    assert sorted(arrived) == sorted(issued) == sorted(one.lbn for one in requests)
    return arrived, issued


def ours(requests: list[Request], scheduler: str) -> list[int]:
    """The order of our elevator, after a first read of block 0. The others come while it lasts."""
    all_ = [Request(False, 0), *requests]
    load = workload.arrivals(
        np.array([0.0] + [0.1] * len(requests)),
        [one.lbn for one in all_],
        BLOCKS,
        write=[one.write for one in all_],
        priority=priority_of(np.array([one.ioprio for one in all_])).astype(np.int64),
    )
    drive = Drive(DRIVE, host_scheduler=scheduler, drive_scheduler="fcfs", host_outstanding=1)
    columns = drive.run(load).columns
    return [int(lbn) for lbn in columns["lbn"][np.argsort(columns["decision"])]][1:]


def compare(guest: Guest, requests: list[Request], scheduler: str) -> None:
    """Gives the requests to Linux and to a scheduler of ours, after a first read of block 0."""
    submit(guest, [Request(False, 0)])
    arrived, issued = submit(guest, requests)
    by_block = {one.lbn: one for one in requests}
    assert ours([by_block[lbn] for lbn in arrived], scheduler) == issued


def ours_of_processes(requests: list[Request], scheduler: str) -> list[int]:
    """The order of our elevator, after `WARM` first reads. The others come in the next read."""
    first = [Request(False, 0)] * (WARM + 1)
    start_ms = 1000.0 * WARM
    load = workload.arrivals(
        np.array(
            [1000.0 * i for i in range(WARM + 1)]
            + [start_ms + 0.1 + 0.001 * i for i in range(len(requests))]
        ),
        [one.lbn for one in (*first, *requests)],
        BLOCKS,
        write=[one.write for one in (*first, *requests)],
        class_id=[*range(100, 101 + WARM), *(one.process for one in requests)],
        priority=priority_of(np.array([one.ioprio for one in (*first, *requests)])).astype(
            np.int64
        ),
    )
    drive = Drive(DRIVE, host_scheduler=scheduler, drive_scheduler="fcfs", host_outstanding=1)
    columns = drive.run(load).columns
    return [int(lbn) for lbn in columns["lbn"][np.argsort(columns["decision"])]][WARM:]


def made(seed: int, writes: bool, priorities: bool) -> list[Request]:
    """Random requests. The lowest of each direction and class comes first.

    An elevator before `LATEST_POSITION` begins with the oldest request, and a later elevator begins
    with the lowest request.
    """
    rng = random.Random(seed)
    classes = [0, 1 << 13 | 4, 2 << 13 | 4, 3 << 13] if priorities else [0]
    found = [
        Request(writes and rng.random() < 0.4, 16 * slot, rng.choice(classes))
        for slot in rng.sample(range(1, 100_000), REQUESTS)
    ]
    lowest: dict[tuple[bool, int], Request] = {}
    for one in sorted(found, key=lambda one: one.lbn):
        lowest.setdefault((one.write, one.ioprio >> 13 or 2), one)
    first = list(lowest.values())
    return [*first, *(one for one in found if one not in first)]


BFQ = {"timeout_sync": 60_000, "max_budget": 16}
"""With larger budgets, the order depends on the guest's times: bfq charges slow queues for time."""
NOT_OURS = {"low_latency": 0, "slice_idle": 0}
WARM = 11
"""Services of queues until bfq believes `max_budget`."""
LEVELS = {  # the idle class is left out, because its turn depends on the guest's time
    "equal": (0, 0, 0),
    "weights": (2 << 13 | 0, 2 << 13 | 4, 2 << 13 | 7),
    "classes": (1 << 13 | 4, 2 << 13 | 4, 1 << 13 | 0),
}


def of_processes(rng: random.Random, levels: tuple[int, ...], spread: int) -> list[Request]:
    """Requests of three processes, one process after another. Each has places of its own."""
    found = []
    for number, level in enumerate(levels, 1):
        count = rng.randint(4, 10)
        for slot in rng.sample(range(spread), count):
            found.append(Request(rng.random() < 0.3, 400_000 * number + 16 * slot, level, number))
    return found


@pytest.mark.parametrize("levels", LEVELS)
@pytest.mark.parametrize("fifo_expire_sync", [0, 60_000])
@pytest.mark.parametrize("spread", [30, 20_000])
def test_bfq_orders_as_linux(
    both: tuple[Guest, Served], levels: str, fifo_expire_sync: int, spread: int
) -> None:
    guest, target = both
    values = {**BFQ, "fifo_expire_sync": fifo_expire_sync}
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    for seed in range(2):
        requests = of_processes(random.Random(seed), LEVELS[levels], spread)
        set_elevator(guest, "bfq", {**values, **NOT_OURS})
        for _ in range(WARM):
            submit(guest, [Request(False, 0, 0, 9)])
        arrived, issued = submit_to_held(guest, target, [Request(False, 0, 0, 9), *requests])
        by_block = {one.lbn: one for one in requests}
        assert ours_of_processes([by_block[lbn] for lbn in arrived[1:]], f"bfq({given})") == issued


LATE = {"read_expire": 60_000, "write_expire": 60_000}
SINGLY = {**LATE, "fifo_batch": 1}


@pytest.mark.parametrize(
    ("values", "writes", "priorities", "since"),
    [
        (LATE, False, False, (6, 0)),
        (SINGLY, True, False, (6, 0)),
        ({**SINGLY, "writes_starved": 0}, True, False, (6, 0)),
        ({**SINGLY, "writes_starved": 5}, True, False, (6, 0)),
        ({"read_expire": 0, "write_expire": 0, "fifo_batch": 1}, True, False, (6, 0)),
        ({"read_expire": 0, "write_expire": 60_000, "fifo_batch": 1}, True, False, (6, 0)),
        (SINGLY, False, True, (6, 0)),
        (SINGLY, True, True, LATEST_POSITION),
        (LATE, True, False, LATEST_POSITION),
        ({**LATE, "fifo_batch": 4}, True, True, LATEST_POSITION),
        ({"read_expire": 0, "write_expire": 0, "fifo_batch": 3}, True, True, LATEST_POSITION),
    ],
)
def test_mq_deadline_orders_as_linux(
    guest: Guest, values: dict[str, int], writes: bool, priorities: bool, since: tuple[int, int]
) -> None:
    if version(guest) < since:
        pytest.skip(f"Linux before {since[0]}.{since[1]} begins a batch by another rule")
    given = ", ".join(f"{name}={value}" for name, value in values.items())
    for seed in range(3):
        set_elevator(guest, "mq-deadline", values)
        compare(guest, made(seed, writes, priorities), f"mq_deadline({given})")


@pytest.mark.parametrize("reads", [5, 15, 20, 27])
def test_kyber_orders_as_linux(guest: Guest, reads: int) -> None:
    """With 5 reads, a batch of reads ends early. With 27, it ends at its limit of 16."""
    rng = random.Random(reads)
    for _ in range(3):
        writes = [slot >= reads for slot in range(REQUESTS)]
        rng.shuffle(writes)
        blocks = rng.sample(range(1, 100_000), REQUESTS)
        requests = [Request(*one) for one in zip(writes, (16 * b for b in blocks), strict=True)]
        set_elevator(guest, "kyber", {})
        compare(guest, requests, "kyber")


@pytest.mark.parametrize(
    "scheduler",
    [
        "none",
        "mq_deadline",
        "mq_deadline(read_expire=100, write_expire=2000, writes_starved=3, fifo_batch=4,"
        " prio_aging_expire=900)",
        "kyber",
        "kyber(read_lat=3, write_lat=20)",
        "bfq",
        "bfq(fifo_expire_sync=70, back_seek_max=1024, back_seek_penalty=3, max_budget=9,"
        " timeout_sync=60)",
    ],
)
def test_the_settings_of_advice_are_linux_settings(guest: Guest, scheduler: str) -> None:
    """The kernel has each file that the advice names, and takes the value."""
    run = Series(np.zeros(40), np.arange(1.0, 41), np.arange(1.0, 41), False, "")
    above = Configuration("sptf", "both", 8, scheduler)
    found = settings(Configuration("sptf", "drive", 8) if scheduler == "none" else above, run)
    assert found is not None
    assert len(found) >= 2 + scheduler.count("=")
    for file, value in found.items():
        guest.run(f"echo {value} > /sys/block/sda/{file}")
        read = guest.run(f"cat /sys/block/sda/{file}")
        assert read == str(value) or f"[{value}]" in read
    guest.run("echo 1 > /sys/block/sda/device/queue_depth")
