"""All that a scheduler may need: deadlines, classes, weights and a table of the drive's times."""

from typing import Any

import numpy as np

import headstack
from headstack import workload
from headstack._core import DriveConfig

INFO = {info.name: info for info in headstack.schedulers()}


def arguments_for(scheduler: str, config: DriveConfig) -> dict[str, Any]:
    """Returns the arguments of `Drive` that a scheduler of the firmware needs.

    Args:
        scheduler: name of the scheduler.
        config: the drive, on which the table of times is probed.
    """
    needs = INFO[scheduler].needs
    return {
        "weights": (80.0, 20.0) if "weights" in needs else (),
        "mimic": headstack.Mimic.probe(config, step="128MiB", samples=1)
        if "mimic" in needs
        else None,
    }


def load_with_facts(requests: int, gap_ms: float = 8.0, blocks: int = 2_000_000) -> headstack.Load:
    """Returns random requests of two classes, with deadlines up to a second after the arrival.

    Args:
        requests: number of requests.
        gap_ms: time between two arrivals in ms.
        blocks: blocks of the disk that the requests lie in.
    """
    random = np.random.default_rng(1)
    arrival = gap_ms * np.arange(requests)
    return workload.arrivals(
        arrival,
        random.integers(0, blocks, requests),
        8,
        write=random.random(requests) < 1 / 3,
        deadline_ms=arrival + random.uniform(1, 1000, requests),
        class_id=random.integers(0, 2, requests),
    )
