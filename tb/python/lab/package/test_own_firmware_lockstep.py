"""Lock-step: decisions of an image, compared with a scheduler on this machine."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError, Drive, RunError, drives, workload
from headstack._core import cores
from headstack.processor import own_firmware

Cli = Callable[..., subprocess.CompletedProcess[str]]
CROSS = "riscv64-unknown-elf-"
SHORT = workload.closed(2, requests=5)

pytestmark = pytest.mark.skipif(
    "iss" not in cores() or shutil.which(f"{CROSS}gcc") is None, reason="no cross compiler"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, with `wrong.elf`: in turn, but for a planted bug, the second comes first."""
    folder = tmp_path_factory.mktemp("lockstep") / "own"
    own_firmware.create(folder)
    text = (folder / "fcfs.c").read_text(encoding="utf-8")
    begin = "  if (fcfs.step == FCFS_IDLE && fcfs.held != 0) {\n"
    assert text.count(begin) == 1
    swap = """\
    if (fcfs.held > 3 && fcfs.starts % 50 == 49) { /* the planted bug */
      fcfs_task* const second = &fcfs.tasks[(fcfs.first + 1) % fcfs.config.queue_depth];
      const fcfs_task kept = *second;
      *second = *oldest();
      *oldest() = kept;
    }
"""
    (folder / "wrong.c").write_text(text.replace(begin, begin + swap), encoding="utf-8")
    images = ["fcfs.elf", "wrong.elf", "headstack.elf"]
    subprocess.run(["make", "-s", "-C", folder, *images], check=True)
    return folder


def drive_of(
    image: Path, scheduler: str, lockstep: str, drive: str = "hp_c2247", **more: Any
) -> Drive:
    conditions = {
        "controller.core": "iss",
        "controller.firmware": str(image),
        "controller.lockstep": lockstep,
        **more,
    }
    return Drive(drive, scheduler, conditions=conditions)


@pytest.mark.parametrize(
    "name", ["fcfs", "sstf", "look", "clook", "vscan(0.2)", "sptf", "asptf(6)"]
)
def test_headstack_s_own_decisions_are_equal(project: Path, name: str) -> None:
    """The image's scheduler and the one on this machine see the same commands and positions."""
    load = workload.closed(12, requests=300)
    found = drive_of(project / "headstack.elf", name, name).run(load)
    assert 250 < found.summary["lockstep_decisions"] <= 300
    assert "lockstep_decisions" not in Drive("hp_c2247", name).run(load).summary


@pytest.mark.parametrize("drive", ["hp_97560", "fujitsu_m2361a", "ibm_dnes_309170w"])
def test_on_other_drives_and_open_loads(project: Path, drive: str) -> None:
    load = workload.random(rate_per_s=120, requests=200, read_fraction=0.5)
    found = drive_of(project / "headstack.elf", "sptf", "sptf", drive).run(load)
    assert found.summary["lockstep_decisions"] > 100


@pytest.mark.parametrize("drive", [config.name for config in drives()])
def test_no_drive_has_a_difference(project: Path, drive: str) -> None:
    """The image and the scheduler agree on whether a read-ahead is under way.

    One drive holds a single command, so that nothing is compared.
    """
    for name in ["sptf", "asptf(6)", "sstf", "clook"]:
        compared = 0.0
        for reads in [1.0, 0.0, 0.5]:
            load = workload.closed(12, requests=100, read_fraction=reads)
            found = drive_of(project / "headstack.elf", name, name, drive).run(load)
            compared += found.summary["lockstep_decisions"]
        assert compared > 180 or drive == "quantum_qm39100td"


def test_the_example_is_fcfs(project: Path) -> None:
    found = drive_of(project / "fcfs.elf", "fcfs", "fcfs").run(workload.closed(6, requests=120))
    assert found.summary["lockstep_decisions"] >= 100


def test_the_planted_bug_is_found(project: Path, cli: Cli) -> None:
    """The 50th task that starts is the wrong one; the message has all that wait."""
    core = f"iss(firmware={project / 'wrong.elf'}, lockstep=fcfs)"
    done = cli("run", "--core", core, "--workload", "closed", "--outstanding", "6")
    assert done.returncode == 1
    found = re.search(
        r"at (\d+\.\d+) ms, decision 50 of the image differs from fcfs: the image starts the task "
        r"with tag (\d+), and fcfs starts tag (\d+)\.",
        done.stderr,
    )
    assert found, done.stderr
    row = r"^ +(\d+) +\d+ +\d+ (?:write| read) +\d+ +\d+ +(\d+\.\d+) +\d+\.\d+(.*)$"
    rows = re.findall(row, done.stderr, re.MULTILINE)
    assert len(rows) == 6
    by_age = sorted(rows, key=lambda row: -float(row[1]))
    assert by_age[0][0] == found[3]
    assert by_age[0][2] == "  fcfs"
    assert by_age[1][0] == found[2]
    assert by_age[1][2] == "  the image"


def test_another_scheduler_differs(project: Path) -> None:
    """The least predicted time is that of the task that sptf starts."""
    with pytest.raises(RunError) as error:
        drive_of(project / "headstack.elf", "fcfs", "sptf").run(workload.closed(12, requests=100))
    text = str(error.value)
    rows = re.findall(r"(\d+\.\d+)((?:  the image|  sptf)*)$", text, re.MULTILINE)
    assert len(rows) == 12
    assert min(rows, key=lambda row: float(row[0]))[1] == "  sptf"


@pytest.mark.parametrize(
    ("lockstep", "more", "message"),
    [
        ("sptff", {}, "'sptff' is not known; did you mean 'sptf'?"),
        ("spctf", {}, "'spctf' needs more than the registers show"),
        ("edf", {}, "'edf' needs more than the registers show"),
        ("sptf_hw", {}, "'sptf_hw' needs more than the registers show"),
        ("fcfs", {"controller.clock": "20 MHz"}, "takes no time: leave controller.clock out"),
    ],
)
def test_what_cannot_be_compared(
    project: Path, lockstep: str, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        drive_of(project / "headstack.elf", "fcfs", lockstep, **more).run(SHORT)


def test_it_needs_a_core_and_a_published_state(project: Path, tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"controller\.lockstep compares a firmware's image on a core"
    ):
        Drive("hp_c2247", conditions={"controller.lockstep": "fcfs"}).run(SHORT)
    own = tmp_path / "own"
    shutil.copytree(project, own)
    source = own / "fcfs.c"
    text = source.read_text(encoding="utf-8")
    published = "[HS_LAYOUT_STARTS] = (uintptr_t)&fcfs.starts,"
    assert text.count(published) == 1
    source.write_text(text.replace(published, ""), encoding="utf-8")
    subprocess.run(["make", "-s", "-C", own, "fcfs.elf"], check=True)
    with pytest.raises(ConfigError, match="does not say which task it starts"):
        drive_of(own / "fcfs.elf", "fcfs", "fcfs").run(SHORT)


def test_a_scheduler_with_parameters_on_the_command_line(project: Path, cli: Cli) -> None:
    image = project / "headstack.elf"
    run = ("run", "--scheduler", "clook(level=map)", "--workload", "closed", "--outstanding", "5")
    core = f"iss(firmware={image}, lockstep=clook(level=map))"
    done = cli(*run, "--requests", "60", "--core", core, "--json")
    assert done.returncode == 0, done.stderr
    assert '"lockstep_decisions": ' in done.stdout
