"""What decisions cost, in firmware and in the comparator, by queue length and processor clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from headstack import catalog, checks, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.experiments.axes import Progress, Row, over

QUEUE_LENGTHS: Final = (1, 3, 10, 30, 100, 300, 1000)
CLOCKS_MHZ: Final = (5.0, 10.0, 20.0, 50.0, 100.0)
COMPARATOR_MHZ: Final = 100.0
LEAST_ENTRIES = 16
OPEN_ENTRIES = 256
"""Entries of the comparator when requests come at a rate, since no queue length is given then."""
RTL_ENTRIES: Final = (64, 256)
"""Entries of the serial comparators in RTL that a build has. The one of 64 is a tree, too."""

DESIGNS: Final = ("plain scan", "exact search", "comparator, serial", "comparator, tree")
"""SPTF in firmware, looking at all requests or at those that may win; or in the comparator."""


@dataclass(frozen=True)
class _At:
    """A load: a closed loop of a given length, or arrivals at a given rate."""

    load: workload.Workload
    length: int | None = None
    rate: float | None = None

    def __str__(self) -> str:
        return f"queue {self.length}" if self.rate is None else f"{self.rate:g} per s"


def entries_for(queue_length: int | None, body: str = "behavioural") -> int:
    """Entries of the comparator: a power of 2 that holds the queue, in RTL a size that is built."""
    least = OPEN_ENTRIES if queue_length is None else queue_length
    entries = max(LEAST_ENTRIES, 1 << (least - 1).bit_length())
    return next((built for built in RTL_ENTRIES if body == "rtl" and built >= entries), entries)


def compare(
    drive: str,
    queue_lengths: Sequence[int] = QUEUE_LENGTHS,
    clocks_mhz: Sequence[float] = CLOCKS_MHZ,
    comparator_mhz: float = COMPARATOR_MHZ,
    requests: int = 10_000,
    seed: int = 1,
    progress: Progress | None = None,
    rates_per_s: Sequence[float] = (),
    body: str = "behavioural",
) -> list[Row]:
    """Runs closed loops, or open workloads, on every design at every length or rate and clock.

    Args:
        drive: a drive's name, or a .toml file.
        queue_lengths: requests in the drive, 1 to 65536; not used if there are rates.
        clocks_mhz: clocks of the processor, above 0.
        comparator_mhz: the comparator's clock, above 0.
        requests: number of requests of each run, at least the length of the longest queue.
        seed: seed of the requests.
        progress: called with the number of runs done and what runs.
        rates_per_s: arrival rates of open workloads, which run instead of closed loops.
        body: body of the comparator, 'behavioural' or 'rtl'. A build has few shapes in RTL.

    Returns:
        A row for each run; times and losses as in docs/codesign.md. Losses are against the same
        load in `measured` timing.

    Raises:
        ConfigError: an argument out of its range, or a comparator that is not built in RTL.
    """
    base = catalog.load(drive)
    checks.choice("body", body, ("behavioural", "rtl"))
    loads = [
        _At(workload.random(rate, requests=requests, seed=seed), rate=rate) for rate in rates_per_s
    ]
    for outstanding in () if rates_per_s else queue_lengths:
        checks.whole("queue length", outstanding, 1, workload.MOST_OUTSTANDING)
        base = catalog.with_queue_depth(base, max(outstanding, base.queue_depth))
        loads.append(
            _At(workload.closed(outstanding, requests=requests, seed=seed), length=outstanding)
        )
    base = base.with_conditions({"comparator.clock": f"{comparator_mhz:g} MHz"})

    @cache
    def measured(load: workload.Workload) -> Row:
        return Drive(base, "sptf", conditions={"controller.timing": "measured"}).run(load).summary

    def row(at: _At, clock: float, design: str) -> Row:
        entries = entries_for(at.length, body)
        found = _design(base, design, entries, body, clock).run(at.load).summary
        return {
            "drive": base.name,
            "queue_length": at.length,
            "rate_per_s": at.rate,
            "clock_mhz": clock,
            "comparator_mhz": comparator_mhz,
            "design": design,
            "body": body if design.startswith("comparator") else None,
            **_figures(found, measured(at.load)),
        }

    return over(
        loads,
        clocks_mhz,
        DESIGNS,
        run=row,
        named=lambda at, clock, design: f"{design}, {at}, {clock:g} MHz",
        progress=progress,
    )


def _design(base: DriveConfig, design: str, entries: int, body: str, clock_mhz: float) -> Drive:
    executed = {"controller.timing": "executed", "controller.clock": f"{clock_mhz:g} MHz"}
    if not design.startswith("comparator"):
        search = "plain" if design == DESIGNS[0] else "exact"
        return Drive(base, "sptf", conditions=executed | {"controller.search": search})
    comparator = {
        "comparator.body": body,
        "comparator.entries": entries,
        "comparator.lanes": entries if design.endswith("tree") else 1,
    }
    return Drive(base, "sptf_hw", conditions=executed | comparator | {"controller.search": "exact"})


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
        "saturated": found["saturated"],
    }
