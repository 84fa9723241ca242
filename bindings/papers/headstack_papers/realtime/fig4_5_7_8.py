"""Figures 4, 5, 7 and 8: guarantee ratio and average merit over the number of streams."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.realtime import runs


def points(kind: str, scale: Scale) -> Iterable[Point]:
    """A run for each number of streams, scheduler and seed."""
    return runs.points(scale, kinds=[kind])


def claims(metric: str, words: str, kind: str, found: Found) -> Iterable[Claim]:
    """That it falls."""
    return runs.falling(found, metric, kind, words)


def shows(metric: str, title: str, kind: str, found: Found) -> Iterable[Panel]:
    """The metric over streams."""
    return [runs.over_streams(found, metric, kind, title)]


def _met(number: int, kind: str) -> Experiment:
    metric, words = "guarantee_ratio", "the guarantee ratio decreases when the work load increases"
    return Experiment(
        title=f"Figure {number}: guarantee ratio ({runs.LOADS[kind]})",
        section="4.2.1",
        says="The share of requests that finish before their deadlines falls as the number of "
        "streams grows from 10 to 60, since more miss them under heavier load.",
        points=partial(points, kind),
        claims=partial(claims, metric, words, kind),
        shows=partial(shows, metric, "Guarantee Ratio", kind),
        set_up="1,000 requests of 1 to 50 tracks a run. The arrival rate of first requests is not "
        "given: each stream's comes after a random time, a second in the mean.",
    )


def _merit(number: int, kind: str) -> Experiment:
    words = "the average merit decreases when the stream number increases"
    return Experiment(
        title=f"Figure {number}: average merit ({runs.LOADS[kind]})",
        section="4.2.2",
        says="The merit, 1 in time and less the later, falls as the number of streams grows.",
        points=partial(points, kind),
        claims=partial(claims, "merit", words, kind),
        shows=partial(shows, "merit", "Average Merit", kind),
        set_up="The formula of the merit is damaged in the copy at hand; it is taken as "
        "exp(-2 (R - 1)) for a response of R > 1 relative deadlines.",
    )


EXPERIMENTS: Final = {
    "fig4": _met(4, "cd_audio"),
    "fig5": _met(5, "mpeg2"),
    "fig7": _merit(7, "cd_audio"),
    "fig8": _merit(8, "mpeg2"),
}
