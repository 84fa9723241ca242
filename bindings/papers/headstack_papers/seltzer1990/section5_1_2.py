"""Section 5.1.2: weighted shortest time first."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, lines
from headstack_papers.quantities import common, difference, measured, over, ratio
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import AFTER, after_far_seeks
from headstack_papers.seltzer1990.theory import ROTATION_MS, SEEK_MS, TRANSFER_MS

FAR: Final = 250
"""Cylinders of a "bad" seek."""

FAR_QUEUES: Final = (100, 500, 1000)
LIMIT_S: Final = 30
SEEDS: Final = 40
OWN: Final = "WSTF, limit by Q"
MANY: Final = {100: 120, 200: 240, 300: 60}
"""Number of seeds by queue, where a short queue makes maxima differ much."""


def limit(queue: int) -> float:
    """The limit of footnote 4 in seconds: 150 % of the average I/O time of FCFS times the queue.

    The average is the paper's prediction, 28.3 ms.
    """
    return round(1.5 * (TRANSFER_MS + ROTATION_MS + SEEK_MS) * queue / 1000, 2)


def points(scale: Scale) -> Iterator[Point]:
    """WSTF with both limits, and STF, at long queues."""
    for queue in closed.LONG:
        seeds = MANY.get(queue, SEEDS)
        yield from closed.runs(scale, ("STF", "WSTF"), [queue], seeds)
        for seed in scale.seeds(seeds):
            own = f"wstf({limit(queue)})"
            yield closed.run(OWN, queue, seed, closed.length(scale, queue), scheduler=own)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that measure the requests after far seeks."""
    for queue in FAR_QUEUES:
        labels = {"far_queue": queue}
        yield from closed.each_seed(scale, after_far_seeks, 60, queue, labels, "WSTF", far=FAR)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the utilisation beside STF's utilisation, the maximum, the limit, and the reason."""
    yield from _beside_stf(found)
    yield _ahead(found)
    for queue in closed.LONG:
        yield _drop(found, queue)
    yield Claim(
        "WSTF: greatest response with Q = 100 to 1000",
        "it guarantees that all requests get to disk within a specified time window ... no I/O "
        "response time is allowed to take more than 30 seconds",
        over(max, [found.values(closed.LONGEST, name="WSTF", queue=q) for q in closed.LONG]).times(
            0.001
        ),
        at_most(LIMIT_S, "s"),
        section="abstract, 5.1.2",
    )
    for queue in closed.LONG:
        yield Claim(
            f"WSTF, Q = {queue}: utilisation with the limit of footnote 4 above that with 30 s",
            "results within a few percent of runs with the 30 second limit",
            found.excess(closed.UTILISATION, name=(OWN, "WSTF"), queue=queue),
            Bounds(-5, 5, "%"),
            reason='"a few": five; by utilisation, which section 4 names as the metric',
            section="5.1.2, footnote 4",
        )
    for queue in closed.LONG:
        yield Claim(
            f"WSTF, Q = {queue}: utilisation below that of STF",
            "these long seeks are unlikely to harm overall utilization",
            found.excess(closed.UTILISATION, name=("WSTF", "STF"), queue=queue).times(-1),
            at_most(5, "%", '"unlikely to harm" has no number: a twentieth, at most queues'),
            quantity="most",
        )
    for queue in FAR_QUEUES:
        following, mean = (found.values(of, far_queue=queue) for of in ("next_ms", "mean_ms"))
        yield Claim(
            f"WSTF, Q = {queue}: I/O time of the {AFTER} after a seek of over {FAR} cylinders, by "
            "the mean",
            "the head is in a new region providing the algorithm a better choice of requests",
            ratio(following, mean),
            at_most(1, "", f'"bad" seeks: over {FAR} cylinders, which STF hardly makes'),
        )


