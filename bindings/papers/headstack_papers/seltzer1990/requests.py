"""Quantities that need the single requests of a run, because a summary has no requests."""

from typing import Any, Final

import numpy as np

from headstack import workload
from headstack.arrays import Ints
from headstack.drive import Drive
from headstack_papers.seltzer1990.closed import DRIVE
from headstack_papers.seltzer1990.theory import CYLINDERS, PS

PER_CYLINDER: Final = 1336
"""Blocks of 512 bytes in a cylinder: 167 of 4 KB."""

BLOCKS_4K: Final = 8
"""Blocks of a request of 4 KB."""

TENTHS: Final = 10
AFTER: Final = 5
"""Number of requests after a far seek that are analysed."""


def _load(queue: int, requests: int, seed: int) -> workload.Workload:
    """The paper's requests: writes of 4 KB in a closed queue."""
    return workload.closed(
        queue, requests=requests, size="4KiB", read_fraction=0.0, seed=seed, align="4KiB"
    )


def columns(scheduler: str, queue: int, requests: int, seed: int) -> dict[str, Ints]:
    """A run's requests in the order in which they were served, with their cylinders."""
    found = Drive(DRIVE, scheduler, placement="host").run(_load(queue, requests, seed)).columns
    order = np.argsort(found["start"], kind="stable")
    names = ("arrival", "start", "finish", "seek", "rotation", "transfer")
    rows = {name: np.asarray(found[name])[order].astype(np.int64) for name in names}
    rows["cylinder"] = np.asarray(found["lbn"])[order].astype(np.int64) // PER_CYLINDER
    return rows


def distances(scheduler: str, queue: int, requests: int, seed: int) -> list[dict[str, Any]]:
    """Distances and times of the arm's moves while the queue is full."""
    rows = columns(scheduler, queue, requests, seed)
    full = slice(1, requests - queue)
    moved = np.abs(np.diff(rows["cylinder"], prepend=rows["cylinder"][:1]))[full]
    seeks = rows["seek"][full] / PS
    io = (rows["finish"] - rows["start"])[full] / PS
    transfer = rows["transfer"][full] / PS
    return [
        {
            "seed": seed,
            "mean_distance": float(moved.mean()),
            "mean_move": float(moved[moved > 0].mean()),
            "share_moved": float((moved > 0).mean()),
            "move_ms": float(seeks[moved > 0].mean()),
            "positioning_ms": float((io - transfer).mean()),
        }
    ]


def across(scheduler: str, queue: int, requests: int, seed: int) -> list[dict[str, Any]]:
    """Response times by tenths of the disk, and the time of a sweep of the arm."""
    rows = columns(scheduler, queue, requests, seed)
    response = (rows["finish"] - rows["arrival"]) / PS
    tenth = rows["cylinder"] * TENTHS // CYLINDERS
    steps = np.diff(rows["cylinder"][: requests - queue])
    ways = np.sign(steps[steps != 0])
    turns = int(np.count_nonzero(np.diff(ways)))
    full_ms = float(rows["finish"][requests - queue - 1]) / PS
    return [
        {
            "seed": seed,
            "tenth": place,
            "middle": (place + 0.5) * CYLINDERS / TENTHS,
            "response_ms": float(response[tenth == place].mean()),
            "longest_ms": float(response[tenth == place].max()),
            "sweep_ms": full_ms / (turns + 1),
        }
        for place in range(TENTHS)
        if np.any(tenth == place)
    ]


def after_far_seeks(
    scheduler: str, queue: int, requests: int, seed: int, far: int
) -> list[dict[str, Any]]:
    """I/O times of the requests that follow a seek of more than `far` cylinders."""
    rows = columns(scheduler, queue, requests, seed)
    full = requests - queue
    io = (rows["finish"] - rows["start"])[:full] / PS
    moved = np.abs(np.diff(rows["cylinder"], prepend=rows["cylinder"][:1]))[:full]
    at = np.flatnonzero(moved[: full - AFTER] > far)
    if not len(at):  # a short run has none
        at = np.zeros(1, dtype=np.int64)
    following = [float(io[at + step].mean()) for step in range(AFTER + 1)]
    return [
        {
            "seed": seed,
            "mean_ms": float(io.mean()),
            "far_ms": following[0],
            "next_ms": float(np.mean(following[1:])),
        }
    ]


