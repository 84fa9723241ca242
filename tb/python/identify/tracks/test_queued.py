"""Layouts from recordings with several requests outstanding, and recordings that show none."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.fit import described, searched_part
from headstack_identify.recording import addresses
from headstack_identify.tracks import finding

Rough = Callable[[str], DriveConfig]
Columns = tuple[np.ndarray, ...]
Run = Callable[..., Columns]
Write = Callable[..., Path]
Cli = Callable[..., CompletedProcess[str]]
READS = 6_000


def right(found: DriveConfig, truth: DriveConfig) -> float:
    """The share of blocks on the right head and the right sector."""
    blocks = np.linspace(0, truth.blocks - 1, 50_000).astype(np.int64)
    one, other = (drive.places(blocks).astype(np.int64) for drive in (found, truth))
    return float(np.mean((one[1] == other[1]) & (one[2] == other[2])))


def joined(one: Columns, other: Columns) -> Columns:
    return tuple(np.r_[this, that] for this, that in zip(one, other, strict=True))


def read(path: Path, drive: DriveConfig) -> ValidationTrace:
    return workload.recorded(path, drive=drive, several=True).recording


@pytest.mark.parametrize(("scheduler", "depth"), [("fcfs", 4), ("sptf", 8)])
def test_the_layout_comes_back(
    scheduler: str, depth: int, run_queued: Run, write_seen: Write, rough: Rough, tmp_path: Path
) -> None:
    truth, begin = catalog.load("hp_97560"), rough("hp_97560")
    assert right(begin, truth) < 0.2, "the description must be a guess"
    seen = run_queued(truth, addresses.plan(begin, READS), scheduler, depth)
    trace = read(write_seen(seen, tmp_path / "deep.csv"), begin)
    assert trace.queued is not None
    assert trace.queued.outstanding == depth
    found = described.identify(trace, begin, None)
    assert found.understood
    assert found.period is not None
    assert found.period.ms == pytest.approx(truth.revolution_ps / 1e9, rel=2e-6)
    assert found.corrected is not None
    assert right(found.corrected, truth) >= 0.999


@pytest.mark.parametrize("name", ["hp_97560", "ibm_9lzx"])
def test_tracks_of_32_outstanding(
    name: str, run_queued: Run, write_seen: Write, rough: Rough, tmp_path: Path
) -> None:
    """Of the HP's 13 groups, two or three reads wait at a time, and half of the reads hit."""
    truth, begin = catalog.load(name), rough(name)
    seen = run_queued(truth, addresses.plan(begin, READS), "clook", 32)
    found = finding.find(read(write_seen(seen, tmp_path / "deep.csv"), begin), begin)
    assert found is not None
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=2e-6)
    assert right(found.drive, truth) >= 0.999


def test_hits_that_overtake_reads_change_no_layout(
    run_queued: Run, write_seen: Write, rough: Rough, tmp_path: Path
) -> None:
    """Ends of the medium stay. A fifth as many hits end at once, or anywhere between them."""
    truth, begin = catalog.load("hp_97560"), rough("hp_97560")
    plan = addresses.plan(begin, READS)
    seen = run_queued(truth, plan, "sptf", 8)
    rng = np.random.default_rng(3)
    count = len(seen[0]) // 5
    again = rng.integers(0, len(seen[0]), count)
    issue = seen[3][again] + rng.integers(0, 10**12, count)
    end = issue + rng.integers(60_000_000, 900_000_000, count)
    ends = np.sort(seen[3])
    end[::2] = ends[np.searchsorted(ends, end[::2]).clip(max=len(ends) - 1)] + 50_000_000
    issue[::2] = end[::2] - 150_000_000
    hits = (seen[0][again], seen[1][again], issue, end)
    both = joined(seen, hits)
    trace = read(write_seen(both, tmp_path / "deep.csv"), begin)
    assert trace.queued is not None
    assert trace.queued.near.sum() > 0.9 * count / 2
    found = finding.find(trace, begin)
    assert found is not None
    assert right(found.drive, truth) >= 0.999


