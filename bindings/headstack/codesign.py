"""What decisions cost, in firmware and in the comparator, by queue length and processor clock."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from headstack import catalog, checks, workload
from headstack._core import DriveConfig
from headstack.drive import Drive

QUEUE_LENGTHS: Final = (1, 3, 10, 30, 100, 300, 1000)
CLOCKS_MHZ: Final = (5.0, 10.0, 20.0, 50.0, 100.0)
COMPARATOR_MHZ: Final = 100.0
LEAST_ENTRIES = 16

DESIGNS: Final = ("plain scan", "exact search", "comparator, serial", "comparator, tree")
"""SPTF in firmware, looking at all requests or at those that may win; or in the comparator."""

Row = dict[str, Any]


def entries_for(queue_length: int) -> int:
    """Entries of the comparator: a power of 2 that holds the queue."""
    return max(LEAST_ENTRIES, 1 << (queue_length - 1).bit_length())


def compare(
    drive: str,
    queue_lengths: Sequence[int] = QUEUE_LENGTHS,
    clocks_mhz: Sequence[float] = CLOCKS_MHZ,
    comparator_mhz: float = COMPARATOR_MHZ,
    requests: int = 10_000,
    seed: int = 1,
    progress: Callable[[int, str], None] | None = None,
) -> list[Row]:
    """Runs closed loops on every design at every queue length and clock.

    Args:
        drive: a drive's name, or a .toml file.
        queue_lengths: requests in the drive, 1 to 65536.
        clocks_mhz: of the processor, above 0.
        comparator_mhz: the comparator's clock, above 0.
        requests: of each run, at least as many as the longest queue.
        seed: of the requests.
        progress: called with the number of runs done and what runs.

    Returns:
        A row a run; times and losses as in docs/codesign.md. A loss is against the same load in
        `measured` timing.

    Raises:
        ConfigError: an argument out of its range.
    """
    base = catalog.load(drive)
    for length in queue_lengths:
        checks.whole("queue length", length, 1, workload.MOST_OUTSTANDING)
    base = base.with_queue_depth(max(max(queue_lengths), base.queue_depth))
    base = base.with_value("comparator.clock", f'"{comparator_mhz:g} MHz"')
    rows: list[Row] = []
    for length in queue_lengths:
        load = workload.closed(length, requests, seed=seed)
        measured = Drive(_timed(base, "measured"), "sptf").run(load).summary
        for clock in clocks_mhz:
            for design in DESIGNS:
                if progress is not None:
                    progress(len(rows), f"{design}, queue {length}, {clock:g} MHz")
                found = _design(base, design, length, clock).run(load).summary
                rows.append(
                    {
                        "drive": base.name,
                        "queue_length": length,
                        "clock_mhz": clock,
                        "comparator_mhz": comparator_mhz,
                        "design": design,
                        **_figures(found, measured),
                    }
                )
    return rows


def _timed(drive: DriveConfig, timing: str) -> DriveConfig:
    return drive.with_value("controller.timing", f'"{timing}"')


def _design(base: DriveConfig, design: str, length: int, clock_mhz: float) -> Drive:
    drive = _timed(base, "executed").with_value("controller.clock", f'"{clock_mhz:g} MHz"')
    if not design.startswith("comparator"):
        search = "plain" if design == DESIGNS[0] else "exact"
        return Drive(drive.with_value("controller.search", f'"{search}"'), "sptf")
    entries = entries_for(length)
    lanes = entries if design.endswith("tree") else 1
    drive = drive.with_value("comparator.body", '"behavioural"')
    drive = drive.with_value("controller.search", '"exact"')
    # The lanes first: they divide any number of entries that is a power of 2 and no less.
    drive = drive.with_value("comparator.lanes", "1").with_value("comparator.entries", f"{entries}")
    return Drive(drive.with_value("comparator.lanes", f"{lanes}"), "sptf_hw")


def _figures(found: dict[str, Any], measured: dict[str, Any]) -> Row:
    rate, response = (measured[name] for name in ("throughput_per_s", "mean_response_ms"))
    return {
        "timing": found["timing"],
        "mean_decision_ms": found["mean_decision_ms"],
        "mean_decision_late_ms": found["mean_decision_late_ms"],
        "hidden_decisions": found["hidden_decisions"],
        "throughput_per_s": found["throughput_per_s"],
        "throughput_lost": 1 - found["throughput_per_s"] / rate,
        "mean_response_ms": found["mean_response_ms"],
        "response_lost_ms": found["mean_response_ms"] - response,
    }
