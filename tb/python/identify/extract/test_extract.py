"""A drive as a black box: what is found by commands and times, against the drive's own file."""

from collections.abc import Callable

import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.extract import Extracted, Target, extract
from headstack_identify.extract.asking import drive_identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.times import rotation
from headstack_identify.extract.truth.table import Comparison

Opened = Callable[[DriveConfig], Target]
Described = Callable[[str], DriveConfig]
Compared = Callable[[Extracted, DriveConfig], Comparison]

FITTED = (
    *("dec_rz26", "hp_c2490a", "quantum_qm39100td"),
    *("seagate_st32171w", "seagate_st39102lw", "seagate_st41601n"),
)

ODD = """
description = "a drive of other parts"

[spindle]
rotation = "11.12 ms"

[layout]
surfaces = 3
cylinders = 121
head_skew = ["0.0731234567 rev", "0.0698765432 rev", "0.201234567 rev"]
cylinder_gaps = "with skew"
gaps_in_seeks = true

[[layout.zone]]
cylinders = [0, 59]
sectors_per_track = 90
range_skew = "0.333444555 rev"
cylinders_per_range = 5
spare_sectors_per_range = 13
slipped_sectors = [17, 1400]

[[layout.zone]]
cylinders = [61, 120]
sectors_per_track = 76
phase = "0.123456789 rev"
range_skew = "0.444555666 rev"
cylinders_per_range = 4
spare_sectors_per_range = 11
spare_sectors = 100

[seek]
write_settle_steps = [[10, "0.5 ms"], [40, "0.25 rev"]]

[overhead]
read_hit_during_read_ahead = "0.21 ms"
read_hit_sequential = "-0.05 ms"
read_hit_per_block = "0.003 ms"
read_miss_sequential = "-0.1 ms"
read_track_end_least = "1.5 ms"
read_cylinder_end_least = "2.5 ms"
prefetch_interrupt = "0.15 ms"
write_after_write = "0.125 ms"
write_sequential = "-0.3 ms"
write_per_block = "0.002 ms"
write_track_end = "0.4 ms"
write_cylinder_end = "0.8 ms"
write_near_track_end = "0.2 ms"
write_disconnect = "0 ms"

[write]
single_connection = true
minimum_blocks = 1
minimum_blocks_large = 1
large_request = "1 block"

[bus]
read_rate = "0.09 ms/block"
write_rate = "0.08 ms/block"
read_marks_per_revolution = 33

[cache]
size = "96 KiB"
segments = 3
read_watermark = "25 %"
prefetch_minimum = "0 blocks"
prefetch_maximum = "20 blocks"
keep_reads_on_write = true
drop_overlapped_segment = true
reads_survive_writes = "3 writes"
hit_on_written_run = true
hit_by_first_block = false
prefetch_on_idle_hit = false
"""


TIMES_OF = {
    "read hit": "overhead.read_hit",
    "read miss": "overhead.read_miss",
    "cached write": "overhead.write_cached",
    "write": "overhead.write_",
    "write data": "overhead.write_",
}
"""What the times of a command begin with."""


def settles(key: str, of: set[str]) -> bool:
    """Whether it is what a write takes longer to settle, beside terms of writes."""
    return key == "seek.write_settle" and bool(of & {"write", "write data"})


def wrong(comparison: Comparison) -> list[object]:
    return [row for row in comparison.rows if not row.good]


def without_terms(name: str) -> DriveConfig:
    truth = catalog.load(name)
    return truth.with_value("overhead.terms", []) if truth.value("overhead.terms") else truth


def test_a_small_drive_is_found_exactly(
    small: DriveConfig, opened: Opened, compared: Compared
) -> None:
    found = extract(opened(small))
    comparison = compared(found, small)
    assert wrong(comparison) == []
    assert comparison.not_asked == []
    zones = found.zones
    assert [zone.sectors_per_track for zone in zones] == [56, 54, 52]
    assert zones[0].spare_sectors_per_cylinder == 2
    assert zones[0].slipped_sectors == [100, 500, 1440]
    assert zones[0].reallocated_sectors == [700]
    assert (zones[1].reserved_tracks, zones[1].spare_tracks) == (2, 5)
    assert zones[1].slipped_tracks == [30]
    assert zones[2].spare_sectors_per_track == 1