def _ahead(found: Found) -> Claim:
    """Judges STF at the shortest queue, at which WSTF is a little faster."""
    at = {"name": ("WSTF", "STF"), "queue": closed.LONG[0]}
    return Claim(
        f"STF, Q = {at['queue']}: utilisation of WSTF by that of STF",
        "expected to yield the best throughput since we always select the fastest I/O",
        found.ratio(closed.UTILISATION, **at),
        at_most(1),
        note="STF is greedy, as section 5.1.2 says, and a greedy order is not the fastest order. "
        "STF keeps stragglers in its queue, and WSTF has fewer stragglers. We guess that the "
        "stragglers explain the whole difference, about a fifth of a percent.",
        section="5.1",
        evidence=Claim(
            f"WSTF, Q = {at['queue']}: squared coefficient of variation of response by that of STF",
            "fewer stragglers",
            found.ratio("scv_response", **at),
            at_most(1),
        ),
    )


def _beside_stf(found: Found) -> Iterator[Claim]:
    """Judges the excess over STF's I/O time at each queue."""
    every = {q: found.excesses(closed.IO, name=("WSTF", "STF"), queue=q) for q in closed.LONG}
    for queue, above in every.items():
        claim = Claim(
            f"WSTF, Q = {queue}: I/O time above that of STF",
            "In most cases, the average I/O time is within 1-2% of the STF I/O",
            measured(above),
            Bounds(-2, 2, "%"),
            quantity="most",
            note="In a longer queue, a request waits for a larger part of the 30 s, and its time "
            "weighs less."
            if queue > 500
            else "",
        )
        less_aged = Claim(
            f"WSTF, Q = {queue}: I/O time with a limit of {limit(queue):.0f} s by that with 30 s",
            "less",
            found.ratio(closed.IO, name=(OWN, "WSTF"), queue=queue),
            at_most(1),
        )
        grown = Claim(
            f"WSTF: I/O time above that of STF at Q = {queue} less that at Q = {closed.LONG[0]}",
            "grows",
            difference(*common(above, every[closed.LONG[0]])),
            at_least(0, "points"),
        )
        aged = (grown,) if queue > closed.LONG[0] else ()
        yield replace(claim, evidence=less_aged if limit(queue) > LIMIT_S else aged)


def _drop(found: Found, queue: int) -> Claim:
    """Compares the maxima of WSTF and STF.

    At short queues the evidence has the limit of footnote 4, because 30 s are too long for them.
    """
    drop = Claim(
        f"WSTF, Q = {queue}: maximum response over that of STF",
        "the maximum response time drops dramatically",
        found.ratio(closed.LONGEST, name=("WSTF", "STF"), queue=queue),
        words.below("dramatically", '"in most cases" begins the sentence'),
        quantity="most",
    )
    if queue >= 300:
        return drop
    return drop.because(
        "A request in so short a queue waits for much less than 30 s, so ages hardly weigh. With "
        "the limit of footnote 4 the maximum does drop.",
        Claim(
            f"WSTF, Q = {queue}: maximum response with footnote 4's limit over that of STF",
            "drops dramatically",
            found.ratio(closed.LONGEST, name=(OWN, "STF"), queue=queue),
            at_most(0.5),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Utilisation and maxima over queue length."""
    names = ("STF", "WSTF", OWN)
    rows = found.having("queue")
    series = lines(rows, closed.IO, "queue", names)
    yield Panel("Average I/O time", closed.AXIS, "average I/O time, ms", series, x_range=(0, 1000))
    yield closed.maximum(rows, names)


EXPERIMENT: Final = Experiment(
    title="Section 5.1.2: weighted shortest time first",
    section="5.1.2",
    says="The I/O time is multiplied by the share of 30 s that a request has left. In most cases "
    "I/O times are within 1 to 2 % of STF's. The maximum drops dramatically and is under 30 s. A "
    "bad seek brings the head to a place with more requests to choose from. With a limit of 150 "
    "% of FCFS's time for the queue, results are within a few percent.",
    set_up=closed.SET_UP + " STF is part of these runs.",
)
