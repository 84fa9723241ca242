"""Surveys of disks through noise: true to the drive's file, safe, and resumable."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from identify.device.conftest import Found, Noisy

from headstack import ConfigError, RunError, catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.device import checking, journal, layout, probing, survey, writing
from headstack_identify.device.disk import Disk, Report, ask
from headstack_identify.device.journal import Settings
from headstack_identify.device.survey import Ended, SurveyInterrupted
from headstack_identify.extract import Answer, Request, Target
from headstack_identify.extract.asking.host import Host

Surveys = Callable[[str], Found]
HARMLESS = {0x12, 0x1A, 0x25, 0x9E, 0x28}


def random_ms(drive: DriveConfig, write: bool = False) -> Floats:
    """The model's times of random reads or writes, one outstanding."""
    rng, count = np.random.default_rng(9), 3000
    trace = ValidationTrace(
        path="random",
        lbn=rng.integers(drive.blocks, size=count).astype(np.uint32),
        blocks=np.ones(count, np.uint32),
        write=np.full(count, write),
        measured_ps=np.zeros(count, np.int64),
        think_ps=rng.integers(0, 20_000_000_000, count),
        think="before",
    )
    return validation.model_ms(drive, workload.Replay(trace, "before"))


@pytest.mark.parametrize("name", ["hp_97560", "hp_c2247"])
def test_the_found_file_answers_as_the_drive(surveyed: Surveys, name: str) -> None:
    """Through 20 us of jitter, most random reads come out within 0.1 ms."""
    found, truth = surveyed(name).survey, catalog.load(name)
    assert found.problem is None
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=1e-6)
    text = writing.text(found)
    off = random_ms(DriveConfig.parse(text, name)) - random_ms(truth)
    assert np.mean(np.abs(off) < 0.1) > 0.95
    assert "# reads only: the times and rules of writes were not asked" in text


def test_zones_begin_where_they_begin(surveyed: Surveys) -> None:
    """Every zone of the C2247 begins at the first block that its file places there."""
    found, truth = surveyed("hp_c2247").survey, catalog.load("hp_c2247")
    assert found.layout is not None
    blocks = np.array([zone.first for zone in found.layout.zones[1:]])
    first = [zone.first_cylinder for zone in truth.zones[1:]]
    cylinders = truth.places(blocks)[0].tolist()
    before = truth.places(blocks - 1)[0].tolist()
    right = [(a >= c > b) for a, b, c in zip(cylinders, before, first, strict=True)]
    assert len(found.layout.zones) == len(truth.zones)
    assert sum(right) >= len(right) - 1, list(zip(blocks, cylinders, first, strict=True))


def test_the_cache_as_far_as_reads_tell(surveyed: Surveys) -> None:
    """The file has 128 blocks of read-ahead, and 0.1701 ms for a block on the bus."""
    cache = surveyed("hp_c2247").survey.cache
    assert cache is not None
    assert cache.cached
    assert cache.ahead == 128
    assert cache.per_sector / 1e9 == pytest.approx(0.1701, rel=0.02)


def test_only_harmless_commands_were_sent(surveyed: Surveys) -> None:
    assert surveyed("hp_c2247").codes == HARMLESS


def test_an_interrupted_survey_continues(noisy: Noisy, tmp_path: Path, surveyed: Surveys) -> None:
    """The second run has another clock, and the disk has turned by an unknown angle."""
    file = tmp_path / "journal"
    stop = noisy("hp_97560", fail=KeyboardInterrupt(), at=4_500)
    with pytest.raises(
        SurveyInterrupted, match=r"interrupted at command 4,50\d \(layout\)"
    ) as told:
        survey.survey(stop, reads=4_000, journal=file)
    assert told.value.found.probed is not None
    again = survey.survey(noisy("hp_97560", seed=4), reads=4_000, journal=file)
    whole = surveyed("hp_97560").survey
    assert again.layout is not None
    assert again.commands < whole.commands - 4_000
    truth = catalog.load("hp_97560")
    blocks = np.linspace(0, truth.blocks - 1, 20_000).astype(np.int64)
    place, right = (drive.places(blocks).astype(np.int64) for drive in (again.layout.drive, truth))
    assert np.mean((place == right)[:2].all(axis=0)) > 0.99
    third = survey.survey(noisy("hp_97560", seed=5), reads=4_000, journal=file)
    assert third.commands < 200, "all results are in the journal"


