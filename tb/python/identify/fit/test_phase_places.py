"""Where blocks lie, against the firmware's own arithmetic."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import headstack
from headstack._core import DriveConfig
from headstack_identify.fit.phase import Phase, PhaseError, preconditions
from headstack_identify.fit.phase.layout import angles, describing, overrides, slips
from headstack_identify.fit.phase.layout.places import Layout, Places
from headstack_identify.fit.phase.layout.plain import plain
from headstack_identify.fit.phase.layout.skews import of_layout


def zones(drive: DriveConfig) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = drive.value("layout.zone")
    return tables


def located(drive: DriveConfig, blocks: np.ndarray) -> np.ndarray:
    """Cylinder, head and angle of blocks, as the firmware has them."""
    return drive.places(blocks)[[0, 1, 3]].T


def check(drive: DriveConfig, heads: bool = True) -> None:
    """Compares angles, and heads if the blocks of each cylinder begin with head 0."""
    layout = Layout(drive)
    rng = np.random.default_rng(3)
    borders = layout.first_blocks[(layout.first_blocks > 0) & (layout.first_blocks < drive.blocks)]
    blocks = np.concatenate([rng.integers(0, drive.blocks, 2000), borders, borders - 1])
    at, there = layout.places(blocks), located(drive, blocks)
    assert not heads or (at.head == there[:, 1]).all()
    apart = (at.angle - there[:, 2] / 2**32 + 0.5) % 1 - 0.5
    assert np.abs(apart).max() < 1e-8
    from_skews = (of_layout(layout).angle(at) - at.angle + 0.5) % 1 - 0.5
    assert np.abs(from_skews).max() < 1e-8
    check_shifts(layout, at)


def check_shifts(layout: Layout, at: Places) -> None:
    """Compares angles after shifts with the angles of the sectors there."""
    skews = of_layout(layout)
    for zone in layout.zones:
        some = Places(**{name: part[at.zone == zone.number] for name, part in vars(at).items()})
        for shift in (0, 1, zone.spt, -zone.spt):
            in_zone = np.maximum(some.in_zone + shift, 0)
            track, sector = np.divmod(in_zone, zone.spt)
            cylinder, head = np.divmod(track, zone.heads)
            steps = np.r_[0.0, np.cumsum(zone.steps)]
            right = zone.begin + cylinder * steps[-1] + steps[head] + sector / zone.spt
            off = slips.angle_after(some, shift, zone, skews) - right
            assert np.abs((off + 0.5) % 1 - 0.5).max(initial=0.0) < 1e-8


def test_many_cylinders_stay_in_one_zone(hp: DriveConfig) -> None:
    """Sums of 40,000 skews differ in the last digits, and are no other skews."""
    zone = {"cylinders": [0, 39_999], "sectors_per_track": 9, "spare_sectors": 5,
            "track_skew": "0.1 rev", "cylinder_skew": "0.3 rev"}  # fmt: skip
    drive = hp.with_values({"layout.zone": [zone], "layout.cylinders": 40_000})
    assert len(zones(plain(drive))) == 1


@pytest.mark.parametrize("which", ["in each zone", "on odd cylinders"])
def test_serpentine(hp: DriveConfig, which: str) -> None:
    check(hp.with_values({"layout.serpentine": which}), heads=False)


def test_zones_on_one_surface(hp: DriveConfig) -> None:
    """Zones side by side, inwards and outwards, with slips and sectors of their own."""
    zone = {"cylinder_skew": "17 sectors", "phase": "0.3 rev", "slipped_sectors": [4, 900, 901]}
    beside = [
        zone | {"cylinders": [0, 99], "surface": 2, "sectors_per_track": 61},
        zone | {"cylinders": [99, 0], "surface": 0, "sectors_per_track": 40, "phase": "1/7 rev"},
        zone | {"cylinders": [100, 149], "surface": 1, "sectors_per_track": 55},
    ]
    check(hp.with_values({"layout.zone": beside, "layout.cylinders": 150}), heads=False)


def test_a_fit_needs_zones_on_all_surfaces(hp: DriveConfig) -> None:
    zone = {"cylinders": [0, 99], "surface": 2, "sectors_per_track": 61, "cylinder_skew": "0 rev"}
    drive = hp.with_values({"layout.zone": [zone], "layout.cylinders": 100})
    with pytest.raises(PhaseError, match=r"zones on one surface \(layout\.zone\.surface\)"):
        preconditions.check_surfaces(drive, Phase(requests=0))


# The Exos has too many spare sectors for a list of them.
LISTED = [drive for drive in headstack.drives() if drive.name != "seagate_exos_x16"]


@pytest.mark.parametrize("drive", LISTED, ids=lambda drive: drive.name)
def test_places_are_those_of_the_firmware(drive: DriveConfig) -> None:
    check(drive)


@pytest.mark.parametrize(
    "values",
    [
        {"spare_sectors_per_track": 2, "slipped_sectors": [2000, 2001, 2010, 2050, 50000]},
        {"spare_sectors_per_cylinder": 40, "slipped_sectors": [3000, 3001, 9000]},
        {"slipped_sectors": [2000, 2001, 9000], "spare_tracks": 330},
    ],
)
def test_places_with_spares(hp: DriveConfig, values: dict[str, object]) -> None:
    check(hp.with_values({f"layout.zone.0.{key}": value for key, value in values.items()}))


def test_places_of_imported_drives(imported: Callable[[str], DriveConfig]) -> None:
    for name in ("barracuda", "st41601n", "dec_rz26"):
        check(imported(name))


def test_spares_of_each_cylinder_stay_what_they_are(
    imported: Callable[[str], DriveConfig],
) -> None:
    """Slips turn the cylinders of this drive: it is cut into zones, of whole cylinders."""
    drive = imported("st41601n")
    cut = plain(drive)
    before, after = zones(drive), zones(cut)
    assert len(after) > len(before)
    assert {zone["spare_sectors_per_cylinder"] for zone in after} == {6}
    slips = [sum(len(zone.get("slipped_sectors", [])) for zone in of) for of in (before, after)]
    assert slips[1] == slips[0] > 0
    blocks = np.random.default_rng(3).integers(0, drive.blocks, 2000)
    assert cut.blocks == drive.blocks
    assert (located(cut, blocks)[:, :2] == located(drive, blocks)[:, :2]).all()


def test_spare_sectors_behind_ranges_are_seen(imported: Callable[[str], DriveConfig]) -> None:
    assert Layout(imported("barracuda")).reach() == 6
    assert Layout(imported("cheetah9LP")).reach() == 1


def test_angles_are_read_and_written() -> None:
    assert angles.turn("13/78 rev", 100) == pytest.approx(1 / 6)
    assert angles.turn("2.5 sectors", 100) == 0.025
    assert angles.in_revolutions(-0.25) == "0.75 rev"
    assert angles.in_revolutions(1 - 1e-12) == "0 rev"
    assert angles.in_sectors(101.5, 100) == "1.5 sectors"
    assert angles.in_revolutions(0.166666667) == "0.166666667 rev"
    assert angles.in_revolutions(0.166666667, within=1e-5) == "0.16667 rev"
    assert angles.in_revolutions(0.999996, within=1e-5) == "0 rev"
    assert angles.in_sectors(36.00004, 100, within=1e-3) == "36 sectors"
    assert angles.in_sectors(40.00004, 100, within=1e-3) == "40 sectors"


def test_a_key_can_be_left_out(hp: DriveConfig) -> None:
    zones = range(8)
    values: dict[str, object] = {"layout.head_skew": ["0.1 rev"] * 13}
    values |= {f"layout.zone.{i}.{key}_skew": None for i in zones for key in ("track", "cylinder")}
    other = overrides.applied(hp, values)  # type: ignore[arg-type]
    assert other.value("layout.head_skew") == ["1/10 rev"] * 13
    assert other.value("layout.zone.0.track_skew") is None
    assert other.name == hp.name
    assert overrides.applied(hp, {}).to_toml() == hp.to_toml()
    assert describing.__doc__


RANGES = {"cylinders_per_range": 5, "spare_sectors_per_range": 30, "range_skew": "0.4 rev"}


@pytest.mark.parametrize(
    "values",
    [
        {"spare_sectors": 3000, "slipped_sectors": [2000, 2001, 9000]},
        {"spare_sectors": 3000, "spare_tracks": 26, "slipped_tracks": [402]},
        RANGES | {"slipped_sectors": [3000, 3001, 9000]},
        RANGES | {"reserved_tracks": 20},
        {"tracks_shifted_by_slips": "later cylinders", "spare_sectors_per_cylinder": 6,
         "slipped_sectors": [3000, 3001, 90000]},
    ],
)  # fmt: skip
def test_places_with_ranges_and_turns(hp: DriveConfig, values: dict[str, object]) -> None:
    check(hp.with_values({f"layout.zone.0.{key}": value for key, value in values.items()}))
