"""Draws the layout of a drive: zones, skews, spares and slips."""

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

Family = Literal["sectors", "angle"]
"""Drives with skews in whole sectors, and drives with skews that are equal in angle."""

Spares = Literal["tracks", "of a track", "of a cylinder", "of a zone", "of ranges"]

SLIPS: Final = {"few": (0, 12), "dozens": (20, 80), "hundreds": (150, 350)}
"""Least and largest numbers of slips of a drive."""

SERPENTINE: Final = 0.25
"""Share of drives whose blocks run back over the heads on every other cylinder."""

Zone = dict[str, Any]


@dataclass(frozen=True)
class Made:
    """A drawn layout.

    Attributes:
        family: kind of the skews.
        spares: place of the spare sectors.
        values: values of the keys `layout.*`.
    """

    family: Family
    spares: Spares
    values: dict[str, Any]

    @property
    def zones(self) -> list[Zone]:
        """The zones, each a table of its keys."""
        zones: list[Zone] = self.values["layout.zone"]
        return zones


def draw(rng: np.random.Generator, revolution_ms: float, family: Family) -> Made:
    """Draws a layout.

    Args:
        rng: source of the random numbers.
        revolution_ms: time of a revolution.
        family: kind of the skews.
    """
    old = family == "sectors"
    surfaces = int(rng.integers(4, 20) if old else rng.integers(2, 13))
    cylinders = int(rng.integers(1200, 3000) if old else rng.integers(4500, 9000))
    count = int(rng.integers(1, 13) if old else rng.integers(7, 17))
    outer = int(rng.integers(60, 120) if old else rng.integers(160, 320))
    inner = round(outer * float(rng.uniform(0.55, 0.7)))
    spt = np.unique(np.linspace(outer, inner, count).round().astype(int))[::-1]
    edges = _edges(rng, cylinders, len(spt))
    switch_ms = float(rng.uniform(0.7, 1.6))
    cylinder_ms = switch_ms + float(rng.uniform(0.6, 2.0))
    zones: list[Zone] = [
        {"cylinders": [int(first), int(last) - 1], "sectors_per_track": int(each)}
        for first, last, each in zip(edges[:-1], edges[1:], spt, strict=True)
    ]
    values: dict[str, Any] = {
        "layout.surfaces": surfaces,
        "layout.cylinders": cylinders,
        "layout.bytes_per_sector": 512,
    }
    if old:
        spares = _sector_skews(rng, zones, switch_ms / revolution_ms, cylinder_ms / revolution_ms)
        _slip(rng, zones, spares, surfaces)
    else:
        spares = "of ranges" if rng.random() < 0.2 else "of a zone"
        values["layout.head_skew"] = _angle_skews(
            rng, zones, spares, surfaces, switch_ms / revolution_ms
        )
        _slip(rng, zones, spares, surfaces)
    values["layout.zone"] = zones
    orders = np.random.default_rng([surfaces, cylinders])  # by itself: no other draw depends on it
    if orders.random() < SERPENTINE:
        values["layout.serpentine"] = str(orders.choice(["in each zone", "on odd cylinders"]))
    return Made(family, spares, values)


def _edges(rng: np.random.Generator, cylinders: int, count: int) -> list[int]:
    """Returns the first cylinder of each zone, and the number of all cylinders."""
    parts = rng.uniform(0.5, 1.5, count)
    inner = np.round(np.cumsum(parts)[:-1] / parts.sum() * cylinders).astype(int)
    return [0, *map(int, inner), cylinders]


def _sector_skews(
    rng: np.random.Generator, zones: list[Zone], switch: float, cylinder: float
) -> Spares:
    """Gives the zones whole sectors of skew, and beginnings. Returns the place of spares."""
    serpent = rng.random() < 0.5  # each zone begins where the zone before ends
    for zone in zones:
        spt = zone["sectors_per_track"]
        own = int(rng.integers(0, spt)) if serpent else 0
        zone["first_sector"] = f"{own} sectors"
        zone["track_skew"] = f"{int(np.ceil(switch * spt)) + 1} sectors"
        zone["cylinder_skew"] = f"{int(np.ceil(cylinder * spt)) + 1} sectors"
    places: tuple[Spares, ...] = ("tracks", "tracks", "of a track", "of a cylinder", "of a zone")
    return places[int(rng.integers(0, len(places)))]


