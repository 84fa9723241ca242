"""`headstack record`: fio itself runs the jobs, on a file instead of a disk."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

import numpy as np
import pytest

from headstack import catalog
from headstack_identify.recording import addresses, jobs

Cli = Callable[..., CompletedProcess[str]]
DRIVE: Final = "hp_97560"

pytestmark = pytest.mark.skipif(
    shutil.which("fio") is None, reason="fio is not installed (scripts/test initiators installs it)"
)


@pytest.fixture
def folder(cli: Cli, tmp_path: Path) -> Path:
    """The folder of a recording, whose jobs read a file as long as the disk."""
    written = cli("record", DRIVE, "--device", "/dev/sdz", "-o", "rec", "--layout-reads", "3000")
    assert written.returncode == 0, written.stderr
    folder = tmp_path / "rec"
    disk = folder / "disk"
    with disk.open("wb") as file:
        file.truncate(catalog.load(DRIVE).blocks * 512)
    for name in ("layout.fio", "depths.fio"):
        job = (folder / name).read_text().replace("/dev/sdz", str(disk))
        job = job.replace("libaio", "psync").replace("direct=1\n", "")
        (folder / name).write_text(job.replace(f"runtime={jobs.SECONDS}", "runtime=1"))
    return folder


def fio(folder: Path, *words: str) -> None:
    """Runs fio as record.sh does."""
    done = subprocess.run(
        ["fio", "--readonly", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_fio_reads_the_planned_blocks_in_order(folder: Path) -> None:
    fio(folder, "layout.fio")
    log = np.loadtxt(folder / "layout_lat.1.log", delimiter=",", usecols=(3, 4), dtype=np.int64)
    plan = addresses.plan(catalog.load(DRIVE), 3000)
    assert np.array_equal(log[:, 1], plan.block * 512)
    assert np.array_equal(log[:, 0], plan.blocks * 512)


@pytest.mark.parametrize("depth", jobs.DEPTHS)
def test_fio_runs_the_job_of_each_depth_alone(folder: Path, depth: int) -> None:
    fio(folder, f"--section=depth{depth}", "depths.fio")
    assert [file.name for file in folder.glob("*_lat.1.log")] == [f"depth{depth}_lat.1.log"]
    log = folder / f"depth{depth}_lat.1.log"
    sizes, at = np.loadtxt(log, delimiter=",", usecols=(3, 4), dtype=np.int64, unpack=True)
    assert set(sizes.tolist()) == {4096}
    assert at.max() > catalog.load(DRIVE).blocks * 512 / 2, "the reads lie all over the disk"
