"""GDB debugs the running firmware, as a person starts it: `--core 'iss(gdb=3333)'`."""

import json
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from headstack import ConfigError, Drive, workload
from headstack._core import cores
from headstack.processor import own_firmware

GDB = "gdb-multiarch"
RUN = (
    "run",
    "--core-clock",
    "10 MHz",
    "--rate",
    "30",
    "--requests",
    "40",
    "--json",
)

needs_gdb = pytest.mark.skipif(
    "iss" not in cores()
    or shutil.which(GDB) is None
    or shutil.which("riscv64-unknown-elf-gcc") is None,
    reason=f"no cross compiler, or no {GDB}",
)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own") / "firmware"
    own_firmware.create(folder)
    subprocess.run(["make", "-s", "-C", folder, "OPTIMISE=-Og"], check=True)
    return folder / "fcfs.elf"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def debug(image: Path, *commands: str) -> tuple[str, subprocess.CompletedProcess[str]]:
    """What GDB says to the commands, and how the run under it has ended."""
    port = free_port()
    core = ("--core", f"iss(firmware={image}, gdb={port})")
    run = [sys.executable, "-m", "headstack", *RUN, *core]
    script = ("set pagination off", "set confirm off", f"target remote :{port}", *commands)
    with subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as under_way:
        given = [word for command in script for word in ("-ex", command)]
        gdb = subprocess.run(
            [GDB, "-nx", "-batch", *given, str(image)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        stdout, stderr = under_way.communicate(timeout=60)
    ended = subprocess.CompletedProcess(run, under_way.returncode, stdout, stderr)
    return gdb.stdout + gdb.stderr, ended


@needs_gdb
def test_a_session(image: Path) -> None:
    """Breakpoints, variables by their names, steps; and the run is what it is without GDB."""
    said, ended = debug(
        image,
        "break begin_task if fcfs.held == 1",
        "continue",
        "print fcfs.held",
        "print/x *(unsigned *)&fcfs.config.rotation_rpm",
        "monitor time",
        "stepi",
        "next",
        "tbreak medium_reached",
        "continue",
        "print fcfs.starts",
        "backtrace",
        "monitor time",
        "delete",
        "detach",
    )
    assert "Breakpoint 1, begin_task" in said
    assert "$1 = 1" in said
    assert f"$2 = {5400:#x}" in said
    assert "medium_reached () at fcfs.c" in said
    assert "$3 = 1" in said  # it is the first task that has come to the medium
    assert "hs_image_main () at fcfs.c" in said
    times = [float(line.split()[0]) for line in said.splitlines() if "cycles of the proc" in line]
    assert len(times) == 2
    assert 0 < times[0] < times[1]
    assert ended.returncode == 0, ended.stderr
    conditions = {
        "controller.core": "iss",
        "controller.clock": "10 MHz",
        "controller.firmware": str(image),
    }
    free = Drive("hp_c2247", conditions=conditions).run(workload.random(30, requests=40))
    found = json.loads(ended.stdout)
    assert found["schedule_sha256"] == free.summary["schedule_sha256"]


@needs_gdb
def test_a_run_to_its_end_under_gdb(image: Path) -> None:
    """A breakpoint at every request, each once."""
    said, ended = debug(image, "break receive", "commands\nsilent\nend", *["continue"] * 41)
    assert "exited normally" in said
    assert ended.returncode == 0, ended.stderr
    said, ended = debug(image, "break receive", "ignore 1 1000", "continue", "info breakpoints")
    assert "already hit 40 times" in said


@needs_gdb
def test_gdb_ends_the_run(image: Path) -> None:
    said, ended = debug(image, "break receive", "continue", "kill")
    assert "Breakpoint 1" in said
    assert ended.returncode == 1
    assert "the debugger ended the run" in ended.stderr


@needs_gdb
def test_a_fault_is_shown_before_the_run_fails(image: Path) -> None:
    said, ended = debug(image, "break receive", "continue", "set var $pc = 0x10000002", "continue")
    assert "SIGSEGV" in said
    assert ended.returncode == 1
    assert "jump to an address that is not a multiple of 4" in ended.stderr


@needs_gdb
def test_a_jump_to_a_breakpoint(image: Path) -> None:
    """No instruction has ended between the two stops."""
    said, ended = debug(image, "break receive", "continue", "tbreak manage", "jump manage", "bt")
    assert "breakpoint 2, manage" in said
    assert ended.returncode == 1


@needs_gdb
def test_what_a_register_refuses_is_shown(image: Path) -> None:
    said, ended = debug(
        image,
        "break receive",
        "continue",
        "tbreak manage",
        "jump manage",
        "continue",
        "backtrace",
        "continue",
    )
    assert "SIGTRAP" in said
    assert "hs_read" in said
    assert "exited with code 01" in said
    assert ended.returncode == 1
    assert "bus error: read of register 0x258" in ended.stderr


@needs_gdb
def test_an_endless_handler_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "endless"
    own_firmware.create(folder)
    text = (folder / "fcfs.c").read_text()
    receive = "static void receive(void) {"
    (folder / "fcfs.c").write_text(text.replace(receive, f"{receive}\n  for (;;) {{\n  }}\n", 1))
    subprocess.run(["make", "-s", "-C", folder, "OPTIMISE=-Og"], check=True)
    said, ended = debug(folder / "fcfs.elf", "continue", "backtrace", "continue")
    assert "SIGINT" in said
    assert "receive" in said
    assert ended.returncode == 1
    assert "has not come to a rest" in ended.stderr


@pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")
def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        run = [sys.executable, "-m", "headstack", *RUN, "--core", f"iss(gdb={port})"]
        ended = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert f"no debugger can connect to port {port}" in ended.stderr


def test_not_without_the_simulator() -> None:
    load = workload.closed(1, requests=5)
    with pytest.raises(ConfigError, match=r"set controller\.core to .iss"):
        Drive("hp_c2247").run(load, gdb_port=3333)
    with pytest.raises(ConfigError, match="gdb_port"):
        Drive("hp_c2247").run(load, gdb_port=0)


@pytest.mark.parametrize("core", ["host", *(core for core in cores() if core != "iss")])
def test_a_core_that_gdb_cannot_have(core: str) -> None:
    """It is refused before it says that it waits."""
    run = [sys.executable, "-m", "headstack", "run", "--rate", "30", "--core", f"{core}(gdb=3333)"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"headstack: --core {core}(gdb=3333): GDB debugs the firmware's image on the simulator of "
        "a processor; write --core 'iss(gdb=3333)'\n"
    )


@needs_gdb
def test_hardware_watchpoints(image: Path) -> None:
    """A write of a variable stops with both values, a read without a change stops too."""
    said, ended = debug(
        image,
        "break receive",
        "continue",
        "delete",
        "watch fcfs.starts",
        "continue",
        "continue",
        "info watchpoints",
        "delete",
        "rwatch fcfs.held",
        "continue",
        "delete",
        "awatch fcfs.starts",
        "continue",
        "delete",
        "detach",
    )
    assert "Hardware watchpoint 2: fcfs.starts" in said
    changes = re.findall(r"Old value = (\d+)\nNew value = (\d+)", said)
    assert changes[:2] == [("0", "1"), ("1", "2")]
    assert "breakpoint already hit 2 times" in said
    assert "Hardware read watchpoint 3: fcfs.held" in said
    assert "Hardware access (read/write) watchpoint 4: fcfs.starts" in said
    assert ended.returncode == 0, ended.stderr
    conditions = {
        "controller.core": "iss",
        "controller.clock": "10 MHz",
        "controller.firmware": str(image),
    }
    free = Drive("hp_c2247", conditions=conditions).run(workload.random(30, requests=40))
    assert json.loads(ended.stdout)["schedule_sha256"] == free.summary["schedule_sha256"]
