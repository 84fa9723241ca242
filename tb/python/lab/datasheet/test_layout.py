"""Zones of a drive with a capacity and rates, against tables that are worked by hand."""

import pytest
from lab.datasheet.sheets import MEASURED, SMALL, sheet

from headstack import catalog
from headstack.datasheet import make
from headstack.datasheet.capacity import capacity_of
from headstack.datasheet.layout import Zone, layout_of, sectors_of, skews_of, zones_of
from headstack.datasheet.rules import (
    CACHES,
    CYLINDERS,
    LARGE_TRACK,
    SMALL_TRACK,
    Rules,
    between,
    interface_of,
)
from headstack.errors import ConfigError


def test_a_tiny_drive_by_hand() -> None:
    """Three zones of 40, 30 and 20 sectors on two surfaces.

    A cylinder of each zone has 80, 60 and 40 blocks. With 24 cylinders, zones of 8 hold 640, 480
    and 320: 1,440 blocks. 25 cylinders (8, 8 and 9) hold 1,480.
    """
    assert zones_of(1440, 2, (40, 20), 3) == (Zone(0, 7, 40), Zone(8, 15, 30), Zone(16, 23, 20))
    assert zones_of(1441, 2, (40, 20), 3) == (Zone(0, 7, 40), Zone(8, 15, 30), Zone(16, 24, 20))
    # 1,400 blocks leave 280 for the last zone, which 7 cylinders hold.
    assert zones_of(1400, 2, (40, 20), 3) == (Zone(0, 7, 40), Zone(8, 15, 30), Zone(16, 22, 20))


def test_zones_need_cylinders_and_steps() -> None:
    assert len(zones_of(800, 2, (40, 20), 16)) == 1  # 10 cylinders
    assert [zone.sectors for zone in zones_of(10_000, 2, (21, 20), 16)] == [21, 20]
    assert [zone.sectors for zone in zones_of(10_000, 2, (20, 20), 16)] == [20]


def test_the_skew_holds_a_switch_and_a_settling() -> None:
    """0.7 ms and 0.3 ms are 0.1 of 10 ms. A track of 44 sectors then passes in 11 ms."""
    small = sheet(SMALL)
    skews = skews_of(small, Rules())
    assert (skews.track, skews.cylinder) == (100, 100)
    assert skews.mean(4) == pytest.approx(0.1)
    assert sectors_of(small, 512 * 44 / 0.011, 0.1, 512) == pytest.approx(44)


def test_a_skew_is_rounded_up() -> None:
    """0.5 ms and 0.3 ms are 0.096 of 8.3333 ms, and 0.5001 ms are more."""
    assert skews_of(sheet(), Rules()).track == 96
    assert skews_of(sheet(seek_track="0.5001ms"), Rules()).track == 97


def test_the_example() -> None:
    """261 MB/s * 8.3333 ms * 1.096 / 4096 bytes are 582 sectors, and 0.48 of them are 279."""
    example = sheet()
    layout = layout_of(example, capacity_of(example), Rules())
    assert layout.surfaces[0] == 18  # as the Exos X16
    assert layout.sectors == (582, 279)
    assert layout.cylinders == 504_126
    assert len(layout.zones) == 16


@pytest.mark.parametrize("name", MEASURED)
def test_surfaces_of_measured_drives(name: str) -> None:
    """The rule is coarse: --surfaces is better."""
    drive = catalog.load(name)
    surfaces = int(drive.value("layout.surfaces"))
    tracks = surfaces * int(drive.value("layout.cylinders"))
    found, _ = Rules().surfaces(tracks, drive.track_blocks * drive.bytes_per_block)
    assert 0.66 < found / surfaces < (1.34 if name != "dec_rz26" else 2.6)


def test_the_rules_go_through_two_drives() -> None:
    for name, length, place in (("hp_c2247", SMALL_TRACK, 0), ("seagate_exos_x16", LARGE_TRACK, 1)):
        drive = catalog.load(name)
        assert drive.track_blocks * drive.bytes_per_block == length
        assert drive.value("layout.cylinders") == CYLINDERS[place]
        blocks = int(str(drive.value("cache.size")).split()[0])
        assert blocks * drive.bytes_per_block == CACHES[place]
        assert between(length, CYLINDERS) == pytest.approx(CYLINDERS[place])


@pytest.mark.parametrize(
    ("rate", "size", "name"),
    [
        ("4 MB/s", 10**9, "Fast SCSI"),
        ("5 MB/s", 10**9, "Fast SCSI"),
        ("5.1 MB/s", 10**9, "Ultra SCSI"),
        ("50 MB/s", 10**11, "SATA 6 Gb/s"),
        ("261 MB/s", 10**13, "SATA 6 Gb/s"),
        ("301 MB/s", 10**13, "SAS 12 Gb/s"),
        ("1300 MB/s", 10**13, "SAS 24 Gb/s"),
    ],
)
def test_interfaces(rate: str, size: int, name: str) -> None:
    assert interface_of(sheet(rate_outer=rate).rate_outer, size).name == name


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"rate_outer": "4GB/s"}, "rate_outer is 4 GB/s; no interface is faster than 2400 MB/s"),
        ({"rate_outer": "40GB/s"}, "rate_outer is 40 GB/s: a track has 89,193 sectors of 4096"),
        ({"surfaces": 2}, "surfaces: 16 TB on 2 surfaces with up to 582 sectors a track needs"),
        ({"capacity": "20MB"}, "rate_outer is too high for the capacity: 20 MB on 1 surface "),
        ({"rate_outer": "10kB/s", "capacity": "1GB"}, "rate_outer is 10 kB/s: a track has 0.178"),
        ({"rate_inner": "1MB/s"}, "rate_inner is 1 MB/s: a track has 2.23 sectors of 4096 bytes"),
        ({"seek_track": "8.2ms"}, "seek_track is 8.2 ms; with 0.3 ms to settle it must be less"),
    ],
)
def test_figures_that_make_no_layout(more: dict[str, str], said: str) -> None:
    figures = sheet(**more)
    with pytest.raises(ConfigError) as error:
        make(figures)
    assert str(error.value).startswith(said)
