"""Metrics of a run that are not about its requests: decisions, the bus, learning and speed."""

from collections.abc import Callable
from typing import Final

import numpy as np

from headstack._core import CoreOutput
from headstack.metrics import figures, limits, priorities, share
from headstack.metrics.metric import PS_PER_MS, Metric, Metrics, Run, declare, evaluate


def candidates_per_decision(run: Run) -> float | None:
    """Returns examined requests / decisions. `None`: there are no decisions."""
    return run.candidates / run.decisions if run.decisions else None


def on_core(run: Run) -> bool:
    """Whether the firmware ran on a simulated processor."""
    return run.core is not None


def takes_time(run: Run) -> bool:
    """Whether the firmware's code took time on a simulated processor."""
    return run.core is not None and run.core.cycle_ps != 0


def per_decision(run: Run, of: Callable[[CoreOutput], float]) -> float | None:
    """Returns a number divided by the number of timed decisions. `None`: there are no decisions."""
    core = run.core
    return of(core) / core.decisions if core is not None and core.decisions else None


def of_decisions(run: Run, of: Callable[[CoreOutput], int]) -> int | None:
    """Returns a number about the timed decisions. `None`: there are no decisions."""
    core = run.core
    return of(core) if core is not None and core.decisions else None


def mean_decision_ms(run: Run) -> float | None:
    """Returns cycles of all decisions / decisions, as time in ms."""
    return per_decision(run, lambda core: core.decision_cycles * core.cycle_ps / PS_PER_MS)


def decision_share(run: Run) -> float | None:
    """Returns cycles of all decisions / cycles in which the processor was awake."""
    core = run.core
    return core.decision_cycles / core.cycles if core is not None and core.decisions else None


def core_utilisation(run: Run) -> float | None:
    """Returns the time in which the processor was awake / *T*."""
    core = run.core
    return None if core is None else core.cycles * core.cycle_ps / run.totals.elapsed_ps


def of_core(run: Run, of: Callable[[CoreOutput], int]) -> int | None:
    """Returns a number of bytes. `None`: the number is 0, which means unknown."""
    return None if run.core is None else of(run.core) or None


def learns(run: Run) -> bool:
    """Whether the scheduler learns."""
    return run.learnt is not None


def learnt_distances(run: Run) -> int:
    """Returns the number of learnt distances, over all kinds of requests."""
    kinds = () if run.learnt is None else run.learnt[0]
    return sum(len(distance) for distance, _, _ in kinds)


def learnt_from(run: Run) -> int:
    """Returns the number of requests from which the scheduler learnt."""
    kinds = () if run.learnt is None else run.learnt[0]
    return sum(int(count.sum(dtype=np.int64)) for _, count, _ in kinds)


ON_CORE = "only with a core that is not the host"
TIMED = "None on one in RTL"
EXECUTED = "only in `executed` timing"
LEARNS = "only of a scheduler that learns"