def test_a_drive_of_other_parts_is_found_exactly(
    opened: Opened, described: Described, compared: Compared
) -> None:
    """What no shipped drive has, or none together: ranges, marks, ends, what writes drop."""
    truth = described(ODD)
    found = extract(opened(truth))
    comparison = compared(found, truth)
    assert wrong(comparison) == []
    assert comparison.not_asked == []
    assert [zone.cylinders_per_range for zone in found.zones] == [5, 4]
    assert [zone.spare_sectors_per_range for zone in found.zones] == [13, 11]
    assert found.zones[0].slipped_sectors == [17, 1400]
    assert found.zones[1].first == 61
    assert found.marks == 33
    assert found.writes is not None
    assert [up_to for up_to, _ in found.writes.steps] == [10, 40]


@pytest.mark.parametrize(
    "name", [*FITTED, "hp_97560", "hp_c2247a", "ibm_9lzx_8", "ibm_dnes_309170w"]
)
def test_a_shipped_drive_is_found(name: str, opened: Opened, compared: Compared) -> None:
    truth = without_terms(name)
    found = extract(opened(truth))
    assert all("not all defects" in note for note in found.notes)
    assert wrong(compared(found, truth)) == []


@pytest.mark.parametrize("name", ["dec_rz26", "seagate_st32171w"])
def test_terms_show_in_the_times_of_their_commands_only(
    name: str, opened: Opened, compared: Compared
) -> None:
    truth = catalog.load(name)
    of = {term["of"] for term in truth.value("overhead.terms")}
    assert of
    comparison = compared(extract(opened(truth)), truth)
    off = [row.key for row in comparison.rows if not row.good]
    assert off
    assert all(
        key.startswith(tuple(TIMES_OF[one] for one in of)) or settles(key, of) for key in off
    )
    assert "overhead.terms" in comparison.not_asked


def test_a_drive_of_16_tb_is_found_in_some_30_thousand_commands(
    opened: Opened, compared: Compared
) -> None:
    truth = catalog.load("seagate_exos_x16")
    found = extract(opened(truth))
    assert wrong(compared(found, truth)) == []
    assert found.commands < 50_000
    assert all(zone.slipped_tracks == [] for zone in found.zones)
    for zone in found.zones[:-1]:  # the last one has blocks left
        assert zone.spare_tracks * zone.sectors_per_track + zone.spare_sectors == 454_832


@pytest.mark.parametrize("name", ["hp_c2247_5", "ibm_9lzx_8"])
def test_the_mapping_by_times_alone(name: str, opened: Opened, compared: Compared) -> None:
    truth = catalog.load(name)
    found = extract(opened(truth), translate=False)
    assert found.by == "timing"
    assert wrong(compared(found, truth)) == []


@pytest.mark.parametrize(("name", "ms"), [("hp_c2247a", 11.114828), ("ibm_dnes_309170w", 8.228518)])
def test_the_revolution_within_a_millionth(name: str, ms: float, opened: Opened) -> None:
    host = Host(opened(catalog.load(name)), None, 1)
    identity = drive_identity.ask(host)
    drive_identity.Caching(host, identity.caching).off()
    for rpm in (identity.rpm, None):
        turn = rotation.measure(host, 0, rpm, longest=10**12)
        assert turn / 1e9 == pytest.approx(ms, rel=1e-6)


def test_a_seek_a_settle_and_an_overhead_of_the_paper(opened: Opened) -> None:
    """Table A.3 and A.4 of Worthington 1994, as printed: the physical figures."""
    found = extract(opened(catalog.load("hp_c2247")))
    times = found.overheads()
    assert times["overhead.read_miss_command"] / 1e9 == pytest.approx(0.558, abs=0.001)
    assert times["overhead.write_command"] / 1e9 == pytest.approx(0.824, abs=0.001)
    assert times["seek.write_settle"] / 1e9 == pytest.approx(0.65, abs=0.001)
    assert found.reads is not None
    usual = found.reads.command + found.reads.behind
    assert (found.inwards[1] - usual) / 1e9 == pytest.approx(2.69, abs=0.005)
    assert found.cache is not None
    assert (found.cache.segment, found.cache.prefetch_maximum) == (256, 128)
