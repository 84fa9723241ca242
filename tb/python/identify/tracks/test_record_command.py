"""`headstack record`: the files, and messages on wrong options."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

from headstack import catalog, traces
from headstack_identify.recording import addresses

Cli = Callable[..., CompletedProcess[str]]


def test_the_files_and_the_steps(cli: Cli, tmp_path: Path) -> None:
    done = cli("record", "hp_c2247", "--device", "/dev/sdz", "-o", "rec", "--layout-reads", "3000")
    assert done.returncode == 0, done.stderr
    assert "only reads" in done.stdout
    folder = tmp_path / "rec"
    assert {file.name for file in folder.iterdir()} == {
        "layout.iolog", "layout.fio", "depths.fio", "record.sh",
    }  # fmt: skip
    plan = addresses.plan(catalog.load("hp_c2247"), 3000)
    read = traces.open(folder / "layout.iolog").whole()
    assert np.array_equal(read.start_byte, plan.block * 512)
    assert np.array_equal(read.bytes, plan.blocks * 512)
    assert not read.write.any()
    assert "write" not in (folder / "record.sh").read_text()


def test_json_and_no_file_is_overwritten(cli: Cli) -> None:
    words = ("record", "hp_c2247", "--device", "/dev/sdz", "-o", "rec", "--layout-reads", "3000")
    told = json.loads(cli(*words, "--json").stdout)
    assert told["reads"] == len(addresses.plan(catalog.load("hp_c2247"), 3000).block)
    assert told["minutes"] > 4
    again = cli(*words)
    assert again.returncode == 2
    assert "layout.iolog" in again.stderr
    assert cli(*words, "--force").returncode == 0


@pytest.mark.parametrize("device", ["sdb", "/dev/", "/dev/sdb; rm x", "/etc/passwd"])
def test_a_device_that_is_none_gets_a_reason(cli: Cli, device: str) -> None:
    done = cli("record", "hp_c2247", "--device", device, "-o", "rec")
    assert done.returncode == 2
    assert "give it as in /dev/sdb" in done.stderr


def test_the_usual_number_of_reads(cli: Cli) -> None:
    for command in ("record", "extract"):
        assert f"{addresses.READS}" in cli(command, "--help").stdout


def test_the_message_names_the_option(cli: Cli) -> None:
    words = ("record", "hp_c2247", "--device", "/dev/sdz", "-o", "rec")
    for option, value in (("--layout-reads", "5"), ("--seed", "-1")):
        done = cli(*words, option, value)
        assert done.returncode == 2
        assert f"{option} is {value}" in done.stderr


@pytest.mark.parametrize("name", ["file", "file/below", "/proc/none"])
def test_a_folder_that_cannot_be_made_gets_a_reason(cli: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    done = cli("record", "hp_c2247", "--device", "/dev/sdz", "-o", name, "--layout-reads", "3000")
    assert done.returncode == 2
    assert f"cannot make the folder {name}" in done.stderr
