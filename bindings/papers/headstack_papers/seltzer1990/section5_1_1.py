"""Section 5.1.1: groups that are frozen while they are served."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from headstack.arrays import Floats
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import average, common, difference, measured, over
from headstack_papers.seltzer1990 import closed
from headstack_papers.seltzer1990.requests import elsewhere
from headstack_papers.verdict import Quantity

NAMES: Final = ("GSTF210", "frozen GSTF210")
SEEDS: Final = 120
CLOSE: Final = {500: 240}
"""Number of seeds by queue, where the loss is near an end of the paper's span."""

UP_TO: Final = 400

GROUPS: Final = 4
RATES: Final = (40, 60, 80, 100, 120)
"""Requests a second for a single group. From 80 on, GSTF hardly ever finds this group empty."""

SECONDS: Final = 120
STARVED: Final = 0.9
SERVED: Final = 0.1
"""Longest wait as a share of the run: a starved request waits for nearly all of the run."""

STARVING: Final[dict[str, tuple[str, Quantity, Bounds]]] = {
    "GSTF210": (
        "it is possible to starve requests on other parts of the disk",
        "some",
        at_least(STARVED, "", "to starve is to wait as long as the load lasts"),
    ),
    "frozen GSTF210": (
        "guaranteeing that all the requests within that cylinder group are serviced before the "
        "head moves to the next cylinder group",
        "all",
        at_most(
            SERVED,
            "",
            "nobody starves: a tenth of the run; under GSTF a starved request "
            "waits for the whole run",
        ),
    ),
}
"""For each scheduler the paper's words, the points that they mean, and the bounds."""
WORDS: Final = {
    closed.UTILISATION: ("loss of utilisation", "3%-4% lower disk utilizations", Bounds(3, 4, "%")),
    closed.LONGEST: (
        "gain in maximum response",
        "15%-25% lower maximum response times",
        Bounds(15, 25, "%"),
    ),
}


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of both variants at long queues."""
    for queue in closed.LONG:
        for seed in scale.seeds(CLOSE.get(queue, SEEDS)):
            for name in NAMES:
                yield closed.run(name, queue, seed, closed.length(scale, queue))


def calls(scale: Scale) -> Iterator[Call]:
    """Yields runs with nearly all requests in a single group."""
    for name in STARVING:
        for rate in scale.pick(full=RATES, quick=RATES, sample=RATES[1::2]):
            for seed in scale.seeds(closed.SEEDS):
                given = {
                    "scheduler": closed.SCHEDULERS[name],
                    "groups": GROUPS,
                    "rate_per_s": rate,
                    "seconds": scale.pick(full=SECONDS, quick=SECONDS, sample=SECONDS // 4),
                }
                yield Call(elsewhere, {**given, "seed": seed}, {"starved": name, "rate": rate})


def _starving(found: Found) -> Iterator[Claim]:
    """Judges the wait for a group beside a busy group."""
    for name, (text, quantity, bounds) in STARVING.items():
        for rate in sorted({row["rate"] for row in found.having("rate").rows}):
            yield Claim(
                f"{name}, {rate} requests a second in a single group: longest wait elsewhere, by "
                "the length of the run",
                text,
                found.mean("longest", starved=name, rate=rate),
                bounds,
                quantity=quantity,
            )


def _lower(found: Found, metric: str, queue: int) -> Floats:
    """The percentage by which the frozen variant is lower, one number for each seed."""
    return 100 * (1 - found.ratios(metric, name=NAMES[::-1], queue=queue))


def claims(found: Found) -> Iterator[Claim]:
    """Judges the two printed spans, at each queue and on average, and starvation."""
    yield from _starving(found)
    for metric, (what, text, bounds) in WORDS.items():
        lower = {queue: _lower(found, metric, queue) for queue in closed.LONG}
        whole = Claim(
            f"frozen groups, mean over Q = 100 to 1000: {what}",
            text,
            over(average, lower.values()),
            replace(bounds, reason="one span for runs of several lengths: their mean"),
        )
        short = Claim(
            f"frozen groups, mean over Q = 100 to {UP_TO}: {what}",
            text,
            over(average, [lower[queue] for queue in closed.LONG if queue <= UP_TO]),
            bounds,
        )
        loses = metric == closed.UTILISATION
        yield whole.because(_NOTE, short) if loses else whole
        for queue in closed.LONG:
            claim = Claim(
                f"frozen groups, Q = {queue}: {what}", text, measured(lower[queue]), bounds
            )
            growth = Claim(
                f"frozen groups: {what} at Q = {queue} less that at Q = {closed.LONG[0]}",
                "grows",
                difference(*common(lower[queue], lower[closed.LONG[0]])),
                at_least(0, "points"),
            )
            grows = loses and queue > UP_TO
            yield claim.because("The loss grows with the queue.", growth) if grows else claim


_NOTE: Final = (
    "The loss is within the span up to Q = 400, and grows with the queue. The paper does not name "
    "the queues of its runs. We guess that they were short. We also guess why the loss grows: a "
    "group leaves newcomers out, and they cost more on a faster disk."
)


def shows(found: Found) -> Iterator[Panel]:
    """Draws the loss and the gain over the queue length, with the ends of the paper's spans."""
    for metric, (what, _, bounds) in WORDS.items():
        at = [measured(_lower(found, metric, queue)) for queue in closed.LONG]
        paper = [
            Series(f"paper, {end:g} %", closed.LONG, [end] * len(closed.LONG), published=True)
            for end in (bounds.low, bounds.high)
        ]
        yield Panel(
            f"Frozen groups: {what}",
            closed.AXIS,
            f"{what}, %",
            (Series.of("frozen", closed.LONG, at), *paper),
            x_range=(0, 1000),
            y_range=(0, 1.5 * bounds.high),
        )
    starved = found.having("rate")
    names = {name: {"starved": name} for name in STARVING}
    yield Panel(
        "Longest wait outside a busy group",
        "requests a second in the group",
        "longest wait, share of the run",
        lines(starved, "longest", "rate", names),
        y_range=(0, 1.1),
    )


EXPERIMENT: Final = Experiment(
    title="Section 5.1.1: GSTF with frozen groups",
    section="5.1.1",
    says="A group's queue freezes as soon as one of its requests is served, so no request "
    "starves. Compared with the GSTF of figure 6, this costs 3 to 4 % of utilisation and lowers "
    "the maximum response by 15 to 25 %. If the requests of one group saturate the disk, GSTF "
    "starves the others.",
    set_up=closed.SET_UP + " Percentages are of GSTF210's values. The runs on starvation have "
    "open arrivals for two minutes: one request a second outside a group, and 40 to 120 a second "
    "in the group.",
)
