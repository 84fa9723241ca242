"""Figures 4, 5, 7 and 8: guarantee ratio and average merit over the number of streams."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.realtime import runs

MET: Final = "guarantee_ratio"
MERIT: Final = "merit"
WORDS: Final = {
    MET: "the guarantee ratio decreases when the work load increases",
    MERIT: "the average merit decreases when the stream number increases",
}
TITLES: Final = {MET: "Guarantee Ratio", MERIT: "Average Merit"}
SECTIONS: Final = {MET: "4.2.1", MERIT: "4.2.2"}
SAYS: Final = {
    MET: "The share of requests that finish before their deadlines falls as the number of streams "
    "grows from 10 to 60. More requests miss their deadlines under heavier load.",
    MERIT: "The merit is 1 for a request in time, and less for a later request. The merit falls "
    "as the number of streams grows.",
}
SET_UP: Final = {
    MET: "A run has 1,000 requests of 1 to 50 tracks. The paper does not give the arrival rate of "
    "first requests. Here a stream's first request comes after a random time, a second in the "
    "mean.",
    MERIT: "The formula of the merit is damaged in the copy at hand. We take it as exp(-2 (R - "
    "1)) for a response of R > 1 relative deadlines.",
}
Case = tuple[str, str]
"""The metric of a figure, and the kind of its streams."""

FIGURES: Final[dict[int, Case]] = {
    4: (MET, "cd_audio"),
    5: (MET, "mpeg2"),
    7: (MERIT, "cd_audio"),
    8: (MERIT, "mpeg2"),
}


def points(case: Case, scale: Scale) -> Iterator[Point]:
    """Yields a run for each number of streams, scheduler and seed."""
    _, kind = case
    yield from runs.points(scale, kinds=[kind])


def claims(case: Case, found: Found) -> Iterator[Claim]:
    """Claims that each scheduler's metric falls with the number of streams."""
    metric, kind = case
    for name in runs.SCHEDULERS:
        yield Claim(
            f"{name}: {metric.replace('_', ' ')} with 60 streams less that with 10",
            WORDS[metric],
            runs.change(found, metric, kind, name),
            at_most(0),
        )


def shows(case: Case, found: Found) -> Iterator[Panel]:
    """Draws the metric over the number of streams."""
    metric, kind = case
    yield runs.over_streams(found, metric, kind, TITLES[metric])


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: {TITLES[metric].lower()} ({runs.LOADS[kind]})",
        section=SECTIONS[metric],
        says=SAYS[metric],
        case=(metric, kind),
        set_up=SET_UP[metric],
    )
    for number, (metric, kind) in FIGURES.items()
}
