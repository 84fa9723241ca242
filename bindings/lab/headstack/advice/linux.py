"""The settings of Linux that put a configuration into effect."""

from typing import Final

import numpy as np

from headstack.advice.configurations import BASELINE, PLAIN, Configuration
from headstack.statistics.series import Series

_ELEVATORS: Final = {
    PLAIN: "none",
    BASELINE: "none",
    "mq_deadline": "mq-deadline",
    "kyber": "kyber",
    "bfq": "bfq",
}
"""Names of Linux's elevators, by the names of schedulers in the host."""
_OWN: Final[dict[str, dict[str, str | int]]] = {
    "bfq": {
        "queue/iosched/low_latency": 0,
        "queue/iosched/slice_idle": 0,
        "queue/iosched/max_budget": 16384,
    }
}
"""Settings of an elevator that differ from Linux's defaults. The scheduler of this name has no
other."""
_REQUESTS: Final = (4, 2048)
"""Smallest and largest value of `nr_requests` of an elevator (Linux, block/blk.h and
block/blk-mq.h)."""


def settings(configuration: Configuration, run: Series) -> dict[str, str | int] | None:
    """Returns the settings of a disk, by the names of the files under /sys/block/sdX.

    `nr_requests` leaves room for the longest queue of the run, as far as Linux permits. A shorter
    queue would keep requests out of the elevator. Without an elevator, Linux does not permit more
    requests than the host adapter has room for, and the value stays. Linux cannot choose the order
    inside the drive.

    Args:
        configuration: the configuration.
        run: the run of the configuration.

    Returns:
        `None` if Linux does not have the scheduler in the host.
    """
    name, bracket, _ = _in_the_host(configuration).partition("(")
    if name not in _ELEVATORS or bracket:
        return None
    found: dict[str, str | int] = {
        "queue/scheduler": _ELEVATORS[name],
        "device/queue_depth": configuration.depth,
    }
    if _ELEVATORS[name] != PLAIN:
        least, most = _REQUESTS
        wanted = max(longest_queue(run), configuration.depth, least)
        found["queue/nr_requests"] = min(wanted, most)
    return {**found, **_OWN.get(name, {})}


def commands(configuration: Configuration, run: Series) -> list[str]:
    """Returns the commands of a shell for the settings of disk sdX. Empty: see `settings`."""
    found = settings(configuration, run) or {}
    return [f"echo {value} > /sys/block/sdX/{name}" for name, value in found.items()]


def longest_queue(run: Series) -> int:
    """Returns the largest number of requests in the system, in the host and in the drive."""
    before = np.searchsorted(run.finish_ms, np.sort(run.arrival_ms), side="right")
    return int((np.arange(1, len(before) + 1) - before).max())


def _in_the_host(configuration: Configuration) -> str:
    """Returns the scheduler in the host. A scheduler in the drive alone leaves none."""
    if configuration.place == "host":
        return configuration.scheduler
    return configuration.above if configuration.place == "both" else PLAIN