def test_a_journal_tells_what_differs(tmp_path: Path) -> None:
    disk = Report("HP", "97560", "1", "A1", 2, 2_000, 512, 1, None, None, b"")
    file = tmp_path / "journal"
    first = journal.Journal(file)
    first.begin(disk, Settings(4_000, 1))
    first.close()

    def told(report: Report, settings: Settings) -> str:
        with pytest.raises(ConfigError) as error:
            journal.Journal(file).begin(report, settings)
        return str(error.value).removeprefix(f"--resume {file}: ")

    journal.Journal(file).begin(disk, Settings(4_000, 1))
    assert told(disk, Settings(5_000, 1)) == (
        "--layout-reads is 4000 in the journal, and 5000 here; give the value of the journal, or "
        "another file"
    )
    assert told(disk, Settings(4_000, 2)).startswith("the seed is 1 in the journal, and 2 here; ")
    other = replace(disk, product="97561", serial="", blocks=3_000)
    assert told(other, Settings(4_000, 1)) == (
        "the disk is HP 97560 in the journal, and HP 97561 here; the serial number is A1 in the "
        "journal, and unknown here; the number of blocks is 2000 in the journal, and 3000 here; "
        "a journal belongs to one disk, so give another file"
    )
    first_line = {"journal": journal.FORMAT, "disk": 5}
    file.write_text(json.dumps(first_line))
    assert told(disk, Settings(4_000, 1)).startswith("the disk is unknown in the journal, and HP")


def test_a_line_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "journal"
    lines = [{"journal": journal.FORMAT}, {"reads": [[1, 2, 3]]}, {"reads": [[4, 5, 6]]}]
    file.write_text("\n".join(map(json.dumps, lines))[:-5])
    assert journal.Journal(file).asked().sector == [1]


def test_a_full_device_is_told() -> None:
    kept = journal.Journal(None)
    kept._path = Path("/dev/full")
    with pytest.raises(RunError, match="cannot write the journal: No space left on device"):
        kept.once("a", lambda: 1)


