"""Section 6 over load and pace: which load of Sci-TS's busy disk the schedulers' order needs."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.worthington1994 import printed_tables
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.traces import SCI_TS, Profile

LOADS: Final = (0.1, 0.5, 0.75, 1.0)
"""Ratio of the rate of the busy disk to the fitted rate."""

PACES_MS: Final = (0.2, 1.0, 4.0, 8.0)
"""Mean times between the reads of a run, at a scaling factor of one."""

NAMES: Final = {
    **runs.BY_BLOCK,
    "SPTF": runs.BY_POSITION["SPTF"],
    "SPCTF": runs.BY_POSITION["SPCTF"],
}
SEEDS: Final = 6
FACTOR: Final = printed_tables.FACTORS[SCI_TS.name]


def variant(load: float, pace_ms: float) -> Profile:
    """Sci-TS with another rate of the busy disk and another pace of runs."""
    return replace(
        SCI_TS,
        name=f"{SCI_TS.name}, {load:g} of the rate, {pace_ms:g} ms apart",
        rate_per_s=load * SCI_TS.rate_per_s,
        pace_ms=pace_ms,
        factors=(FACTOR,),
    )


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of each load, pace and scheduler."""
    every = tuple(product(LOADS, PACES_MS))
    for load, pace_ms in scale.pick(full=every, quick=every, sample=every[-1:]):
        yield from runs.points(scale, [variant(load, pace_ms)], NAMES, seeds=SEEDS)


def _ran(found: Found) -> list[Profile]:
    """The variants that have run."""
    every = [variant(*each) for each in product(LOADS, PACES_MS)]
    ran = {row["trace"] for row in found.rows}
    return [profile for profile in every if profile.name in ran]


def _ahead(found: Found, one: str, other: str, of: list[Profile]) -> Measured:
    """The number of variants at which the mean response of `one` is below that of `other`."""
    pair = (one, other)
    above = [
        found.excess(runs.RESPONSE, name=pair, trace=each.name, memory=runs.CACHE) for each in of
    ]
    return Measured(float(sum(each.mean < 0 for each in above)))


def claims(found: Found) -> Iterator[Claim]:
    """Judges at every pace whether C-LOOK is ahead at the knee, and SPCTF at every load."""
    every = _ran(found)
    knees = [one for one in every if one.rate_per_s == SCI_TS.rate_per_s]
    for other in runs.OTHERS:
        yield Claim(
            f"paces, of {len(knees)}, at which C-LOOK is ahead of {other} at the knee",
            "higher performance than LOOK, VSCAN(0.2) and SSTF for all traces except Cello",
            _ahead(found, "C-LOOK", other, knees),
            at_least(len(knees), "", "by the means, at the fitted rate"),
        )
    yield Claim(
        f"loads and paces, of {len(every)}, at which SPCTF is ahead of C-LOOK",
        "increased performance for all scaling factors studied",
        _ahead(found, "SPCTF", "C-LOOK", every),
        at_least(len(every), "", "by the means"),
    )


def shows(found: Found) -> Iterator[Table]:
    """Makes a table with a line for each load and pace."""
    rows = []
    for load, pace_ms in product(LOADS, PACES_MS):
        name = variant(load, pace_ms).name
        if not any(row["trace"] == name for row in found.rows):
            continue
        at = {"trace": name, "factor": FACTOR, "memory": runs.CACHE}
        busy = found.mean(lambda row: 100 * float(row["busy"]), name="C-LOOK", **at)
        below = [
            found.excess(runs.RESPONSE, name=("C-LOOK", other), **at).times(-1)
            for other in NAMES
            if other != "C-LOOK"
        ]
        rows.append(
            [
                f"{load * SCI_TS.rate_per_s * FACTOR:.3g}",
                f"{pace_ms:g}",
                busy.text(),
                found.mean(runs.RESPONSE, name="C-LOOK", **at).text(),
                *(one.text() for one in below),
            ]
        )
    yield Table(
        "C-LOOK on Sci-TS's busy disk: response below that of each other scheduler (%)",
        (
            *("Requests/s", "Run: ms apart, at factor 1", "Busy (%)", "C-LOOK (ms)"),
            *(name for name in NAMES if name != "C-LOOK"),
        ),
        rows,
    )


EXPERIMENT: Final = Experiment(
    title="Section 6 over load and pace, Sci-TS",
    section="6",
    says="C-LOOK is ahead of LOOK, VSCAN and SSTF by better than 40 % on Sci-TS at the knee, SPTF "
    "saturates before C-LOOK, and SPCTF is ahead at all factors. How busy the disk is, and how "
    "fast the reads of a run come, is not printed.",
    set_up="The requests of Sci-TS's busy disk at factor 2.5, with equal shares of reads and "
    "sequential reads, at other rates and paces; six runs each. Responses are of the busy disk. "
    "The table shows which load and pace the paper's order needs.",
)
