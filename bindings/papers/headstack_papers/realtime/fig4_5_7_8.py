"""Figures 4, 5, 7 and 8: guarantee ratio and average merit over the number of streams."""

from collections.abc import Iterable
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.realtime import runs

MET: Final = "guarantee_ratio"
MERIT: Final = "merit"
WORDS: Final = {
    MET: "the guarantee ratio decreases when the work load increases",
    MERIT: "the average merit decreases when the stream number increases",
}
TITLES: Final = {MET: "Guarantee Ratio", MERIT: "Average Merit"}
Case = tuple[str, str]
"""A metric and a kind of streams."""


def points(case: Case, scale: Scale) -> Iterable[Point]:
    """A run for each number of streams, scheduler and seed."""
    return runs.points(scale, kinds=case[1:])


def claims(case: Case, found: Found) -> Iterable[Claim]:
    """That it falls."""
    return runs.falling(found, *case, WORDS[case[0]])


def shows(case: Case, found: Found) -> Iterable[Panel]:
    """The metric over streams."""
    return [runs.over_streams(found, *case, TITLES[case[0]])]


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: guarantee ratio ({runs.LOADS[kind]})",
        section="4.2.1",
        says="The share of requests that finish before their deadlines falls as the number of "
        "streams grows from 10 to 60, since more miss them under heavier load.",
        case=(MET, kind),
        set_up="1,000 requests of 1 to 50 tracks a run. The arrival rate of first requests is not "
        "given: each stream's comes after a random time, a second in the mean.",
    )
    for number, kind in ((4, "cd_audio"), (5, "mpeg2"))
} | {
    f"fig{number}": Experiment(
        title=f"Figure {number}: average merit ({runs.LOADS[kind]})",
        section="4.2.2",
        says="The merit, 1 in time and less the later, falls as the number of streams grows.",
        case=(MERIT, kind),
        set_up="The formula of the merit is damaged in the copy at hand; it is taken as "
        "exp(-2 (R - 1)) for a response of R > 1 relative deadlines.",
    )
    for number, kind in ((7, "cd_audio"), (8, "mpeg2"))
}
