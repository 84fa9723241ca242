"""A drive as a black box: what is found by commands and times, against the drive's own file."""

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import headstack
import pytest
from headstack import catalog
from headstack._core import DriveConfig
from headstack.extract import (
    Answer,
    Extracted,
    Request,
    SessionTarget,
    Stopped,
    Target,
    extract,
)
from headstack.extract.asking import asked
from headstack.extract.asking.host import Host
from headstack.extract.comparing.compare import compare
from headstack.extract.comparing.comparison import Comparison
from headstack.extract.drive_text import share_text
from headstack.extract.times import rotation

Cli = Callable[..., CompletedProcess[str]]

SMALL = """
base = "{base}"
description = "a small drive"

[layout]
surfaces = 3
cylinders = 70

[[layout.zone]]
cylinders = [0, 24]
sectors_per_track = 56
first_sector = "0 sectors"
track_skew = "5 sectors"
cylinder_skew = "11 sectors"
spare_sectors_per_cylinder = 2
slipped_sectors = [100, 500, 1440]
reallocated_sectors = [700]

[[layout.zone]]
cylinders = [25, 49]
sectors_per_track = 54
phase = "13.5 sectors"
track_skew = "0.149 rev"
cylinder_skew = "17/78 rev"
reserved_tracks = 2
spare_tracks = 5
slipped_tracks = [30]
slipped_sectors = [201, 202]

[[layout.zone]]
cylinders = [50, 69]
sectors_per_track = 52
first_sector = "7 sectors"
track_skew = "4 sectors"
cylinder_skew = "9 sectors"
spare_sectors_per_track = 1
slipped_sectors = [400]

[cache]
size = "64 KiB"
segments = 2
prefetch_maximum = "20 blocks"
keep_reads_on_write = true
hit_by_first_block = false
prefetch_on_idle_hit = false
"""


ODD = """
base = "{base}"
description = "a drive of other parts"

[spindle]
rotation = "11.12 ms"

[layout]
surfaces = 3
cylinders = 121
head_skew = ["0.0731234567 rev", "0.0698765432 rev", "0.201234567 rev"]
left_out_cylinders = "with skew"
left_out_cylinders_in_seeks = true

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
read_hit_reading = "0.21 ms"
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


class BlackBox:
    """A target with the four members that a target has, and no way to anything behind them."""

    __slots__ = ("__advance", "__command", "__now", "__together")

    def __init__(self, inner: Target) -> None:
        self.__now = lambda: inner.now
        self.__advance = inner.advance
        self.__command = inner.command
        self.__together = inner.together

    @property
    def now(self) -> int:
        return self.__now()

    def advance(self, ps: int) -> None:
        self.__advance(ps)

    def command(self, request: Request) -> Answer:
        return self.__command(request)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        return self.__together(first, second, after)


class OneAtATime(BlackBox):
    """A target that takes one command at a time."""

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        raise NotImplementedError


class Dying(BlackBox):
    """A target that stops answering."""

    def __init__(self, inner: Target, commands: int, error: Exception | None) -> None:
        super().__init__(inner)
        self.left = commands
        self.error = error

    def command(self, request: Request) -> Answer:
        self.left -= 1
        if self.left >= 0:
            return super().command(request)
        if self.error is not None:
            raise self.error
        return Answer(-1, b"", b"", self.now, self.now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        self.left -= 2
        if self.left >= 0:
            return super().together(first, second, after)
        return self.command(first), self.command(second)


class Refusing(BlackBox):
    """A target that refuses a command."""

    def __init__(self, inner: Target, code: int) -> None:
        super().__init__(inner)
        self.code = code

    def command(self, request: Request) -> Answer:
        if request.cdb[0] != self.code:
            return super().command(request)
        sense = bytes([0x70, 0, 0x05, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0])
        return Answer(2, b"", sense, self.now, self.now)


def opened(config: DriveConfig) -> SessionTarget:
    return SessionTarget(headstack.Drive(config).open(contents=False))


def written(found: Extracted, folder: Path) -> Path:
    file = folder / "found.toml"
    file.write_text(found.toml)
    return file


def compared(found: Extracted, truth: DriveConfig, folder: Path) -> Comparison:
    return compare(found, catalog.load(written(found, folder)), truth)


def wrong(comparison: Comparison) -> list[object]:
    return [row for row in comparison.rows if not row.good]


@pytest.fixture
def small(tmp_path: Path) -> DriveConfig:
    base = os.path.relpath(catalog.folder() / "hp_c2247", tmp_path)
    file = tmp_path / "small.toml"
    file.write_text(SMALL.format(base=base))
    return catalog.load(file)


def test_a_small_drive_is_found_exactly(small: DriveConfig, tmp_path: Path) -> None:
    found = extract(BlackBox(opened(small)))
    comparison = compared(found, small, tmp_path)
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


def test_a_drive_of_other_parts_is_found_exactly(tmp_path: Path) -> None:
    """What no shipped drive has, or none together: ranges, marks, ends, what writes drop."""
    base = os.path.relpath(catalog.folder() / "hp_c2247", tmp_path)
    file = tmp_path / "odd.toml"
    file.write_text(ODD.format(base=base))
    truth = catalog.load(file)
    found = extract(BlackBox(opened(truth)))
    comparison = compared(found, truth, tmp_path)
    assert wrong(comparison) == []
    assert comparison.not_asked == []
    assert [zone.cylinders_per_range for zone in found.zones] == [5, 4]
    assert [zone.spare_sectors_per_range for zone in found.zones] == [13, 11]
    assert found.zones[0].slipped_sectors == [17, 1400]
    assert found.zones[1].first == 61
    assert found.marks == 33
    assert found.writes is not None
    assert [up_to for up_to, _ in found.writes.steps] == [10, 40]


PLAIN = """
base = "{base}"
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


