"""Section 3.1: how many runs are enough."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, lines
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import spreads
from headstack_papers.seltzer1990.theory import sets

QUEUES: Final = (10, 100, 1000)
NAMES: Final = ("FCFS", "SSF", "STF")
ROUNDED: Final = Bounds(
    *(0.5, 2.5, "%"),
    "1 to 2, in whole per cent; the standard error, because a variance is no share of a time; the "
    "paper names neither queue nor scheduler",
)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls of sets of 200 test runs."""
    for name in NAMES:
        for queue in scale.pick(full=QUEUES, quick=QUEUES, sample=QUEUES[:2]):
            for test in scale.seeds(10):
                given = {
                    "scheduler": closed.SCHEDULERS[name],
                    "queue": queue,
                    "runs": 200,
                    "test": test,
                }
                yield Call(spreads, given, {"name": name, "queue": queue})


def claims(found: Found) -> Iterator[Claim]:
    """Judges the spread after 100 runs, and the number of sets of requests."""
    for name in NAMES:
        for queue in sorted({row["queue"] for row in found.rows}):
            at = {"name": name, "queue": queue}
            yield Claim(
                f"{name}, Q = {queue}: spread of the mean response after 100 runs",
                "the variance had decreased to a small fraction (1-2%) of the mean response time",
                found.mean("spread", **at, runs=100).times(100),
                ROUNDED,
                quantity="some",
            )
    for queue, text, bounds in (
        (10, "on the order of 10^44 combinations", Bounds(44, 45)),
        (1000, "more than 10^100 combinations", at_least(100)),
    ):
        what = f"Q = {queue}: decimal logarithm of the number of sets of blocks"
        yield Claim(what, text, Measured(sets(queue)), bounds)


def shows(found: Found) -> Iterator[Panel]:
    """The spread over the number of runs."""
    queues = sorted({row["queue"] for row in found.rows})
    for name in NAMES:
        names = {f"Q = {queue}": {"name": name, "queue": queue} for queue in queues}
        yield Panel(
            f"{name}: spread of the mean response",
            "number of runs",
            "standard error of the mean, %",
            lines(found, "spread", "runs", names, 100),
            x_log=True,
            x_range=(2, 200),
        )


EXPERIMENT: Final = Experiment(
    title="Section 3.1: variance over runs",
    section="3.1",
    says="A test run fills the queue with random requests and serves them. The variance decreases "
    "over 2 to 200 runs. At 100 runs it is 1 to 2 % of the mean response time and has "
    "stabilised. All tests therefore have 100 times as many requests as the queue.",
    set_up="Sets of 200 test runs, ten sets at full size. The paper names neither Q nor the "
    "scheduler, nor the quantity that has the variance. We take the standard error of the mean "
    "of N runs, divided by the mean. No claim asks whether the variance has stabilised. The "
    "standard deviation of 100 independent runs is known to 7 % under any scheduler.",
)
