"""Linux's own elevators in a guest, and ours, order the same requests in the same way."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from serve.guest import Guest, booted, make_initramfs, missing
from serve.target import served

from headstack import Drive, workload
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
    """A request of the test. `ioprio`: the kernel's priority."""

    write: bool
    lbn: int
    ioprio: int = 0


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A guest with one command at the disk, which notes the order of requests."""
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
            yield found
            found.stop()
        target.stop()


def version(guest: Guest) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", guest.run("uname -r"))[:2])


def set_elevator(guest: Guest, name: str, values: dict[str, int]) -> None:
    """Begins with a fresh elevator."""
    for one in ("none", name):
        guest.run(f"echo {one} > /sys/block/sda/queue/scheduler")
    for parameter, value in values.items():
        guest.run(f"echo {value} > {IOSCHED}/{parameter}")


def submit(guest: Guest, requests: list[Request]) -> tuple[list[int], list[int]]:
    """Returns the first blocks in the order of arrival at the elevator, and at the disk."""
    lines = "".join(f"{'rw'[one.write]} {one.lbn} {one.ioprio}\\n" for one in requests)
    guest.run(f"printf '{lines}' > /tmp/list && echo > {TRACE}/trace && submit /dev/sda /tmp/list")
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
