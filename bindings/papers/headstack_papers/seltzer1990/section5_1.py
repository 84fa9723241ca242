"""Section 5.1: shortest time first with very short and very long queues."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most, printed
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import average, common, measured, ratio
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import at_first
from headstack_papers.seltzer1990.theory import TRANSFER_MS

SHORT: Final = (2, 5, 10)
VERY_LONG: Final = {1000: (100, 10), 5000: (100, 10), 20_000: (20, 4), 60_000: (10, 4)}
"""Requests for each in the queue, and seeds."""

FAST: Final = {"spindle.rotation": "28800 rpm"}
EARLY: Final = 2
LONGER: Final = 4


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of short queues, long queues and longer runs.

    The short queues also run on a disk that turns eight times as fast.
    """
    for queue in SHORT:
        for seed in scale.seeds(60):
            for name in ("STF", "SSF"):
                requests = closed.length(scale, queue)
                yield closed.run(name, queue, seed, requests)
                yield closed.run(
                    f"{name}, fast",
                    queue,
                    seed,
                    requests,
                    scheduler=closed.SCHEDULERS[name],
                    changed=FAST,
                )
    very_long = scale.pick(full=VERY_LONG, quick=VERY_LONG, sample={1000: (100, 2), 5000: (10, 2)})
    for queue, (each, seeds) in very_long.items():
        for seed in scale.seeds(seeds):
            yield closed.run("STF", queue, seed, closed.length(scale, queue, each))
    for each in (1, LONGER):
        for seed in scale.seeds(60):
            yield closed.run(
                f"STF, {each}", 100, seed, closed.length(scale, 100, 100 * each), scheduler="sptf"
            )


def calls(scale: Scale) -> Iterator[Call]:
    """The beginning of runs with a queue of 5000."""
    queue = scale.pick(full=5000, quick=5000, sample=500)
    for seed in scale.seeds(40):
        yield Call(
            at_first,
            {"scheduler": "sptf", "queue": queue, "each": EARLY, "seed": seed},
            {"part": "first"},
        )


def claims(found: Found) -> Iterator[Claim]:
    """Judges both ends of the queue's length."""
    for queue in SHORT:
        yield _short(found, queue)
    yield _preliminary(found)
    yield Claim(
        "STF: utilisation at Q = 5000 above that at Q = 1000",
        "As the queue from which one selects requests becomes larger, even more improvement can "
        "be realized",
        found.excess(closed.UTILISATION, queue=(5000, 1000), name="STF"),
        at_least(0, "%"),
        section="6",
    )
    queues = [queue for queue in VERY_LONG if any(row.get("queue") == queue for row in found.rows)]
    for one, other in pairwise(queues):
        above = [
            found.values(closed.IO, name="STF", queue=queue) - TRANSFER_MS for queue in (other, one)
        ]
        yield Claim(
            f"STF, Q = {other}: I/O time above 2.0 ms, by that at Q = {one}",
            "Q much greater than the number of cylinders ... approach 2.0 ms",
            ratio(*common(*above)),
            Bounds(0, 1),
        )
    yield Claim(
        f"STF, Q = 100: maximum response of a run {LONGER} times as long, by that of the other",
        "maximum response times in a real system could be even worse",
        found.ratio(closed.LONGEST, name=(f"STF, {LONGER}", "STF, 1"), queue=100),
        at_least(1),
    )


def _short(found: Found, queue: int) -> Claim:
    """Compares STF with SSF. In the evidence a fast spindle makes seeks dominate the rotation."""
    short = Claim(
        f"STF, Q = {queue}: departure of utilisation from SSF",
        "For very short queue lengths, we expect STF to approximate SSF ... seek time dominates "
        "rotation",
        closed.farthest(found, closed.UTILISATION, "STF", "SSF", [queue]),
        words.apart("approximate", "the paper calls no particular queue very short"),
    )
    if queue < SHORT[1]:
        return short
    return short.because(
        "Seek time does not dominate on this disk: a turn takes about as long as the average "
        "seek. On a disk that turns eight times as fast, STF does approximate SSF.",
        Claim(
            f"STF, Q = {queue}, 28,800 rpm: departure of utilisation from SSF",
            "a tenth at most",
            closed.farthest(found, closed.UTILISATION, "STF, fast", "SSF, fast", [queue]),
            at_most(10, "%"),
        ),
    )


def _preliminary(found: Found) -> Claim:
    """Judges the printed 40 %. The evidence is the spread of short runs."""
    first = 100 * found.values(closed.UTILISATION, part="first")
    return Claim(
        "STF, Q = 5000: utilisation",
        "Preliminary runs at queue lengths of 5000 have utilizations of 40%",
        found.mean(closed.UTILISATION, name="STF", queue=5000).times(100),
        printed("40", "%"),
        note="Half a point is missing. Single short runs are as far from their mean. The "
        "beginning of a run has no effect: the first 10,000 requests have the same mean. We "
        "guess that the preliminary runs were single short runs, or that 40 is a round number.",
        evidence=Claim(
            f"STF, Q = 5000: how far runs of {EARLY} requests for each in the queue are from "
            "their mean",
            "half a point or more",
            measured(abs(first - average(first.tolist()))),
            at_least(0.5, "points"),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation with short queues, and I/O time with long ones."""
    runs = found.having("queue")
    short = Found([row for row in runs.rows if row["queue"] in SHORT], found.scale)
    yield Panel(
        "Very short queues",
        closed.AXIS,
        "utilisation, %",
        lines(short, closed.UTILISATION, "queue", ["STF", "SSF"], 100),
        x_range=(0, 10),
        y_range=(0, 15),
    )
    stf = Found([row for row in runs.rows if row["queue"] >= min(VERY_LONG)], found.scale)
    places = sorted({row["queue"] for row in stf.rows})
    limit = Series("limit", places, [TRANSFER_MS] * len(places), published=True)
    point = Series("paper", [5000], [40], kind="points", published=True)
    for what, unit, metric, factor, paper, top in (
        ("I/O time", "ms", closed.IO, 1.0, limit, 10),
        ("utilisation", "%", closed.UTILISATION, 100, point, 100),
    ):
        series = (*lines(stf, metric, "queue", ["STF"], factor), paper)
        title = f"Very long queues: {what}"
        yield Panel(title, closed.AXIS, f"{what}, {unit}", series, x_log=True, y_range=(0, top))


EXPERIMENT: Final = Experiment(
    title="Section 5.1: shortest time first with very short and very long queues",
    section="5.1",
    says="With very short queues, STF is expected to approximate SSF. With queues much longer "
    "than the number of cylinders, its I/O time should approach the 2.0 ms of a transfer. "
    "Preliminary runs at Q = 5000 have utilisations of 40 %. Longer runs could have worse maxima.",
    set_up="Runs are as in the figures. A run has 100 requests for each place in the queue up to "
    "5000, 20 at 20,000 and 10 at 60,000. The paper has no runs at 20,000 and 60,000.",
)
