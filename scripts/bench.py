"""Speed of the simulation: requests per second of wall time, and as a ratio to the machine's unit.

The unit is SystemC method notifications per second, measured beside each case, so that ratios can
be compared between machines. Every figure is the median of three repetitions after a first one that
does not count; wall time is that of the simulation itself (`wall_s`). The drive is the HP C2247,
requests of 8 KiB, two reads to a write.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import headstack
from headstack._core import notifications_per_second
from rich.console import Console
from rich.table import Table

DRIVE = "hp_c2247"
REPETITIONS = 3
SECONDS = 1.5  # of wall time that a repetition is given
OPEN_RATE_PER_S, OPEN_REQUESTS = 30, 300_000
DEPTHS = (1, 10, 100, 1_000, 10_000)
MOST_REQUESTS = 300_000
FIRST_REQUESTS = 5_000
NOTIFICATIONS = 2_000_000
TRACE = "hp_c2247a.trace"


@dataclass(frozen=True)
class Case:
    """One line of the bench."""

    name: str
    requests: int
    requests_per_s: float
    notifications_per_s: float
    requests_per_notification: float


def main() -> None:
    """Runs every case and prints a table, or with --json one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    cases = [fcfs_open(), *(sptf_closed(depth) for depth in DEPTHS)]
    file = trace_file()
    if file.is_file():
        cases.append(replay(file))
    else:
        sys.stderr.write(f"bench: no trace at {file}; set HEADSTACK_DATA to the data folder\n")
    unit = statistics.median(case.notifications_per_s for case in cases)
    if arguments.json:
        document = {"notifications_per_second": unit, "cases": [asdict(case) for case in cases]}
        sys.stdout.write(json.dumps(document, indent=2) + "\n")
    else:
        print_table(cases, unit)


def fcfs_open() -> Case:
    """FCFS under random arrivals at a moderate load."""
    drive = headstack.Drive(DRIVE)
    load = headstack.workload.random(OPEN_RATE_PER_S, OPEN_REQUESTS)
    return measure(f"fcfs, open, {OPEN_RATE_PER_S}/s", OPEN_REQUESTS, lambda: wall_s(drive, load))


def sptf_closed(depth: int) -> Case:
    """SPTF in the drive with `depth` requests outstanding."""
    tasks = max(depth, headstack.Drive(DRIVE).config.queue_depth)
    drive = headstack.Drive(DRIVE, scheduler="sptf", queue_depth=tasks)
    first = max(FIRST_REQUESTS, 2 * depth)
    estimate_s = wall_s(drive, headstack.workload.closed(depth, first))
    requests = min(MOST_REQUESTS, max(first, int(first * SECONDS / estimate_s)))
    load = headstack.workload.closed(depth, requests)
    return measure(f"sptf, closed, Q = {depth:,}", requests, lambda: wall_s(drive, load))


def replay(file: Path) -> Case:
    """The real drive's trace, as often as fits the time."""
    drive = headstack.Drive(DRIVE)
    load = headstack.workload.trace(file)
    times = max(1, int(SECONDS / wall_s(drive, load)))
    requests = times * load.requests
    return measure(
        f"fcfs, {file.name}, {times} times",
        requests,
        lambda: sum(wall_s(drive, load) for _ in range(times)),
    )


def wall_s(drive: headstack.Drive, load: headstack.workload.Workload) -> float:
    """Seconds that the simulation of a run takes."""
    return float(drive.run(load).wall_s)


def measure(name: str, requests: int, run_s: Callable[[], float]) -> Case:
    """Times a case and the machine's unit in turn, and takes the medians."""
    run_s()
    speeds, units = [], []
    for _ in range(REPETITIONS):
        units.append(notifications_per_second(NOTIFICATIONS))
        speeds.append(requests / run_s())
    speed, unit = statistics.median(speeds), statistics.median(units)
    return Case(name, requests, speed, unit, speed / unit)


def trace_file() -> Path:
    """Where the real drive's trace is: HEADSTACK_DATA, or beside the checkout."""
    root = Path(__file__).resolve().parents[1]
    return Path(os.environ.get("HEADSTACK_DATA", root.parent / "shared" / "data")) / TRACE


def print_table(cases: list[Case], unit: float) -> None:
    """Prints the cases for people."""
    table = Table(
        title=f"headstack {headstack.__version__}, {DRIVE}: median of {REPETITIONS} repetitions",
        caption=f"machine's unit: {unit:,.0f} SystemC method notifications per second",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("case")
    for heading in ("requests", "requests per s", "ratio to\nthe unit"):
        table.add_column(heading, justify="right")
    for case in cases:
        table.add_row(
            case.name,
            f"{case.requests:,}",
            f"{case.requests_per_s:,.0f}",
            f"{case.requests_per_notification:.5f}",
        )
    Console(width=None if sys.stdout.isatty() else 100, highlight=False).print(table)


if __name__ == "__main__":
    main()
