"""The cost of choosing the next task, and the gains of gates or a faster clock, by queue and clock.

The firmware runs on a core, and its code takes the cycles of that core.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from headstack import catalog, checks, metrics, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.result import Result
from headstack.statistics.measured import Measured
from headstack.sweeps.one_by_one import Progress, Row, over

QUEUE_LENGTHS: Final = (1, 4, 16, 64, 256)
CLOCKS_MHZ: Final = (5.0, 10.0, 20.0, 50.0)
COMPARATOR_MHZ: Final = 100.0
SEEDS: Final = 5
LEAST_ENTRIES = 64
OPEN_ENTRIES = 256
"""Entries of the comparator if requests come at a rate, because a rate gives no queue length."""
PARALLEL_LANES = 16
DISTANCES: Final = 16_384
"""Default number of places in the comparator's seek table."""
RTL_ENTRIES: Final = (256,)
"""Numbers of entries for which a build has RTL comparators with 1 and PARALLEL_LANES lanes."""

SEARCH: Final = "search"
SERIAL: Final = "comparator, serial"
PARALLEL: Final = "comparator, parallel"
DOUBLE_CLOCK: Final = "search, double clock"
SECOND_CORE: Final = "second core"
DESIGNS: Final = (SEARCH, SERIAL, PARALLEL, DOUBLE_CLOCK, SECOND_CORE)
"""SPTF in firmware, in the comparator at 1 entry a clock, in the comparator at 16 entries a clock,
in firmware on a processor of twice the clock, and on a second core.

The second core is an upper bound: a parallel comparator whose scans take almost no time. The first
core hands over requests and takes choices as it does with a comparator.
"""

FASTEST_MHZ: Final = 10_000.0
"""Fastest clock that a drive can have."""

IDEAL: Final = {
    "controller.core": "iss",
    "controller.clock": f"{FASTEST_MHZ:g} MHz",
    "controller.choice": "when_free",
}
"""A processor on which code takes almost no time. Losses are relative to this processor."""


@dataclass(frozen=True)
class _At:
    """A load: a closed loop of a given length, or arrivals at a given rate, for each seed."""

    loads: tuple[workload.Workload, ...]
    length: int | None = None
    rate: float | None = None

    def __str__(self) -> str:
        return f"queue {self.length}" if self.rate is None else f"{self.rate:g} per s"


def entries_for(queue_length: int | None, body: str = "behavioural") -> int:
    """Returns the comparator's entries: a power of 2, or in RTL a size that is built."""
    least = OPEN_ENTRIES if queue_length is None else queue_length
    entries = max(LEAST_ENTRIES, 1 << (least - 1).bit_length())
    return next((built for built in RTL_ENTRIES if body == "rtl" and built >= entries), entries)


def compare(
    drive: str,
    queue_lengths: Sequence[int] = QUEUE_LENGTHS,
    clocks_mhz: Sequence[float] = CLOCKS_MHZ,
    comparator_mhz: float = COMPARATOR_MHZ,
    requests: int = 2_000,
    seed: int = 1,
    progress: Progress | None = None,
    rates_per_s: Sequence[float] = (),
    body: str = "behavioural",
    seeds: int = SEEDS,
    core: str = "iss",
) -> list[Row]:
    """Runs closed loops or open workloads. Runs each design at each length or rate, and each clock.

    Args:
        drive: a drive's name, or a .toml file.
        queue_lengths: requests in the drive, 1 to 65536. Not used if there are rates.
        clocks_mhz: clocks of the processor, above 0.
        comparator_mhz: the comparator's clock, above 0.
        requests: number of requests of each run, at least the length of the longest queue.
        seed: first seed of the requests.
        progress: called with the number of finished points and the name of the next point.
        rates_per_s: arrival rates of open workloads, which run instead of closed loops.
        body: body of the comparator, 'behavioural' or 'rtl'. A build has few shapes in RTL.
        seeds: number of runs at each point, each with a seed of its own; 1 or more.
        core: 'iss', or a core in RTL. Decisions on a core in RTL are not timed.

    Returns:
        A row for each load, clock and design with means over the seeds. A column with a name that
        ends in `_half` has half of the 95 % confidence interval. `None`: there is one seed. Losses
        are relative to the same load on a processor on which code takes almost no time. `gain` is
        the throughput divided by the throughput of the search at `clock_mhz`, less 1. Throughputs
        and responses count from the end of the first request, because the firmware loads the
        comparator's seek table before.

    Raises:
        ConfigError: an argument out of its range, or a comparator or core that is not built.
    """
    base = catalog.load(drive)
    checks.choice("body", body, ("behavioural", "rtl"))
    checks.whole("seeds", seeds, 1, 1000)
    if core == "host":
        raise ConfigError("code takes no time on the host; take another core, such as iss")

    def seeded(make: Callable[..., workload.Workload]) -> tuple[workload.Workload, ...]:
        return tuple(make(requests=requests, seed=seed + more) for more in range(seeds))

    points = [_At(seeded(partial(workload.random, rate)), rate=rate) for rate in rates_per_s]
    for outstanding in () if rates_per_s else queue_lengths:
        checks.whole("queue length", outstanding, 1, workload.MOST_OUTSTANDING)
        base = catalog.with_queue_depth(base, max(outstanding, base.queue_depth))
        points.append(_At(seeded(partial(workload.closed, outstanding)), length=outstanding))
    base = base.with_conditions({"comparator.clock": f"{comparator_mhz:g} MHz"})

    for at in points[:1]:
        entries = entries_for(at.length, body)
        _design(base, SERIAL, entries, body, COMPARATOR_MHZ, core).open(contents=False)

    @cache
    def ideal(load: workload.Workload) -> Row:
        return _started(Drive(base, "sptf", conditions=IDEAL).run(load))

    @cache
    def summaries(at: _At, clock: float, design: str) -> list[Row]:
        if design == DOUBLE_CLOCK:
            return summaries(at, min(2 * clock, FASTEST_MHZ), SEARCH)
        model = _design(base, design, entries_for(at.length, body), body, clock, core)
        return [_started(model.run(load)) for load in at.loads]

    def row(at: _At, clock: float, design: str) -> Row:
        return {
            "drive": base.name,
            "queue_length": at.length,
            "rate_per_s": at.rate,
            "core": core,
            "clock_mhz": clock,
            "comparator_mhz": comparator_mhz,
            "design": design,
            "body": body if design in (SERIAL, PARALLEL) else None,
            "seeds": seeds,
            **_figures(
                summaries(at, clock, design),
                [ideal(load) for load in at.loads],
                summaries(at, clock, SEARCH),
            ),
        }

    return over(
        points,
        clocks_mhz,
        DESIGNS,
        run=row,
        named=lambda at, clock, design: f"{design}, {at}, {clock:g} MHz",
        progress=progress,
    )


