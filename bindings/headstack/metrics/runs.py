"""What a run says beside its requests: metrics of decisions, of the bus, of learning, and speed."""

from typing import Final

import numpy as np

from headstack.metrics import figures, share
from headstack.metrics.metric import Metric, Metrics, Run, evaluate


def candidates_per_decision(run: Run) -> float | None:
    """Requests looked at / picks; None without picks."""
    return run.candidates / run.decisions if run.decisions else None


def per_timed_decision(total: float, run: Run) -> float | None:
    """What all timed decisions add up to, a decision; None without any."""
    return total / run.timed_decisions if run.timed_decisions else None


def is_executed(run: Run) -> bool:
    """Whether decisions took time."""
    return run.timing == "executed"


def learns(run: Run) -> bool:
    """Whether the scheduler learns."""
    return run.learnt is not None


def learnt_distances(run: Run) -> int:
    """Distances that the scheduler has seen, over all kinds of requests."""
    kinds = () if run.learnt is None else run.learnt[0]
    return sum(len(distance) for distance, _, _ in kinds)


def learnt_from(run: Run) -> int:
    """Requests that taught the scheduler something."""
    kinds = () if run.learnt is None else run.learnt[0]
    return sum(int(count.sum(dtype=np.int64)) for _, count, _ in kinds)


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
        "`measured`: overheads are the drive's published constants; `executed`: decisions take the "
        "firmware's cycles as well",
        lambda run: run.timing,
    ),
    *share.METRICS,
    Metric(
        "mean_decision_ms",
        "ms",
        f"time of all decisions / decisions, without insertions; {EXECUTED}",
        lambda run: per_timed_decision(run.decision_ms, run),
        when=is_executed,
    ),
    Metric(
        "mean_decision_late_ms",
        "ms",
        f"what was added to command overheads / decisions; {EXECUTED}",
        lambda run: per_timed_decision(run.decision_late_ms, run),
        when=is_executed,
    ),
    Metric(
        "hidden_decisions",
        "1",
        f"decisions that were made when the task before was over / decisions; {EXECUTED}",
        lambda run: per_timed_decision(run.hidden_decisions, run),
        when=is_executed,
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
    """All metrics of a run."""
    return evaluate(METRICS, run)
