"""A survey of a served drive in real time: over libiscsi, as of a real disk."""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from serve.target import served

from headstack import RunError, catalog
from headstack_identify.device import probing
from headstack_identify.device.disk import Disk, ask
from headstack_identify.device.transport import libiscsi
from headstack_identify.device.transport.permitted import Permitted
from headstack_identify.extract.asking.host import Host, Silent

JITTER_READS = 60
MOST_JITTER_MS = 0.8
"""With a larger range of ends, a computer is too busy to tell a rotation in real time."""


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
        with pytest.raises(Silent, match=r"stopped answering at command \d+"):
            disk.read(1)
        target.close()


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
            pass
        service.process.kill()
        out, told = run.communicate(timeout=120)
    assert run.returncode == 1
    assert "--resume journal continues" in told
    document = json.loads(out)
    assert not document["complete"]
    assert document["product"] == "HEADSTCK hp_97560"


def jitter_ms(disk: Disk, turn_ms: float) -> float:
    """Range of 90 % of the angles at which reads of one sector end, as a time."""
    ends = np.array([disk.read(1_000_000).ended / 1e9 for _ in range(JITTER_READS)])
    off = ((ends - ends[0]) / turn_ms + 0.5) % 1 - 0.5
    return float(np.diff(np.quantile(off, [0.05, 0.95]))[0] * turn_ms)


@pytest.mark.skipif(
    not hasattr(os, "sched_setscheduler") or os.geteuid() != 0, reason="needs root, for its times"
)
def test_the_rotation_of_a_drive_in_real_time() -> None:
    """The drive and the host go before other work of this computer. Takes a minute."""
    truth = catalog.load("hp_97560")
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(20))
    except PermissionError:
        pytest.skip("no right to go before other work")
    try:
        with served("--drive", "hp_97560", "--pace", "real") as service:
            target = libiscsi.IscsiTarget(service.url)
            host = Host(Permitted(target), None, 1)
            disk = Disk(host, ask(host))
            late_ms = jitter_ms(disk, truth.revolution_ps / 1e9)
            if late_ms > MOST_JITTER_MS:
                pytest.skip(f"this computer sees ends {late_ms:.1f} ms apart in real time")
            found = probing.probe(disk, 1)
            target.close()
    finally:
        os.sched_setscheduler(0, *before)
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=5e-4)
    assert np.all(np.abs(found.track_sectors / 72 - 1) < 0.1)
