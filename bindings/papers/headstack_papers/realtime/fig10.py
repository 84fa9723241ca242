"""Figure 10: merit over the size of all play-back buffers, 40 CD audio streams."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np

from headstack.sweeps import Point
from headstack_papers import words
from headstack_papers.claims import Claim, at_least, at_most, printed
from headstack_papers.experiment import Experiment, Found, Panel, Scale, Series, lines
from headstack_papers.quantities import (
    Row,
    Values,
    average,
    best,
    lag,
    measured,
    over,
    ratio,
    seed_by_seed,
)
from headstack_papers.realtime import runs

STREAMS: Final = 40
FEW: Final = 10
"""Number of streams that the drive can serve."""

BUFFERS_KB: Final = (0, 25, 50, 100, 150, 200)
"""Sizes of a stream's buffer. All 40 buffers together have 0 to 8 MB."""

FULL_KB: Final = BUFFERS_KB[-1]


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each buffer, scheduler and seed, and the runs of the evidence.

    The evidence has few streams, or streams that do not wait for late data (issue 'open').
    """
    audio = partial(runs.points, scale, kinds=["cd_audio"])
    yield from audio(counts=[STREAMS], buffers_kb=BUFFERS_KB)
    yield from audio(counts=[FEW], buffers_kb=(0, FULL_KB))
    yield from audio(counts=[STREAMS], buffers_kb=(FULL_KB,), issue="open")


def claims(found: Found) -> Iterator[Claim]:
    """Judges the paper's words on buffers."""
    at = {"count": STREAMS, "issue": "after"}
    full = {
        name: found.values("merit", name=name, buffer_kb=FULL_KB, **at) for name in runs.SCHEDULERS
    }
    yield _highest(found, full)
    for name in runs.SCHEDULERS:
        yield Claim(
            f"{name}: merit with 8 MB less that without",
            "the merit value increases with the total buffer size",
            found.difference("merit", buffer_kb=(FULL_KB, 0), name=name, **at),
            at_least(0),
        )
    yield Claim(
        "8 MB in all: best merit of FCFS, SSTF, SCAN less the least of the real-time schedulers",
        "the merit of real-time algorithms may be inferior to that of non-real-time algorithms",
        lag(full, best(full, runs.CONVENTIONAL), runs.REAL_TIME),
        at_least(0, "", '"may": the claim holds for at least one of each'),
    )
    yield from _variance(found)
    yield _significantly(found)


def _highest(found: Found, full: Mapping[str, Values]) -> Claim:
    first = best(full, full)
    return Claim(
        "8 MB in all: the highest merit",
        "the average merit can reach as high as 0.85",
        measured(full[first]),
        printed("0.85"),
        note="Without a buffer the best merit is already above 0.85, as in figure 9. A stream that "
        "stalls makes no further requests, so its late request counts once. If streams do "
        "not wait, the best merit is below 0.5. No reading gives 0.85.",
        evidence=(
            Claim(
                "no buffer: merit of the scheduler that is best with 8 MB",
                "above 0.85 already",
                found.mean("merit", name=first, count=STREAMS, buffer_kb=0, issue="after"),
                at_least(0.85),
            ),
            Claim(
                "streams that go on, 8 MB in all: the highest merit",
                "below 0.85",
                found.mean("merit", name="F-EDF", buffer_kb=FULL_KB, issue="open"),
                at_most(0.6),
            ),
        ),
    )


def _variance(found: Found) -> Iterator[Claim]:
    """Compares the variance of each real-time scheduler with the others' mean, without buffers."""
    at = {"count": STREAMS, "buffer_kb": 0, "issue": "after"}
    each = [found.values(variance, name=name, **at) for name in runs.CONVENTIONAL]
    others = [average(of_seed) for of_seed in seed_by_seed(each)]
    for name in runs.REAL_TIME:
        yield Claim(
            f"{name}: variance of response times over the mean of FCFS, SSTF and SCAN",
            "real-time algorithms usually have larger response time variance",
            ratio(found.values(variance, name=name, **at), others),
            at_least(1),
            quantity="most",
        )


def _significantly(found: Found) -> Claim:
    """Judges the conclusion of the paper by the scheduler that gains the least."""
    at = {"buffer_kb": (FULL_KB, 0), "count": STREAMS, "issue": "after"}
    raised = [found.excesses("merit", name=name, **at) for name in runs.SCHEDULERS]
    return Claim(
        "8 MB in all: gain in merit of the scheduler that gains the least",
        "Playback techniques in multimedia applications significantly improve the performance of "
        "all disk algorithms",
        over(min, raised),
        words.exceeds("significantly", '"all": in each seed, the scheduler with the least gain'),
        note="40 streams ask for three times the rate of the drive. A buffer of 0.2 MB lasts for "
        "1.1 s of playing, and a stream uses this time up once. Without buffers, F-EDF and "
        "SSEDV are near 1. At 10 streams the drive suffices, and buffers take away most of "
        "the difference from 1.",
        section="5",
        evidence=_missing(found),
    )


def _missing(found: Found) -> Claim:
    at = {"buffer_kb": (FULL_KB, 0), "name": "SSTF", "count": FEW, "issue": "after"}
    full, none = found.both("merit", **at)
    return Claim(
        "10 streams, SSTF: what is missing to a merit of 1, with buffers over that without",
        "most of it goes",
        ratio(1 - full, np.maximum(1 - none, 1e-9)),
        at_most(0.5),
    )


def variance(row: Row) -> float:
    """Variance of a run's response times, in s²."""
    return float(row["scv_response"]) * (float(row["mean_response_ms"]) / 1000) ** 2


def shows(found: Found) -> Iterator[Panel]:
    """Draws the merit over the size of all buffers."""
    at: dict[str, Any] = {"count": STREAMS, "issue": "after"}
    own = [
        replace(one, x=[STREAMS / 1000 * float(x) for x in one.x])
        for one in lines(found, "merit", "buffer_kb", runs.SCHEDULERS.keys(), **at)
    ]
    yield Panel(
        "Merit with play-back buffers, 40 CD audio streams",
        "Total buffer size, MB",
        "Average Merit",
        [*own, Series("paper, the highest", [8.0], [0.85], kind="points", published=True)],
        x_range=(0, 8),
        y_range=(0, 1),
    )


EXPERIMENT: Final = Experiment(
    title="Figure 10: influence of the buffer size on the merit",
    section="4.2.2",
    says="Applications keep data in buffers before they play. With 40 CD audio streams the merit "
    "grows with these buffers, to 0.85 with 8 MB in all. Real-time schedulers may then be behind.",
    set_up="Every stream has the same part of the buffers. A stream fills its part first and then "
    "asks ahead by that much. Every deadline is later by the same time. The paper does not say "
    "how its buffers work.",
)