def _seek_table(base: DriveConfig) -> dict[str, Any]:
    """Returns the size of a seek table that the drive needs, if the default is too small."""
    cylinders = max(zone.last_cylinder for zone in base.zones) + 1
    return {} if cylinders <= DISTANCES else {"comparator.distances": cylinders}


def _design(
    base: DriveConfig, design: str, entries: int, body: str, clock_mhz: float, core: str
) -> Drive:
    timed = {"controller.core": core, "controller.clock": f"{clock_mhz:g} MHz"}
    if design == SEARCH:
        return Drive(base, "sptf", conditions=timed)
    comparator = {
        "comparator.body": "behavioural" if design == SECOND_CORE else body,
        "comparator.entries": entries,
        "comparator.lanes": 1 if design == SERIAL else PARALLEL_LANES,
        **({"comparator.clock": f"{FASTEST_MHZ:g} MHz"} if design == SECOND_CORE else {}),
        **_seek_table(base),
    }
    return Drive(base, "sptf_hw", conditions=timed | comparator)


def _started(run: Result) -> Row:
    """Returns a run's summary, with throughput and response from the end of the first request.

    Before this end, the firmware loads the comparator's seek table. A drive does this once, after
    it is switched on. With too few requests after this end, the figures are of the whole run.
    """
    finish = run.columns["finish"]
    begin = int(finish.min())
    found = dict(run.summary)
    if (elapsed := int(finish.max()) - begin) > 0:
        found["throughput_per_s"] = (len(finish) - 1) * metrics.PS_PER_S / elapsed
    later = run.columns["arrival"] >= begin
    if later.any():
        times = finish[later] - run.columns["arrival"][later]
        found["mean_response_ms"] = metrics.mean_ms(times)
    return found


_MEANS: Final = (
    "mean_decision_cycles",
    "p95_decision_cycles",
    "max_decision_cycles",
    "mean_decision_ms",
    "decision_share",
    "hidden_decisions",
    "core_utilisation",
)
"""Metrics of runs. A row has the means. `None`: a run does not have the metric."""


def _figures(found: list[Row], ideal: list[Row], search: list[Row]) -> Row:
    rates, best, base = (
        [run["throughput_per_s"] for run in runs] for runs in (found, ideal, search)
    )
    waits, least = ([run["mean_response_ms"] for run in runs] for runs in (found, ideal))
    return {
        **{name: _mean([run[name] for run in found]) for name in _MEANS},
        **_measured("throughput_per_s", rates),
        **_measured("throughput_lost", [1 - a / b for a, b in zip(rates, best, strict=True)]),
        **_measured("mean_response_ms", waits),
        **_measured("response_lost_ms", [a - b for a, b in zip(waits, least, strict=True)]),
        **_measured("gain", [a / b - 1 for a, b in zip(rates, base, strict=True)]),
        "saturated": any(run["saturated"] for run in found),
    }


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _measured(name: str, values: list[float]) -> dict[str, Any]:
    if len(values) == 1:
        return {name: values[0], f"{name}_half": None}
    measured = Measured.of(values)
    return {name: measured.mean, f"{name}_half": measured.half}
