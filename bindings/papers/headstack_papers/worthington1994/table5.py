"""Table 5: hits by positioning time, with or without data that the drive is yet to read."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from headstack.drive import Drive
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Call, Experiment, Found, Scale, Table
from headstack_papers.quantities import Row
from headstack_papers.worthington1994 import printed_tables
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.table4 import HITS_OF
from headstack_papers.worthington1994.trace_requests import Generated
from headstack_papers.worthington1994.traces import BY_NAME, CELLO, PROFILES

NAMES: Final = {"C-LOOK": "clook", **runs.BY_POSITION}
BUS_PS_PER_BLOCK: Final = 512e12 / 3.01e6
"""Time of a block on the bus (table A.1)."""

AT_ONCE_PS: Final = 1.4e9
"""Longest time of a hit without its data phase, if the buffer has all of its data.

Table A.4 has 1.035 ms, and 0.162 ms for a reselection. A sector under the head takes 0.11 ms or
more.
"""


def counted(trace: str, scheduler: str, factor: float, requests: int, seed: int) -> Sequence[Row]:
    """Hits in per cent of all requests: all hits, and hits whose data were all in the buffer."""
    profile = BY_NAME[trace]
    load = Generated(profile=profile, factor=factor, requests=requests, seed=seed)
    rows = Drive(profile.drive, scheduler, placement="host").run(load).columns
    hit = rows["hit"].astype(bool)
    service = (rows["finish"] - rows["start"])[hit].astype(np.float64)
    at_once = service - BUS_PS_PER_BLOCK * rows["blocks"][hit] <= AT_ONCE_PS
    share = 100 / requests
    return [{"counted": share * int(hit.sum()), "there": share * int(at_once.sum()), "of": seed}]


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that count hits in both ways, at the paper's factors."""
    for profile in PROFILES:
        for name, scheduler in NAMES.items():
            given = {
                "trace": profile.name,
                "scheduler": scheduler,
                "factor": printed_tables.FACTORS[profile.name],
                "requests": runs.profile_requests(profile, scale),
            }
            labels = {"kind": "counted", "counts": profile.name, "by": name}
            for seed in scale.seeds(runs.SEEDS):
                yield Call(counted, {**given, "seed": seed}, labels)


def claims(found: Found) -> Iterator[Claim]:
    """Judges the order: C-LOOK, then the schedulers that know the cache, then the others."""
    for profile in PROFILES:
        at = runs.at_knee(found, profile.name)
        printed = dict(
            zip(
                printed_tables.POSITIONING,
                printed_tables.POSITIONING_HITS[profile.name],
                strict=True,
            )
        )
        tied = runs.BLIND if profile is CELLO else {}
        for name in runs.BY_POSITION:
            reason = (
                "the table has the same number, 11.5%, rounded to a tenth" if name in tied else ""
            )
            yield Claim(
                f"{profile.name}: C-LOOK's hits less those of {name}",
                "C-LOOK always exhibits a higher cache hit rate",
                found.difference(runs.hits, name=("C-LOOK", name), **at),
                at_least(-0.1 if name in tied else 0, "points", reason),
            )
        for name, blind in runs.BLIND.items():
            yield Claim(
                f"{profile.name}: hits of {name} less those of {blind}",
                f"table 5: {name} {printed[name]}%, more than {blind} with {printed[blind]}%",
                found.difference(runs.hits, name=(name, blind), **at),
                at_least(0, "points"),
                reason=f"of {name} and {blind}: only the order of the two counts, not their "
                "distance",
            )
        for name in runs.BY_POSITION:
            yield Claim(
                f"{profile.name}, data that were there: C-LOOK's hits less those of {name}",
                "C-LOOK always exhibits a higher cache hit rate",
                found.difference("there", counts=profile.name, by=("C-LOOK", name)),
                at_least(-0.1 if name in tied else 0, "points"),
                reason="another reading: a hit has all of its data in the buffer at its beginning",
            )


def shows(found: Found) -> Iterator[Table]:
    """The table, the paper's numbers beside ours, and both ways of counting."""
    names = ("C-LOOK", *printed_tables.POSITIONING)
    rows = []
    for trace, others in printed_tables.POSITIONING_HITS.items():
        at = runs.at_knee(found, trace)
        knee = [found.mean(runs.hits, name=name, **at).mean for name in names]
        used = printed_tables.FACTORS[trace]
        there = [found.mean("there", counts=trace, by=name).mean for name in names]
        shown = 1.0 if trace == CELLO.name else used
        printed = (printed_tables.HITS[trace][0], *others)
        rows += [
            [f"{trace}, paper", f"{shown:g}", *(f"{value:.1f}%" for value in printed)],
            [f"{trace}, here", f"{at['factor']:g}", *(f"{value:.2f}%" for value in knee)],
            [f"{trace}, data there", f"{used:g}", *(f"{value:.2f}%" for value in there)],
        ]
    yield Table("Hits", ("Trace", "Scale factor", *names), rows)


EXPERIMENT: Final = Experiment(
    title="Table 5: on-board disk cache hit rates by positioning time",
    section="6.3",
    says="C-LOOK has the most hits. SPCTF and ASPCTF, which know the cache, have nearly as many. "
    "SPTF and ASPTF have up to a third fewer.",
    points=lambda scale: runs.points(scale, PROFILES, NAMES),
    set_up=runs.SET_UP
    + HITS_OF
    + " A read hits here, as on the real drive, if its first block is in the buffer. A read also "
    "hits if the drive is already set to read this block ahead. The paper does not say how it "
    "counts. The last line of each trace therefore counts only hits that took no longer than "
    "their data need on the bus.",
)
