"""Speed of the simulation: requests per second of wall time; beside another commit's; instructions.

Without options: every figure is the median of three repetitions after a first one that does not
count; wall time is that of the simulation itself (`wall_s`). The machine's unit, SystemC method
notifications per second, is measured beside each case. --against runs the same cases here and in a
build of another commit, in turns, and says which is faster. --instructions counts what a request
costs, the same on every machine of a kind. The drive is the HP C2247, requests of 8 KiB, two reads
to a write.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from speed import against, builds, instructions
from speed.ratios import LEAST_PAIRS

import headstack
from headstack._core import SchedulerSpec, decision_cost, notifications_per_second
from headstack.drawing import style

DRIVE = "hp_c2247"
REPETITIONS = 3
SECONDS = 1.5  # of wall time that a repetition is given
OPEN_RATE_PER_S, OPEN_REQUESTS = 30, 300_000
OUTSTANDING = (1, 10, 100, 1_000, 10_000)
MOST_REQUESTS = 300_000
FIRST_REQUESTS = 5_000
NOTIFICATIONS = 2_000_000
TRACE = "hp_c2247a.trace"
QUEUES = (1, 10, 100, 1_000, 10_000, 100_000)
DECISIONS = 40_000
# Some of the schedulers that run in the host only look at every request.
LONGEST_LOOKED_THROUGH = 1_000


@dataclass(frozen=True)
class Case:
    """One line of the bench."""

    name: str
    requests: int
    requests_per_s: float
    notifications_per_s: float
    requests_per_notification: float


@dataclass(frozen=True)
class Decision:
    """Cost of a decision at one length of the queue, with insertion and removal of a task."""

    scheduler: str
    queue: int
    ns: float  # of CPU time
    candidates: float


def main() -> None:
    """Runs every case and prints a table, or with --json one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--plot", type=Path, help="draw the cost of decisions into this file, PNG")
    parser.add_argument(
        "--against", metavar="COMMIT", help="compare with a build of this commit, kept in out/bench"
    )
    parser.add_argument(
        "--pairs",
        type=int,
        default=against.PAIRS,
        help=f"pairs of runs of a case, for --against; at least {LEAST_PAIRS} (default: "
        f"{against.PAIRS})",
    )
    parser.add_argument(
        "--requests", type=int, help="requests of a run, for --against (default: the case's own)"
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions a request, with valgrind; with --against in both builds",
    )
    arguments = parser.parse_args()
    if arguments.pairs < LEAST_PAIRS:
        parser.error(f"--pairs is {arguments.pairs}; it must be {LEAST_PAIRS} or more")
    if arguments.requests is not None and arguments.requests < 1:
        parser.error(f"--requests is {arguments.requests}; it must be 1 or more")
    if arguments.against is None and not arguments.instructions:
        measure_speed(arguments.json, arguments.plot)
        return
    if arguments.plot is not None:
        parser.error("--plot is of the speeds; with --against or --instructions, leave it out")
    try:
        compare(arguments)
    except builds.BenchError as error:
        sys.exit(f"bench: {error}")


def compare(arguments: argparse.Namespace) -> None:
    """Compares with another commit, in time or in instructions; BenchError if that cannot be."""
    theirs = None if arguments.against is None else builds.at(arguments.against)
    if not arguments.instructions:
        assert theirs is not None
        rows = against.compare(builds.here(), theirs, arguments.pairs, arguments.requests)
        if arguments.json:
            print_json(against.document_of(rows, theirs))
        else:
            against.print_table(rows, theirs)
        return
    reference = None if theirs is None else instructions.count(theirs)
    counted = instructions.count(builds.here())
    name = "" if theirs is None else theirs.name
    if arguments.json:
        cases = instructions.document_of(counted, reference)
        print_json({"against": name or None, "cases": cases})
    else:
        instructions.print_table(counted, reference, name)


def measure_speed(as_json: bool, picture: Path | None) -> None:
    """Runs every case here and prints a table or a document; draws the cost of decisions."""
    cases = [fcfs_open(), *(sptf_closed(count) for count in OUTSTANDING)]
    file = trace_file()
    if file.is_file():
        cases.append(replay(file))
    else:
        sys.stderr.write(f"bench: no trace at {file}; set HEADSTACK_DATA to the data folder\n")
    unit = statistics.median(case.notifications_per_s for case in cases)
    decisions = [
        decide(info.name, queue)
        for info in headstack.schedulers()
        for queue in QUEUES
        if queue <= LONGEST_LOOKED_THROUGH or info.paper.startswith(("Seltzer", "Worthington"))
    ]
    if as_json:
        document = {
            "notifications_per_second": unit,
            "cases": [asdict(case) for case in cases],
            "decisions": [asdict(decision) for decision in decisions],
        }
        print_json(document)
    else:
        print_table(cases, unit)
        print_decisions(decisions)
    if picture is not None:
        plot(decisions, picture)


