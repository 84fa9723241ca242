"""What a survey is told by a served drive: over libiscsi, as by a real disk."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from serve.target import served

from headstack import ConfigError, RunError, catalog
from headstack_identify.device.disk import Disk, ask
from headstack_identify.device.transport import libiscsi
from headstack_identify.device.transport.permitted import Permitted
from headstack_identify.extract.asking.host import Host, Silent


def _missing() -> bool:
    for name in libiscsi.LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return False
    return True


pytestmark = pytest.mark.skipif(_missing(), reason="libiscsi is not installed")


def test_what_a_served_drive_says_and_reads() -> None:
    """The capacity is the file's, an error has its sense data, and a lost target is told."""
    truth = catalog.load("hp_97560")
    with served("--drive", "hp_97560") as service:
        target = libiscsi.IscsiTarget(service.url)
        host = Host(Permitted(target), None, 1)
        report = ask(host)
        assert (report.blocks, report.block_bytes) == (truth.blocks, truth.bytes_per_block)
        assert report.product == "hp_97560"
        disk = Disk(host, report)
        assert disk.read(5, 3).data == bytes(3 * 512)
        with pytest.raises(RunError, match="illegal request, code 21h/00h"):
            disk.read(disk.sectors)
        service.process.kill()
        with pytest.raises(Silent, match=r"stopped answering at command \d+ .*: the connection cl"):
            disk.read(1)  # and not: illegal request, the error of the read before
        with pytest.raises(Silent, match="the connection closed"):
            disk.read(1)
        target.close()


def test_a_port_that_nobody_serves() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ConfigError, match=rf"\(no login at 127.0.0.1:{port}: the port is closed"):
        libiscsi.IscsiTarget(f"iscsi://127.0.0.1:{port}/iqn.a/0")


INTERRUPTED = """
import signal, sys
from headstack_identify.device.transport.libiscsi import IscsiTarget
from headstack_identify.extract import Request

class Interrupted(Exception):
    pass

def interrupt(number, frame):
    raise Interrupted

signal.signal(signal.SIGALRM, interrupt)
target = IscsiTarget(sys.argv[1])
print("connected", flush=True)
sys.stdin.readline()
try:
    signal.alarm(1)
    target.command(Request(bytes(6)))
except Interrupted:
    print("interrupted")
try:
    target.command(Request(bytes(6)))
except ConnectionError as error:
    print(error)
target.close()
try:
    signal.alarm(1)
    IscsiTarget(sys.argv[1])
except Interrupted:
    print("not connected")
"""
FREED = {**os.environ, "MALLOC_PERTURB_": "165"}
"""The C library overwrites memory that is freed, so that a later use of the memory is noticed."""


def test_any_exception_may_interrupt_a_wait() -> None:
    """A target that stands still leaves a command, and then a login, without an answer."""
    with served("--drive", "hp_97560") as service:
        run = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, service.url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=FREED,
        )
        assert run.stdout is not None
        assert run.stdout.readline() == "connected\n"
        service.process.send_signal(signal.SIGSTOP)
        told, _ = run.communicate("\n", timeout=120)
    assert run.returncode == 0
    assert told == "interrupted\nthe connection closed\nnot connected\n"


def test_ctrl_c_keeps_the_journal(tmp_path: Path) -> None:
    with served("--drive", "hp_97560", "--pace", "real") as service:
        command = [sys.executable, "-m", "headstack", "extract", "--iscsi", service.url]
        run = subprocess.Popen(
            [*command, "--resume", "journal", "-o", "found.toml"],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
            env=FREED,
        )
        journal = tmp_path / "journal"
        while not journal.exists() and run.poll() is None:
            time.sleep(0.01)
        service.process.send_signal(signal.SIGSTOP)
        time.sleep(0.5)  # the next command waits for its answer
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=120)
    assert run.returncode == 130, told
    assert "headstack: interrupted at command " in told
    assert "--resume journal continues" in told
    assert "# NOT COMPLETE" in (tmp_path / "found.toml").read_text()


def test_the_command_ends_with_a_journal_when_the_target_is_lost(tmp_path: Path) -> None:
    with served("--drive", "hp_97560", "--pace", "free") as service:
        command = [sys.executable, "-m", "headstack", "extract", "--iscsi", service.url, "--json"]
        run = subprocess.Popen(
            [*command, "--resume", "journal"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        journal = tmp_path / "journal"
        while not journal.exists() and run.poll() is None:
            time.sleep(0.01)
        service.process.kill()
        out, told = run.communicate(timeout=120)
    assert run.returncode == 1
    assert "--resume journal continues" in told
    document = json.loads(out)
    assert not document["complete"]
    assert document["product"] == "HEADSTCK hp_97560"
