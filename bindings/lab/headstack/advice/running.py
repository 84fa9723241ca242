"""Runs configurations under the same requests, in their own processes."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed

from headstack._core import DriveConfig
from headstack.advice.configurations import Configuration
from headstack.errors import RunError
from headstack.parallel import processes
from headstack.statistics.series import Series
from headstack.workload import Workload

Say = Callable[[int, str], object]
"""Function that is called with the number of finished runs and the name of the last run."""


def run(drive: DriveConfig, load: Workload, configuration: Configuration) -> Series:
    """Runs a configuration. If the run fails, raises RunError with the configuration's name."""
    try:
        return Series.of(configuration.on(drive).run(load))
    except RunError as error:
        raise RunError(f"{configuration.label}: {error}") from error


def run_all(
    drive: DriveConfig,
    load: Workload,
    tried: Sequence[Configuration],
    say: Say,
    jobs: int | None = None,
) -> dict[Configuration, Series]:
    """Runs all configurations in parallel processes.

    Args:
        drive: the drive.
        load: the requests of each run.
        tried: the configurations.
        say: called after each run.
        jobs: number of processes. `None`: one for each core. 1: the calling process makes all runs.

    Raises:
        ConfigError: the requests do not fit the drive.
        RunError: a run failed.
    """
    number = min(len(os.sched_getaffinity(0)) if jobs is None else jobs, len(tried))
    if number <= 1:
        alone = {}
        for done, one in enumerate(tried, 1):
            alone[one] = run(drive, load, one)
            say(done, one.label)
        return alone
    found: dict[Configuration, Series] = {}
    with processes.ending(processes.pool(number)) as pool:
        futures = {pool.submit(run, drive, load, one): one for one in tried}
        for future in as_completed(futures):
            one = futures[future]
            found[one] = future.result()
            say(len(found), one.label)
    return {one: found[one] for one in tried}
