"""The settings of Linux that put a configuration into effect."""

import re
from typing import Final

import numpy as np

from headstack.advice.configurations import BASELINE, LINUX, PLAIN, Configuration, word_of
from headstack.scheduler import choose
from headstack.statistics.series import Series

_ELEVATORS: Final = {
    PLAIN: "none",
    BASELINE: "none",
    **LINUX,
}
"""Names of Linux's elevators, by the names of schedulers in the host."""
_OWN: Final[dict[str, dict[str, str | int]]] = {
    "bfq": {"queue/iosched/low_latency": 0, "queue/iosched/slice_idle": 0}
}
"""Settings that switch off the parts of an elevator that the scheduler of this name lacks."""
_LINUX: Final = {"bfq": {"max_budget": 0.0}}
"""Linux's defaults of parameters, where headstack has others. 0: Linux measures the budget."""
_NANOSECONDS: Final = ("read_lat", "write_lat")
"""Parameters in milliseconds whose files have nanoseconds. The other files have the parameters'
names and units, and whole numbers."""
_LEAST: Final = {"fifo_expire_sync": 1, "timeout_sync": 1}
"""Least values that Linux keeps, where 0 becomes another number."""
_REQUESTS: Final = (4, 2048)
"""Smallest and largest value of `nr_requests` of an elevator (Linux, block/blk.h and
block/blk-mq.h)."""


def settings(configuration: Configuration, run: Series) -> dict[str, str | int] | None:
    """Returns the settings of a disk, by the names of the files under /sys/block/sdX.

    `nr_requests` leaves room for the longest queue of the run, as far as Linux permits. A shorter
    queue would keep requests out of the elevator. Without an elevator, Linux does not permit more
    requests than the host adapter has room for, and the value stays. Parameters of an elevator are
    set where they differ from Linux's defaults. Linux cannot choose the order inside the drive.

    Args:
        configuration: the configuration.
        run: the run of the configuration.

    Returns:
        `None` if Linux does not have the scheduler in the host.
    """
    scheduler = _in_the_host(configuration)
    name = word_of(scheduler)
    if name not in _ELEVATORS:
        return None
    found: dict[str, str | int] = {
        "queue/scheduler": _ELEVATORS[name],
        "device/queue_depth": configuration.depth,
    }
    if _ELEVATORS[name] != PLAIN:
        least, most = _REQUESTS
        wanted = max(longest_queue(run), configuration.depth, least)
        found["queue/nr_requests"] = min(wanted, most)
    return {**found, **_OWN.get(name, {}), **_parameters(scheduler, name)}


def commands(configuration: Configuration, run: Series) -> list[str]:
    """Returns the commands of a shell for the settings of disk sdX. Empty: see `settings`."""
    found = settings(configuration, run) or {}
    return [f"echo {value} > /sys/block/sdX/{name}" for name, value in found.items()]


def longest_queue(run: Series) -> int:
    """Returns the largest number of requests in the system, in the host and in the drive."""
    before = np.searchsorted(run.finish_ms, np.sort(run.arrival_ms), side="right")
    return int((np.arange(1, len(before) + 1) - before).max())


def _parameters(scheduler: str, name: str) -> dict[str, int]:
    """Returns the parameters that differ from Linux's defaults, by their files."""
    if _ELEVATORS[name] == PLAIN:
        return {}
    usual = {**_values(name), **_LINUX.get(name, {})}
    found = {}
    for parameter, value in _values(scheduler).items():
        if value != usual[parameter]:
            nanoseconds = parameter in _NANOSECONDS
            file = f"{parameter}_nsec" if nanoseconds else parameter
            whole = round(value * 1e6 if nanoseconds else value)
            found[f"queue/iosched/{file}"] = max(whole, _LEAST.get(parameter, 0))
    return found


def _values(scheduler: str) -> dict[str, float]:
    """Returns all parameters of an elevator, without their units."""
    return {
        name: float(value)
        for name, value in re.findall(r"(\w+)=([^\s,()]+)", choose(scheduler).name)
    }


def _in_the_host(configuration: Configuration) -> str:
    """Returns the scheduler in the host. A scheduler in the drive alone leaves none."""
    if configuration.place == "host":
        return configuration.scheduler
    return configuration.above if configuration.place == "both" else PLAIN
