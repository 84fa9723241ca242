"""The drives that come with headstack, as the command and the package show them."""

import json
import os
import pickle
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack import catalog, workload
from headstack._core import DriveConfig, drive_keys
from headstack.errors import ConfigError

Cli = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).resolve().parents[4]
FILES = sorted((ROOT / "model" / "drives").glob("*.toml"))

BLOCKS = {
    "hp_c2247": 2_054_864,  # Worthington 1994, table 1
    "fujitsu_m2361a": 140_280 * 8,  # Seltzer 1990, section 3.1: blocks of 4 KB
    "hp_97560": 1962 * 19 * 72,  # real-time paper, table 1
    "ibm_9lzx_8": 6587 * 5 * 136,  # Popovici 2003, table 1
}
REVOLUTION_MS = {
    "hp_c2247_5": 60_000 / 5400,
    "fujitsu_m2361a": 60_000 / 3600,
    "hp_97560": 60_000 / 4002,
    "ibm_9lzx": 6,
    "ibm_9lzx_6": 2,
}


def test_the_command_lists_every_file(cli: Cli) -> None:
    done = cli("drives", "--json")
    assert done.returncode == 0, done.stderr
    listed = {drive["name"]: drive for drive in json.loads(done.stdout)["drives"]}
    assert sorted(listed) == [file.stem for file in FILES]
    for name, blocks in BLOCKS.items():
        assert listed[name]["blocks"] == blocks
    for name, revolution_ms in REVOLUTION_MS.items():
        assert listed[name]["revolution_ms"] == pytest.approx(revolution_ms, rel=1e-9)
    table = cli("drives").stdout
    names = {line.split()[0] for line in table.splitlines() if line.strip()}
    for file in FILES:
        assert file.stem in names


def test_an_heir_is_shown_as_a_whole(cli: Cli, tmp_path: Path) -> None:
    shown = cli("drives", "ibm_9lzx_4").stdout
    values = tomllib.loads(shown)
    assert "base" not in values
    assert values["spindle"]["rotation"] == "2 ms"  # its own
    assert values["seek"]["head_switch"] == "0.79 ms"  # of ibm_9lzx
    (tmp_path / "alone.toml").write_text(shown)  # where there is no ibm_9lzx.toml
    assert cli("drives", "alone.toml").returncode == 0


def test_a_drive_of_ones_own_on_a_base(cli: Cli, tmp_path: Path) -> None:
    base = ROOT / "model" / "drives" / "fujitsu_m2361a"
    (tmp_path / "mine.toml").write_text(f'base = "{base}"\n[spindle]\nrotation = "7200 rpm"\n')
    done = cli("drives", "mine.toml", "--json")
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["revolution_ms"] == pytest.approx(8.3333, abs=1e-4)
    assert shown["blocks"] == BLOCKS["fujitsu_m2361a"]


@pytest.mark.parametrize("base", ["fujitsu_m2361a", "ibm_9lzx_4", "ibm_9lzx_4.toml"])
def test_a_base_by_its_name_alone(cli: Cli, tmp_path: Path, base: str) -> None:
    """From any folder; the base may have a base of its own."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mine.toml").write_text(f'base = "{base}"\n[seek]\nhead_switch = "3 ms"\n')
    done = cli("drives", "deep/mine.toml", "--json")
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["blocks"] == catalog.load(base.removesuffix(".toml")).blocks
    assert tomllib.loads(shown["configuration"])["seek"]["head_switch"] == "3 ms"


def test_a_base_by_its_name_in_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wheel has the drives in the package's folder; here the folder is another one."""
    (tmp_path / "drives").mkdir()
    text = catalog.load("hp_97560").with_value("seek.head_switch", "4 ms").to_toml()
    (tmp_path / "drives" / "only_here.toml").write_text(text)
    monkeypatch.setattr(catalog, "folder", lambda: tmp_path / "drives")
    (tmp_path / "mine.toml").write_text('base = "only_here"\n')
    assert catalog.load(tmp_path / "mine.toml").value("seek.head_switch") == "4 ms"
    (tmp_path / "mine.toml").write_text('base = "only_hear"\n')
    with pytest.raises(ConfigError, match='no included drive has this name; did you mean "only_h'):
        catalog.load(tmp_path / "mine.toml")


def test_a_base_by_its_name_as_in_a_wheel(tmp_path: Path) -> None:
    """The package lies alone with its drives, as an installed wheel has it."""
    package = tmp_path / "site" / "headstack"
    package.mkdir(parents=True)
    for item in (ROOT / "bindings" / "lab" / "headstack").iterdir():
        if item.name not in ("catalog.py", "drives"):
            (package / item.name).symlink_to(item)
    shutil.copy(ROOT / "bindings" / "lab" / "headstack" / "catalog.py", package)
    shutil.copytree(ROOT / "model" / "drives", package / "drives")
    (tmp_path / "mine.toml").write_text('base = "ibm_9lzx_4"\n')
    code = "from headstack import catalog as c; print(c.folder(), c.load('mine.toml').blocks)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],  # without the environment, which has the checkout
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(package / "drives"), "17916640"]


