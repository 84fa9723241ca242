"""record.sh: its checks of the disk and its steps, with stand-ins for lsblk, fio and blktrace."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from headstack import catalog
from headstack_identify.recording import script

DRIVE: Final = catalog.load("hp_c2247")
BYTES: Final = DRIVE.blocks * DRIVE.bytes_per_block
DISK: Final = f"disk {BYTES} sdz "

# The shell has background processes ignore SIGINT. blktrace has a handler of its own.
_TRACING: Final = f"""exec {sys.executable} -c '
import signal, sys
signal.signal(signal.SIGINT, lambda *_: (print("ended", file=open("steps", "a")), sys.exit()))
open("ready", "w")
signal.pause()
'"""

_PROGRAMS: Final = {
    "lsblk": 'cat "$HERE/rows"',
    "sleep": "for _ in $(seq 1200); do [ -e ready ] && break; /bin/sleep 0.05; done; rm -f ready",
    "fio": 'echo "fio $*" >>"$HERE/steps"',
    "blktrace": 'echo "blktrace $*" >>"$HERE/steps"\n' + _TRACING,
}


def recorded(folder: Path, rows: str, **other: str) -> subprocess.CompletedProcess[str]:
    """Runs the script with the rows of lsblk, and with stand-ins. A pause waits for blktrace."""
    (folder / "rows").write_text(rows)
    programs = folder / "programs"
    programs.mkdir()
    for name, does in (_PROGRAMS | other).items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    (folder / "record.sh").write_text(script.script("/dev/sdz", 9.0, DRIVE))
    path = f"{programs}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "record.sh"], cwd=folder, env={"PATH": path, "HERE": str(folder)},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def steps(folder: Path) -> list[str]:
    file = folder / "steps"
    return file.read_text().splitlines() if file.exists() else []


def test_each_job_is_traced(tmp_path: Path) -> None:
    done = recorded(tmp_path, DISK + "\n")
    assert done.returncode == 0, done.stderr
    traced = [f"blktrace -d /dev/sdz -a issue -a complete -o {name}" for name in
              ("layout", "depth4", "depth8", "depth16", "depth32")]  # fmt: skip
    jobs = ["layout.fio", *(f"--section=depth{depth} depths.fio" for depth in (4, 8, 16, 32))]
    expected = [step for trace, job in zip(traced, jobs, strict=True)
                for step in (trace, f"fio --readonly {job}", "ended")]  # fmt: skip
    assert steps(tmp_path) == expected


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (f"part {BYTES} sdz ", "no whole disk: its type is part"),
        (f"disk {BYTES - 512} sdz ", f"has {DRIVE.blocks - 1} blocks of 512 bytes"),
        (f"{DISK}/srv", "sdz is mounted at /srv"),
        (f"{DISK}\npart 512 sdz1 \npart 512 sdz2 /home", "sdz2 is mounted at /home"),
        (f"{DISK}\npart 512 sdz1 [SWAP]", "sdz1 is mounted at [SWAP]"),
        (f"{DISK}\npart 512 sdz1 \nlvm 512 vg-root /", "part of vg-root (lvm)"),
        (f"{DISK}\nraid1 512 md0 ", "part of md0 (raid1)"),
        (f"{DISK}\ncrypt 512 secret ", "part of secret (crypt)"),
    ],
)  # fmt: skip
def test_a_disk_in_use_is_not_recorded(tmp_path: Path, rows: str, reason: str) -> None:
    done = recorded(tmp_path, rows + "\n")
    assert done.returncode == 2
    assert reason in done.stderr
    assert not steps(tmp_path)


def test_a_device_that_lsblk_does_not_know(tmp_path: Path) -> None:
    done = recorded(tmp_path, "", lsblk="exit 32")
    assert done.returncode == 2
    assert "/dev/sdz is no block device" in done.stderr
    assert not steps(tmp_path)


def test_nothing_is_read_without_blktrace(tmp_path: Path) -> None:
    done = recorded(tmp_path, DISK + "\n", blktrace="exit 1", sleep="exec /bin/sleep 0.5")
    assert done.returncode == 2
    assert "blktrace ended before the first read" in done.stderr
    assert not steps(tmp_path)


def test_blktrace_ends_if_fio_fails(tmp_path: Path) -> None:
    done = recorded(tmp_path, DISK + "\n", fio="exit 7")
    assert done.returncode == 7
    assert steps(tmp_path)[-1] == "ended"


def test_a_blktrace_that_ends_before_fio_is_an_error(tmp_path: Path) -> None:
    dies = "touch ready; until [ -e steps ]; do /bin/sleep 0.05; done; exit 1"
    slow = 'echo "fio $*" >>"$HERE/steps"; /bin/sleep 2'
    done = recorded(tmp_path, DISK + "\n", blktrace=dies, fio=slow)
    assert done.returncode == 2
    assert "layout.blktrace is not complete" in done.stderr
    assert steps(tmp_path) == ["fio --readonly layout.fio"]


def test_blktrace_ends_if_the_script_is_ended(tmp_path: Path) -> None:
    """A shell cannot catch HUP and INT if its parent ignores them, as nohup does."""
    done = recorded(tmp_path, DISK + "\n", fio="kill -TERM $PPID")
    assert done.returncode == 143
    assert steps(tmp_path)[-1] == "ended"