def in_group(groups: int, queue: int, requests: int, seed: int) -> list[dict[str, Any]]:
    """Requests that wait in the group that GSTF serves, for each cylinder, and late I/O times.

    `last_ms` is the mean I/O time of the last requests of a group. GSTF picks a last request when
    fewer than five requests wait in the group.
    """
    rows = columns(f"gstf({groups})", queue, requests, seed)
    full = requests - queue
    group = rows["cylinder"] * groups // CYLINDERS
    waiting = np.zeros(len(group), dtype=np.int64)
    for one in range(groups):
        own = group == one
        come = np.sort(rows["arrival"][own])
        picked = rows["start"][own]
        waiting[own] = np.searchsorted(come, picked, side="right") - np.arange(len(picked))
    io = (rows["finish"] - rows["start"]) / PS
    last = waiting[:full] < 5
    return [
        {
            "seed": seed,
            "per_cylinder": float(waiting[:full].mean()) * groups / CYLINDERS,
            "last_ms": float(io[:full][last].mean() if last.any() else io[:full].mean()),
        }
    ]


def elsewhere(
    scheduler: str, groups: int, rate_per_s: float, seconds: float, seed: int
) -> list[dict[str, Any]]:
    """The longest wait of requests outside a busy group of cylinders.

    Args:
        scheduler: scheduler.
        groups: number of groups. Nearly all requests are for the first group.
        rate_per_s: requests a second for this group. Another request a second is elsewhere.
        seconds: time in which requests arrive, at random times.
        seed: seed.

    Returns:
        A row with the longest response elsewhere as a share of `seconds`.
    """
    random = np.random.default_rng([seed, 1990])
    busy, others = round(rate_per_s * seconds), round(seconds)
    edge = CYLINDERS // groups * PER_CYLINDER // BLOCKS_4K
    last = CYLINDERS * PER_CYLINDER // BLOCKS_4K
    when = np.sort(random.random(busy + others)) * seconds * 1e3
    places = (random.integers(0, edge, busy), random.integers(edge, last, others))
    lbn = BLOCKS_4K * random.permutation(np.concatenate(places))
    load = workload.arrivals(when, lbn, BLOCKS_4K, write=True)
    rows = Drive(DRIVE, scheduler, placement="host").run(load).columns
    response_ms = ((rows["finish"] - rows["arrival"]) / PS)[rows["lbn"] >= BLOCKS_4K * edge]
    return [{"seed": seed, "longest": float(response_ms.max()) / (1e3 * seconds)}]


def at_first(scheduler: str, queue: int, each: int, seed: int) -> list[dict[str, Any]]:
    """Utilisation over the first `each` times `queue` requests, while the queue is full."""
    rows = columns(scheduler, queue, (each + 1) * queue, seed)
    count = each * queue
    busy = float(rows["transfer"][:count].sum())
    return [{"seed": seed, "utilisation": busy / float(rows["finish"][count - 1])}]


def spreads(scheduler: str, queue: int, runs: int, test: int) -> list[dict[str, Any]]:
    """Mean responses in ms of the paper's test runs.

    A test run serves a full queue, and no further request arrives.

    Args:
        scheduler: scheduler.
        queue: number of requests.
        runs: number of test runs.
        test: number of this set of test runs. Each set has its own random numbers.
    """
    drive = Drive(DRIVE, scheduler, placement="host")
    means = np.array(
        [
            drive.run(_load(queue, queue, test * 100_000 + number)).summary["mean_response_ms"]
            for number in range(runs)
        ]
    )
    counts = [count for count in (2, 5, 10, 20, 50, 100, 200) if count <= runs]
    return [
        {
            "test": test,
            "runs": count,
            "mean_ms": float(means[:count].mean()),
            "spread": float(means[:count].std(ddof=1) / count**0.5 / means[:count].mean()),
        }
        for count in counts
    ]