def print_json(document: dict[str, Any]) -> None:
    """Prints one JSON document."""
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def fcfs_open() -> Case:
    """Runs FCFS under random arrivals at a moderate load."""
    drive = headstack.Drive(DRIVE)
    load = headstack.workload.random(OPEN_RATE_PER_S, requests=OPEN_REQUESTS)
    return measure(f"fcfs, open, {OPEN_RATE_PER_S}/s", OPEN_REQUESTS, lambda: wall_s(drive, load))


def sptf_closed(outstanding: int) -> Case:
    """Runs SPTF in the drive with `outstanding` requests in the system."""
    tasks = max(outstanding, headstack.Drive(DRIVE).config.queue_depth)
    drive = headstack.Drive(DRIVE, scheduler="sptf", queue_depth=tasks)
    first = max(FIRST_REQUESTS, 2 * outstanding)
    estimate_s = wall_s(drive, headstack.workload.closed(outstanding, requests=first))
    requests = min(MOST_REQUESTS, max(first, int(first * SECONDS / estimate_s)))
    load = headstack.workload.closed(outstanding, requests=requests)
    return measure(f"sptf, closed, Q = {outstanding:,}", requests, lambda: wall_s(drive, load))


def replay(file: Path) -> Case:
    """Replays the real drive's trace, as often as fits the time."""
    drive = headstack.Drive(DRIVE)
    load = headstack.workload.trace(file)
    times = max(1, int(SECONDS / wall_s(drive, load)))
    requests = times * load.requests
    return measure(
        f"fcfs, {file.name}, {times} times",
        requests,
        lambda: sum(wall_s(drive, load) for _ in range(times)),
    )


def decide(scheduler: str, queue: int) -> Decision:
    """Returns the least of the repetitions, because other work of the machine only adds time."""
    drive = headstack.Drive(DRIVE).config
    found = [
        decision_cost(drive, SchedulerSpec(scheduler), depth=queue, decisions=DECISIONS)
        for _ in range(REPETITIONS)
    ]
    return Decision(scheduler, queue, *min(found))


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


def print_decisions(decisions: list[Decision]) -> None:
    """Prints a row for each scheduler: nanoseconds, and candidates in parentheses."""
    table = Table(
        title="a decision with insertion and removal: ns of CPU time (candidates looked at)",
        title_justify="left",
    )
    table.add_column("scheduler")
    for queue in QUEUES:
        table.add_column(f"Q = {queue:,}", justify="right")
    for scheduler in dict.fromkeys(decision.scheduler for decision in decisions):
        row = [d for d in decisions if d.scheduler == scheduler]
        table.add_row(scheduler, *(f"{d.ns:,.0f} ({d.candidates:.1f})" for d in row))
    Console(width=None if sys.stdout.isatty() else 120, highlight=False).print(table)


SHOWN = ("fcfs", "clook", "cvscan", "sptf", "aspctf_seq", "sptf_hw")
"""Schedulers named in the picture: of each family the usual and the dearest. Others are grey."""


def plot(decisions: list[Decision], path: Path) -> None:
    """Draws cost and candidates against the length of the queue."""
    figure = style.figure(8, 4.2)
    for axes, value, label in zip(
        figure.subplots(1, 2),
        ("ns", "candidates"),
        ("CPU time of a decision, ns", "Candidates that it looks at"),
        strict=True,
    ):
        ends = []
        for scheduler in dict.fromkeys(d.scheduler for d in decisions):
            row = [d for d in decisions if d.scheduler == scheduler]
            queues, costs = [d.queue for d in row], [getattr(d, value) for d in row]
            if scheduler not in SHOWN:
                axes.plot(queues, costs, color="#cccccc", linewidth=0.9)
                continue
            line = style.line(SHOWN.index(scheduler))
            axes.plot(queues, costs, zorder=3, **line.plot())
            ends.append((scheduler, queues[-1], costs[-1], line.colour))
        axes.set(xscale="log", yscale="log")
        axes.set_title(label, fontsize=style.TEXT + 1, loc="left")
        axes.set_xlabel("requests in the queue", fontsize=style.TEXT)
        style.plain(axes)
        style.name_lines(axes, ends, gap=0.055)
    figure.suptitle("In grey: the other schedulers", fontsize=style.TEXT)
    style.save(figure, path)


if __name__ == "__main__":
    main()