def test_two_disks_behind_one_name_are_refused(
    run_queued: Run, write_seen: Write, tmp_path: Path, cli: Cli
) -> None:
    """A mirror: each disk serves half of the reads, and turns at a speed of its own."""
    truth = catalog.load("hp_97560")
    slower = truth.with_value("spindle.correction", "300 ppm")
    plan = addresses.plan(truth, 2000)
    halves = [addresses.Plan(plan.block[n::2], plan.blocks[n::2], 0) for n in (0, 1)]
    one, other = (
        run_queued(drive, half, "fcfs", 2, n)
        for n, (drive, half) in enumerate(zip((truth, slower), halves, strict=True))
    )
    write_seen(joined(one, other), tmp_path / "mirror.csv")
    done = cli("fit", "hp_97560", "mirror.csv", "-o", "found.toml")
    assert done.returncode == 2
    assert "no services of a disk appear in the order of completion" in done.stderr
    assert "record with one request outstanding" in done.stderr
    assert not (tmp_path / "found.toml").exists()


def test_validate_warns_of_a_device_without_rotation(
    write_seen: Write, run_queued: Run, tmp_path: Path, cli: Cli
) -> None:
    """One outstanding: the disk's own times, and then 0.1 ms for each read as of an SSD."""
    truth = catalog.load("hp_97560")
    seen = run_queued(truth, addresses.plan(truth, 1000), "fcfs", 1)
    write_seen(seen, tmp_path / "disk.csv")
    end = np.arange(1, len(seen[0]) + 1) * 100_000_000
    write_seen((*seen[:2], np.r_[0, end[:-1]], end), tmp_path / "ssd.csv")
    disk, ssd = (cli("validate", "--drive", "hp_97560", name) for name in ("disk.csv", "ssd.csv"))
    assert disk.returncode == 0
    assert "rotate" not in disk.stderr
    assert ssd.returncode == 0
    assert "warning: ssd.csv: half of the reads take less than 0.10 ms" in ssd.stderr


def test_hits_alone_are_refused(
    write_seen: Write, run_queued: Run, tmp_path: Path, cli: Cli
) -> None:
    """Eight outstanding, and a cache answers each in 0.4 ms."""
    truth = catalog.load("hp_97560")
    seen = run_queued(truth, addresses.plan(truth, 1000), "fcfs", 8)
    end = np.arange(1, len(seen[0]) + 1) * 400_000_000
    issue = np.r_[np.zeros(8, np.int64), end[:-8]]
    write_seen((*seen[:2], issue, end), tmp_path / "hits.csv")
    done = cli("fit", "hp_97560", "hits.csv", "-o", "found.toml")
    assert done.returncode == 2
    assert "less than 0.40 ms: the device does not rotate" in done.stderr
    assert not (tmp_path / "found.toml").exists()


def test_a_part_with_one_outstanding_is_searched_alone(
    run_queued: Run, write_seen: Write, tmp_path: Path
) -> None:
    """First one read is outstanding. After a pause of two seconds, eight reads are outstanding."""
    truth = catalog.load("hp_97560")
    alone = run_queued(truth, addresses.plan(truth, 1200), "fcfs", 1)
    deep = run_queued(truth, addresses.plan(truth, 1500), "sptf", 8)
    later = int(alone[3].max()) + 2 * 10**12
    moved = (*deep[:2], deep[2] + later, deep[3] + later)
    both = joined(alone, moved)
    trace = read(write_seen(both, tmp_path / "both.csv"), truth)
    assert trace.queued is not None
    assert len(trace.lbn) == len(both[0])
    part = searched_part.of(trace)
    assert part.queued is None
    count = len(alone[0])
    assert np.array_equal(part.lbn[:count], alone[0])
    assert len(part.lbn) <= count + 2, "the first read after the pause did not wait either"
    few = trace.rows(slice(count - searched_part.LEAST_ALONE + 10, None))
    assert searched_part.of(few).queued is not None