def plain(folder: Path, layout: str = "", zone: str = "", rest: str = "") -> DriveConfig:
    base = os.path.relpath(catalog.folder() / "hp_c2247", folder)
    file = folder / "plain.toml"
    file.write_text(PLAIN.format(base=base, layout=layout, zone=zone, rest=rest))
    return catalog.load(file)


@pytest.mark.parametrize(
    "rest",
    [
        *(f'[cache]\nread_watermark = "{share} %"' for share in (3, 12.5, 33, 45)),
        '[overhead]\nread_miss_per_block = "0.1 ms"\nread_hit_per_block = "0.05 ms"',
        '[overhead]\nwrite_per_block = "0.1 ms"',
        *(f"[bus]\nread_marks_per_revolution = {marks}" for marks in (20, 30, 55)),
        '[seek]\nwrite_settle_steps = [[100, "0 ms"], [169, "0.5 ms"]]',
    ],
)
def test_one_thing_at_a_time(tmp_path: Path, rest: str) -> None:
    truth = plain(tmp_path, rest=rest)
    assert wrong(compared(extract(BlackBox(opened(truth))), truth, tmp_path)) == []


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
def test_places_that_are_in_the_way(tmp_path: Path, layout: str, zone: str, rest: str) -> None:
    truth = plain(tmp_path, layout, zone, rest)
    assert wrong(compared(extract(BlackBox(opened(truth))), truth, tmp_path)) == []


def test_a_list_of_defects_that_is_too_long_is_said(tmp_path: Path) -> None:
    truth = plain(tmp_path, zone="reallocated_tracks = [30, 31, 200]\nspare_tracks = 5")
    found = extract(BlackBox(opened(truth)))
    assert any("not all defects" in note for note in found.notes)
    catalog.load(written(found, tmp_path))


def test_a_point_that_drive_files_refuse_is_left_out_and_said(tmp_path: Path) -> None:
    peak = '[seek]\nfirst = ["2.69 ms", "3.48 ms", "6 ms", "3.78 ms", "4.07 ms"]'
    found = extract(BlackBox(opened(plain(tmp_path, rest=peak))))
    assert "drive files leave such out" in found.toml
    assert catalog.load(written(found, tmp_path)).value("seek.dropped_points")


