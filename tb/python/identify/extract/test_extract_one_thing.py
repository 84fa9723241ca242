"""A plain drive that has one thing more: that alone, and nothing else, is found differently."""

from collections.abc import Callable

import pytest

from headstack._core import DriveConfig
from headstack_identify.extract import Extracted, Stopped, Target, extract
from headstack_identify.extract.drive_file import share_text
from headstack_identify.extract.truth.table import Comparison

Opened = Callable[[DriveConfig], Target]
Described = Callable[[str], DriveConfig]
Compared = Callable[[Extracted, DriveConfig], Comparison]

PLAIN = """
description = "a plain drive"

[layout]
surfaces = 3
cylinders = 170
{layout}

[[layout.zone]]
cylinders = [0, 169]
sectors_per_track = 56
first_sector = "0 sectors"
track_skew = "5 sectors"
cylinder_skew = "11 sectors"
{zone}
{rest}
"""


def wrong(comparison: Comparison) -> list[object]:
    return [row for row in comparison.rows if not row.good]


def plain(layout: str = "", zone: str = "", rest: str = "") -> str:
    return PLAIN.format(layout=layout, zone=zone, rest=rest)


@pytest.mark.parametrize(
    "rest",
    [
        *(f'[cache]\nread_watermark = "{share} %"' for share in (3, 12.5, 33, 45)),
        *(
            f"[bus]\nrelease_reads = {some}\n"
            "[cache]\nhit_by_first_block = true\npartial_hit_disconnects = true"
            for some in ("true", "false")
        ),
        '[overhead]\nread_miss_per_block = "0.1 ms"\nread_hit_per_block = "0.05 ms"',
        '[overhead]\nwrite_per_block = "0.1 ms"',
        *(f"[bus]\nread_marks_per_revolution = {marks}" for marks in (20, 30, 55)),
        '[seek]\nwrite_settle_steps = [[100, "0 ms"], [169, "0.5 ms"]]',
        *(
            f"[write]\nseek_with_data = true\nminimum_blocks = {blocks}\n"
            f'minimum_blocks_large = {large}\nlarge_request = "40 blocks"\n'
            'minimum_positioning = "0 ms"\n[overhead]\nwrite_disconnect = "0 ms"'
            for blocks, large in ((1, 1), (3, 3), (1, 5), (10, 15))
        ),
        *(
            f'[write]\nahead = "{blocks} blocks"\nminimum_blocks = 1\nminimum_blocks_large = 1\n'
            'minimum_positioning = "0 ms"\n[bus]\nwrite_rate = "0.25 ms/block"'
            for blocks in (4, 4.1, 4.6, 7.95)
        ),
    ],
)
def test_one_thing_at_a_time(
    rest: str, opened: Opened, described: Described, compared: Compared
) -> None:
    truth = described(plain(rest=rest))
    assert wrong(compared(extract(opened(truth)), truth)) == []


@pytest.mark.parametrize(
    ("layout", "zone", "rest"),
    [
        ("", "spare_sectors_per_cylinder = 2\nslipped_sectors = [100, 215, 1440]", ""),
        ("", "spare_sectors_per_cylinder = 3\nreallocated_sectors = [50]", ""),
        ("", "reserved_tracks = 300\nspare_tracks = 100", ""),
        ("blocks = 3000", "", '[overhead]\nprefetch_interrupt = "0.3 ms"'),
        ("blocks = 1500", "", "[cache]\nkeep_reads_on_write = true"),
    ],
)
def test_places_that_are_in_the_way(
    layout: str, zone: str, rest: str, opened: Opened, described: Described, compared: Compared
) -> None:
    truth = described(plain(layout, zone, rest))
    assert wrong(compared(extract(opened(truth)), truth)) == []


def test_the_claimed_standard(opened: Opened, described: Described) -> None:
    for standard in ("SCSI-2", "SPC-4"):
        truth = described(plain(rest=f'[interface]\nstandard = "{standard}"'))
        found = DriveConfig.parse(extract(opened(truth)).toml, "found")
        assert found.value("interface.standard") == standard


def test_an_arm_that_waits_for_a_write_s_data_is_found_where_they_are_several_blocks(
    opened: Opened, described: Described
) -> None:
    for blocks, seen in ((1, False), (10, True)):
        waits = f"[write]\nminimum_blocks = {blocks}\nminimum_blocks_large = {blocks}\n"
        truth = described(plain(rest=waits + "seek_with_data = true"))
        found = DriveConfig.parse(extract(opened(truth)).toml, "found")
        assert bool(found.value("write.seek_with_data")) == seen
        at_once = extract(opened(described(plain(rest=waits)))).toml
        assert not DriveConfig.parse(at_once, "found").value("write.seek_with_data")


def test_tracks_that_are_too_short_for_a_question_leave_it_out(
    opened: Opened, described: Described
) -> None:
    """Writes of 46 blocks wait for several, and where seeks are long tracks have 40 sectors."""
    inner = "[[layout.zone]]\ncylinders = [60, 169]\nsectors_per_track = 40\n"
    inner += 'first_sector = "0 sectors"\ntrack_skew = "4 sectors"\ncylinder_skew = "9 sectors"\n'
    waits = "[write]\nseek_with_data = true\nminimum_blocks = 1\nminimum_blocks_large = 5\n"
    waits += 'large_request = "46 blocks"\nminimum_positioning = "0 ms"\n'
    text = plain(rest=inner + waits).replace("[0, 169]", "[0, 59]")
    found = extract(opened(described(text)))
    assert found.complete
    assert DriveConfig.parse(found.toml, "found").value("write.minimum_blocks_large") == 5


def test_hits_whose_terms_leave_little_of_their_command(
    opened: Opened, described: Described, compared: Compared
) -> None:
    """How much of its wait is an underrun no sum shows: no more than a drive file takes."""
    lasts = '[overhead]\nread_hit_command = "0.5 ms"\nread_hit_without_read_ahead = "-0.35 ms"\n'
    lasts += 'read_completion = "0.4 ms"\nfirst_reselect = "0.4 ms"\n'
    lasts += '[bus]\nunderrun_resume = "0.57 ms"\n[write]\nsingle_connection = true'
    truth = described(plain(rest=lasts))
    assert wrong(compared(extract(opened(truth)), truth)) == []


def test_a_list_of_defects_that_is_too_long_is_said(opened: Opened, described: Described) -> None:
    truth = described(plain(zone="reallocated_tracks = [30, 31, 200]\nspare_tracks = 5"))
    found = extract(opened(truth))
    assert any("not all defects" in note for note in found.notes)
    DriveConfig.parse(found.toml, "found")


def test_a_point_that_drive_files_refuse_is_left_out_and_said(
    opened: Opened, described: Described
) -> None:
    peak = '[seek]\nfirst = ["2.69 ms", "3.48 ms", "6 ms", "3.78 ms", "4.07 ms"]'
    found = extract(opened(described(plain(rest=peak))))
    assert "drive files leave such points out" in found.toml
    assert DriveConfig.parse(found.toml, "found").value("seek.dropped_points")


def test_a_drive_without_a_seek_says_so(opened: Opened, described: Described) -> None:
    with pytest.raises(Stopped, match="all blocks lie on one cylinder"):
        extract(opened(described(plain("blocks = 60"))))


def test_shares_are_whole_parts_per_million() -> None:
    """A block of 128 as watermark was written as 0.78125 %, which no drive file takes."""
    assert share_text(1 / 128) == '"0.7812 %"'
    assert share_text(0.75) == '"75 %"'
