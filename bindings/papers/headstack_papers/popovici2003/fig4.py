"""Figure 4: time at the disk by the number of samples of a distance."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, lines
from headstack_papers.popovici2003 import week_runs as runs
from headstack_papers.popovici2003.running import ALL_PLACES
from headstack_papers.popovici2003.weeks import weeks
from headstack_papers.quantities import certain

COUNTS: Final = (1, 2, 5, 10, 20)


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls with tables of few samples, of 100 samples, and of the mean over all places."""
    for week in weeks(scale):
        yield from runs.plain(week, scale, runs.GREEDY | runs.CLASSIC, runs.main_groups(week))
        for count in (*COUNTS, ALL_PLACES):
            yield from runs.smtf(week, scale, count)
        yield from runs.summarised(week, scale, main=True)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the gain by more samples."""
    for at, words in runs.cases(found.scale):

        def fewer(few: int, more: int, at: dict[str, Any] = at) -> Measured:
            return certain(found.excesses("time_s", name="mean", samples=(few, more), **at))

        for few, more in pairwise((1, 2, 5, 10)):
            yield Claim(
                f"{words}: {few} samples above {more}",
                "continues to improve up to approximately 10 samples",
                fewer(few, more),
                at_least(0.0, "%"),
            )
        yield Claim(
            f"{words}: 10 samples above {runs.MANY}",
            "continues to improve up to approximately 10 samples",
            fewer(10, runs.MANY),
            at_most(1.0, "%", '"no more gain" is less than 1 %, which a curve can still show'),
            note="A mean of few samples is now and then much too short. SMTF then chooses this "
            "distance, and does so more often if more requests wait. If the evidence holds, "
            "the gain ends near 20.",
            evidence=Claim(
                f"{words}: 20 samples above {runs.MANY}",
                "the gain ends near 20 instead of 10",
                fewer(20, runs.MANY),
                Bounds(0.0, 1.0, "%"),
            ),
        )
        for name in runs.CLASSIC:
            yield Claim(
                f"{words}: {name} above one sample",
                "even with a single sample ... performs better than FCFS, C-LOOK, and SSTF",
                runs.above(found, runs.named(name), runs.named("mean", 1), **at),
                at_least(0.0, "%"),
            )


def shows(found: Found) -> Iterator[Panel]:
    """Draws the time at the disk over the samples. Other schedulers are level lines."""
    for at, words in runs.cases(found.scale):
        rows = [row for row in found.where(name="mean", **at) if row["samples"] != ALL_PLACES]
        some = Found(rows, found.scale)
        names = {name: runs.named(name) for name in (*runs.CLASSIC, *runs.GREEDY)}
        names["SMTF, all places"] = runs.named("mean", ALL_PLACES)
        ends = (float(COUNTS[0]), float(runs.MANY))
        yield Panel(
            runs.title(at, words),
            "number of samples",
            "time at disk, s",
            [
                *lines(some, "time_s", "samples", {"SMTF": {}}, mean=certain),
                *(runs.level(name, ends, runs.time(found, own, at)) for name, own in names.items()),
            ],
            x_log=True,
        )


EXPERIMENT: Final = Experiment(
    title="Figure 4: sensitivity to the number of samples",
    section="5.2",
    says="SMTF gets better up to about 10 samples of each distance. A single sample is enough to "
    "be ahead of FCFS, C-LOOK and SSTF.",
    set_up=runs.SET_UP + " 'All places' is the computed mean of infinitely many samples.",
)
