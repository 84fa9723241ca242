"""Section 6 over load, pace and share: what the schedulers' order needs on Sci-TS's busy disk."""

from collections.abc import Iterable, Iterator
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

SHARES: Final = ((0.207, 24.7), (0.25, 25.3), (0.3, 26.3))
"""Shares of sequential reads on the busy disk, each with the rate at which C-LOOK's mean response
is that of table 3a, in requests a second. Table 2 has 0.138 for all disks.
"""
SHORTER: Final = 24
"""Mean run of these variants: longer runs raise C-LOOK's mean of table 3b."""

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


def shared(share: float, rate_per_s: float) -> Profile:
    """Sci-TS with more of its sequential reads on the busy disk."""
    return replace(
        SCI_TS,
        name=f"{SCI_TS.name}, {100 * share:g} % sequential",
        busy_sequential=share,
        rate_per_s=rate_per_s,
        run=SHORTER,
        factors=(FACTOR,),
    )


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of each load, pace and scheduler, and of each share of sequential reads."""
    every = tuple(product(LOADS, PACES_MS))
    for load, pace_ms in scale.pick(full=every, quick=every, sample=every[-1:]):
        yield from runs.points(scale, [variant(load, pace_ms)], NAMES, seeds=SEEDS)
    for each in scale.pick(full=SHARES, quick=SHARES, sample=SHARES[-1:]):
        yield from runs.points(scale, [shared(*each)], NAMES, seeds=SEEDS)


def _ran(found: Found, every: Iterable[Profile]) -> list[Profile]:
    """The variants that have run."""
    ran = {row["trace"] for row in found.rows}
    return [profile for profile in every if profile.name in ran]


def _by_load(found: Found) -> list[Profile]:
    """The variants of load and pace."""
    return _ran(found, (variant(*each) for each in product(LOADS, PACES_MS)))


def _by_share(found: Found) -> list[Profile]:
    """The variants with more sequential reads on the busy disk."""
    return _ran(found, (shared(*each) for each in SHARES))


def _ahead(found: Found, one: str, other: str, of: list[Profile]) -> Measured:
    """The number of variants at which the mean response of `one` is below that of `other`."""
    pair = (one, other)
    above = [
        found.excess(runs.RESPONSE, name=pair, trace=each.name, memory=runs.CACHE) for each in of
    ]
    return Measured(float(sum(each.mean < 0 for each in above)))


def claims(found: Found) -> Iterator[Claim]:
    """Judges at every pace whether C-LOOK is ahead at the knee, and SPCTF at every load."""
    every, shares = _by_load(found), _by_share(found)
    knees = [one for one in every if one.rate_per_s == SCI_TS.rate_per_s]
    for (what, of), other in product((("paces", knees), ("shares", shares)), runs.OTHERS):
        yield Claim(
            f"{what}, of {len(of)}, at which C-LOOK is ahead of {other} at the knee",
            "higher performance than LOOK, VSCAN(0.2) and SSTF for all traces except Cello",
            _ahead(found, "C-LOOK", other, of),
            at_least(len(of), "", "by the means, at the fitted rate"),
        )
    yield Claim(
        f"shares, of {len(shares)}, at which SPTF is behind C-LOOK at the knee",
        "SPTF and ASPTF(6) saturate more quickly than C-LOOK",
        _ahead(found, "C-LOOK", "SPTF", shares),
        at_least(len(shares), "", "by the means, at the knee instead of beyond it"),
    )
    for what, of in (("loads and paces", every), ("shares", shares)):
        yield Claim(
            f"{what}, of {len(of)}, at which SPCTF is ahead of C-LOOK",
            "increased performance for all scaling factors studied",
            _ahead(found, "SPCTF", "C-LOOK", of),
            at_least(len(of), "", "by the means"),
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes a table with a line for each load and pace, and a table of shares."""
    names = [name for name in NAMES if name != "C-LOOK"]
    loads = [
        (f"{one.rate_per_s * FACTOR:.3g}", f"{one.pace_ms:g}", *_line(found, one, names))
        for one in _by_load(found)
    ]
    shares = [
        (f"{100 * one.runs:g}", f"{one.rate_per_s * FACTOR:.3g}", *_line(found, one, names))
        for one in _by_share(found)
    ]
    title = "C-LOOK on Sci-TS's busy disk: response below that of each other scheduler (%)"
    yield Table(
        f"{title}, by load and pace",
        ("Requests/s", "Run: ms apart, at factor 1", "Busy (%)", "C-LOOK (ms)", *names),
        loads,
    )
    yield Table(
        f"{title}, by the disk's share of sequential reads",
        ("Sequential reads (%)", "Requests/s", "Busy (%)", "C-LOOK (ms)", *names),
        shares,
    )


def _line(found: Found, profile: Profile, names: list[str]) -> Iterator[str]:
    """How busy the disk is, C-LOOK's response, and how far this is below the others'."""
    at = {"trace": profile.name, "factor": FACTOR, "memory": runs.CACHE}
    yield found.mean(lambda row: 100 * float(row["busy"]), name="C-LOOK", **at).text()
    yield found.mean(runs.RESPONSE, name="C-LOOK", **at).text()
    for other in names:
        yield found.excess(runs.RESPONSE, name=("C-LOOK", other), **at).times(-1).text()


EXPERIMENT: Final = Experiment(
    title="Section 6 over load and pace, Sci-TS",
    section="6",
    says="At the knee on Sci-TS, C-LOOK is ahead of LOOK, VSCAN and SSTF by better than 40 %. "
    "SPTF saturates before C-LOOK, and SPCTF is ahead at all factors. The paper does not print "
    "how busy the disk is, nor how fast the reads of a run come.",
    set_up="The requests of Sci-TS's busy disk run at factor 2.5, at other rates and paces, and "
    "with other shares of sequential reads. Each case has six runs. Responses are of the busy "
    "disk. The tables show which load, pace and share the paper's order needs. C-LOOK's columns "
    "of tables 3a and 3b choose table 2's share for the busy disk, and runs of 32 reads. With "
    "1.5 times this share, runs of 24 reads fit nearly as well.",
)
