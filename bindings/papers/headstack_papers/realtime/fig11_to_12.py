"""Figures 11 and 12: average throughput over the number of streams."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Scale, lines
from headstack_papers.realtime import runs

_WORDS: Final = "the throughput of each algorithm becomes worse when the load becomes heavier"
_ENOUGH: Final = 20
"""Streams from which on either load keeps the drive busy."""


def points(kind: str, scale: Scale) -> Iterator[Point]:
    """A run for each number of streams, scheduler and seed."""
    yield from runs.points(scale, kinds=[kind])


def claims(kind: str, found: Found) -> Iterator[Claim]:
    """That it falls, which bytes by time do not."""
    found = runs.with_pace(found)
    for name in runs.SCHEDULERS:
        yield Claim(
            f"{name}: throughput with 60 streams above that with 10",
            _WORDS,
            _grown(found, kind, name, runs.ENDS[0]),
            Bounds(high=-1),
            "%",
            reason='"worse": by a percent, which a graph can show',
            note="Bytes by elapsed time cannot fall: more streams leave the drive less idle, and a "
            "longer queue gives shorter seeks. The paper's reason is that the average response "
            "time increases. Size over response time, a request's own rate, does fall; that the "
            "paper means it is a guess.",
            evidence=(
                Claim(
                    f"{name}: mean size over mean response time, 60 streams less 10",
                    "falls",
                    runs.change(found, "pace", kind, name),
                    Bounds(high=0),
                    "MB/s",
                ),
                Claim(
                    f"{name}: throughput with 60 streams above that with {_ENOUGH}",
                    "hardly changes once the drive is busy",
                    _grown(found, kind, name, _ENOUGH),
                    Bounds(-2, 2),
                    "%",
                ),
            ),
        )


def _grown(found: Found, kind: str, name: str, few: int) -> Measured:
    """Percent of throughput with the most streams above that with few."""
    return found.excess(
        "throughput_mb_s",
        {"count": runs.ENDS[-1]},
        {"count": few},
        name=name,
        kind=kind,
        issue="after",
    )


def shows(kind: str, found: Found) -> Iterator[Panel]:
    """Throughput, and a request's own rate, over streams."""
    found = runs.with_pace(found)
    yield from runs.over_streams(found, "throughput_mb_s", kind, "Average Throughput (Mbytes/s)")
    yield Panel(
        f"Mean size over mean response time ({runs.LOADS[kind]})",
        "Stream Number",
        "MB/s",
        lines(
            found,
            "pace",
            "count",
            {name: {"name": name} for name in runs.SCHEDULERS},
            kind=kind,
            issue="after",
        ),
        x_range=runs.ENDS,
    )


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: average throughput ({runs.LOADS[kind]})",
        section="4.2.3",
        says="Every scheduler's throughput gets worse as the load grows, since more requests wait "
        "and the average response time increases.",
        points=partial(points, kind),
        claims=partial(claims, kind),
        shows=partial(shows, kind),
        set_up="Throughput is the bytes of all requests over the time from the first arrival to "
        "the last completion. The paper does not define it.",
    )
    for number, kind in ((11, "cd_audio"), (12, "mpeg2"))
}
