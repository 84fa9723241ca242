"""Figure 2: seek time over distance, of the HP 97560."""

import math
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from headstack import workload
from headstack.drive import Drive
from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Panel, Series, once
from headstack_papers.realtime.runs import DRIVE

DISTANCES: Final = (*(1, 2, 4, 8, 16, 32, 64, 128, 256, 383), *(384, 500, 1000, 1500, 1961))
_TRACK: Final = 72
_HEADS: Final = 19
_IDLE_MS: Final = 500


def published_ms(distance: int) -> float:
    """The paper's formula."""
    if distance == 0:
        return 0.0
    if distance <= 383:
        return 3.24 + 0.40 * math.sqrt(distance)
    return 8.20 + 0.0075 * distance


def seeks(distances: list[int]) -> list[dict[str, Any]]:
    """Times of seeks inwards from the outermost cylinder, each after a return to it."""
    lbn = np.array([place for d in distances for place in (0, d * _TRACK * _HEADS)])
    drive = Drive(DRIVE, "fcfs").run(
        workload.arrivals(_IDLE_MS * np.arange(len(lbn)), lbn, 1, write=True)
    )
    by_id = np.argsort(drive.columns["id"])
    found_ms = drive.columns["seek"][by_id][1::2] / 1e9
    return [
        {"distance": d, "seek_ms": float(ms)} for d, ms in zip(distances, found_ms, strict=True)
    ]


def claims(found: Found) -> Iterator[Claim]:
    """Claims that the drive's seeks follow the formula."""
    away = max(abs(row["seek_ms"] - published_ms(row["distance"])) for row in found.rows)
    yield Claim(
        "farthest that a seek is from the formula",
        "3.24+0.40√d if d<383; 8.20+0.0075d if d>383",
        Measured(away),
        Bounds(0, 0.01, "ms", "the paper prints the formula to a hundredth of a ms"),
    )


def shows(found: Found) -> Iterator[Panel]:
    """Seek time over distance."""
    every = [*range(1, 384, 6), *range(384, 1962, 20)]
    series = [
        Series("paper's formula", every, [published_ms(d) for d in every], published=True),
        Series(
            "here",
            [row["distance"] for row in found.rows],
            [row["seek_ms"] for row in found.rows],
            kind="points",
        ),
    ]
    x, y = "seek distance in cylinders", "seek time, ms"
    yield Panel("Seek time, HP 97560", x, y, series, x_range=(0, 1962))


EXPERIMENT: Final = Experiment(
    title="Figure 2: seek time over distance in cylinders",
    section="3.2.2",
    says="Seek times of short seeks follow the root of the distance. Beyond 383 cylinders they "
    "grow in proportion to the distance.",
    calls=once(seeks, distances=list(DISTANCES)),
    set_up="An idle drive reads single blocks at chosen distances, from the outermost cylinder "
    "inwards.",
)