def test_a_drive_without_a_seek_says_so(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="all blocks lie on one cylinder"):
        extract(BlackBox(opened(plain(tmp_path, "blocks = 60"))))


def test_caches_are_as_they_were_however_it_ends(small: DriveConfig) -> None:
    target = opened(small)
    host = Host(target, None, 1)
    before = asked.ask(host).caching
    with pytest.raises(Stopped):
        extract(Refusing(target, 0x2A))
    assert asked.ask(host).caching == before


FITTED = (
    *("dec_rz26", "hp_c2490a", "quantum_qm39100td"),
    *("seagate_st32171w", "seagate_st39102lw", "seagate_st41601n"),
)


def without_terms(name: str) -> DriveConfig:
    truth = catalog.load(name)
    return truth.with_value("overhead.terms", []) if truth.value("overhead.terms") else truth


@pytest.mark.parametrize(
    "name", [*FITTED, "hp_97560", "hp_c2247a", "ibm_9lzx_8", "ibm_dnes_309170w"]
)
def test_a_shipped_drive_is_found(name: str, tmp_path: Path) -> None:
    truth = without_terms(name)
    found = extract(BlackBox(opened(truth)))
    assert all("not all defects" in note for note in found.notes)
    assert wrong(compared(found, truth, tmp_path)) == []


@pytest.mark.parametrize("name", ["dec_rz26", "seagate_st32171w"])
def test_terms_show_in_the_times_of_hits_and_cached_writes_only(name: str, tmp_path: Path) -> None:
    truth = catalog.load(name)
    assert truth.value("overhead.terms")
    comparison = compared(extract(BlackBox(opened(truth))), truth, tmp_path)
    off = [row.key for row in comparison.rows if not row.good]
    assert off
    assert all(key.startswith(("overhead.read_hit", "overhead.write_cached")) for key in off)
    assert "overhead.terms" in comparison.not_asked


def test_a_drive_of_16_tb_is_found_in_some_30_thousand_commands(tmp_path: Path) -> None:
    truth = catalog.load("seagate_exos_x16")
    found = extract(BlackBox(opened(truth)))
    assert wrong(compared(found, truth, tmp_path)) == []
    assert found.commands < 50_000
    assert all(zone.slipped_tracks == [] for zone in found.zones)
    for zone in found.zones[:-1]:  # the last one has blocks left
        assert zone.spare_tracks * zone.sectors_per_track + zone.spare_sectors == 454_832


@pytest.mark.parametrize("name", ["hp_c2247_5", "ibm_9lzx_8"])
def test_the_mapping_by_times_alone(name: str, tmp_path: Path) -> None:
    truth = catalog.load(name)
    found = extract(BlackBox(opened(truth)), translate=False)
    assert found.by == "timing"
    assert wrong(compared(found, truth, tmp_path)) == []


@pytest.mark.parametrize(("name", "ms"), [("hp_c2247a", 11.114828), ("ibm_dnes_309170w", 8.228518)])
def test_the_revolution_within_a_millionth(name: str, ms: float) -> None:
    host = Host(opened(catalog.load(name)), None, 1)
    identity = asked.ask(host)
    asked.Caching(host, identity.caching).off()
    for rpm in (identity.rpm, None):
        turn = rotation.measure(host, 0, rpm, longest=10**12)
        assert turn / 1e9 == pytest.approx(ms, rel=1e-6)


def test_a_seek_a_settle_and_an_overhead_of_the_paper() -> None:
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


def test_one_command_at_a_time_leaves_sums_together(small: DriveConfig, tmp_path: Path) -> None:
    found = extract(OneAtATime(opened(small)))
    comparison = compared(found, small, tmp_path)
    assert comparison.exact("mapping", "period")
    assert found.reads is not None
    assert found.reads.behind == found.reads.per_block
    assert any("one command at a time" in note for note in found.notes)


