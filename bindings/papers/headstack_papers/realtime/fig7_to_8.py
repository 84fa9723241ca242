"""Figures 7 and 8: average merit over the number of streams."""

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


def claims(kind: str, found: Found) -> Iterable[Claim]:
    """That it falls."""
    words = "the average merit decreases when the stream number increases"
    return runs.falling(found, "merit", kind, words)


def shows(kind: str, found: Found) -> Iterable[Panel]:
    """Merit over streams."""
    return [runs.over_streams(found, "merit", kind, "Average Merit")]


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: average merit ({runs.LOADS[kind]})",
        section="4.2.2",
        says="The merit, 1 in time and less the later, falls as the number of streams grows.",
        points=partial(points, kind),
        claims=partial(claims, kind),
        shows=partial(shows, kind),
        set_up="The formula of the merit is damaged in the copy at hand; it is taken as "
        "exp(-2 (R - 1)) for a response of R > 1 relative deadlines.",
    )
    for number, kind in ((7, "cd_audio"), (8, "mpeg2"))
}
