"""Figures 4 and 5: guarantee ratio over the number of streams."""

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
    words = "the guarantee ratio decreases when the work load increases"
    return runs.falling(found, "guarantee_ratio", kind, words)


def shows(kind: str, found: Found) -> Iterable[Panel]:
    """Guarantee ratio over streams."""
    return [runs.over_streams(found, "guarantee_ratio", kind, "Guarantee Ratio")]


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: guarantee ratio ({runs.LOADS[kind]})",
        section="4.2.1",
        says="The share of requests that finish before their deadlines falls as the number of "
        "streams grows from 10 to 60, since more miss them under heavier load.",
        points=partial(points, kind),
        claims=partial(claims, kind),
        shows=partial(shows, kind),
        set_up="1,000 requests of 1 to 50 tracks a run. The arrival rate of first requests is not "
        "given: each stream's comes after a random time, a second in the mean.",
    )
    for number, kind in ((4, "cd_audio"), (5, "mpeg2"))
}
