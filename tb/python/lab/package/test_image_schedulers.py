"""Schedulers that only an image of the user's own firmware has."""

import json
import pickle
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack import ConfigError, Drive, workload
from headstack._core import SchedulerSpec, cores
from headstack.processor import own_firmware

Cli = Callable[..., subprocess.CompletedProcess[str]]
CROSS = "riscv64-unknown-elf-"
PAGE = Path(__file__).parents[4] / "docs/reference/schedulers.md"

pytestmark = pytest.mark.skipif(
    "iss" not in cores() or shutil.which(f"{CROSS}gcc") is None, reason="no cross compiler"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the page's scheduler `lcfs`, and with the example as `nearest`."""
    folder = tmp_path_factory.mktemp("images") / "own"
    own_firmware.create(folder)
    example = (folder / "fcfs.c").read_text()
    (folder / "nearest.c").write_text(example.replace('.name = "fcfs"', '.name = "nearest"'))
    (page,) = (
        text for text in re.findall(r"```c\n(.*?)```", PAGE.read_text(), re.S) if "lcfs" in text
    )
    schedulers = folder / "headstack/schedulers"
    parameters = """\
    .parameters = {{.name = "most", .default_value = 3 * 65536, .minimum = 65536,
                    .maximum = 9 * 65536, .unit = "tasks", .whole = true},
                   {.name = "order", .choices = (const char* const[]){"new", "old", NULL}}},
"""
    (schedulers / "arrival/lcfs.c").write_text(
        page.replace("    .memory", f"{parameters}    .memory", 1)
    )
    names = next(schedulers.rglob("list.h"))
    text = names.read_text()
    names.write_text(re.sub(r"X\(fcfs\)", "X(fcfs) X(lcfs)", text, count=1))
    subprocess.run(["make", "-s", "-C", folder, "nearest.elf", "headstack.elf"], check=True)
    return folder


def drive_of(image: Path, scheduler: str, **more: Any) -> Drive:
    conditions = {"controller.core": "iss", "controller.firmware": str(image), **more}
    return Drive("hp_c2247", scheduler, conditions=conditions)


def test_an_image_names_its_scheduler(cli: Cli, project: Path) -> None:
    core = f"iss(firmware={project / 'nearest.elf'})"
    run = ("run", "--core", core, "--rate", "20", "--requests", "30", "--scheduler")
    done = cli(*run, "nearest", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scheduler"] == "nearest of nearest.elf"
    done = cli(*run, "nearst")
    assert done.returncode == 2
    assert "nearest.elf: has no scheduler 'nearst' (it has nearest)" in done.stderr


def test_the_page_s_scheduler_runs_from_an_image(project: Path) -> None:
    """Last come, first served: of the requests that wait, each start is of the youngest."""
    columns = (
        drive_of(project / "headstack.elf", "lcfs").run(workload.closed(6, requests=120)).columns
    )
    starts = sorted(zip(columns["start"], columns["arrival"], strict=True))
    for place, (start, arrival) in enumerate(starts[6:-6], 6):
        waiting = [came for _, came in starts[place:] if came <= start]
        assert arrival == max(waiting)


def test_its_parameters_come_from_the_image(project: Path) -> None:
    image = project / "headstack.elf"
    drive = drive_of(image, "lcfs(5, order=old)")
    assert drive.queues.drive.name == "lcfs(most=5 tasks, order=old)"
    assert drive.run(workload.closed(2, requests=10)).settings.scheduler == (
        "lcfs(most=5 tasks, order=old) of headstack.elf"
    )
    with pytest.raises(ConfigError, match=r"'most' is a whole number from 1 to 9 tasks, not '10'"):
        drive_of(image, "lcfs(10)")
    with pytest.raises(ConfigError, match=r"'order' is one of new, old, not 'x'"):
        drive_of(image, "lcfs(order=x)")
    again = pickle.loads(pickle.dumps(drive.queues.drive))
    assert (again.name, again.image) == (drive.queues.drive.name, str(image))


@pytest.mark.parametrize("name", [one.name for one in headstack.schedulers()])
def test_every_table_is_read_as_it_was_written(project: Path, name: str) -> None:
    """headstack's own tables, compiled for 32 bits, say what they say on this machine."""
    here, there = SchedulerSpec(name), SchedulerSpec(f"{project / 'headstack.elf'}:{name}")
    assert there.text == f"{project / 'headstack.elf'}:{here.text}"
    assert there.needs == here.needs


def test_an_image_s_scheduler_runs_on_its_core_only(project: Path) -> None:
    nearest = project / "nearest.elf"
    with pytest.raises(ConfigError, match=r"name the image as the core's firmware"):
        Drive("hp_c2247", f"{nearest}:nearest")
    with pytest.raises(ConfigError, match=r"'nearest' is not known"):
        Drive("hp_c2247", "nearest", placement="host")
    with pytest.raises(ConfigError, match=r"'nearest' is not known"):
        Drive("hp_c2247", "nearest")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('{.name = "nearest", .knowledge = 99}', "was built from other headers"),
        ('{.name = "nearest", .needs = 1u << 30}', "was built from other headers"),
        ('{.name = "nearest", .parameters = {{.name = "a", .minimum = 2}}}', "other headers"),
        ('{.name = "further"}', "it has further"),
        ("{.name = 0}", r"has no scheduler 'nearest' \(it has \)"),
    ],
)
def test_bad_tables(project: Path, tmp_path: Path, table: str, said: str) -> None:
    own = tmp_path / "own"
    shutil.copytree(project, own)
    source = own / "nearest.c"
    source.write_text(source.read_text().replace('{.name = "nearest"}', table))
    subprocess.run(["make", "-s", "-C", own, "nearest.elf"], check=True)
    with pytest.raises(ConfigError, match=said):
        drive_of(own / "nearest.elf", "nearest")


def test_files_without_a_table(project: Path, tmp_path: Path) -> None:
    image = tmp_path / "bare.elf"
    strip = [f"{CROSS}strip", "-o", image, project / "nearest.elf"]
    subprocess.run(strip, check=True)
    with pytest.raises(ConfigError, match=r"bare\.elf: has no table hs_schedulers"):
        drive_of(image, "nearest")
    image.write_text("no image\n")
    with pytest.raises(ConfigError, match=r"bare\.elf.*not an ELF file"):
        drive_of(image, "nearest")


def test_make_builds_any_name(project: Path, tmp_path: Path) -> None:
    """NAME.c alone, with the C files of the folder NAME, and not those of others."""
    own = tmp_path / "own"
    shutil.copytree(project, own)
    make = ["make", "-s", "-C", str(own)]
    subprocess.run([*make, "fcfs.elf"], check=True)
    (own / "nearest").mkdir()
    (own / "nearest/more.c").write_text("#error more\n")
    assert subprocess.run([*make, "-q", "fcfs.elf"], check=False).returncode in (0, 1)
    subprocess.run([*make, "fcfs.elf"], check=True)
    failed = subprocess.run([*make, "nearest.elf"], check=False, capture_output=True, text=True)
    assert "#error more" in failed.stderr
