"""The firmware's image on processors of its own: the rows of the firmware on this machine."""

import json
import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from inputs import arguments_for, load_with_facts

import headstack
from headstack import ConfigError, Drive, Scheduler, workload
from headstack._core import DriveConfig, cores

Cli = Callable[..., subprocess.CompletedProcess[str]]
DRIVE = "hp_c2247a"
SCHEDULERS = [info.name for info in headstack.schedulers()]
# What is not one and the same whatever runs the firmware.
OF_THE_MACHINE = {"wall_s", "requests_per_wall_s"}
# On a core, the learnt table lies in the RAM of the core.
OF_THE_HOST = {"learnt_distances", "learnt_from", "not_learnt_from", "learnt_memory_bytes"}

needs_iss = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def both(
    load: headstack.Load,
    core: str = "iss",
    scheduler: str = "sptf",
    drive: Any = DRIVE,
    **more: Any,
) -> tuple[headstack.Result, headstack.Result]:
    config = drive if isinstance(drive, DriveConfig) else headstack.catalog.load(drive)
    results = []
    for runs in ("host", core):
        runs_on = config.with_value("controller.core", runs)
        found = Drive(runs_on, scheduler, **arguments_for(scheduler, runs_on)).run(load, **more)
        results.append(found)
    return results[0], results[1]


def assert_same(load: headstack.Load, *given: Any, **more: Any) -> None:
    host, core = both(load, *given, **more)
    assert core.requests.equals(host.requests)
    same = host.summary.keys() - OF_THE_MACHINE - OF_THE_HOST
    assert {k: core.summary[k] for k in same} == {k: host.summary[k] for k in same}


def test_what_the_environment_has_is_built() -> None:
    """scripts/test has the cross compiler and the packages of the others."""
    if shutil.which("riscv64-unknown-elf-gcc") is None:
        pytest.skip("no cross compiler")
    packages = {"ibex": "pythondata_cpu_ibex", "picorv32": "pythondata_cpu_picorv32"}
    there = {core for core, package in packages.items() if find_spec(package) is not None}
    assert set(cores()) == {"iss"} | there


@needs_iss
@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_every_scheduler(scheduler: str) -> None:
    assert_same(load_with_facts(300), "iss", scheduler)


@needs_iss
@pytest.mark.parametrize("drive", [config.name for config in headstack.drives()])
def test_every_drive(drive: str) -> None:
    assert_same(workload.closed(20, requests=300, seed=2), drive=drive)


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_real_cores(core: str) -> None:
    if core not in cores():
        pytest.skip(f"built without the package pythondata-cpu-{core}")
    assert_same(workload.closed(10, requests=200), core)
    assert_same(workload.random(40, requests=60), core, "sptf_hw")


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_beside_the_comparator_s_gates(core: str) -> None:
    """Two designs in RTL in one run; and one after the other."""
    if core not in cores():
        pytest.skip(f"built without the package pythondata-cpu-{core}")
    drive = headstack.catalog.load(DRIVE).with_value("comparator.body", "rtl")
    assert_same(workload.closed(5, requests=40), core, "sptf_hw", drive=drive)
    assert_same(workload.closed(5, requests=40), core)


@needs_iss
@pytest.mark.parametrize(
    "conditions",
    [
        {"cache.write_back": True, "destage.start": "need", "defects.growth_rate": "1000 ppm"},
        {"cache.write_back": True, "destage.start": "idle", "destage.idle_delay": "5 ms"},
        {"defects.soft_rate": "1 %", "defects.soft_correctable": "10 %"},
        {"cache.mode": "speed-matching"},
        {"variation.seek": "0.1 ms", "variation.spindle": "100 parts per million"},
    ],
    ids=lambda conditions: ", ".join(conditions),
)
def test_errors_caches_and_variation(conditions: dict[str, object]) -> None:
    drive = headstack.catalog.load(DRIVE).with_values(conditions)
    assert_same(workload.random(35, requests=600), drive=drive, on_media_error="count")


@needs_iss
def test_contents() -> None:
    assert_same(workload.random(35, requests=300), contents=True)


@needs_iss
def test_waves_show_the_same(tmp_path: Path) -> None:
    files = [tmp_path / f"{core}.vcd" for core in ("host", "iss")]
    for file in files:
        conditions = {"controller.core": file.stem}
        drive = Drive(DRIVE, "sptf", conditions=conditions)
        drive.run(workload.closed(5, requests=60), waves=file)
    assert files[0].read_bytes() == files[1].read_bytes()


@needs_iss
def test_on_the_command_line(cli: Cli) -> None:
    def figures(core: str) -> dict[str, Any]:
        asked = (
            "run",
            "--drive",
            DRIVE,
            "--scheduler",
            "sptf",
            "--rate",
            "30",
            "--requests",
            "100",
            "--json",
        )
        document: dict[str, Any] = json.loads(cli(*asked, "--core", core).stdout)
        assert (f'core = "{core}"' in document["configuration"]) == (core != "host")
        return {k: v for k, v in document.items() if k not in {*OF_THE_MACHINE, "configuration"}}

    iss, host = figures("iss"), figures("host")
    assert {key: iss[key] for key in host} == host
    assert cli("run", "--core", "z80").returncode == 2


class First(Scheduler):
    def pick(self, queue: Any, drive: Any) -> int:
        return 0


@needs_iss
@pytest.mark.parametrize(
    ("scheduler", "given", "more", "said"),
    [
        ("sptf", {"placement": "host"}, {}, "for a scheduler in the drive"),
        (First(), {}, {}, "written in Python"),
        (
            "sptf",
            {},
            {"controller.core": "host", "controller.clock": "5 MHz"},
            "leave these keys out",
        ),
        ("sptf", {}, {"controller.core": "host", "controller.rom_wait": "1 cycles"}, "leave these"),
    ],
)
def test_what_cannot_be(
    scheduler: Any, given: dict[str, Any], more: dict[str, Any], said: str
) -> None:
    drive = Drive(DRIVE, scheduler, conditions={"controller.core": "iss", **more}, **given)
    with pytest.raises(ConfigError, match=said):
        drive.run(workload.closed(2, requests=10))
    if not given:
        with pytest.raises(ConfigError, match=said):
            drive.open()


@needs_iss
def test_in_a_session() -> None:
    with Drive(DRIVE, conditions={"controller.core": "iss"}).open() as session:
        session.write(1000, b"\x5a" * 512)
        assert session.read(1000, 1) == b"\x5a" * 512
        with pytest.raises(ConfigError, match="loss of power"):
            session.power_cut()
        session.write(77, b"\x11" * 512)  # as if nothing had been asked
        assert session.read(77) == b"\x11" * 512
