"""Sections 3.1 and 5.3: algorithms with a parameter, at the ends of the parameter."""

from collections.abc import Iterator
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, exactly
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.worthington1994 import random_load as runs

LOAD: Final = 40
VERY_LARGE: Final = "asptf(60000, mechanics)"
PAIRS: Final = {
    "VSCAN(0.0) and SSTF": ("vscan(0)", "sstf(from=start)", "3.1", "VSCAN(0.0) is equivalent to"),
    "VSCAN(1.0) and LOOK": ("vscan(1)", "look", "3.1", "VSCAN(1.0) reduces to LOOK"),
    "CVSCAN(1,0.2) and VSCAN(0.2)": (
        *("cvscan(1, 0.2)", "vscan(0.2)", "3.1"),
        "CVSCAN(1,R) = VSCAN(R)",
    ),
    "ASPTF(0) and SPTF": ("asptf(0, mechanics)", "sptf(mechanics)", "5.3", "0 (SPTF)"),
}


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of both schedulers of each pair on the same requests."""
    for one, other, *_ in (*PAIRS.values(), (VERY_LARGE, "fcfs")):
        for seed in scale.seeds(5):
            for scheduler in (one, other):
                requests = runs.requests(scale, 50_000)
                yield runs.point(scheduler, LOAD, requests, seed, {"spec": scheduler})


def _alike(found: Found, one: str, other: str) -> Measured:
    """Share of runs in which all requests are served at the same instants."""
    alike = [
        a["schedule_sha256"] == b["schedule_sha256"] for a, b in found.pairs(spec=(one, other))
    ]
    return Measured(sum(alike) / len(alike))


def claims(found: Found) -> Iterator[Claim]:
    """Claims that the schedulers of each pair agree."""
    for title, (one, other, section, words) in PAIRS.items():
        yield Claim(
            f"{title}: share of runs with the same schedule",
            words,
            _alike(found, one, other),
            exactly(1),
            section=section,
        )
    for metric, what in (
        ("mean_response_ms", "response"),
        ("scv_response", "squared coefficient of variation"),
    ):
        yield Claim(
            f"ASPTF(60000): {what} above that of FCFS",
            "for a sufficiently large W, ASPTF degenerates into FCFS",
            found.excess(metric, spec=(VERY_LARGE, "fcfs")),
            Bounds(-2, 2, "%", "2 %; a request has a minute of credit for each second of waiting"),
            section="5.3",
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes a table of the pairs."""
    rows = [
        (title, f"{_alike(found, one, other).mean:.0%}")
        for title, (one, other, *_) in PAIRS.items()
    ]
    yield Table(f"Runs with the same schedule, at {LOAD} requests a second", ("", "the same"), rows)


EXPERIMENT: Final = Experiment(
    title="Sections 3.1 and 5.3: algorithms at the ends of their parameters",
    section="3.1",
    says="VSCAN(0.0) is SSTF, VSCAN(1.0) is LOOK, CVSCAN(1, R) is VSCAN(R), ASPTF(0) is SPTF, and "
    "ASPTF(W) becomes FCFS when W is large enough.",
    set_up="The random requests of section 5 run at 40 a second. VSCAN and the SSTF beside it "
    "count distances from the start of the previous request.",
)
