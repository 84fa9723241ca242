"""Runs that would not end: of a firmware that does not serve, and of any processor with Ctrl-C."""

import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from headstack import Drive, RunError, workload
from headstack._core import cores
from headstack.processor import own_firmware

Cli = Callable[..., subprocess.CompletedProcess[str]]

needs_compiler = pytest.mark.skipif(
    "iss" not in cores() or shutil.which("riscv64-unknown-elf-gcc") is None,
    reason="no cross compiler",
)


@contextmanager
def interrupted_soon() -> Iterator[None]:
    """Ctrl-C while the `with` block runs."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize("clock", [None, "20 MHz"])
@pytest.mark.parametrize("core", ["host", *cores()])
def test_ctrl_c_ends_a_run(core: str, clock: str | None) -> None:
    """Of minutes to hours; the slowest cores have not served what progress is told of."""
    if core == "host" and clock is not None:
        pytest.skip("its code takes no time")
    conditions = {"controller.core": core, **({} if clock is None else {"controller.clock": clock})}
    drive = Drive("hp_c2247", "sptf", conditions=conditions)
    with interrupted_soon():
        drive.stream(workload.closed(20, requests=10**8))
    assert drive.run(workload.closed(2, requests=3)).summary["requests"] == 3


def project(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The example's image, built with changes: a file, an old text, a new one."""
    own_firmware.create(folder)
    for name, old, new in changes:
        file = folder / name
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new, 1))
    subprocess.run(["make", "-s", "-C", folder, "fcfs.elf"], check=True)
    return folder / "fcfs.elf"


WAIT = "    hs_image_wait();\n"
AT_ONCE = "    hs_write(NULL, HS_CHANNEL_WAKE, hs_read(NULL, HS_SPINDLE_NOW));\n"
SELDOM = AT_ONCE.replace("NOW)", "NOW) + 1000000000u")
NO_COMMANDS = ("fcfs.c", "(causes & HS_CAUSE_COMMAND) != 0", "false && causes == 0")
MUTE = ("headstack/image/target/start.S", "csrs mie, a0", "nop")


@needs_compiler
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((MUTE,), "it has not enabled the external interrupt (bit 11 of mie)"),
        (
            (("fcfs.c", WAIT, AT_ONCE + WAIT), NO_COMMANDS),
            "it serves no command: 1 waits, and in ",
        ),
        (
            (("fcfs.c", WAIT, SELDOM + WAIT), NO_COMMANDS),
            "it has not taken it from the port (HS_PORT_NEXUS)",
        ),
        ((NO_COMMANDS,), "0 of 20 requests were served; 1 wait, and the firmware's image sleeps"),
    ],
    ids=["no_interrupt", "wakes_at_once", "wakes_seldom", "sleeps"],
)
def test_what_a_firmware_does_not_do(
    cli: Cli, tmp_path: Path, changes: tuple[tuple[str, str, str], ...], said: str
) -> None:
    image = project(tmp_path / "own", *changes)
    run = ("run", "--core", f"iss(firmware={image})", "--workload", "closed")
    done = cli(*run, "--requests", "20")
    assert done.returncode == 1
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not re.search(r"\.cpp|In (file|process)|Fatal", done.stderr)
    if len(changes) > 1:
        return  # which takes some seconds each time
    drive = Drive(
        "hp_c2247", conditions={"controller.core": "iss", "controller.firmware": str(image)}
    )
    with drive.open() as session, pytest.raises(RunError):
        session.read(0)


@needs_compiler
def test_one_with_a_clock_of_its_own_ends(tmp_path: Path) -> None:
    """It serves all, and wakes itself for ever: the run is over with its requests."""
    image = project(tmp_path / "own", ("fcfs.c", WAIT, SELDOM + WAIT))
    drive = Drive(
        "hp_c2247", conditions={"controller.core": "iss", "controller.firmware": str(image)}
    )
    load = workload.closed(2, requests=50)
    plain = Drive("hp_c2247", conditions={"controller.core": "iss"})
    assert drive.run(load).summary["requests"] == plain.run(load).summary["requests"] == 50
    with drive.open() as session:
        session.write(5, b"x" * 512)
        session.settle()
        before = session.now
        session.advance("1 s")
        assert session.now == before + 10**12
        assert session.read(5) == b"x" * 512
