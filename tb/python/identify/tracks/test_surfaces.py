"""Zones on one surface each: their sectors, skews, and their order."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.fit import described
from headstack_identify.recording import addresses
from headstack_identify.tracks import describing, stretches, surface_order
from headstack_identify.tracks.dense import Group, Moves
from headstack_identify.tracks.rotation import Rotation
from headstack_identify.tracks.surface_order import Order, Stretch

TURN_MS = 8.0
TRACKS = 300
BANDS = 2
SECTORS = (800, 752, 840)
"""Sectors of the tracks of each surface in the first band."""


def of_surfaces() -> DriveConfig:
    """A drive with another layout on each surface. Its zones run inwards, outwards, inwards."""
    base = catalog.load("samsung_hd103sj")
    zones: list[dict[str, Any]] = []
    for band in range(BANDS):
        for surface, sectors in enumerate(SECTORS):
            cylinders = [band * TRACKS, (band + 1) * TRACKS - 1]
            zones.append({
                "cylinders": cylinders[::-1] if surface == 1 else cylinders,
                "surface": surface,
                "sectors_per_track": sectors - 150 * band,
                "cylinder_skew": f"{0.07 + 0.012 * surface} rev",
                "phase": f"{0.37 * len(zones) % 1:.6f} rev",
            })  # fmt: skip
    return base.with_values({
        **describing.seek_keys(base, BANDS * TRACKS),
        "layout.surfaces": len(SECTORS), "layout.cylinders": BANDS * TRACKS,
        "layout.zone": zones, "layout.blocks": None,
    })  # fmt: skip


def test_a_layout_on_each_surface_comes_back(
    rough_of: Callable[[DriveConfig], DriveConfig], record: Callable[..., ValidationTrace]
) -> None:
    truth = of_surfaces()
    begin = rough_of(truth)
    found = described.identify(record(truth, addresses.plan(begin, 4500)), begin, None)
    assert found.period is not None
    assert found.period.ms == pytest.approx(truth.revolution_ps / 1e9, rel=2e-6)
    drive = found.corrected
    assert drive is not None
    zones, true = drive.value("layout.zone"), truth.value("layout.zone")
    for key in ("surface", "sectors_per_track"):
        assert [zone[key] for zone in zones] == [zone[key] for zone in true]
    outwards = [zone["cylinders"][0] > zone["cylinders"][1] for zone in zones]
    assert outwards == [False, True, False] * BANDS
    blocks = np.linspace(0, truth.blocks - 1, 50_000).astype(np.int64)
    one, other = (drive.places(blocks)[3].astype(np.int64) for drive in (drive, truth))
    apart = (one - other) / 2.0**32
    middle = np.angle(np.exp(2j * np.pi * apart).mean()) / (2 * np.pi)
    assert np.mean(np.abs((apart - middle + 0.5) % 1 - 0.5) < 0.005) > 0.99
    assert any("3 surfaces" in note for note in found.notes)


def moves_of(stretches: list[Stretch], order: Order | None, seed: int = 4) -> Moves:
    """Random reads of a drive whose arm takes 1 ms and 3 ms for all tracks of a surface."""
    rng = np.random.default_rng(seed)
    block = rng.integers(0, stretches[-1].end, 6000)
    radius = np.array([place(stretches, order, one) for one in block.tolist()])
    seek = 1 + 3 * np.abs(np.diff(radius, prepend=radius[0])) / np.ptp(radius)
    return Moves(block, seek + rng.uniform(0, TURN_MS, len(block)))


def place(zones: list[Stretch], order: Order | None, block: int) -> int:
    """The cylinder of a block. All zones have 100 tracks."""
    number = next(i for i, zone in enumerate(zones) if block < zone.end)
    inside = (block - zones[number].first) // zones[number].sectors
    if order is None:
        return number * 100 + inside
    outwards = order.serpentine and number % order.surfaces % 2 == 1
    return number // order.surfaces * 100 + (99 - inside if outwards else inside)


@pytest.mark.parametrize(
    "order", [None, Order(2, True), Order(3, False), Order(4, True), Order(12, True)]
)
def test_seeks_show_the_order_of_the_surfaces(order: Order | None) -> None:
    sectors = [900, 850, 950, 870, 800, 760, 850, 780, 700, 660, 750, 670]
    ends = np.cumsum(sectors) * 100
    zones = [Stretch(int(end) - 100 * n, int(end), n) for end, n in zip(ends, sectors, strict=True)]
    assert surface_order.find(zones, moves_of(zones, order)) == order


def group(first: int, sectors: int, skews: list[float], seed: int) -> Group:
    """Reads of 10 tracks, seven on each; each track begins later by the next of some skews."""
    rng = np.random.default_rng(seed)
    offset = np.arange(70) * sectors // 7 + rng.integers(0, sectors // 14, 70)
    begins = np.cumsum(np.resize(skews, 11))
    angle = offset / sectors + begins[offset // sectors]
    noise = np.abs(rng.normal(0, 0.002, 70))
    return Group(first + offset, (rng.permutation(70) * 3.0 + angle % 1 + noise) * TURN_MS)


def test_groups_with_other_skews_are_of_other_zones() -> None:
    truth = [(1261, 0.106)] * 4 + [(1259, 0.07)] * 4 + [(1259, 0.082)] * 4
    groups = [group(60_000 * i, n, [skew], i) for i, (n, skew) in enumerate(truth)]
    slopes = Rotation(TURN_MS, np.array([float(n) for n, _ in truth]), np.ones(12))
    runs = stretches.by_skew(groups, slopes)
    assert [len(run) for run in runs] == [4, 4, 4]
    sectors = np.array([one.sectors for one in stretches.of_groups(runs)])
    assert np.abs(sectors - [1261, 1259, 1259]).max() <= 1


def test_skews_of_cylinders_show_zones_on_all_surfaces() -> None:
    groups = [group(60_000 * i, 1200, [0.1, 0.1, 0.1, 0.25], i) for i in range(12)]
    assert stretches.by_skew(groups, Rotation(TURN_MS, np.full(12, 1200.0), np.ones(12))) == []


def test_zones_with_fewer_tracks_get_spare_tracks() -> None:
    truth = of_surfaces()
    zone = {"track_skew": "0 rev", "cylinder_skew": "0.07 rev", "sectors_per_track": 800}
    flat = truth.with_values({
        "layout.surfaces": 1, "layout.cylinders": 590,
        "layout.zone": [zone | {"cylinders": [0, 299]},
                        zone | {"cylinders": [300, 589], "phase": "0.3 rev"}],
    })  # fmt: skip
    placed = surface_order.placed(flat, Order(2, True))
    assert placed.blocks == flat.blocks
    last = placed.places(np.array([flat.blocks - 1, 300 * 800]))
    assert last[0].tolist() == [10, 299]
    assert last[1].tolist() == [1, 1]
