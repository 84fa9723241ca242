"""Section 2.2 and footnote 1: Mqos in requests, and the requests that pass with Mdmo = 100."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from headstack import catalog, workload
from headstack.arrays import Floats
from headstack.drive import Drive
from headstack_papers.claims import Bounds, Claim, at_least, exactly, printed
from headstack_papers.experiment import Call, Experiment, Found, Scale, Table
from headstack_papers.share import runs
from headstack_papers.share.runs import AT_DRIVE, DRIVE, WEIGHTS

BLOCKS: Final = 8
START_MS: Final = 2.0
"""Mean number of blocks of a request, and the estimate of the shortest seek."""

_MARGINS: Final = (0.0, 0.5)


def leads(lead: float, load: int, requests: int, seed: int) -> list[dict[str, Any]]:
    """The greatest lead of each class by its squeezed requests, in requests of 8 blocks."""
    classes = [workload.Class(load), workload.Class(load)]
    drive = Drive(
        DRIVE,
        f"yfq_dor({runs.BEST}, {lead:g}, counts={runs.PAPERS})",
        placement="host",
        host_outstanding=AT_DRIVE,
        weights=WEIGHTS,
    )
    columns = drive.run(workload.classes(classes, requests=requests, seed=seed)).columns
    order = np.argsort(columns["finish"])
    rows = order[columns["inserted"][order] & (columns["finish"][order] <= _last(columns))]
    ahead = virtual_lead(columns["class"][rows], columns["blocks"][rows])
    return [
        {
            "squeezed": int(columns["inserted"].sum()),
            "lead1": max(float(ahead.max(initial=0.0)), 0.0) * WEIGHTS[0] / BLOCKS,
            "lead2": max(float(-ahead.min(initial=0.0)), 0.0) * WEIGHTS[1] / BLOCKS,
        }
    ]


def _last(columns: Any) -> int:
    """The arrival of the last request. Afterwards the queues of the classes become empty."""
    return int(columns["arrival"].max())


def virtual_lead(classes: Any, blocks: Any) -> Floats:
    """Virtual time of class 0 less that of class 1 after each request."""
    own = [np.where(classes == i, blocks / WEIGHTS[i], 0.0) for i in (0, 1)]
    lead: Floats = np.cumsum(own[0] - own[1])
    return lead


def passes(overhead: float, samples: int, seed: int) -> list[dict[str, Any]]:
    """The share of random requests with property 1, in gaps of random sequences of four."""
    full_ms = full_seek_ms()
    rng = np.random.default_rng(seed)
    places = np.sort(rng.random((samples, runs.BASE)), axis=1)
    gap = rng.integers(0, runs.BASE - 1, samples)
    row = np.arange(samples)
    before, behind, new = places[row, gap], places[row, gap + 1], rng.random(samples)

    def seek(one: Any, other: Any) -> Any:
        return START_MS + (full_ms - START_MS) * np.abs(one - other)

    by = seek(before, new) + seek(new, behind)
    allowed = seek(before, behind) + overhead / 100 * full_ms
    return [{"passed": 100 * float(np.mean(by <= allowed))}]


def full_seek_ms() -> float:
    """The drive's longest seek."""
    from headstack.measure.seek_times import seek_ms

    return float(seek_ms(catalog.load(DRIVE)).max())


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls of runs with full queues, and calls with random gaps."""
    for seed in scale.seeds(8):
        for lead in _MARGINS:
            yield Call(
                leads,
                {"lead": lead, "load": 61, "requests": scale.requests(20_000), "seed": seed},
                {"mqos": lead, "seed": seed},
            )
        yield Call(
            passes,
            {"overhead": 100.0, "samples": scale.requests(100_000), "seed": seed},
            {"mdmo": 100, "seed": seed},
        )


def claims(found: Found) -> Iterator[Claim]:
    """Judges the meaning of the margins."""
    yield Claim(
        "Mqos = 0: requests that pass the DOR module",
        "no I/O requests can pass the DOR module with Mqos = 0",
        found.mean("squeezed", mqos=0.0),
        exactly(0),
    )
    unit = "requests of 8 blocks"
    for number, word, bounds in (
        (1, "either five(5) I/O requests from RQ1", printed("5", unit)),
        (2, "or about a single I/O requests from RQ2", Bounds(0.5, 1.5, unit, '"about": a half')),
    ):
        yield Claim(
            f"Mqos = 0.5: farthest that RQ{number} gets ahead by DOR IO",
            word,
            found.mean(f"lead{number}", mqos=0.5),
            bounds,
            section="3.2, footnote 1",
        )
    yield Claim(
        "Mdmo = 100: share of random requests with property 1",
        "most I/O requests within RQ bypass the DOR module with Mdmo = 100",
        found.mean("passed", mdmo=100),
        at_least(50, "%"),
        reason='"most": more than half; property 1 alone, for requests and gaps at random',
        section="3.2",
    )


def shows(found: Found) -> Iterator[Table]:
    """The meaning of Mqos = 0.5 in requests."""
    yield Table(
        "What Mqos = 0.5 stands for",
        ("queue", "weight", "requests, paper", "farthest ahead here"),
        [
            (f"RQ{i}", str(WEIGHTS[i - 1]), paper, found.mean(f"lead{i}", mqos=0.5).text())
            for i, paper in ((1, "five"), (2, "about a single"))
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Section 2.2 and footnote 1: the meaning of the margins",
    section="2.2",
    says="No request passes the DOR module with Mqos = 0. Mqos = 0.5 lets RQ1 get ahead by five "
    "requests, or RQ2 by about one. With Mdmo = 100 most requests pass.",
    set_up="Virtual time grows by blocks of 512 bytes over weights in percent, which makes "
    "footnote 1 exact. Each workload has |IO| = 61, so no queue is ever empty.",
)