def test_conditions_on_a_base_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drives").mkdir()
    (tmp_path / "drives" / "worn.toml").write_text('[defects]\nsoft_rate = "20 ppm"\n')
    (tmp_path / "mine.toml").write_text('base = "worn"\n[defects]\nseed = 4\n')
    drive = catalog.load("hp_c2247")
    monkeypatch.setattr(catalog, "folder", lambda: tmp_path / "drives")
    worn = catalog.with_conditions(drive, tmp_path / "mine.toml")
    assert (worn.value("defects.soft_rate"), worn.value("defects.seed")) == ("0.002 %", 4)


def test_all_missing_keys_are_told_at_once(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('description = "mine"\n[cache]\nsegments = 2\n')
    done = cli("drives", "mine.toml")
    assert done.returncode == 2
    lines = done.stderr.removeprefix("headstack: ").splitlines()
    assert lines[0].startswith("mine.toml:1: key `source`: is missing: ")
    required = {key.path for key in drive_keys() if not key.optional and ".zone." not in key.path}
    named = [line.split("`")[1] for line in lines]
    assert sorted(named) == sorted(
        {*required, "layout.zone", "seek.root"} - {"description", "cache.segments"}
    )
    assert [line for line in lines if not line.startswith(("mine.toml:1:", "mine.toml:2:"))] == []


def test_a_bad_base_is_bad_input(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "nowhere"\n')
    done = cli("drives", "mine.toml")
    assert done.returncode == 2
    assert "mine.toml:1: key `base`: there is no file nowhere.toml" in done.stderr


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_every_drive_runs(name: str) -> None:
    found = headstack.Drive(name, "sptf").run(workload.closed(4, requests=200))
    assert found.summary["requests"] == 200


def test_every_drive_is_in_the_documentation() -> None:
    text = (ROOT / "docs/reference/drives.md").read_text(encoding="utf-8")
    for config in headstack.drives():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{config.name}` |"))
        assert f"| {config.blocks:,} |" in row, row


@pytest.mark.parametrize("config", headstack.drives(), ids=lambda config: config.name)
def test_zones_are_those_of_the_file(config: DriveConfig) -> None:
    tables = tomllib.loads(config.to_toml())["layout"]["zone"]
    rows = [(*zone["cylinders"], zone["sectors_per_track"]) for zone in tables]
    assert list(config.zones) == rows
    firsts = [zone.first_cylinder for zone in config.zones]
    assert firsts == sorted(firsts)
    assert pickle.loads(pickle.dumps(config.zones)) == config.zones


def test_the_zones_of_the_paper() -> None:
    """Worthington 1994, tables 1 and A.2."""
    zones = catalog.load("hp_c2247").zones
    assert [zone.sectors_per_track for zone in zones] == [96, 92, 88, 84, 80, 72, 64, 56]
    assert (zones[0].first_cylinder, zones[-1].last_cylinder) == (0, 2050)


@pytest.mark.parametrize("config", headstack.drives(), ids=lambda config: config.name)
def test_all_zones_are_one_value(config: DriveConfig) -> None:
    zones = config.value("layout.zone")
    assert zones == tomllib.loads(config.to_toml())["layout"]["zone"]
    assert config.with_zones(zones).to_toml() == config.to_toml()
    assert config.with_values({"layout.zone": zones}).to_toml() == config.to_toml()


def test_a_drive_with_other_zones() -> None:
    drive = catalog.load("ibm_9lzx_8")
    skews = {"track_skew": "20 sectors", "cylinder_skew": "30 sectors"}
    zones = [{"cylinders": [0, 1000], "sectors_per_track": 100} | skews]
    zones += [{"cylinders": [1001, 6586], "sectors_per_track": 50} | skews]
    other = drive.with_zones(zones)
    assert other.zones == ((0, 1000, 100), (1001, 6586, 50))
    assert other.blocks == 5 * (1001 * 100 + 5586 * 50)
    assert other.name == drive.name
    with pytest.raises(ConfigError, match=r"key `layout\.zone\.cylinder` is not known; did you"):
        drive.with_zones([{"cylinder": [0, 6586]}])
    with pytest.raises(ConfigError, match=r"must be a list of tables"):
        drive.with_zones([])
    with pytest.raises(ConfigError, match=r"`layout\.zone` already gives all keys of every zone"):
        drive.with_values({"layout.zone": zones, "layout.zone.0.phase": "0.5 rev"})


def test_keys_left_out() -> None:
    drive = catalog.load("hp_c2247")
    more = drive.with_values({"bus.underrun": "0.1 ms", "layout.zone.7.spare_tracks": None})
    assert more.value("layout.zone.7.spare_tracks") == 0
    assert more.value("bus.underrun") == "0.1 ms"
    assert more.with_value("bus.underrun", None).value("bus.underrun") == "0 ms"
    spares = drive.value("layout.zone.7.spare_tracks")
    again = more.without(["bus.underrun"]).with_value("layout.zone.7.spare_tracks", spares)
    assert again.to_toml() == drive.to_toml()
    points = [[1, "2 ms"], [2050, "20 ms"]]
    curve = dict.fromkeys(["seek.first", "seek.root", "seek.linear"]) | {"seek.points": points}
    assert drive.with_values(curve).value("seek.points") == points


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("seek.write_settle", "`seek.write_settle` cannot be left out: every drive has it"),
        ("cache", "`cache.mode` cannot be left out"),
        ("layout.zone", "`layout.zone` cannot be left out"),
        ("seek.write_setle", "is not a key of a drive; did you mean `seek.write_settle`"),
        ("layout.zone.8.phase", "the last zone is 7"),
    ],
)
def test_a_key_that_cannot_be_left_out(key: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        catalog.load("hp_c2247").without([key])


def test_where_blocks_lie() -> None:
    """On a drive without spares: 5 heads, 136 sectors; a slip moves on what is behind it."""
    drive = catalog.load("ibm_9lzx_8")
    blocks = np.array([0, 135, 136, 5 * 136 + 3, 6587 * 5 * 136 - 1])
    cylinder, head, sector, angle = drive.places(blocks)
    assert cylinder.tolist() == [0, 0, 0, 1, 6586]
    assert head.tolist() == [0, 0, 1, 0, 4]
    assert sector.tolist() == [0, 135, 0, 3, 135]
    assert (int(angle[1]) - int(angle[0])) % 2**32 == 135 * 2**32 // 136
    slipped = drive.with_value("layout.zone.0.slipped_sectors", [2])
    assert slipped.places([1, 2, 3])[2].tolist() == [1, 3, 4]
    assert drive.places([]).shape == (4, 0)


def test_where_moved_blocks_lie() -> None:
    """Zone 0 of the C2247, by hand: 13 heads, 96 sectors, 17 reserved tracks, 6925 with blocks.

    Ten slipped tracks lie among these: the last block is on track 17 + 6925 - 1 + 10 = 6951. Track
    6952 is slipped as well, so the first spare track is 6953 = 534 * 13 + 11.
    """
    drive = catalog.load("hp_c2247")
    last = 6925 * 96 - 1
    block = 7 * 96 + 3  # on track 17 + 7 = 13 + 11
    assert drive.places([0, block, last])[:3].T.tolist() == [[1, 4, 0], [1, 11, 3], [534, 9, 95]]
    assert drive.places([last + 1])[0, 0] == drive.zones[1].first_cylinder
    sector = (17 + 7) * 96 + 3
    moved = drive.with_value("layout.zone.0.reallocated_sectors", [sector])
    assert moved.places([block])[:3, 0].tolist() == [534, 11, 0]
    others = np.delete(np.arange(last + 1), block)
    assert (moved.places(others) == drive.places(others)).all()


@pytest.mark.parametrize("config", headstack.drives(), ids=lambda config: config.name)
def test_places_are_those_that_a_scheduler_is_told(config: DriveConfig) -> None:
    blocks = np.unique(np.linspace(0, config.blocks - 1, 100).astype(np.int64))
    told: list[tuple[int, int, int]] = []

    class Locating(headstack.Scheduler):
        knows = "map"

        def init(self, drive: headstack.scheduler.DriveFacts) -> None:
            told.extend(drive.locate(int(block)) for block in blocks)

        def pick(self, queue: object, drive: object) -> int:
            return 0

    load = workload.closed(1, requests=1, size=config.bytes_per_block)
    headstack.Drive(config, Locating()).run(load)
    assert config.places(blocks)[[0, 1, 3]].T.tolist() == [list(one) for one in told]


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ([-1], "block -1 is not one of the drive's 4479160"),
        ([4_479_160], "block 4479160 is not one of the drive's 4479160"),
        ([[0]], "one dimension, not 2"),
    ],
)
def test_a_block_that_a_drive_does_not_have(blocks: list[int], message: str) -> None:
    with pytest.raises(headstack.ConfigError, match=message):
        catalog.load("ibm_9lzx_8").places(blocks)
