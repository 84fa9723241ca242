"""Figure 3: utilisation of shortest seek first, by theory and simulation."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, printed
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale
from headstack_papers.quantities import Row, measured
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import distances
from headstack_papers.seltzer1990.theory import CYLINDERS, ROTATION_MS, seek, ssf_io, ssf_theory

QUEUE: Final = 100
SEEDS: Final = 60  # the rotation's bounds are narrow


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of SSF at all queues."""
    yield from closed.runs(scale, ["SSF"], [queue for queue in closed.QUEUES if queue != QUEUE])
    yield from closed.runs(scale, ["SSF"], [QUEUE], SEEDS)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that measure the distances of the arm."""
    for name in ("SSF", "SCAN"):
        yield from closed.each_seed(scale, distances, 20, QUEUE, {"moves": name}, name)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's example at a queue of 100, with SSF."""
    yield Claim(
        "theory, Q = 100: I/O time without the transfer",
        "8.3 + 4.6 + .87 * sqrt(8.3) or 15.4 ms",
        Measured(ssf_io(QUEUE)),
        printed("15.4", "ms"),
    )
    yield Claim(
        "SSF, Q = 100: rotation",
        "On the average, we expect to see a half rotation (8.3 ms)",
        found.mean("mean_rotation_ms", name="SSF", queue=QUEUE),
        printed("8.3", "ms"),
    )
    yield _distance(found)
    yield _io(found)
    average = found.values(lambda row: seek(row["mean_move"]), moves="SSF")
    moves, positioning = (found.values(of, moves="SSF") for of in ("move_ms", "positioning_ms"))
    yield Claim(
        "SSF, Q = 100: seek time of the average move above the average time, of the I/O time",
        "a close approximation because of the almost linear seek profile",
        measured(100 * (average - moves) / positioning),
        words.within("close", "over the picks that move the arm"),
        section="4.2, footnote 3",
    )


def _distance(found: Found) -> Claim:
    """Judges the mean distance, which is not 840 / 101."""
    swept = CYLINDERS / (1.5 * QUEUE)
    near = Bounds(0.95 * swept, 1.05 * swept, "cylinders", "to a twentieth")
    return Claim(
        "SSF, Q = 100: distance of a seek",
        "we expect the average seek to be 8.3 cylinders",
        found.mean("mean_distance", moves="SSF"),
        printed("8.3", "cylinders"),
        note="The estimate spreads the queue evenly over the disk. SSF sweeps the disk as SCAN "
        "does. The requests ahead of the arm have gathered for the longest time. With a sweep of "
        "time T, SCAN's mean response is 2/3 T, so a sweep serves 1.5 Q requests: 840 / 150 = "
        "5.6 cylinders.",
        evidence=tuple(
            Claim(
                f"{name}, Q = 100: distance of a seek, by 840 / (1.5 Q)",
                "5.6 cylinders",
                found.mean("mean_distance", moves=name),
                near,
            )
            for name in ("SSF", "SCAN")
        ),
    )


def _io(found: Found) -> Claim:
    """Judges the mean I/O time. The evidence puts the measured seeks into the paper's estimate."""

    def estimate(row: Row) -> float:
        parts: float = ROTATION_MS + row["share_moved"] * seek(row["mean_move"])
        return parts / float(row["positioning_ms"])

    return Claim(
        "SSF, Q = 100: I/O time without the transfer",
        "approximately ... 15.4 ms",
        found.mean("positioning_ms", moves="SSF"),
        Bounds(0.9 * 15.4, 1.1 * 15.4, "ms", '"approximately": a tenth'),
        note="Seeks are shorter than in the estimate, and a tenth of the picks need no seek. The "
        "paper calls the number approximate. The paper does not say that the simulation gives "
        "the number.",
        evidence=Claim(
            "the estimate with the distance and the share of seeks found, by the simulation",
            "the same",
            found.mean(estimate, moves="SSF"),
            Bounds(0.95, 1.05),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation over queue length, and the theory."""
    yield closed.utilisation(found.having("queue"), ["SSF"], ssf_theory(closed.QUEUES), top=20)


EXPERIMENT: Final = Experiment(
    title="Figure 3: SSF utilisation, by theory and simulation",
    section="4.2",
    says="The paper estimates half a rotation and a seek over 840 / (Q + 1) cylinders: 8.3 "
    "cylinders and 15.4 ms at Q = 100. The figure shows the estimate and the simulation. The "
    "text says no more about them.",
    set_up=closed.SET_UP,
)
