"""Makes a description that is wrong as the descriptions of real drives are."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack_identify.trials.layouts import Made, Zone

SECTORS_ALIKE: Final = 3
"""Largest error of a skew that is equal in all zones, in sectors."""

FEWEST, MOST = -3, 8
"""Least and largest errors of a cylinder's skew that each zone has on its own, in sectors."""

SCATTER: Final = 0.03
"""Scale by which the points of the seek curve are too long or too short."""

BAD_POINTS: Final = 3
"""Largest number of points of the seek curve that are far off."""


@dataclass(frozen=True)
class Wrong:
    """A wrong description of a layout.

    Attributes:
        values: values of the keys `layout.*`.
        kinds: what is wrong, in a few words each.
    """

    values: dict[str, Any]
    kinds: tuple[str, ...]


def of_layout(rng: np.random.Generator, made: Made) -> Wrong:
    """Returns a description with wrong skews, wrong beginnings of zones and missing slips."""
    values = deepcopy(made.values)
    zones: list[Zone] = values["layout.zone"]
    if made.family == "sectors":
        kinds = [_sectors(rng, zones), _beginnings(rng, zones)]
    else:
        kinds = [_angles(rng, values, zones)]
    kinds.append(_slips(rng, zones))
    return Wrong(values, tuple(kind for kind in kinds if kind))


def _sectors(rng: np.random.Generator, zones: list[Zone]) -> str:
    """Makes skews wrong by whole sectors."""
    kind = rng.random()
    if kind < 0.2:
        return ""
    if kind < 0.5:
        track, cylinder = (int(rng.integers(-SECTORS_ALIKE, SECTORS_ALIKE + 1)) for _ in range(2))
        for zone in zones:
            _add(zone, "track_skew", track)
            _add(zone, "cylinder_skew", cylinder)
        return f"skews {track:+d} and {cylinder:+d} sectors"
    for zone in zones:
        _add(zone, "track_skew", int(rng.integers(-1, 2)))
        _add(zone, "cylinder_skew", int(rng.integers(FEWEST, MOST + 1)))
    return "skews of each zone"


def _add(zone: Zone, key: str, sectors: int) -> None:
    most = int(zone["sectors_per_track"]) - 1
    zone[key] = f"{min(max(int(zone[key].split()[0]) + sectors, 0), most)} sectors"


def _beginnings(rng: np.random.Generator, zones: list[Zone]) -> str:
    kind = rng.random()
    if kind < 0.4:
        return ""
    for zone in zones:
        own = 0 if kind < 0.7 else int(rng.integers(0, zone["sectors_per_track"]))
        zone["first_sector"] = f"{own} sectors"
    return "beginnings"


def _angles(rng: np.random.Generator, values: dict[str, Any], zones: list[Zone]) -> str:
    """Makes the skews of all heads alike, as files of parameters have them."""
    if rng.random() < 0.1:
        return ""
    heads = values["layout.head_skew"]
    track, cylinder = (float(rng.uniform(0.05, 0.4)) for _ in range(2))
    values["layout.head_skew"] = [f"{track:.3f} rev"] * (len(heads) - 1) + [f"{cylinder:.3f} rev"]
    for zone in zones:
        zone["phase"] = "0 rev"
        zone.pop("range_skew", None)
    return "head skews and beginnings"


def _slips(rng: np.random.Generator, zones: list[Zone]) -> str:
    """Leaves slips out: none, one in twenty, or all of them."""
    key = "slipped_tracks" if "slipped_tracks" in zones[0] else "slipped_sectors"
    total = sum(len(zone.get(key, [])) for zone in zones)
    share = (0.0, 0.05, 1.0)[int(np.searchsorted([0.35, 0.6, 1.0], rng.random()))]
    gone = 0
    for zone in zones:
        slips = zone.get(key, [])
        kept = [
            slip for slip, one in zip(slips, rng.random(len(slips)), strict=True) if one >= share
        ]
        gone += len(slips) - len(kept)
        zone[key] = kept
    return f"{gone} of {total} slips missing" if gone else ""


def of_seeks(rng: np.random.Generator, points: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Returns the points of a seek curve with scatter, and a few that make no sense."""
    found = []
    bad = set(rng.choice(len(points), int(rng.integers(0, BAD_POINTS + 1)), replace=False))
    for number, (distance, text) in enumerate(points):
        ms = float(str(text).split()[0]) * float(np.exp(rng.normal(0.0, SCATTER)))
        if number in bad and number > 5:
            ms *= float(rng.choice([0.87, 1.15]))
        found.append([distance, f"{ms:.4f} ms"])
    return found
