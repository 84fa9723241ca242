"""Schedulers that share a drive by weights, as the share paper compares them (its section 3.2)."""

from collections.abc import Sequence
from typing import Final

from headstack import workload
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.result import Result
from headstack.sweeps.one_by_one import Progress, Row, over

DRIVE: Final = "ibm_dnes_309170w"
WEIGHTS: Final = (80, 20)
SCHEDULERS: Final = ("yfq", "yfq_dor(20, 0.5)", "yfq_dor(20, 1)", "yfq_dor(20, 5)", "yfq_tuned")
OUTSTANDING: Final = (11, 21, 41, 61)
AT_DRIVE: Final = 4


def run(
    drive: str,
    scheduler: str,
    outstanding: int,
    weights: Sequence[float],
    requests: int,
    seed: int,
) -> Result:
    """Runs closed loops of as many classes as there are weights, with as much outstanding in each.

    Raises:
        ConfigError: an argument out of its range.
    """
    count = len(weights)
    if outstanding < count:
        raise ConfigError(
            f"outstanding is {outstanding}; there are {count} classes, each of which wants one"
        )
    each = [outstanding // count + (i < outstanding % count) for i in range(count)]
    classes = workload.classes([workload.Class(n) for n in each], requests=requests, seed=seed)
    host = Drive(drive, scheduler, placement="host", host_outstanding=AT_DRIVE, weights=weights)
    return host.run(classes)


def compare(
    drive: str = DRIVE,
    schedulers: Sequence[str] = SCHEDULERS,
    outstanding: Sequence[int] = OUTSTANDING,
    weights: Sequence[float] = WEIGHTS,
    requests: int = 20_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> list[Row]:
    """Runs each scheduler with each number of requests in the system.

    Args:
        drive: a drive's name, or a .toml file.
        schedulers: schedulers with their parameters.
        outstanding: requests in the system, split evenly among the classes.
        weights: weights of the classes.
        requests: number of requests of each run.
        seed: seed of the random numbers.
        progress: called with the number of runs done and what runs.

    Returns:
        Rows with the settings and the summary of each run, and its gain in throughput over the
        first scheduler at the same load.

    Raises:
        ConfigError: an argument out of its range.
    """
    first: dict[int, float] = {}

    def row(load: int, scheduler: str) -> Row:
        found = run(drive, scheduler, load, weights, requests, seed).document()
        rate = found["throughput_mb_s"]
        return {
            **found,
            "load": load,
            "gain_percent": 100 * (rate / first.setdefault(load, rate) - 1),
        }

    return over(
        outstanding,
        schedulers,
        run=row,
        named=lambda load, scheduler: f"{scheduler}, {load}",
        progress=progress,
    )
