"""What is done to a drive, beside what it is (docs/reference/drive-files.md)."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack import ConfigError, catalog

Cli = Callable[..., subprocess.CompletedProcess[str]]
LOAD = headstack.workload.closed(4, requests=300)
SOFT = {"defects.soft_rate": "2 %", "defects.seed": 7}
FILE = '[defects]\nsoft_rate = "2 %"\nseed = 7\n'
RUN = ("run", "--workload", "closed", "--outstanding", "4", "--requests", "300", "--json")


def retries(drive: headstack.Drive) -> int:
    return int(drive.run(LOAD, on_media_error="count").columns["retries"].sum())


def test_by_keys_by_file_and_in_the_drives_own_file_are_the_same(tmp_path: Path) -> None:
    conditions, own = tmp_path / "worn.toml", tmp_path / "hp_c2247.toml"
    conditions.write_text(FILE)
    own.write_text(f'base = "{catalog.find("hp_c2247")}"\n{FILE}')
    by_keys = headstack.Drive("hp_c2247", conditions=SOFT)
    by_file = headstack.Drive("hp_c2247", conditions=conditions)
    assert by_keys.config.to_toml() == by_file.config.to_toml()
    assert by_keys.config.to_toml() == headstack.Drive(own).config.to_toml()
    assert retries(by_keys) > 0
    assert retries(headstack.Drive("hp_c2247")) == 0


def test_what_is_given_takes_the_place_of_what_the_drive_has() -> None:
    worn = headstack.Drive("hp_c2247", conditions=SOFT).config
    good = headstack.Drive(worn, conditions={"defects.soft_rate": "0 %"})
    assert good.config.value("defects.seed") == 7
    assert retries(good) == 0


def test_values_that_need_each_other_are_checked_together() -> None:
    sizes = {"comparator.entries": 24, "comparator.lanes": 8}
    drive = headstack.Drive("hp_c2247", "sptf_hw", conditions=sizes)
    assert drive.config.value("comparator.lanes") == 8


def test_what_the_drive_is_is_no_condition(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"`seek.write_settle` is not a condition"):
        headstack.Drive("hp_c2247", conditions={"seek.write_settle": "0.42 ms"})
    file = tmp_path / "worn.toml"
    file.write_text(f'{FILE}[seek]\nwrite_settle = "0.42 ms"\n')
    with pytest.raises(
        ConfigError, match=r"worn.toml:5: key `seek.write_settle`: is not a condition"
    ):
        headstack.Drive("hp_c2247", conditions=file)


def test_zones_are_no_condition(tmp_path: Path) -> None:
    file = tmp_path / "worn.toml"
    file.write_text("[[layout.zone]]\ncylinders = [0, 1]\n")
    with pytest.raises(ConfigError, match=r"worn.toml:1: key `layout.zone`: is not a condition"):
        headstack.Drive("hp_c2247", conditions=file)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (20, "this number has no unit"),
        ("20 apples", "apples"),
        ('"20 ppm"', "key `defects.soft_rate`"),
        ([None], "None is neither text, number, truth, list nor table"),
        ({"a": 1}, "must be text with a number and its unit"),
    ],
)
def test_values_that_are_none(value: object, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        headstack.Drive("hp_c2247", conditions={"defects.soft_rate": value})


def test_none_leaves_a_condition_out() -> None:
    worn = catalog.load("hp_c2247").with_value("defects.soft_rate", "20 ppm")
    again = headstack.Drive(worn, conditions={"defects.soft_rate": None}).config
    assert again.to_toml() == catalog.load("hp_c2247").to_toml()


def test_values_come_back_as_they_were_given() -> None:
    config = catalog.load("hp_c2247")
    values = {
        "defects.unreadable": [[402, 9, 37, "2000 ms"]],
        "destage.command_first": True,
        "destage.start": "idle",
        "destage.idle_delay": "5 ms",
        "defects.seed": 3,
        "variation.seek": "0.1 ms",
    }
    changed = config.with_values(values)
    assert {key: changed.value(key) for key in values} == values
    assert config.value("comparator.lanes") is None
    assert config.with_value("defects.seed", np.uint32(3)).value("defects.seed") == 3


def test_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "worn.toml").write_text(FILE)
    done = cli(*RUN, "--conditions", "worn.toml", "--stop-on", "none")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["retries"] > 0
    for name in ("missing.toml", "."):
        done = cli(*RUN, "--conditions", name)
        assert done.returncode == 2
        assert f"file of conditions {name}: " in done.stderr


def test_values_may_be_tables() -> None:
    terms = [{"of": "read hit", "when": ["after write"], "time": "0.1 ms"}]
    drive = headstack.catalog.load("hp_c2247").with_value("overhead.terms", terms)
    assert drive.value("overhead.terms") == terms
    with pytest.raises(ConfigError, match="a term needs"):
        drive.with_value("overhead.terms", [{"of": "read hit"}])
