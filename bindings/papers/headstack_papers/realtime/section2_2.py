"""Section 2.2: SSEDO and SSEDV at the ends of their parameters."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim, exactly
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.realtime import runs

_SSEDO: Final = "approximates SSTF when beta = 1 and EDF when m = 1"
_SSEDV: Final = "SSEDV approximates SSTF when alpha = 1 and LSF when alpha = 0"
ENDS: Final = {
    "SSEDO, beta = 1": ("ssedo(beta=1, in=blocks)", "sstf", _SSEDO),
    "SSEDO, m = 1": ("ssedo(m=1)", "edf", _SSEDO),
    "SSEDV, alpha = 1": ("ssedv(alpha=1, in=blocks)", "sstf", _SSEDV),
    "SSEDV, alpha = 0": ("ssedv(alpha=0)", "lsf(distance)", _SSEDV),
    "SSEDV, alpha = 0, signed": ("ssedv(alpha=0, slack=signed)", "lsf(plain)", _SSEDV),
}
"""Schedulers at an end of a parameter, the schedulers that they equal, and the paper's words."""

COUNTS: Final = (10, 35, 60)
SEEDS: Final = 5


def points(scale: Scale) -> Iterator[Point]:
    """Yields a run for each scheduler of `ENDS`, load, number of streams and seed."""
    names = dict.fromkeys(name for one, other, _ in ENDS.values() for name in (one, other))
    for point in runs.points(scale, counts=COUNTS, names=["FCFS"], seeds=SEEDS):
        for name in names:
            yield replace(point, scheduler=name, labels={**point.labels, "name": name})


def _same(found: Found, one: str, other: str) -> float:
    """The share of runs, in percent, in which both schedulers have the same schedule."""
    rows = [found.where(name=name) for name in (one, other)]
    pairs = list(zip(*rows, strict=True))
    equal = [bool(a["schedule_sha256"] == b["schedule_sha256"]) for a, b in pairs]
    return 100 * sum(equal) / len(equal)


def claims(found: Found) -> Iterator[Claim]:
    """Judges whether the schedules are equal to the bit."""
    for what, (one, other, words) in ENDS.items():
        yield Claim(
            f"{what}: runs with the schedule of {other}",
            words,
            Measured(_same(found, one, other)),
            exactly(100, "%", '"approximates": here equal, request for request'),
        )


def shows(found: Found) -> Iterator[Table]:
    """Which scheduler each end equals."""
    yield Table(
        "Ends of the parameters",
        ("", "scheduler here", "is", "runs with the same schedule, %"),
        [
            (what, one, other, f"{_same(found, one, other):g}")
            for what, (one, other, _) in ENDS.items()
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Section 2.2: SSEDO and SSEDV at the ends of their parameters",
    section="2.2",
    says="SSEDO is about SSTF with a beta of 1, and about EDF with a window of 1. SSEDV is about "
    "SSTF with an alpha of 1, and about LSF with an alpha of 0.",
    set_up="The runs have 10, 35 and 60 streams of both loads. Distances are in blocks, as SSTF's "
    "are. SSEDV's slack is a length, so with an alpha of 0 SSEDV is LSF by this length. With a "
    "signed slack, SSEDV is LSF without the service time, which is EDF.",
)
