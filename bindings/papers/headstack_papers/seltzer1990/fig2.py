"""Figure 2: utilisation of first come, first served."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, exactly, printed
from headstack_papers.experiment import Experiment, Found, Scale
from headstack_papers.quantities import measured
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.theory import ROTATION_MS, SEEK_MS, TRANSFER_MS, fcfs_theory


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of FCFS at all queues, and of the other schedulers at a queue of 1."""
    yield from closed.runs(scale, ["FCFS"])
    yield from closed.runs(
        scale, [name for name in closed.SCHEDULERS if name != "FCFS"], queues=[1]
    )


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on FCFS."""
    for queue in (1, 100, 400, 700, 1000):
        yield Claim(
            f"FCFS, Q = {queue}: utilisation",
            "7 %",
            found.mean(closed.UTILISATION, name="FCFS", queue=queue).times(100),
            printed("7", "%"),
        )
    yield Claim(
        "FCFS: utilisation at Q = 1000 above that at Q = 1",
        "independent of the queue length",
        found.excess(closed.UTILISATION, queue=(1000, 1), name="FCFS"),
        Bounds(-1, 1, "%", "independent: to a hundredth, because runs differ"),
    )
    yield from _of_parts(found)
    others = [
        closed.farthest(found, closed.IO, name, "FCFS", [1]).mean
        for name in closed.SCHEDULERS
        if name != "FCFS"
    ]
    yield Claim(
        "all others at Q = 1: largest departure of I/O time from FCFS",
        "any of the algorithms with queue length of 1 should equal FCFS",
        Measured(max(others)),
        exactly(0, "%"),
    )


def _of_parts(found: Found) -> Iterator[Claim]:
    at = {"name": "FCFS", "queue": 1000}
    yield Claim(
        "transfer of a block",
        "4K / 2.0 ms",
        found.mean("mean_transfer_ms", **at),
        printed("2.0", "ms"),
    )
    parts = found.values(closed.IO, **at) - found.values("mean_transfer_ms", **at)
    theory = ROTATION_MS + SEEK_MS
    yield Claim(
        "FCFS, Q = 1000: I/O time without the transfer, from the predicted 8.3 + 18 ms",
        "equal to the predicted average seek plus the predicted average rotation",
        measured(abs(100 * (parts / theory - 1))),
        words.apart("equal", "the paper prints the average seek to a millisecond"),
    )
    formula = TRANSFER_MS / (TRANSFER_MS + theory)
    yield Claim(
        "FCFS, Q = 1000: utilisation from the theory's 2 / (2 + 8.3 + 18)",
        "very close to the ... simulated utilizations",
        measured(abs(100 * (found.values(closed.UTILISATION, **at) / formula - 1))),
        words.apart("very close"),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 2: FCFS utilisation, by theory and simulation",
    section="4.1",
    says="FCFS keeps the disk busy with transfers 7 % of the time at any queue length: 2.0 ms out "
    "of 2.0 + 8.3 + 18. Theory, hardware and simulation are very close.",
    shows=lambda found: [closed.utilisation(found, ["FCFS"], fcfs_theory(closed.QUEUES), top=10)],
    set_up=closed.SET_UP,
)
