"""The paper's runs: a closed queue of 4 KB requests on the Eagle (section 3.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from headstack.arrays import Floats
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.experiment import Call, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import Row, over

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
"""Minimum number of requests of a run. 100 times a short queue would be too few."""

UTILISATION: Final = "utilisation"
LONGEST: Final = "max_response_ms"
IO: Final = "mean_io_ms"
AXIS: Final = "queue length"
SET_UP: Final = (
    "A run has 100 requests for each place in the queue, and at least 10,000. The queue is "
    "emptied at the end, as in the paper. Our copy of the paper has no plots, so the queues that "
    "the paper ran are not known. The charts have 1, 10, 20, 50, and 100 to 1000 in steps of "
    "100. Claims are judged from 100 on. Requests are scheduled in the host. The queue is full "
    "at the first pick."
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
        requests: number of requests, including the requests that empty the queue.
        scheduler: scheduler to run. Empty: the scheduler of the name.
        changed: keys of the drive's file with their new values.
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
    """Number of requests of a run: `each` times the queue at full size."""
    return scale.requests(max(each * queue, LEAST), least=2 * queue)


def runs(
    scale: Scale, names: Iterable[str], queues: Iterable[int] = QUEUES, seeds: int = SEEDS
) -> Iterator[Point]:
    """Yields a run for each scheduler, queue and seed."""
    every = tuple(queues)
    for name in names:
        for queue in every:
            for seed in scale.seeds(seeds):
                yield run(name, queue, seed, length(scale, queue))


def each_seed(
    scale: Scale,
    function: Callable[..., Sequence[Row]],
    seeds: int,
    queue: int,
    labels: Mapping[str, Any],
    name: str = "",
    **arguments: Any,
) -> Iterator[Call]:
    """Yields a call for each seed, with the queue, the length and the scheduler if one is named."""
    scheduler = {"scheduler": SCHEDULERS[name]} if name else {}
    for seed in scale.seeds(seeds):
        given = {"queue": queue, "requests": length(scale, queue), "seed": seed}
        yield Call(function, {**scheduler, **given, **arguments}, labels)


def by_queue(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> list[Floats]:
    """The ratios of a metric of two schedulers at each queue, seed by seed."""
    return [found.ratios(metric, name=(one, other), queue=queue) for queue in queues]


def farthest(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> Measured:
    """The largest departure of `one` from `other` over the queues, in percent without sign."""
    ratios = by_queue(found, metric, one, other, queues)
    return over(max, [abs(100 * (at_queue - 1)) for at_queue in ratios])


def utilisation(found: Found, names: Iterable[str], *more: Series, top: int = 40) -> Panel:
    """Draws the disk utilisation over the queue length, up to `top` percent.

    The panel has a line for each scheduler, and the lines of `more`.
    """
    series = (*lines(found, UTILISATION, "queue", names, 100), *more)
    title, y = "Disk utilisation", "utilisation, %"
    return Panel(title, AXIS, y, series, x_range=(0, 1000), y_range=(0, top))


def maximum(found: Found, names: Iterable[str]) -> Panel:
    """Draws the maximum response time over the queue length, with a line for each scheduler."""
    series = lines(found, LONGEST, "queue", names, 1e-3)
    title, unit = "Maximum observed response time", "maximum response time, s"
    return Panel(title, AXIS, unit, series, x_range=(0, 1000))