def test_no_journal(noisy: Noisy, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no folder"):
        survey.survey(noisy("hp_97560"), journal=tmp_path / "none" / "journal")
    other = tmp_path / "other"
    other.write_text(json.dumps({"a": 1}))
    with pytest.raises(ConfigError, match="no journal of headstack extract"):
        survey.survey(noisy("hp_97560"), journal=other)


def test_a_disk_that_stops_answering_keeps_the_findings(noisy: Noisy) -> None:
    stop = noisy("hp_97560", fail=ConnectionError("timeout"), at=3_000)
    with pytest.raises(Ended, match=r"stopped answering at command 3,001 .*timeout") as told:
        survey.survey(stop, reads=4_000)
    text = writing.text(told.value.found)
    assert "# NOT COMPLETE" in text
    assert 'rotation = "14.99' in text


def test_a_fault_of_headstack_keeps_the_findings(
    noisy: Noisy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in the code ends the survey as a finding, with the rotation that was measured."""

    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(layout, "find", broken)
    named = r"failed at command \d,\d{3} \(zones\): IndexError list index .*fault of headstack"
    with pytest.raises(Ended, match=named) as told:
        survey.survey(noisy("hp_97560"), reads=1_000)
    text = writing.text(told.value.found)
    assert "# NOT COMPLETE" in text
    assert 'rotation = "14.99' in text


def test_a_unit_too_small_for_a_drive_file_is_told(noisy: Noisy) -> None:
    """The rotation of 5000 blocks shows. A drive file needs more cylinders than this unit has."""
    small = catalog.load("hp_97560").with_values({"layout.blocks": 5_000})
    with pytest.raises(Ended, match=r"make no drive file: .* the least is 16") as told:
        survey.survey(noisy(small), reads=1_000)
    assert told.value.found.revolution_ms == pytest.approx(14.99, abs=0.01)


class Solid:
    """A device without rotation: each read takes 80 to 120 us."""

    def __init__(self, page_b1: bytes = b"", kind: int = 0) -> None:
        self._now, self._page, self._kind = 0, page_b1, kind
        self._random = np.random.default_rng(1)

    @property
    def now(self) -> int:
        return self._now

    def advance(self, ps: int) -> None:
        self._now += ps

    def command(self, request: Request) -> Answer:
        began = self._now
        self._now += int(self._random.integers(80_000_000, 120_000_000))
        code, data, status = request.cdb[0], b"", 0
        if code == 0x12 and request.cdb[1] == 0:
            data = bytes([self._kind, 0, 6, 2]) + bytes(4) + b"DELL    PERC H730       1.0 "
        elif code == 0x25:
            data = (999_999).to_bytes(4, "big") + (512).to_bytes(4, "big")
        elif code == 0x28:
            data = bytes(request.room)
        elif code == 0x12 and request.cdb[2] == 0xB1 and self._page:
            data = self._page
        else:
            status = 2
        sense = bytes([0x70, 0, 5, *bytes(9), 0x24, *bytes(5)]) if status else b""
        return Answer(status, data, sense, began, self._now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        raise NotImplementedError


def test_a_device_without_rotation_is_told() -> None:
    told = r"DELL PERC H730: .* no steady rotation .* 100 % of the reads took less than 0.5 ms"
    with pytest.raises(Ended, match=told):
        survey.survey(Solid())


class Mixed:
    """A controller before a disk: its cache answers a share of the reads in 0.1 ms."""

    def __init__(self, target: Target, share: float) -> None:
        self._target, self._share = target, share
        self._random = np.random.default_rng(1)

    @property
    def now(self) -> int:
        return self._target.now

    def advance(self, ps: int) -> None:
        self._target.advance(ps)

    def command(self, request: Request) -> Answer:
        if request.cdb[0] != 0x28 or self._random.random() >= self._share:
            return self._target.command(request)
        began = self._target.now
        self._target.advance(100_000_000)
        return Answer(0, bytes(request.room), b"", began, self._target.now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        raise NotImplementedError


class Array(Mixed):
    """Several disks as one: the angle of a read is another disk's, by chance."""

    def command(self, request: Request) -> Answer:
        if request.cdb[0] != 0x28:
            return self._target.command(request)
        began = self._target.now
        self._target.advance(int(self._random.uniform(3e9, 18e9)))
        return Answer(0, bytes(request.room), b"", began, self._target.now)


def test_a_cache_before_the_disk_is_told(noisy: Noisy) -> None:
    told = (
        r"no steady rotation .* [56]\d % of the reads took less than 0.5 ms, and the others up to"
    )
    with pytest.raises(Ended, match=told):
        survey.survey(Mixed(noisy("hp_97560"), 0.6), reads=4_000)


def test_an_array_is_told(noisy: Noisy) -> None:
    told = r"no steady rotation .* took 3.\d to 17.\d ms, .* several disks are one"
    with pytest.raises(Ended, match=told):
        survey.survey(Array(noisy("hp_97560"), 0.0), reads=4_000)


def test_a_layout_that_is_not_the_disks_is_told() -> None:
    """80 % of 240 reads are 192: they pass, and one less does not."""
    assert checking.check(192).startswith("80 % of 240 random reads")
    with pytest.raises(checking.NotUnderstood, match=r"not understood: 80 % of 240 .*--layout"):
        checking.check(191)


def test_reads_end_at_the_angles_of_the_right_layout_only(noisy: Noisy) -> None:
    """The drive's own file is right for nearly all reads; a track of 73 sectors for few."""
    truth = catalog.load("hp_97560")
    wrong = truth.with_values({"layout.zone.0.track_skew": "9 sectors"})
    host = Host(noisy("hp_97560"), None, 1)
    disk = Disk(host, ask(host))
    right = checking.right(disk, truth, float(truth.revolution_ps), np.random.default_rng(2))
    off = checking.right(disk, wrong, float(truth.revolution_ps), np.random.default_rng(2))
    assert right >= 0.95 * checking.READS
    assert off < 0.3 * checking.READS


def test_an_ssd_that_says_that_it_is_one() -> None:
    with pytest.raises(ConfigError, match=r"PERC H730 does not rotate \(INQUIRY page B1h\).*SSD"):
        survey.survey(Solid(bytes([0, 0xB1, 0, 60, 0, 1, *bytes(58)])))


def test_no_disk() -> None:
    with pytest.raises(ConfigError, match="is no disk: its INQUIRY says type 1"):
        survey.survey(Solid(kind=1))


@pytest.mark.parametrize("name", ["fujitsu_m2361a", "seagate_exos_x16", "ibm_9lzx_2"])
def test_rotation_and_tracks_without_knowledge(noisy: Noisy, name: str) -> None:
    """Also where the disk does not report its speed, and half of a revolution is coherent too."""
    truth = catalog.load(name)
    host = Host(noisy(name), None, 1)
    disk = Disk(host, replace(ask(host), rpm=None))
    found = probing.probe(disk, 5)
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=5e-4)
    first = np.array([zone.first_cylinder for zone in truth.zones])
    sectors = np.array([zone.sectors_per_track for zone in truth.zones])
    cylinders = truth.places(found.sector)[0]
    right = sectors[np.searchsorted(first, cylinders, side="right") - 1]
    assert np.all(np.abs(found.track_sectors / right - 1) < 0.15)


SERIAL = "LOSE-ME-1"


def writable(**values: str | bool) -> DriveConfig:
    """A drive with a serial number, whose writes take 0.4 ms and a settle of 0.5 ms more."""
    slower = {
        "serial": SERIAL,
        "seek.write_settle": "0.5 ms",
        "overhead.write_command": "2.6 ms",
        "overhead.write_command_non_sequential": "2.6 ms",
    }
    return catalog.load("hp_97560").with_values({**slower, **values})


def test_writes_of_a_disk_whose_data_may_be_lost(noisy: Noisy) -> None:
    """Writes take what the drive's file says, and random writes come out as the drive's."""
    codes: set[int] = set()
    drive = writable()
    found = survey.survey(noisy(drive, codes=codes), reads=4_000, destructive=SERIAL)
    assert codes == HARMLESS | {0x2A}
    assert found.seeks is not None
    more = [time - found.seeks.inwards[d] for d, time in found.seeks.writes.items()]
    assert len(more) >= 7
    assert np.median(more) / 1e9 == pytest.approx(0.9, abs=0.05)  # command 0.4 ms, settle 0.5 ms
    text = writing.text(found)
    off = random_ms(DriveConfig.parse(text, "found"), write=True) - random_ms(drive, write=True)
    assert np.mean(np.abs(off) < 0.1) > 0.9
    assert "sectors were overwritten with zeros" in text
    assert "reads and writes" in text
    assert survey.READS_ONLY not in text


@pytest.mark.parametrize(
    ("drive", "serial", "told"),
    [
        (writable(), "LOSE-ME-2", "the disk reports the serial number 'LOSE-ME-1'"),
        (catalog.load("hp_97560"), "LOSE-ME-1", "the disk reports no serial number"),
        (writable(**{"cache.write_back": True}), SERIAL, "write cache of .* is on .*--clear=WCE"),
    ],
)
def test_a_disk_that_may_not_be_written(
    noisy: Noisy, drive: DriveConfig, serial: str, told: str
) -> None:
    codes: set[int] = set()
    with pytest.raises(ConfigError, match=told) as error:
        survey.survey(noisy(drive, codes=codes), reads=4_000, destructive=serial)
    assert "othing was written" in str(error.value)
    assert codes <= HARMLESS - {0x28}


def test_a_write_cache_is_told(noisy: Noisy) -> None:
    drive = writable(**{"cache.write_back": True})
    with pytest.raises(Ended) as ended:
        survey.survey(noisy(drive, fail=ConnectionError("gone"), at=100), reads=4_000)
    assert any("write cache is on" in note for note in ended.value.found.all_notes)
