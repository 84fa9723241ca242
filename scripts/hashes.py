"""Prints the hashes of the schedules of a set of short runs, one hash a line.

The set has every scheduler wherever the scheduler can run; every drive file; caches,
errors of the medium and destaging. A change that must not change results must not change these
lines. The lines are equal on all systems. tb/python/project/test_scripts.py compares the lines with
tb/python/schedules.txt. `--write` makes this file anew.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import headstack

STORED = Path(__file__).resolve().parents[1] / "tb/python/schedules.txt"
REQUESTS = 1000
WEIGHTS = (80.0, 20.0)
DRIVE = "hp_c2247a"
CONDITIONS = {
    "no cache": {"cache.mode": "speed-matching"},
    "whole tracks": {"cache.whole_track_read": True},
    "errors of the medium": {"defects.soft_rate": "1 %", "defects.growth_rate": "1000 ppm"},
    "write cache": {"cache.write_back": True},
    "destaging when idle": {
        "cache.write_back": True,
        "destage.start": "idle",
        "destage.idle_delay": "5 ms",
        "destage.command_first": True,
    },
    "destaging by amount, ascending": {
        "cache.write_back": True,
        "destage.start": "amount",
        "destage.amount": "50 %",
        "destage.order": "ascending",
    },
    "destaging at need, with errors": {
        "cache.write_back": True,
        "destage.start": "need",
        "defects.growth_rate": "1000 ppm",
    },
    "the next task chosen ahead": {"controller.choice": "ahead"},
    "times that vary": {"variation.seek": "0.1 ms"},
}


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


def _runs() -> headstack.Load:
    """Sequential runs of eight requests. Half of the requests are reads."""
    rng = np.random.default_rng(2)
    starts = np.repeat(rng.integers(0, 1_000_000, REQUESTS // 8), 8)
    return headstack.workload.arrivals(
        np.cumsum(rng.integers(1, 30, starts.size)),
        starts + 16 * np.tile(np.arange(8), REQUESTS // 8),
        np.full(starts.size, 16),
        write=np.repeat(rng.integers(0, 2, REQUESTS // 8) == 0, 8),
    )


def _schedulers() -> Iterator[tuple[str, headstack.Result]]:
    mimic = headstack.Mimic.probe(DRIVE, step="16MiB", samples=1)
    load = _load()
    for info in headstack.schedulers():
        for place in sorted(info.placements, reverse=True):
            drive = headstack.Drive(
                DRIVE,
                info.name,
                placement=place,
                weights=WEIGHTS if "weights" in info.needs else (),
                mimic=mimic if "mimic" in info.needs else None,
            )
            yield f"{info.name} in the {place}", drive.run(load)


def _conditions() -> Iterator[tuple[str, headstack.Result]]:
    load = _runs()
    for title, values in CONDITIONS.items():
        config = headstack.catalog.load(DRIVE).with_values(values)
        run = headstack.Drive(config, "sptf").run(load, on_media_error="count")
        yield f"{DRIVE}, {title}", run


def _drives() -> Iterator[tuple[str, headstack.Result]]:
    for config in headstack.drives():
        run = headstack.Drive(config, "sptf").run(headstack.workload.closed(8, requests=REQUESTS))
        yield config.name, run


def lines() -> Iterator[str]:
    """Yields a line for each run."""
    for runs in (_schedulers(), _drives(), _conditions()):
        for title, run in runs:
            yield f"{title}: {run.summary['schedule_sha256']}"


def main() -> None:
    """Prints the lines, or stores them."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help=f"store them in {STORED.name}")
    write = parser.parse_args().write
    text = "".join(f"{line}\n" for line in lines())
    if write:
        STORED.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
