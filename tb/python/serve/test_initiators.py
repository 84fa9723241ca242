"""Real initiators: libiscsi's tests, QEMU, fio and libnbd, where they are installed."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from serve.target import PATIENCE_S, served

from headstack_serve import replaying

needs_libiscsi = pytest.mark.skipif(
    shutil.which("iscsi-test-cu") is None, reason="libiscsi-bin is not installed"
)
needs_qemu = pytest.mark.skipif(
    shutil.which("qemu-io") is None or not list(Path("/usr/lib").glob("*/qemu/block-iscsi.so")),
    reason="qemu-utils or qemu-block-extra is not installed",
)
needs_nbd = pytest.mark.skipif(
    any(shutil.which(name) is None for name in ("nbdkit", "fio", "nbdinfo")),
    reason="nbdkit, fio or libnbd-bin is not installed",
)

NO_FAULT_OF_THE_TARGET = {
    # this test reads the answer before the test has sent the question
    "iSCSI.iSCSITMF.LUNResetSimpleAsync",
}
NEWER_THAN_SCSI_2 = {
    "SCSI.Inquiry.Standard",  # needs version 4 or later
    "SCSI.Inquiry.BlockLimits",  # needs page B0h of SBC-2
    "SCSI.WriteAtomic16.VPD",  # the same
    "SCSI.Sanitize.Readonly",  # needs SWP of SPC-3
}
"""Tests that need more than SCSI-2, and are not skipped for a drive of SCSI-2."""


def _run(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def _tests(*families: str) -> list[str]:
    if shutil.which("iscsi-test-cu") is None:
        return []
    listed = subprocess.run(
        ["iscsi-test-cu", "--list"], capture_output=True, text=True, check=False
    ).stdout.split()
    return [name for name in listed if name.count(".") == 2 and name.startswith(families)]


def _failed(url: str, test: str) -> str | None:
    """Returns the failures of a test of libiscsi. `None`: the test passed or was skipped."""
    done = subprocess.run(
        ["iscsi-test-cu", "--dataloss", "--allow-sanitize", "--test", test, url],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    failures = re.findall(r"^ +\d+\. .*$", done.stdout, re.MULTILINE)
    ran = re.search(r"asserts +\d+ +\d+ +\d+ +(\d+)", done.stdout)
    if ran is None:
        return done.stdout + done.stderr
    return None if ran[1] == "0" else "; ".join(failures)


@needs_libiscsi
def test_iscsi_families_of_libiscsi() -> None:
    tests = _tests("iSCSI.")
    assert len(tests) >= 15
    with served() as found:
        failed = {test: why for test in tests if (why := _failed(found.url, test)) is not None}
        found.stop()
    assert failed.keys() <= NO_FAULT_OF_THE_TARGET, failed


@needs_libiscsi
@pytest.mark.parametrize(
    ("drive", "excepted"), [("seagate_exos_x16", set()), ("hp_c2247", NEWER_THAN_SCSI_2)]
)
def test_scsi_families_of_libiscsi(drive: str, excepted: set[str]) -> None:
    """The drive passes every test of its claims."""
    tests = _tests("SCSI.")
    assert len(tests) >= 200
    with served("--drive", drive) as found:
        failed = {test: why for test in tests if (why := _failed(found.url, test)) is not None}
        found.stop()
    assert failed.keys() == excepted, failed


@needs_qemu
def test_qemu_writes_and_verifies(tmp_path: Path) -> None:
    """A pattern over a part of the disk, random blocks at depth 32, and the same times again."""
    file = tmp_path / "served.parquet"
    with served("--drive", "seagate_st39102lw", "--scheduler", "sptf", "--record", file) as found:
        write = ["-c", "write -P 0x5a 0 32M", "-c", "write -P 0xa5 8G 1M", "-c", "flush"]
        read = ["-c", "read -P 0x5a 0 32M", "-c", "read -P 0xa5 8G 1M"]
        said = _run("qemu-io", "-f", "raw", *write, *read, found.url)
        assert "Pattern verification failed" not in said
        bench = ["-c", "2000", "-d", "32", "-s", "4096", "-S", "1000448", "--pattern", "17", "-w"]
        _run("qemu-img", "bench", "-f", "raw", *bench, found.url)
        found.stop()
    (again,) = replaying.replay(file)
    assert again.orders > 2000
    assert again.different == []


@contextmanager
def _nbd(socket: Path, *options: str | Path) -> Iterator[str]:
    command = [sys.executable, "-m", "headstack", "nbd", "--listen", str(socket)]
    process = subprocess.Popen([*command, *map(str, options)])
    try:
        while not socket.exists():
            assert process.poll() is None
            time.sleep(0.05)
        yield f"nbd+unix:///?socket={socket}"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGTERM)
            process.wait(PATIENCE_S)


@needs_nbd
def test_fio_verifies_over_nbd(tmp_path: Path) -> None:
    file = tmp_path / "served.parquet"
    options = ["--drive", "seagate_st39102lw", "--scheduler", "sptf", "--record", file]
    with _nbd(tmp_path / "socket", *options) as uri:
        about = _run("nbdinfo", uri)
        assert "export-size: 9105018880" in about
        assert re.search(r"can_flush: true\s+can_fua: true", about)
        job = ["--rw=randwrite", "--bs=4k", "--size=64M", "--io_size=4M", "--iodepth=32"]
        check = ["--verify=crc32c", "--verify_fatal=1", "--do_verify=1", "--fsync=64"]
        fio = ["fio", "--name=nbd", "--ioengine=nbd", f"--uri={uri}", *job, *check]
        _run(*fio, folder=tmp_path)  # fio leaves a file
    (again,) = replaying.replay(file)
    assert again.orders > 2000
    assert again.different == []
