"""Section 5.1.1: groups that are frozen while they are served."""

from collections.abc import Iterator, Sequence
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale, Series, measured
from headstack_papers.seltzer1990.closed import AXIS, LONG, SET_UP, length, run
from headstack_papers.seltzer1990.compared import LONGEST, UTILISATION

NAMES: Final = ("GSTF210", "frozen GSTF210")
SEEDS: Final = 120
CLOSE: Final = {500: 240}
"""Seeds where the loss is near an end of the paper's span."""

UP_TO: Final = 400
WORDS: Final = {
    UTILISATION: ("loss of utilisation", "3%-4% lower disk utilizations", Bounds(3, 4)),
    LONGEST: ("gain in maximum response", "15%-25% lower maximum response times", Bounds(15, 25)),
}


def points(scale: Scale) -> Iterator[Point]:
    """Both variants at long queues."""
    for queue in LONG:
        for seed in scale.seeds(CLOSE.get(queue, SEEDS)):
            for name in NAMES:
                yield run(name, queue, seed, length(scale, queue))


def _lower(found: Found, metric: str, queue: int) -> list[float]:
    """By how many percent the frozen variant is lower, a number a seed."""
    ratios = found.ratios(metric, {"name": NAMES[1]}, {"name": NAMES[0]}, queue=queue)
    return [100 * (1 - ratio) for ratio in ratios]


def _average(found: Found, metric: str, queues: Sequence[int]) -> Measured:
    """The same, averaged over queues."""
    every = [_lower(found, metric, queue) for queue in queues]
    return measured([sum(of_seed) / len(of_seed) for of_seed in zip(*every, strict=False)])


def claims(found: Found) -> Iterator[Claim]:
    """The two spans, at each queue and on average."""
    for metric, (what, words, bounds) in WORDS.items():
        yield Claim(
            f"frozen groups, mean over Q = 100 to 1000: {what}",
            words,
            _average(found, metric, LONG),
            bounds,
            "%",
            reason="one span for runs of several lengths: their mean",
            note=_NOTE if metric == UTILISATION else "",
            evidence=_evidence(found) if metric == UTILISATION else (),
        )
        for queue in LONG:
            loses = metric == UTILISATION and queue > UP_TO
            yield Claim(
                f"frozen groups, Q = {queue}: {what}",
                words,
                measured(_lower(found, metric, queue)),
                bounds,
                "%",
                note="the loss grows with the queue" if loses else "",
                evidence=(_growth(found, queue),) if loses else (),
            )


_NOTE: Final = (
    "the loss is within the span up to Q = 400, and grows with the queue. Which queues the paper's "
    "runs had is not said; that they were short ones is a guess. So is why it grows: newcomers "
    "that a group does not take are the more of a loss the faster the disk is"
)


def _growth(found: Found, queue: int) -> Claim:
    """With this queue more is lost than with the shortest."""
    both = zip(_lower(found, UTILISATION, queue), _lower(found, UTILISATION, LONG[0]), strict=False)
    return Claim(
        f"frozen groups: loss of utilisation at Q = {queue} less that at Q = {LONG[0]}",
        "grows",
        measured([long - short for long, short in both]),
        Bounds(low=0),
        "points",
    )


def _evidence(found: Found) -> tuple[Claim, ...]:
    """With shorter queues the mean is in the span."""
    return (
        Claim(
            f"frozen groups, mean over Q = 100 to {UP_TO}: loss of utilisation",
            "3%-4% lower disk utilizations",
            _average(found, UTILISATION, [queue for queue in LONG if queue <= UP_TO]),
            Bounds(3, 4),
            "%",
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Both over queue length, with the ends of the paper's spans."""
    for metric, (what, _, bounds) in WORDS.items():
        at = [measured(_lower(found, metric, queue)) for queue in LONG]
        yield Panel(
            f"Frozen groups: {what}",
            AXIS,
            f"{what}, %",
            (
                Series("frozen", LONG, [one.mean for one in at], [one.half for one in at]),
                *(
                    Series(f"paper, {end:g} %", LONG, [end] * len(LONG), published=True)
                    for end in (bounds.low, bounds.high)
                ),
            ),
            x_range=(0, 1000),
            y_range=(0, 1.5 * bounds.high),
        )


EXPERIMENT: Final = Experiment(
    title="Section 5.1.1: GSTF with frozen groups",
    section="5.1.1",
    says="A group's queue freezes as soon as one of its requests is served, so nobody starves. "
    "That costs 3 to 4 % of utilisation and lowers the maximum response by 15 to 25 %, against "
    "the GSTF of figure 6.",
    points=points,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " Percentages are of GSTF210's values.",
)
