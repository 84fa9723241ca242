"""Figure 2: utilisation of first come, first served."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, measured
from headstack_papers.seltzer1990.closed import QUEUES, SCHEDULERS, SET_UP, runs, utilisation
from headstack_papers.seltzer1990.compared import IO, TWENTIETH, UTILISATION, farthest
from headstack_papers.seltzer1990.theory import ROTATION_MS, SEEK_MS, TRANSFER_MS, fcfs_theory


def points(scale: Scale) -> Iterator[Point]:
    """FCFS at all queues, and all others at 1."""
    yield from runs(scale, ["FCFS"])
    yield from runs(scale, [name for name in SCHEDULERS if name != "FCFS"], queues=[1])


def claims(found: Found) -> Iterator[Claim]:
    """The paper's words on FCFS."""
    for queue in (1, 100, 400, 700, 1000):
        yield Claim(
            f"FCFS, Q = {queue}: utilisation",
            "7 %",
            found.mean(UTILISATION, name="FCFS", queue=queue).times(100),
            printed("7"),
            "%",
        )
    yield Claim(
        "FCFS: utilisation at Q = 1000 above that at Q = 1",
        "independent of the queue length",
        found.excess(UTILISATION, {"queue": 1000}, {"queue": 1}, name="FCFS"),
        Bounds(-1, 1),
        "%",
        reason="independent: to a hundredth, as runs differ",
    )
    yield from _of_parts(found)
    others = [farthest(found, IO, name, "FCFS", [1]).mean for name in SCHEDULERS if name != "FCFS"]
    yield Claim(
        "all others at Q = 1: largest departure of I/O time from FCFS",
        "any of the algorithms with queue length of 1 should equal FCFS",
        Measured(max(others)),
        Bounds(0, 0),
        "%",
    )


def _of_parts(found: Found) -> Iterator[Claim]:
    yield Claim(
        "transfer of a block",
        "4K / 2.0 ms",
        found.mean("mean_transfer_ms", name="FCFS", queue=1000),
        printed("2.0"),
        "ms",
    )
    rows = found.where(name="FCFS", queue=1000)
    parts = [row[IO] - row["mean_transfer_ms"] for row in rows]
    theory = ROTATION_MS + SEEK_MS
    yield Claim(
        "FCFS, Q = 1000: I/O time without the transfer, from the predicted 8.3 + 18 ms",
        "equal to the predicted average seek plus the predicted average rotation",
        measured([abs(100 * (part / theory - 1)) for part in parts]),
        TWENTIETH,
        "%",
        reason='"equal": a twentieth; the average seek is printed to a millisecond',
    )
    formula = TRANSFER_MS / (TRANSFER_MS + theory)
    yield Claim(
        "FCFS, Q = 1000: utilisation from the theory's 2 / (2 + 8.3 + 18)",
        "very close to the ... simulated utilizations",
        measured([abs(100 * (row[UTILISATION] / formula - 1)) for row in rows]),
        TWENTIETH,
        "%",
        reason='"very close": a twentieth',
    )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, and the theory."""
    panel = utilisation(found, ["FCFS"], fcfs_theory(QUEUES))
    yield Panel(panel.title, panel.x, panel.y, panel.series, x_range=(0, 1000), y_range=(0, 10))


EXPERIMENT: Final = Experiment(
    title="Figure 2: FCFS utilisation, by theory and simulation",
    section="4.1",
    says="FCFS keeps the disk busy with transfers 7 % of the time, whatever the queue: 2.0 ms out "
    "of 2.0 + 8.3 + 18. Theory, hardware and simulation are very close.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP,
)
