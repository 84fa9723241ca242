"""Section 5: the simulated time of the random workloads."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.quantities import Row
from headstack_papers.worthington1994 import random_load as runs

REQUESTS: Final = 250_000
ENDS: Final = (10, 80)
BRISKEST: Final = REQUESTS / (50 * 3600)
"""Requests a second of the shortest run, of 50 hours."""


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs at the ends of our loads, and at the highest rate of the paper's words."""
    for load in ENDS:
        yield from runs.points(scale, ["SPTF"], [load], 3)
    requests = scale.pick(full=50_000, quick=20_000, sample=200)
    for name in ("FCFS", "SSTF"):
        for seed in scale.seeds(3):
            labels = {"name": name, "load": 1}
            yield runs.point(runs.SCHEDULERS[name], BRISKEST, requests, seed, labels)


def _hours(found: Found, load: int) -> Measured:
    """Simulated time of a run of the paper's length."""

    def hours(row: Row) -> float:
        return float(row["elapsed_s"]) / float(row["requests"]) * REQUESTS / 3600

    return found.mean(hours, name="SPTF", load=load)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the printed hours, with evidence that they are minutes."""
    nothing_waits = Claim(
        "1.4 requests a second: response of FCFS above that of SSTF",
        "the lightest workload of all, if hours are meant",
        found.excess("mean_response_ms", name=("FCFS", "SSTF"), load=1),
        Bounds(-0.1, 0.1, "%"),
    )
    for load in ENDS:
        minutes = Claim(
            f"{load}/s: simulated time in minutes",
            "50 to 400",
            _hours(found, load).times(60),
            Bounds(45, 450, "min", "a tenth more and less, because the rates are ours"),
        )
        yield Claim(
            f"{REQUESTS:,} requests at {load}/s: simulated time",
            "250,000 disk requests, corresponding to ... 50 to 400 hours",
            _hours(found, load),
            Bounds(50, 400, "h"),
            note="Hours must be minutes. 50 hours are 1.4 requests a second. Nothing ever waits "
            "at this rate, and no algorithm differs from FCFS, but the paper's FCFS saturates. "
            "50 to 400 minutes are 83 to 10 requests a second. We guess that the unit is a slip. "
            "Three runs together do not explain the hours either.",
            evidence=(nothing_waits, minutes),
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes a table of the simulated times."""
    yield Table(
        f"Simulated time of {REQUESTS:,} requests",
        ("requests a second", "hours", "minutes"),
        [
            (str(load), _hours(found, load).text(), _hours(found, load).times(60).text())
            for load in ENDS
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Section 5: how long the random workloads last",
    section="5",
    says="The paper says that runs of 250,000 requests are 50 to 400 hours of activity.",
    set_up="SPTF runs from the lightest load of the figures to the heaviest.",
)