def _angle_skews(
    rng: np.random.Generator, zones: list[Zone], spares: Spares, surfaces: int, switch: float
) -> list[str]:
    """Gives the zones beginnings. Returns the skew of each head in servo wedges."""
    wedges = int(rng.integers(36, 90))
    step = int(np.ceil(switch * wedges)) + 1
    lean = float(rng.choice([0.0, 0.45]))  # odd heads are displaced against even heads
    steps = [step + lean * (1 if head % 2 else -1) for head in range(surfaces - 1)]
    around = int(rng.integers(1, wedges))  # wedges from a cylinder to the next
    last = (around - sum(steps)) % wedges
    joint = ("alike", "continued", "own")[rng.integers(0, 3)]
    reach = int(rng.integers(4, 16))
    for number, zone in enumerate(zones):
        if joint == "alike" or (joint == "own" and number == 0):
            zone["phase"] = "0 rev"
        elif joint == "own":
            zone["phase"] = f"{int(rng.integers(0, wedges))}/{wedges} rev"
        if spares == "of ranges":
            back = int(rng.integers(8, 20))
            zone["cylinders_per_range"] = reach
            zone["spare_sectors_per_range"] = int(zone["sectors_per_track"] * 0.5)
            zone["range_skew"] = f"{_text((last - back) % wedges)}/{wedges} rev"
    return [f"{_text(one)}/{wedges} rev" for one in (*steps, last)]


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _slip(rng: np.random.Generator, zones: list[Zone], spares: Spares, surfaces: int) -> None:
    """Gives the zones spares, and slips in the places that the spares allow."""
    many = ("few", "dozens", "hundreds")[int(np.searchsorted([0.4, 0.7, 1.0], rng.random()))]
    total = int(rng.integers(*SLIPS[many]))
    tracks = np.array(
        [(zone["cylinders"][1] - zone["cylinders"][0] + 1) * surfaces for zone in zones]
    )
    counts = rng.multinomial(total, tracks / tracks.sum())
    for number, (zone, of_zone, slips) in enumerate(zip(zones, tracks, counts, strict=True)):
        spt = zone["sectors_per_track"]
        if number == 0:
            zone["reserved_tracks"] = int(rng.integers(0, 30))
        if spares == "tracks":
            spare = max(slips + 3, int(of_zone * 0.02))
            zone["spare_tracks"] = spare
            zone["slipped_tracks"] = _chosen(rng, 40, int(of_zone - spare), int(slips))
            continue
        if spares == "of a track":
            zone["spare_sectors_per_track"] = 1
            at = np.array(_chosen(rng, 40, int(of_zone - 40), int(slips)), np.int64)
            zone["slipped_sectors"] = [int(x) for x in at * spt + rng.integers(0, spt, len(at))]
            continue
        if spares == "of a cylinder":
            zone["spare_sectors_per_cylinder"] = int(rng.integers(4, surfaces + 5))
        elif spares == "of a zone":
            zone["spare_sectors"] = int(slips) + int(rng.integers(2, 12)) * spt
        elif spares == "of ranges":
            of_zone = of_zone - zone["cylinders_per_range"] * surfaces
        end = int((of_zone - 15 * surfaces) * spt)
        zone["slipped_sectors"] = _chosen(rng, 40 * spt, end, int(slips))


def _chosen(rng: np.random.Generator, low: int, high: int, count: int) -> list[int]:
    """Returns different numbers, in rising order."""
    if count == 0 or high - low < 2 * count:
        return []
    found = rng.choice(high - low, count, replace=False) + low
    return sorted(map(int, found))
