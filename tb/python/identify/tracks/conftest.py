"""Recordings of drives through a host with noise. The layouts of the drives are known."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from headstack import Drive, catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.recording import jobs, simulated
from headstack_identify.recording.addresses import Plan
from headstack_identify.trials import recorded


class Seen(NamedTuple):
    """What a host sees of reads: places, and times of issue and completion."""

    lbn: Ints
    blocks: Ints
    issue_ps: Ints
    end_ps: Ints


@pytest.fixture(scope="session")
def record() -> Callable[..., ValidationTrace]:
    return simulated.record


@pytest.fixture(scope="session")
def rough_of() -> Callable[[DriveConfig], DriveConfig]:
    """As `rough`, of a drive that no file has."""
    return recorded.rough


@pytest.fixture(scope="session")
def rough(rough_of: Callable[[DriveConfig], DriveConfig]) -> Callable[[str], DriveConfig]:
    """A description from five figures: nominal rotation, zones and tracks by rules."""

    def described(name: str) -> DriveConfig:
        return rough_of(catalog.load(name))

    return described


@pytest.fixture(scope="session")
def as_csv() -> Callable[[ValidationTrace, DriveConfig, Path], Path]:
    """Writes a recording as headstack's own CSV, with times in ps."""

    def write(one: ValidationTrace, drive: DriveConfig, path: Path) -> Path:
        issue_ps = np.cumsum(one.think_ps) + np.r_[0, np.cumsum(one.measured_ps)[:-1]]
        size = drive.bytes_per_block
        rows = zip(issue_ps.tolist(), one.lbn.tolist(), one.blocks.tolist(),
                   one.measured_ps.tolist(), strict=True)  # fmt: skip
        lines = (f"{at / 1e12:.12f},{lbn * size},{blocks * size},0,{took / 1e12:.12f}\n"
                 for at, lbn, blocks, took in rows)  # fmt: skip
        path.write_text("".join(["arrival_s,start_byte,bytes,write,response_s\n", *lines]))
        return path

    return write


@pytest.fixture
def run_queued(tmp_path: Path) -> Callable[..., Seen]:
    """Runs the planned reads in a closed loop, several outstanding, and adds a host's noise."""

    def run(truth: DriveConfig, plan: Plan, scheduler: str, depth: int, seed: int = 1) -> Seen:
        path = tmp_path / "plan.iolog"
        path.write_text("".join(jobs.iolog(plan, "/dev/sdz", truth.bytes_per_block)))
        deep = catalog.with_queue_depth(truth, max(truth.queue_depth, depth))
        load = workload.replay(path, mode="closed", outstanding=depth)
        rows = Drive(deep, scheduler).run(load).columns
        rng = np.random.default_rng(seed)
        late = np.abs(rng.normal(0, simulated.JITTER_PS, len(rows["lbn"])))
        tail = rng.random(len(late)) < simulated.TAIL_SHARE
        late[tail] += rng.exponential(simulated.TAIL_PS, int(tail.sum()))
        finish_ps, arrival_ps = (rows[name].astype(np.int64) for name in ("finish", "arrival"))
        end_ps = finish_ps + late.astype(np.int64)
        ended = np.argsort(finish_ps)
        brought = ended[np.searchsorted(finish_ps[ended], arrival_ps).clip(max=len(ended) - 1)]
        issue_ps = np.where(finish_ps[brought] == arrival_ps, end_ps[brought], arrival_ps)
        issue_ps = np.minimum(issue_ps, finish_ps - 10**9)  # a host that saw the end ms late
        return Seen(
            rows["lbn"].astype(np.int64), rows["blocks"].astype(np.int64),
            issue_ps, end_ps,
        )  # fmt: skip

    return run


@pytest.fixture(scope="session")
def write_seen() -> Callable[..., Path]:
    """Writes what a host saw as headstack's own CSV, in the order of issue."""

    def write(seen: tuple[Ints, ...], path: Path, size: int = 512) -> Path:
        order = np.argsort(seen[2], kind="stable")
        rows = zip(*(column[order].tolist() for column in seen), strict=True)
        lines = (f"{issue / 1e12:.12f},{lbn * size},{blocks * size},0,{(end - issue) / 1e12:.12f}\n"
                 for lbn, blocks, issue, end in rows)  # fmt: skip
        path.write_text("".join(["arrival_s,start_byte,bytes,write,response_s\n", *lines]))
        return path

    return write
