"""record.sh records a served drive in a Linux guest, with the kernel's own blktrace."""

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from conftest import run_command
from serve.guest import Guest, booted, make_initramfs, missing
from serve.target import served

from headstack import catalog, traces, workload
from headstack.traces.base import Batch
from headstack_identify.recording import addresses, jobs

DRIVE: Final = "hp_c2247"
READS: Final = 3000
PROGRAMS: Final = ("fio", "blktrace", "lsblk")
MEMORY_MIB: Final = 768
PROCESSORS: Final = 2
"""blktrace writes a file for each processor."""

pytestmark = pytest.mark.skipif(bool(missing(PROGRAMS)), reason=f"{missing(PROGRAMS)} for a guest")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `headstack record` writes for the guest's disk. Jobs of depths last 1 s."""
    folder = tmp_path_factory.mktemp("recording") / "rec"
    run_command(
        folder.parent, "record", DRIVE, "--device", "/dev/sda", "-o", "rec",
        "--layout-reads", str(READS),
    ).check_returncode()  # fmt: skip
    depths = folder / "depths.fio"
    depths.write_text(depths.read_text().replace(f"runtime={jobs.SECONDS}", "runtime=1"))
    return folder


@pytest.fixture(scope="module")
def guest(folder: Path) -> Iterator[Guest]:
    """A guest with the folder as /rec, and a served drive as /dev/sda."""
    files = {f"/rec/{file.name}": file.read_bytes() for file in folder.iterdir()}
    initramfs = folder.parent / "initramfs"
    make_initramfs(initramfs, files=files, programs=PROGRAMS)
    with served("--drive", DRIVE) as target:
        with booted(initramfs, target.url, MEMORY_MIB, PROCESSORS) as found:
            found.run("mount -t debugfs none /sys/kernel/debug")
            yield found
            found.stop()
        target.stop()


def fetch(guest: Guest, folder: Path) -> None:
    """Copies the traces of blktrace out of the guest."""
    for name in guest.run("cd /rec && ls *.blktrace.*; cd /").split():
        told = guest.run(f"gzip -c /rec/{name} | base64")
        (folder / name).write_bytes(gzip.decompress(base64.b64decode(told)))


def most_outstanding(batch: Batch) -> int:
    """Returns the most requests that are issued and not complete at one time."""
    assert batch.response_ps is not None
    issued = batch.arrival_ps
    ended = np.sort(batch.arrival_ps + batch.response_ps)
    return int((np.arange(1, len(issued) + 1) - np.searchsorted(ended, issued, "right")).max())


def test_a_disk_in_use_is_not_recorded(guest: Guest) -> None:
    """The script sees a mounted disk in what the true lsblk prints."""
    guest.run("mkfs.ext4 -q /dev/sda && mount /dev/sda /mnt")
    told = guest.run("sh /rec/record.sh", status=2)
    assert "sda is mounted at /mnt" in told
    guest.run("umount /mnt && ! ls /rec/*.blktrace.*")


def test_the_script_records_the_disk(guest: Guest, folder: Path) -> None:
    """The recording has the planned reads, each alone, and then reads at each depth."""
    assert "done; now: headstack fit" in guest.run("sh /rec/record.sh")
    fetch(guest, folder)
    assert len(list(folder.glob("layout.blktrace.*"))) == PROCESSORS
    found = workload.recorded(folder / "layout.blktrace", drive=catalog.load(DRIVE)).recording
    plan = addresses.plan(catalog.load(DRIVE), READS)
    assert np.array_equal(found.lbn, plan.block)
    assert np.array_equal(found.blocks, plan.blocks)
    assert not found.write.any()
    for depth in jobs.DEPTHS:
        batch = traces.open(folder / f"depth{depth}.blktrace").whole()
        assert most_outstanding(batch) == depth
        assert not batch.write.any()
        assert set(batch.bytes.tolist()) == {4096}
