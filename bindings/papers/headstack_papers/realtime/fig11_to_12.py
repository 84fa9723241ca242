"""Figures 11 and 12: average throughput over the number of streams."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Scale
from headstack_papers.realtime import runs

_ENOUGH: Final = 20
"""Number of streams from which each load keeps the drive busy."""


def points(kind: str, scale: Scale) -> Iterator[Point]:
    """A run for each number of streams, scheduler and seed."""
    yield from runs.points(scale, kinds=[kind])


def claims(kind: str, found: Found) -> Iterator[Claim]:
    """Judges whether the throughput falls. Bytes divided by elapsed time do not fall."""
    for name in runs.SCHEDULERS:
        at = {"name": name, "kind": kind, "issue": "after"}
        yield Claim(
            f"{name}: throughput with 60 streams above that with 10",
            "the throughput of each algorithm becomes worse when the load becomes heavier",
            found.excess("throughput_mb_s", count=(60, 10), **at),
            at_most(-1, "%", '"worse": by a percent, which a graph can show'),
            note="Bytes over elapsed time cannot fall: with more streams the drive is less idle, "
            "and a longer queue gives shorter seeks. The paper's reason is that the average "
            "response time increases. Size over response time, a request's own rate, does "
            "fall. We guess that the paper means this rate.",
            evidence=(
                Claim(
                    f"{name}: mean size over mean response time, 60 streams less 10",
                    "falls",
                    runs.change(found, runs.pace, kind, name),
                    at_most(0, "MB/s"),
                ),
                Claim(
                    f"{name}: throughput with 60 streams above that with {_ENOUGH}",
                    "hardly changes once the drive is busy",
                    found.excess("throughput_mb_s", count=(60, _ENOUGH), **at),
                    Bounds(-2, 2, "%"),
                ),
            ),
        )


def shows(kind: str, found: Found) -> Iterator[Panel]:
    """Draws the throughput, and the rate of a single request, over the streams."""
    yield runs.over_streams(found, "throughput_mb_s", kind, "Average Throughput (Mbytes/s)")
    yield runs.over_streams(found, runs.pace, kind, "Mean size over mean response time", "MB/s")


EXPERIMENTS: Final = {
    f"fig{number}": Experiment(
        title=f"Figure {number}: average throughput ({runs.LOADS[kind]})",
        section="4.2.3",
        says="Every scheduler's throughput gets worse as the load grows, because more requests "
        "wait and the average response time increases.",
        case=kind,
        set_up="Throughput is the bytes of all requests over the time from the first arrival to "
        "the last completion. The paper does not define throughput.",
    )
    for number, kind in ((11, "cd_audio"), (12, "mpeg2"))
}
