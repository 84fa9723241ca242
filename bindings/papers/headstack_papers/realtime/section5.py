"""Section 5: whether a scheduler is the best under one workload and the worst under another."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Experiment, Found, Table
from headstack_papers.quantities import Values, lag, lead
from headstack_papers.realtime import runs
from headstack_papers.realtime.fig4_5_7_8 import MERIT, MET

METRICS: Final = {MET: "guarantee ratio", MERIT: "merit"}
LEAST: Final = 1.0
"""Smallest lead that counts, in points.

With 22 workloads and 7 schedulers, chance makes smaller leads.
"""

Workload = tuple[str, int]
"""A kind of streams, and their number."""


def workloads(found: Found) -> list[Workload]:
    """The workloads that ran."""
    return sorted({(str(row["kind"]), int(row["count"])) for row in found.rows})


def _leads(found: Found, metric: str, workload: Workload, name: str) -> tuple[Measured, Measured]:
    """How far a scheduler is above the best and below the least of the others, in points."""
    kind, count = workload
    every: dict[str, Values] = {
        each: 100 * found.by_seed(metric, name=each, kind=kind, count=count)
        for each in runs.SCHEDULERS
    }
    others = [each for each in every if each != name]
    return lead(every, name, others), lag(every, name, others).times(-1)


def extremes(found: Found, metric: str, name: str) -> Measured:
    """The smaller of a scheduler's greatest lead and its greatest lag over the workloads.

    The number is positive if the scheduler is the best somewhere and the worst elsewhere.
    """
    leads, lags = zip(
        *(_leads(found, metric, workload, name) for workload in workloads(found)), strict=True
    )
    return min(_greatest(leads), _greatest(lags), key=_mean)


def _greatest(each: Iterable[Measured]) -> Measured:
    return max(each, key=_mean)


def _mean(one: Measured) -> float:
    return one.mean


def claims(found: Found) -> Iterator[Claim]:
    """Judges each scheduler and metric."""
    for (metric, title), name in product(METRICS.items(), runs.SCHEDULERS):
        yield Claim(
            f"{name}, {title}: lead where it is the best or lag where it is the worst, the smaller",
            "One algorithm performs best in one workload while it may perform worst in another "
            "workload",
            extremes(found, metric, name),
            at_least(LEAST, "points", "smaller leads are chance; one scheduler is enough"),
            quantity="some",
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes tables of the best and the worst scheduler under each workload."""
    for metric, title in METRICS.items():
        rows = []
        for kind, count in workloads(found):
            at = {"kind": kind, "count": count}
            rows.append(
                (
                    f"{count} of {runs.LOADS[kind]}",
                    found.greatest(metric, runs.SCHEDULERS, **at),
                    found.least(metric, runs.SCHEDULERS, **at),
                )
            )
        yield Table(f"Best and worst {title}", ("Streams", "best", "worst"), rows)


EXPERIMENT: Final = Experiment(
    title="Section 5: the best under one workload, the worst under another",
    section="5",
    says="The performance of each scheduler highly depends on the workload. A scheduler is the "
    "best under one workload and may be the worst under another.",
    points=runs.points,
    set_up="The workloads are those of figures 4 to 8: 10 to 60 streams of CD audio or of MPEG-2.",
)
