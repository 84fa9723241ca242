"""Figure 4: time at the disk by the number of samples of a distance."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.popovici2003.comparing import (
    CLASSIC,
    GREEDY,
    MANY,
    SET_UP,
    TITLES,
    above,
    cases,
    certain,
    drawn,
    groups,
    named,
    plain,
    smtf,
    summarised,
)
from headstack_papers.popovici2003.running import ALL_PLACES
from headstack_papers.popovici2003.weeks import weeks

COUNTS: Final = (1, 2, 5, 10, 20)


def calls(scale: Scale) -> Iterator[Call]:
    """Tables of few samples, of many as in figure 2, and the mean over all places."""
    for week in weeks(scale):
        of_main = [one for one in groups(week) if any(c in week.main for c in one)]
        yield from plain(week, scale, GREEDY | CLASSIC, of_main)
        for count in (*COUNTS, ALL_PLACES):
            yield from smtf(week, scale, count)
        yield from summarised(week, scale, main=True)


def claims(found: Found) -> Iterator[Claim]:
    """What samples gain."""
    for _, compression, words in cases(found.scale):
        at: dict[str, Any] = {"week": words.partition(",")[0], "compression": compression}
        mean = {count: named("mean", count) for count in (*COUNTS, MANY, ALL_PLACES)}
        for few, more in pairwise((1, 2, 5, 10)):
            yield Claim(
                f"{words}: {few} samples above {more}",
                "continues to improve up to approximately 10 samples",
                above(found, mean[few], mean[more], **at),
                Bounds(low=0.0),
                "%",
            )
        yield _beyond_ten(found, words, above(found, mean[10], mean[MANY], **at), at)
        for name in CLASSIC:
            yield Claim(
                f"{words}: {name} above one sample",
                "even with a single sample ... performs better than FCFS, C-LOOK, and SSTF",
                above(found, named(name), mean[1], **at),
                Bounds(low=0.0),
                "%",
            )


def _beyond_ten(found: Found, words: str, gain: Measured, at: dict[str, Any]) -> Claim:
    """Ten samples against a hundred, and against half of that."""
    five = above(found, named("mean", 5), named("mean", 10), **at)
    return Claim(
        f"{words}: 10 samples above {MANY}",
        "continues to improve up to approximately 10 samples",
        gain,
        Bounds(high=1.0),
        "%",
        reason="no more gain is read as less than 1 %, what one can see in a curve",
        note="A mean of few samples is now and then much too short, and SMTF chooses just those: "
        "the more requests wait, the more. Each doubling gains less than the one before, without "
        "an end at 10.",
        evidence=(
            Claim(
                f"{words}: 20 samples above {MANY}",
                "less than from 5 to 10",
                above(found, named("mean", 20), named("mean", MANY), **at),
                Bounds(0.0, five.mean),
                "%",
            ),
        ),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Time at the disk over samples; the others are level lines."""
    for week, compression, words in cases(found.scale):
        at = {"week": week.name, "compression": compression}
        rows = [row for row in found.where(name="mean", **at) if row["samples"] != ALL_PLACES]
        smtf_line = drawn(Found(rows, found.scale), "time_s", "samples", {"SMTF": {}})
        ends = (float(COUNTS[0]), float(MANY))
        level = []
        for name in (*CLASSIC, *GREEDY):
            mean = certain(found.values("time_s", **named(name), **at)).mean
            level.append(Series(name, ends, (mean, mean)))
        places = certain(found.values("time_s", **named("mean", ALL_PLACES), **at)).mean
        level.append(Series("SMTF, all places", ends, (places, places)))
        yield Panel(
            f"{TITLES[week.name]}: {words.partition(', ')[2]}",
            "number of samples",
            "time at disk, s",
            [*smtf_line, *level],
            x_log=True,
        )


EXPERIMENT: Final = Experiment(
    title="Figure 4: sensitivity to the number of samples",
    section="5.2",
    says="SMTF gets better up to about 10 samples of each distance; a single one is enough to be "
    "ahead of FCFS, C-LOOK and SSTF.",
    calls=calls,
    claims=claims,
    shows=shows,
    set_up=SET_UP + " 'All places' is the mean of infinitely many samples, by arithmetic.",
)
