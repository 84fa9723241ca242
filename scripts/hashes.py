"""Prints a line for each scheduler and each drive with the hash of a short run's schedule.

Two machines print the same lines: continuous integration compares those of two systems.
"""

import headstack
import numpy as np

REQUESTS = 1000
WEIGHTS = (80.0, 20.0)


def _load() -> headstack.Load:
    """Bursts of two classes with deadlines, which every scheduler can serve."""
    rng = np.random.default_rng(1)
    arrival_ms = np.sort(rng.integers(0, REQUESTS * 20, REQUESTS) // 200 * 200)
    return headstack.workload.arrivals(
        arrival_ms,
        rng.integers(0, 1_000_000, REQUESTS),
        rng.integers(1, 64, REQUESTS),
        write=rng.integers(0, 3, REQUESTS) == 0,
        deadline_ms=arrival_ms + rng.integers(50, 2000, REQUESTS),
        class_id=rng.integers(0, 2, REQUESTS),
    )


def main() -> None:
    """Prints the lines."""
    drive = "hp_c2247a"
    mimic = headstack.Mimic.probe(drive, step="16MiB", samples=1)
    load = _load()
    for name in (info.name for info in headstack.schedulers()):
        run = headstack.Drive(
            drive,
            name,
            "drive" if name.endswith("_hw") else "host",
            weights=WEIGHTS if name.startswith("yfq") else (),
            mimic=mimic if name == "smtf" else None,
        ).run(load)
        print(name, run.summary["schedule_sha256"])
    for config in headstack.drives():
        run = headstack.Drive(config, "sptf").run(headstack.workload.closed(8, REQUESTS))
        print(config.name, run.summary["schedule_sha256"])


if __name__ == "__main__":
    main()