METRICS: Final[tuple[Metric[Run], ...]] = (
    *figures.METRICS,
    Metric(
        "saturated",
        "",
        "true if the queue of an open workload grew over the run: arrivals of the second half "
        "found at least twice as many requests in the system as those of the first half, and the "
        "last arrival found more than 20, and more than 1 % of all requests",
        lambda run: run.is_open and run.totals.queue_grew,
    ),
    Metric(
        "candidates_per_decision",
        "1",
        "requests that the scheduler looked at / picks that it made; one in Python counts all that "
        "wait",
        candidates_per_decision,
    ),
    Metric(
        "bus_utilisation",
        "1",
        "time that the bus was held, by whomever / *T*; from the grant to the disconnect or "
        "status, with the waits in between",
        lambda run: run.bus_held_ps / run.totals.elapsed_ps,
    ),
    Metric(
        "timing",
        "",
        "`measured`: overheads are the drive's published constants; `executed`: the firmware's "
        "code takes the cycles of its processor, in place of those that stand for it",
        lambda run: run.timing,
    ),
    *share.METRICS,
    *limits.METRICS,
    *priorities.METRICS,
    Metric(
        "mean_decision_cycles",
        "1",
        "cycles of the processor that runs the firmware, from the call that chooses the next task "
        f"to its return, waits for the comparator included, mean; {TIMED}; {ON_CORE}",
        lambda run: per_decision(run, lambda core: core.decision_cycles),
        when=on_core,
    ),
    Metric(
        "p95_decision_cycles",
        "1",
        f"95th percentile, right to a 64th; {TIMED}; {ON_CORE}",
        lambda run: of_decisions(run, lambda core: core.decision_cycles_p95),
        when=on_core,
    ),
    Metric(
        "max_decision_cycles",
        "1",
        f"the most; {TIMED}; {ON_CORE}",
        lambda run: of_decisions(run, lambda core: core.decision_cycles_most),
        when=on_core,
    ),
    Metric(
        "decision_share",
        "1",
        f"cycles of all decisions / cycles in which the processor was awake; {TIMED}; {ON_CORE}",
        decision_share,
        when=on_core,
    ),
    Metric(
        "core_rom_bytes",
        "B",
        f"code and constants of the firmware's image; {ON_CORE}",
        lambda run: of_core(run, lambda core: core.rom_bytes),
        when=on_core,
    ),
    Metric(
        "core_parameter_bytes",
        "B",
        f"parameters of the drive, which it is given; {ON_CORE}",
        lambda run: of_core(run, lambda core: core.parameter_bytes),
        when=on_core,
    ),
    Metric(
        "core_ram_bytes",
        "B",
        f"its variables and tables, without the stack; None if it does not say; {ON_CORE}",
        lambda run: of_core(run, lambda core: core.ram_bytes),
        when=on_core,
    ),
    Metric(
        "core_stack_bytes",
        "B",
        f"its stack at its deepest, with the start-up; {ON_CORE}",
        lambda run: of_core(run, lambda core: core.stack_bytes),
        when=on_core,
    ),
    Metric(
        "lockstep_decisions",
        "1",
        "decisions among two requests or more that `controller.lockstep` has compared, all equal; "
        "only with this key",
        lambda run: None if run.core is None else run.core.compared_decisions,
        when=lambda run: run.core is not None and run.core.compared_decisions is not None,
    ),
    Metric(
        "mean_decision_ms",
        "ms",
        f"`mean_decision_cycles` as time; {TIMED}; {EXECUTED}",
        mean_decision_ms,
        when=takes_time,
    ),
    Metric(
        "hidden_decisions",
        "1",
        "decisions that were over before the task that was at work meanwhile / decisions; "
        f"{TIMED}; {EXECUTED}",
        lambda run: per_decision(run, lambda core: core.hidden_decisions),
        when=takes_time,
    ),
    Metric(
        "core_utilisation",
        "1",
        f"time in which the processor was awake / *T*; {EXECUTED}",
        core_utilisation,
        when=takes_time,
    ),
    Metric(
        "learnt_distances",
        "1",
        f"distances that it has seen, over all kinds of requests; {LEARNS}",
        learnt_distances,
        when=learns,
    ),
    Metric(
        "learnt_from",
        "1",
        f"requests that taught it something; {LEARNS}",
        learnt_from,
        when=learns,
    ),
    Metric(
        "not_learnt_from",
        "1",
        f"requests that taught it nothing for want of memory; {LEARNS}",
        lambda run: None if run.learnt is None else run.learnt[1],
        when=learns,
    ),
    Metric(
        "learnt_memory_bytes",
        "B",
        f"memory in use for it; {LEARNS}",
        lambda run: None if run.learnt is None else run.learnt[2],
        when=learns,
    ),
    Metric(
        "wall_s",
        "s",
        "wall time of the simulation itself, without set-up",
        lambda run: run.wall_s,
    ),
    Metric(
        "requests_per_wall_s",
        "1/s",
        "*n* / `wall_s`",
        lambda run: run.totals.count / run.wall_s,
    ),
)
"""Every metric of a run, in the order of the summary."""


def of_run(run: Run) -> Metrics:
    """Returns all metrics of a run."""
    return evaluate(METRICS, run)


declare(METRICS)
