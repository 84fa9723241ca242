"""Runs the idea that Worthington 1994 leaves to future research (6.3) against what it should beat.

`aspctf_seq` keeps sequential reads in ascending order. Each row is a workload on the HP C2247,
scheduled in the host, with the mean response under C-LOOK, ASPCTF and it. `--write` puts the table
into docs/papers.md; without it the table is printed. `--scale 0.1` runs a tenth of the requests.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import headstack
import numpy as np
from headstack.experiments import page
from headstack.experiments.claims import Bounds, Claim, Measured, Verdict
from headstack.experiments.page import Column

DRIVE = "hp_c2247"
SCHEDULERS = ("clook", "aspctf(6)", "aspctf_seq(6)")
BLOCKS = 16  # a request: 8 KB
REQUESTS = 20_000
SEEDS = (1, 2, 3, 4, 5)
DOCS = Path(__file__).resolve().parents[2] / "docs" / "papers.md"


@dataclass(frozen=True)
class Kind:
    """Some of the requests are reads in sequential runs, the others random, two reads to a write.

    Attributes:
        share: share of the requests that belong to runs.
        length: mean length of a run; lengths are geometric.
        gap_ms: mean time between the arrivals of a run, exponential; 0: all at once.
        rates: arrival rates of all requests, per second.
    """

    share: float
    length: int
    gap_ms: float
    rates: tuple[int, ...]

    def __str__(self) -> str:
        if not self.share:
            return "random"
        apart = f"{self.gap_ms:g} ms apart" if self.gap_ms else "all at once"
        what = "" if self.share == 1 else f"{self.share:.0%} in "
        return f"{what}runs of {self.length}, {apart}"


KINDS = (
    Kind(1, 8, 0, (80, 120, 160)),
    Kind(1, 8, 5, (80, 120, 160)),
    Kind(1, 8, 20, (80, 120, 160)),
    Kind(1, 4, 5, (60, 90, 120)),
    Kind(0.5, 8, 5, (50, 75, 100)),
    Kind(0.3, 4, 5, (40, 60, 75)),
    Kind(0, 1, 0, (15, 30, 50, 60)),
)


@dataclass(frozen=True)
class Row:
    """Response in ms and share of hits by scheduler, a value for each seed."""

    kind: Kind
    rate: int
    response: tuple[tuple[float, ...], ...]
    hits: tuple[float, ...]

    @property
    def claim(self) -> Claim:
        """The claim: ahead of both on sequential workloads, at most 0.5 % behind on random ones."""
        each = zip(*self.response, strict=True)
        others = [[clook, aspctf] if self.kind.share else [aspctf] for clook, aspctf, _ in each]
        ratios = [ours / min(other) for ours, other in zip(self.response[2], others, strict=True)]
        return Claim(
            f"{self.kind}, {self.rate}",
            "ahead",
            Measured.of(ratios),
            Bounds(high=1 if self.kind.share else 1.005),
        )

    @property
    def verdict(self) -> Verdict:
        """The verdict on the claim."""
        return self.claim.verdict


def arrivals(kind: Kind, rate: float, requests: int, seed: int) -> headstack.workload.Workload:
    """The requests of a workload; runs begin at any time, anywhere."""
    rng = np.random.default_rng(seed)
    blocks = headstack.Drive(DRIVE).config.blocks
    last_ms = requests / rate * 1000
    in_runs = round(requests * kind.share)
    lengths = rng.geometric(1 / kind.length, max(1, in_runs // kind.length)) if in_runs else []
    when, where, writes = [], [], []
    for length in lengths:
        gaps = rng.exponential(kind.gap_ms, length) if kind.gap_ms else np.zeros(length)
        when.append(rng.uniform(0, last_ms) + np.cumsum(gaps))
        where.append(rng.integers(blocks - BLOCKS * length) + BLOCKS * np.arange(length))
        writes.append(np.zeros(length, dtype=bool))
    random = requests - in_runs
    when.append(rng.uniform(0, last_ms, random))
    where.append(rng.integers(blocks - BLOCKS, size=random))
    writes.append(rng.random(random) < 1 / 3)
    all_when = np.concatenate(when)
    order = np.argsort(all_when, kind="stable")
    return headstack.workload.arrivals(
        all_when[order], np.concatenate(where)[order], BLOCKS, write=np.concatenate(writes)[order]
    )


def rows(scale: float) -> Iterator[Row]:
    """Every workload under every scheduler."""
    requests = round(REQUESTS * scale)
    drives = [headstack.Drive(DRIVE, scheduler, placement="host") for scheduler in SCHEDULERS]
    for kind in KINDS:
        for rate in kind.rates:
            loads = [arrivals(kind, rate, requests, seed) for seed in SEEDS]
            found = [[drive.run(load).summary for load in loads] for drive in drives]
            yield Row(
                kind,
                rate,
                tuple(tuple(s["mean_response_ms"] for s in runs) for runs in found),
                tuple(float(np.mean([s["hit_rate"] for s in runs])) for runs in found),
            )


def table(found: Iterable[Row]) -> str:
    """A Markdown table with a row for each workload."""

    def response(place: int) -> Callable[[Row], str]:
        return lambda row: f"{np.mean(row.response[place]):,.1f}"

    columns = (
        Column("reads", lambda row: str(row.kind), text=True),
        Column("per s", lambda row: f"{row.rate}"),
        *(
            Column(f"{name} ms", response(place))
            for place, name in enumerate(("C-LOOK", "ASPCTF(6)", "`aspctf_seq(6)`"))
        ),
        Column("hits %", lambda row: ", ".join(f"{100 * hit:.0f}" for hit in row.hits)),
        Column("over the best", lambda row: row.claim.measured.text()),
        Column("ahead", lambda row: row.verdict.shown, text=True),
    )
    return page.table(columns, found)


if __name__ == "__main__":
    page.main(__doc__, DOCS, lambda scale: {"sequential": lambda: table(rows(scale))})
