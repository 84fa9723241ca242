"""Section 6.3's idea, on generated requests: ASPCTF with sequential reads in ascending order.

The traces of the paper are not public. So the length of runs, and the time between the reads of a
run, are varied here. If all requests are random, the order must not cost anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from headstack import catalog, workload
from headstack.arrays import Floats
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_most
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.quantities import measured, ratio

DRIVE: Final = "hp_c2247"
BLOCKS: Final = 16
"""Blocks of a request: 8 KB."""

CLOOK, ASPCTF, ORDERED = "C-LOOK", "ASPCTF(6)", "in order"
NAMES: Final = {CLOOK: "clook", ASPCTF: "aspctf(6)", ORDERED: "aspctf_seq(6)"}
SEEDS: Final = 5
PAST_SEEDS: Final = 20
REQUESTS: Final = 20_000
_PAST: Final = (
    "After saturation, requests wait for seconds, and W = 6 makes both kinds of ASPCTF act like "
    "FCFS. With W = 0, ASPCTF in order is ahead there too."
)
UNAGED: Final = "in order, W = 0"
PAST: Final = 200
"""Requests a second at which all schedulers saturate."""


@dataclass(frozen=True)
class Kind:
    """A kind of load, with sequential runs of reads among random requests.

    Two thirds of the random requests are reads.

    Attributes:
        share: share of the requests that belong to runs.
        length: mean length of a run. Lengths are geometric.
        gap_ms: mean time between the arrivals of a run. Times are exponential. 0: all at once.
        loads: requests a second.
    """

    share: float
    length: int
    gap_ms: float
    loads: tuple[int, ...]

    def __str__(self) -> str:
        if not self.share:
            return "random"
        apart = f"{self.gap_ms:g} ms apart" if self.gap_ms else "all at once"
        what = "" if self.share == 1 else f"{self.share:.0%} in "
        return f"{what}runs of {self.length}, {apart}"


KINDS: Final = (
    Kind(1, 8, 0, (80, 120, 160, 200)),
    Kind(1, 8, 5, (80, 120, 160, 200)),
    Kind(1, 8, 20, (80, 120, 160, 200)),
    Kind(1, 4, 5, (60, 90, 120)),
    Kind(0.5, 8, 5, (50, 75, 100)),
    Kind(0.3, 4, 5, (40, 60, 75)),
    Kind(0, 1, 0, (15, 30, 50, 60)),
)


@cache
def asked(kind: Kind, load: float, requests: int, seed: int) -> workload.Workload:
    """Makes the requests. Runs begin at random times and places."""
    random = np.random.default_rng(seed)
    end = catalog.load(DRIVE).blocks
    last_ms = requests / load * 1000
    in_runs = round(requests * kind.share)
    lengths = random.geometric(1 / kind.length, max(1, in_runs // kind.length)) if in_runs else ()
    when, where, writes = [], [], []
    for length in lengths:
        gaps = random.exponential(kind.gap_ms, length) if kind.gap_ms else np.zeros(length)
        when.append(random.uniform(0, last_ms) + np.cumsum(gaps))
        where.append(random.integers(end - BLOCKS * length) + BLOCKS * np.arange(length))
        writes.append(np.zeros(length, dtype=bool))
    alone = requests - in_runs
    when.append(random.uniform(0, last_ms, alone))
    where.append(random.integers(end - BLOCKS, size=alone))
    writes.append(random.random(alone) < 1 / 3)
    all_when = np.concatenate(when)
    order = np.argsort(all_when, kind="stable")
    return workload.arrivals(
        all_when[order], np.concatenate(where)[order], BLOCKS, write=np.concatenate(writes)[order]
    )


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of C-LOOK, ASPCTF and ASPCTF in order, under each kind of load."""
    for kind in KINDS:
        for load in scale.pick(full=kind.loads, quick=kind.loads, sample=kind.loads[-1:]):
            names = NAMES | ({UNAGED: "aspctf_seq(0)"} if load == PAST else {})
            for seed in scale.seeds(PAST_SEEDS if load == PAST else SEEDS):
                requests = asked(kind, load, scale.requests(REQUESTS, least=1000), seed)
                for name, scheduler in names.items():
                    yield Point(
                        drive=DRIVE,
                        scheduler=scheduler,
                        placement="host",
                        workload=requests,
                        labels={"kind": str(kind), "load": load, "name": name, "run": seed},
                    )


def _loads(found: Found) -> Iterator[tuple[Kind, int]]:
    """Yields the kinds and loads that have run."""
    for kind in KINDS:
        for load in sorted({int(row["load"]) for row in found.where(kind=str(kind))}):
            yield kind, load


def _of(found: Found, metric: str, name: str, **at: Any) -> Floats:
    """The metric's values, one for each seed."""
    rows = sorted(found.where(name=name, **at), key=lambda row: int(row["run"]))
    return Found(rows, found.scale).values(metric)


def _over_the_best(found: Found, kind: Kind, load: int, ours: str = ORDERED) -> Measured:
    """The mean response in order divided by the lower mean response of the others."""
    own, clook, aspctf = (
        _of(found, "mean_response_ms", name, kind=str(kind), load=load)
        for name in (ours, CLOOK, ASPCTF)
    )
    return ratio(own, np.minimum(clook, aspctf))


def claims(found: Found) -> Iterator[Claim]:
    """Claims that the order is ahead of both others wherever reads come in runs."""
    for kind, load in _loads(found):
        if not kind.share:
            continue
        claim = Claim(
            f"{kind}, {load}/s: response in order over that of the better of C-LOOK and ASPCTF",
            "will increase performance beyond C-LOOK in all cases",
            _over_the_best(found, kind, load),
            at_most(1.0),
            reason="the paper asks for C-LOOK; to be worth having, the order must be ahead of "
            "ASPCTF too",
        )
        if load == PAST:
            unaged = _over_the_best(found, kind, load, UNAGED)
            what = f"{kind}, {load}/s: the same with W = 0"
            claim = claim.because(_PAST, Claim(what, "ahead without aging", unaged, at_most(1.0)))
        yield claim


def shows(found: Found) -> Iterator[Table]:
    """Mean responses and hits."""
    rows = []
    for kind, load in _loads(found):
        at = {"kind": str(kind), "load": load}
        means, hits = (
            [measured(_of(found, metric, name, **at)).mean for name in NAMES]
            for metric in ("mean_response_ms", "hit_rate")
        )
        row = [str(kind), f"{load}", *(f"{mean:,.1f}" for mean in means)]
        shares = ", ".join(f"{100 * hit:.0f}" for hit in hits)
        rows.append([*row, shares, _over_the_best(found, kind, load).text()])
    yield Table(
        "Average response times (ms), hits (%), and the ratio to the best of the others",
        ("Reads", "A second", *NAMES, "Hits", "Over the best"),
        rows,
    )


EXPERIMENT: Final = Experiment(
    title="Section 6.3's idea: sequential reads in ascending order",
    section="6.3",
    says="The paper leaves to future research a scheduler that knows the cache, the positioning "
    "times and the ages, and serves sequential reads in ascending order. The authors believe "
    "that this scheduler beats C-LOOK in all cases.",
    set_up="`aspctf_seq(6)` serves generated requests of 8 KB in five runs of 20,000 requests. "
    "All or some of them are reads in runs, with a mean length and a mean time apart. The others "
    "are random, two reads to a write. If all requests are random, nothing is in order, and "
    "nothing may be lost.",
)