def test_without_writes_nothing_is_written(small: DriveConfig, tmp_path: Path) -> None:
    class ReadOnly(BlackBox):
        def command(self, request: Request) -> Answer:
            assert request.cdb[0] not in (0x0A, 0x2A)
            return super().command(request)

    found = extract(ReadOnly(opened(small)), writes=False)
    assert found.writes is None
    assert compared(found, small, tmp_path).exact("mapping", "period", "seek ", "bus.read")


@pytest.mark.parametrize("commands", [0, 3, 40, 500, 2500, 4500])
@pytest.mark.parametrize("error", [OSError("the cable is out"), None])
def test_a_drive_that_stops_answering(
    small: DriveConfig, commands: int, error: Exception | None
) -> None:
    with pytest.raises(Stopped, match=r"stopped answering at command [\d,]+ \(0x") as stop:
        extract(Dying(opened(small), commands, error))
    found = stop.value.found
    assert commands < found.commands <= commands + 3
    assert not found.complete
    assert "NOT COMPLETE" in found.toml
    assert (found.identity is not None) == (commands >= 40)
    assert ("rotation =" in found.toml) == (found.turn is not None) == (commands >= 500)
    assert ("[[layout.zone]]" in found.toml) == bool(found.zones) == (commands >= 2500)


class Jittery(BlackBox):
    """A target whose clock is not that good: each command seems to end up to 2 us late."""

    def __init__(self, inner: Target) -> None:
        super().__init__(inner)
        self.random = random.Random(1)

    def late(self, answer: Answer) -> Answer:
        return replace(answer, ended=answer.ended + self.random.randrange(2_000_000))

    def command(self, request: Request) -> Answer:
        return self.late(super().command(request))

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        one, two = super().together(first, second, after)
        return self.late(one), self.late(two)


def test_a_clock_that_jitters(tmp_path: Path) -> None:
    truth = catalog.load("hp_c2247")
    found = extract(Jittery(opened(truth)), repeats=5, jitter=2e6)
    comparison = compared(found, truth, tmp_path)
    assert comparison.exact("mapping", "period", "seek", "overhead.", "cache.")


@pytest.mark.parametrize(("name", "value"), [("repeats", 0), ("jitter", -1.0)])
def test_a_bad_argument(small: DriveConfig, name: str, value: float) -> None:
    with pytest.raises(headstack.ConfigError, match=name):
        extract(opened(small), **{name: value})  # type: ignore[arg-type]


@pytest.mark.usefixtures("small")
def test_the_command_writes_a_file_and_compares(cli: Cli, tmp_path: Path) -> None:
    done = cli("extract", "small.toml", "-o", "found.toml", "--compare", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["complete"]
    assert document["all_good"]
    assert document["toml"] == (tmp_path / "found.toml").read_text()
    again = cli("extract", "small.toml", "-o", "found.toml")
    assert again.returncode == 2
    assert "--force" in again.stderr
    shown = cli("extract", "small.toml")
    assert shown.stdout == document["toml"]


@pytest.mark.usefixtures("small")
def test_the_command_keeps_what_was_found(cli: Cli, tmp_path: Path) -> None:
    bad = "\n[defects]\nunreadable = [[0, 0, 0]]\n"
    (tmp_path / "bad.toml").write_text((tmp_path / "small.toml").read_text() + bad)
    done = cli("extract", "bad.toml", "-o", "found.toml")
    assert done.returncode == 1
    assert "medium error" in done.stderr
    assert "found.toml has what was found" in done.stderr
    assert "NOT COMPLETE" in (tmp_path / "found.toml").read_text()


def test_shares_are_whole_parts_per_million() -> None:
    """A block of 128 as watermark was written as 0.78125 %, which no drive file takes."""
    assert share_text(1 / 128) == '"0.7812 %"'
    assert share_text(0.75) == '"75 %"'
