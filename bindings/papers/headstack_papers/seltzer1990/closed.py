"""The paper's runs: a closed queue of 4 KB requests on the Eagle (section 3.1)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from headstack.sweeps import Point
from headstack_papers.experiment import Found, Panel, Scale, Series, lines

DRIVE: Final = "fujitsu_m2361a"
SCHEDULERS: Final = {
    "FCFS": "fcfs",
    "SSF": "sstf(map)",
    "SCAN": "scan",
    "CSCAN": "cscan",
    "STF": "sptf",
    "GSTF210": "gstf(4)",
    "WSTF": "wstf(30)",
    "frozen GSTF210": "gstf_frozen(4)",
}
"""Schedulers by the paper's names."""

LONG: Final = tuple(range(100, 1001, 100))
"""Queues at which claims are judged: the figures' axes end at 1000."""

QUEUES: Final = (1, 10, 20, 50, *LONG)
"""Queues at which the figures are drawn."""

SEEDS: Final = 20
LEAST: Final = 10_000
"""Requests of a run with a short queue, where 100 for each in the queue are few."""

AXIS: Final = "queue length"
SET_UP: Final = (
    "A run has 100 requests for each in the queue, and at least 10,000; the queue is emptied at "
    "the end, as in the paper. Our copy of the paper has no plots, so it is not known at which "
    "queues it ran: drawn are 1, 10, 20, 50 and 100 to 1000 in steps of 100, and claims are judged "
    "from 100 on. Scheduled in the host, where the queue is full at the first pick."
)


def run(
    name: str,
    queue: int,
    seed: int,
    requests: int,
    *,
    scheduler: str = "",
    changed: Mapping[str, object] | None = None,
    labels: Mapping[str, str | int | float] | None = None,
) -> Point:
    """A run, found by `name` and `queue`.

    Args:
        name: label, and the scheduler's name in the paper.
        queue: number of requests in the queue.
        seed: seed.
        requests: number of requests, with those that empty the queue.
        scheduler: in place of the name's.
        changed: other values for keys of the drive's file.
        labels: further labels.
    """
    return Point(
        drive=DRIVE,
        scheduler=scheduler or SCHEDULERS[name],
        placement="host",
        workload="closed",
        outstanding=queue,
        requests=requests,
        size="4KiB",
        align="4KiB",
        read_fraction=0.0,
        seed=seed,
        set=changed or {},
        labels={"name": name, "queue": queue, **(labels or {})},
    )


def length(scale: Scale, queue: int, each: int = 100) -> int:
    """Number of requests of a run: `each` for each in the queue at full size."""
    return scale.requests(max(each * queue, LEAST), least=2 * queue)


def runs(
    scale: Scale, names: Iterable[str], queues: Iterable[int] = QUEUES, seeds: int = SEEDS
) -> Iterator[Point]:
    """A run for each scheduler, queue and seed."""
    every = tuple(queues)
    for name in names:
        for queue in every:
            for seed in scale.seeds(seeds):
                yield run(name, queue, seed, length(scale, queue))


def _drawn(found: Found, metric: str, names: Iterable[str], factor: float) -> list[Series]:
    return lines(found, metric, "queue", {name: {"name": name} for name in names}, factor)


def utilisation(found: Found, names: Iterable[str], *more: Series) -> Panel:
    """Disk utilisation over queue length, a line a scheduler."""
    return Panel(
        "Disk utilisation",
        AXIS,
        "utilisation, %",
        (*_drawn(found, "utilisation", names, 100), *more),
        x_range=(0, 1000),
        y_range=(0, 40),
    )


def maximum(found: Found, names: Iterable[str]) -> Panel:
    """Maximum response time over queue length, a line a scheduler."""
    return Panel(
        "Maximum observed response time",
        AXIS,
        "maximum response time, s",
        _drawn(found, "max_response_ms", names, 1e-3),
        x_range=(0, 1000),
    )
