"""Figure A.1: the HP C2247's seek curve."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from headstack import catalog, workload
from headstack.drive import Drive
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim, at_most
from headstack_papers.experiment import Experiment, Found, Panel, Series, once
from headstack_papers.worthington1994 import bare_queue
from headstack_papers.worthington1994.random_load import DRIVE

FROM: Final = 10  # cylinder at which each seek begins
HEAD_SWITCH_MS: Final = 0.89
DISTANCES: Final = (
    *range(11),
    *(11, 15, 20, 30, 50, 75, 100, 150, 200, 250, 300, 301, 350, 400, 500, 600, 700, 800, 900),
    *(1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000, 2030),
)
_STEP: Final = 97  # blocks: no cylinder is so short, and each track of the first zone has one
_PAUSE_MS: Final = 100


def printed(distance: int) -> float:
    """The seek time of table A.3, in ms."""
    return bare_queue.seek_ms(distance) if distance else HEAD_SWITCH_MS


def seeks(distances: Sequence[int]) -> list[dict[str, Any]]:
    """Seek times of single reads at distances in cylinders, from the rows of a run."""
    drive = catalog.load(DRIVE).with_value("cache.prefetch_maximum", "0 KiB")
    blocks = np.arange(0, drive.blocks, _STEP)
    cylinder, head, *_ = drive.places(blocks)
    starts = blocks[(cylinder == FROM) & (head == head[cylinder == FROM][0])][:1]
    order: list[int] = []
    for number, distance in enumerate(distances):
        there = blocks[cylinder == FROM + distance]
        order += [int(starts[0]) + number, int(there[-1] if distance == 0 else there[0])]
    load = workload.arrivals(_PAUSE_MS * np.arange(len(order)), order, 1)
    rows = Drive(drive).run(load).columns
    moved = rows["seek"][np.argsort(rows["id"])][1::2]
    return [
        {"distance": distance, "seek_ms": int(ps) / 1e9}
        for distance, ps in zip(distances, moved, strict=True)
    ]


def claims(found: Found) -> Iterator[Claim]:
    """Judges the table's curve, its sawtooth and its three regions."""
    off = [abs(row["seek_ms"] - printed(row["distance"])) for row in found.rows]
    yield Claim(
        "seeks of reads: greatest distance from the curve of table A.3",
        "the resulting seek curve is given in figure A.1",
        Measured(max(off)),
        at_most(0.005, "ms", "half of the last digit of the table"),
    )
    yield Claim(
        "seek over 7 cylinders less that over 6",
        "an initial sawtoothed region for very short seeks",
        Measured(_at(found, 7) - _at(found, 6)),
        at_most(-0.01, "ms", "the tooth that the table has"),
        section="2.4",
    )
    yield Claim(
        "seek over 300 cylinders less that over 301",
        "a two-piece curve",
        Measured(_at(found, 300) - _at(found, 301)),
        Bounds(-0.05, 0.05, "ms", "its pieces meet: within a twentieth of a millisecond"),
    )
    yield Claim(
        "growth from 1000 to 2000 cylinders over that from 400 to 900, by distance",
        "a large linear region for long seeks",
        Measured(_slope(found, 1000, 2000) / _slope(found, 400, 900)),
        Bounds(0.99, 1.01),
        section="2.4",
    )


def _at(found: Found, distance: int) -> float:
    return found.mean("seek_ms", distance=distance).mean


def _slope(found: Found, near: int, far: int) -> float:
    return (_at(found, far) - _at(found, near)) / (far - near)


def shows(found: Found) -> Iterator[Panel]:
    """The curve, with the table's numbers on it."""
    series = [
        Series("seeks of a run", DISTANCES, [_at(found, distance) for distance in DISTANCES]),
        Series("table A.3", DISTANCES, list(map(printed, DISTANCES)), (), "points", True),
    ]
    x, y = "seek distance, cylinders", "seek time, ms"
    yield Panel("HP C2247 seek curve", x, y, series, y_range=(0, 21))


EXPERIMENT: Final = Experiment(
    title="Figure A.1: seek curve",
    section="A",
    says="Ten short seeks follow a table, with a tooth at six cylinders. Longer seeks follow a "
    "root of the distance. From 300 cylinders on the curve is a straight line.",
    calls=once(seeks, distances=list(DISTANCES)),
    set_up="Single blocks are read one after the other, from cylinder 10 and back. The arm's time "
    "is that of the run's rows. Read-ahead is off, because it moves the arm.",
)
