"""Tells whether successive zones lie on one surface each, and how they are stacked.

Many disks fill a stretch of one surface, then a stretch of the next surface. Angles do not tell
these zones from zones on all surfaces, because each step to a next track looks alike. Seeks do: the
arm's way from one zone to another depends on the order. Under the right order, distances explain
most of the variance of times; the wait for the sector remains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack_identify.tracks.dense import Moves

MOST_SURFACES: Final = 20

_FEWEST_ZONES: Final = 3
_LIKELIER: Final = 25.0  # than a simpler order, in logarithms of likelihood
_BINS: Final = 60


@dataclass(frozen=True)
class Order:
    """How zones on one surface each are stacked.

    The first zone of each `surfaces` successive zones lies on surface 0, the next on surface 1, and
    so on. All of them share their cylinders.

    Attributes:
        surfaces: number of surfaces.
        serpentine: whether the blocks of each second of these zones run outwards.
    """

    surfaces: int
    serpentine: bool


@dataclass(frozen=True)
class Stretch:
    """Blocks of a zone, with equally many sectors on each track."""

    first: int
    end: int
    sectors: int


def find(stretches: Sequence[Stretch], moves: Moves) -> Order | None:
    """Returns the order of zones. `None`: the zones lie on all surfaces, as far as seeks tell.

    Args:
        stretches: the zones, in order of their blocks.
        moves: the reads in order of time.
    """
    if len(stretches) < _FEWEST_ZONES or not len(moves.took_ms):
        return None
    best, least = None, _left(_radius(stretches, moves.block, None), moves)
    for order in _orders(len(stretches)):
        left = _left(_radius(stretches, moves.block, order), moves)
        if len(moves.block) / 2 * np.log(least / left) > _LIKELIER:
            best, least = order, left
    return best


def _orders(zones: int) -> Iterator[Order]:
    for surfaces in range(2, min(MOST_SURFACES, zones) + 1):
        yield Order(surfaces, serpentine=False)
        yield Order(surfaces, serpentine=True)


def _radius(stretches: Sequence[Stretch], block: Ints, order: Order | None) -> Floats:
    """Returns the number of the track on its surface, of each block."""
    first = np.array([one.first for one in stretches])
    sectors = np.array([one.sectors for one in stretches])
    tracks = np.array([(one.end - one.first) / one.sectors for one in stretches])
    number = np.maximum(np.searchsorted(first, block, side="right") - 1, 0)
    inside = (block - first[number]) / sectors[number]
    surfaces = 1 if order is None else order.surfaces
    band = number // surfaces
    widths = np.maximum.reduceat(tracks, np.arange(0, len(tracks), surfaces))
    begins = np.cumsum(widths) - widths
    if order is not None and order.serpentine:
        inside = np.where(number % surfaces % 2 == 1, widths[band] - inside, inside)
    found: Floats = begins[band] + inside
    return found


def _left(radius: Floats, moves: Moves) -> float:
    """Returns the variance of the reads' times that their distances leave."""
    distance = np.abs(np.diff(radius))
    took = moves.took_ms[1:]
    rank = np.argsort(np.argsort(distance, kind="stable"), kind="stable")
    number = rank * _BINS // len(rank)
    count = np.bincount(number, minlength=_BINS)
    middle = np.bincount(number, took, _BINS) / np.maximum(count, 1)
    return float(np.mean((took - middle[number]) ** 2))


def placed(drive: DriveConfig, order: Order) -> DriveConfig:
    """Returns a drive with one surface as a drive whose zones lie on one surface each.

    Zones with equal cylinders have equally many tracks. The tracks that a zone lacks are spare.

    Raises:
        ConfigError: no drive file can hold the zones.
    """
    zones: list[dict[str, Any]] = drive.value("layout.zone")
    found: list[dict[str, Any]] = []
    begin = 0
    for low in range(0, len(zones), order.surfaces):
        band = zones[low : low + order.surfaces]
        counts = [one["cylinders"][1] - one["cylinders"][0] + 1 for one in band]
        width = max(counts)
        for surface, (zone, count) in enumerate(zip(band, counts, strict=True)):
            found.append(_on_surface(zone, surface, begin, width, width - count, order))
        begin += width
    return drive.with_values({
        "layout.zone": found,
        "layout.surfaces": order.surfaces,
        "layout.cylinders": begin,
        "layout.head_skew": None,
    })  # fmt: skip


def _on_surface(
    zone: dict[str, Any], surface: int, begin: int, width: int, lacking: int, order: Order
) -> dict[str, Any]:
    cylinders = [begin, begin + width - 1]
    if order.serpentine and surface % 2:
        cylinders.reverse()
    kept = {key: value for key, value in zone.items() if key != "track_skew"}
    kept |= {"cylinders": cylinders, "surface": surface}
    if lacking:
        kept["spare_tracks"] = int(zone.get("spare_tracks") or 0) + lacking
    return kept
