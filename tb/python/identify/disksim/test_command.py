"""The command `headstack import disksim`."""

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import catalog

Make = Callable[..., Path]
Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def made(make: Make) -> None:
    """A drive of which one parameter has no counterpart."""
    make(disk={"Fast write level": 1})


@pytest.mark.usefixtures("made")
def test_a_file_and_what_has_no_counterpart(cli: Cli, tmp_path: Path) -> None:
    done = cli("import", "disksim", "tiny.parv", "-o", "tiny.toml")
    assert done.returncode == 0
    assert done.stdout.startswith("tiny.toml: TINY, 480 blocks; warnings: 1, ")
    [line] = done.stderr.splitlines()
    assert line.startswith("headstack: warning: tiny.diskspecs:")
    assert "Fast write level = 1: no key for caching" in line
    assert catalog.load(tmp_path / "tiny.toml").blocks == 480
    ran = cli(
        "run",
        "--drive",
        "tiny.toml",
        "--rate",
        "20",
        "--requests",
        "50",
        "--placement",
        "host",
        "--json",
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["requests"] == 50


@pytest.mark.usefixtures("made")
def test_without_a_file_it_is_printed(cli: Cli) -> None:
    done = cli("import", "disksim", "tiny.parv")
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["layout"]["surfaces"] == 2
    assert "warning" in done.stderr


@pytest.mark.usefixtures("made")
def test_one_json_document(cli: Cli, tmp_path: Path) -> None:
    done = cli("import", "disksim", "tiny.parv", "--out", "tiny.toml", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert document["configuration"] == (tmp_path / "tiny.toml").read_text()
    assert (document["form"], document["disk"], document["blocks"]) == ("disksim", "TINY", 480)
    assert document["errors"] == []
    [warning] = document["warnings"]
    assert warning["file"] == "tiny.diskspecs"
    assert (warning["parameter"], warning["value"]) == ("Fast write level", "1")
    assert {"file", "line", "parameter", "value", "text"} == document["left_out"][0].keys()
    assert {"key", "source"} == document["sources"][0].keys()


@pytest.mark.usefixtures("made")
def test_nothing_is_overwritten_unasked(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text("mine")
    done = cli("import", "disksim", "tiny.parv", "-o", "tiny.toml")
    assert done.returncode == 2
    assert "--force overwrites it" in done.stderr
    assert (tmp_path / "tiny.toml").read_text() == "mine"
    assert cli("import", "disksim", "tiny.parv", "-o", "tiny.toml", "--force").returncode == 0
    assert cli("import", "disksim", "tiny.parv", "-o", "tiny.txt").returncode == 2


@pytest.mark.parametrize("json_too", [True, False])
def test_a_missing_file_is_told_and_the_rest_kept(
    cli: Cli, make: Make, tmp_path: Path, json_too: bool
) -> None:
    make(seeks=None)
    form = ("--json",) if json_too else ()
    done = cli("import", "disksim", "tiny.parv", "-o", "tiny.toml", *form)
    assert done.returncode == 2
    line = (tmp_path / "tiny.model").read_text().split("\n").index(
        "Full seek curve = tiny.seek,"
    ) + 1
    message = f"tiny.model:{line}: key `Full seek curve`: there is no file tiny.seek"
    assert f"headstack: {message}\n" in done.stderr
    assert "tiny.toml has what was found" in done.stderr
    kept = tomllib.loads((tmp_path / "tiny.toml").read_text())
    assert kept["layout"]["surfaces"] == 2
    assert kept["seek"]["head_switch"] == "0.9 ms"
    if json_too:
        assert json.loads(done.stdout)["errors"] == [message]
        assert json.loads(done.stdout)["blocks"] is None


def test_a_drive_that_cannot_be(cli: Cli, make: Make) -> None:
    """The loader's own checks: seeks that take a minute."""
    make(seeks="1, 1.5\n11, 60000\n")
    done = cli("import", "disksim", "tiny.parv", "-o", "tiny.toml")
    assert done.returncode == 2
    assert "the drive file:" in done.stderr
    assert "key `seek.points`" in done.stderr


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("disksim", "gone.parv"), "DiskSim file gone.parv: No such file or directory"),
        (("disksim", "."), "DiskSim file .: Is a directory"),
        (("disksim", "tiny.seek"), "a seek curve alone"),
        (("disksim", "tiny.parv", "--disk", "huge"), "has no drive huge; there is TINY"),
        (("dixtrac", "tiny.parv"), "'dixtrac' is not"),
    ],
)
def test_bad_input(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    done = cli("import", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_disks_and_arrays_that_are_left_out_are_told(cli: Cli, make: Make, tmp_path: Path) -> None:
    parv = make().read_text().replace("disk0 .. disk0", "disk0 .. disk8")
    bus = ", ".join(f"disksim_disk disk{i} []" for i in range(9))
    parv = parv.replace("disksim_disk disk0 []", bus)
    parv = parv.replace("instantiate", "disksim_disk OTHER { a = 1 }\ninstantiate", 1)
    parv += "disksim_logorg org0 { Addressing mode = Array, devices = [ disk0 .. disk8 ] }\n"
    parv += "disksim_logorg one { Addressing mode = Parts, devices = [ disk0 ] }\n"
    make(parv=parv)
    told = [
        "8 disks, disk1, disk2, disk3, ..., disk8 that are as disk0",
        "another drive, OTHER",
        "the array org0 of 9 disks",
    ]
    done = cli("import", "disksim", "tiny.parv", "-o", "tiny.toml")
    assert done.returncode == 0, done.stderr
    assert "other disks and arrays left out: 3, " in done.stdout
    said = [line for line in done.stderr.splitlines() if "left out, because" in line]
    assert [line.split("describes one drive: ")[1] for line in said] == told
    assert [f"# - {one}" for one in told] == (tmp_path / "tiny.toml").read_text().splitlines()[2:5]
    document = json.loads(cli("import", "disksim", "tiny.parv", "--disk", "disk5", "--json").stdout)
    assert document["other_devices"][0] == (
        "8 disks, disk0, disk1, disk2, ..., disk8 that are as disk5"
    )
    make()
    plain = cli("import", "disksim", "tiny.parv", "-o", "plain.toml")
    assert "disks and arrays left out: 0, " in plain.stdout
