"""Traces of drives that are known: made by the model, with one request outstanding."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack.workload.measured import Replay
from headstack_identify import disksim

Make = Callable[..., ValidationTrace]

REAL = {
    "hp_c2247a": "hp_c2247a.trace",
    "hp_c2490a": "disksim/hp_c2490a.trace",
    "dec_rz26": "disksim/dec_rz26.trace",
    "st41601n": "disksim/st41601n.trace",
    "cheetah9LP": "disksim/cheetah9LP.trace",
    "barracuda": "disksim/barracuda.trace",
    "atlas_III": "disksim/atlas_III.trace",
    "ibm18es": "ibm_dnes_309170w.trace",
}


def requests(
    drive: DriveConfig, count: int, think: Think, seed: int, pause_ms: float, most_blocks: int
) -> Replay:
    """Random places, a third near the one before and some sequential, and pauses."""
    rng = np.random.default_rng(seed)
    last = drive.blocks - 200
    lbn = rng.integers(200, last, count)
    blocks = rng.integers(1, most_blocks + 1, count)
    write = rng.random(count) < 0.35
    kind = rng.random(count)
    for i in range(1, count):
        if kind[i] < 0.3:
            lbn[i] = min(max(lbn[i - 1] + rng.integers(-60, 60), 0), last)
        elif kind[i] < 0.4:
            lbn[i] = min(lbn[i - 1] + blocks[i - 1], last)
            write[i] = write[i - 1]
    pause_ps = (pause_ms * rng.lognormal(0.0, 0.7, count) * 1e9).astype(np.int64)
    recording = ValidationTrace(
        path="made.trace",
        lbn=lbn.astype(np.uint32),
        blocks=blocks.astype(np.uint32),
        write=write,
        measured_ps=np.zeros(count, np.int64),
        think_ps=pause_ps,
    )
    return Replay(recording, think)


def measure(drive: DriveConfig, replay: Replay) -> ValidationTrace:
    """What a drive takes for the requests, as if it had been measured."""
    times_ns = np.rint(validation.model_ms(drive, replay) * 1e6).astype(np.int64)
    return replace(replay.recording, measured_ps=times_ns * 1000)


def without(trace: ValidationTrace, first: int, last: int) -> ValidationTrace:
    """The trace with requests from `first` up to `last` cut out."""
    kept = np.r_[0:first, last : len(trace.lbn)]
    return ValidationTrace(
        trace.path, trace.lbn[kept], trace.blocks[kept], trace.write[kept],
        trace.measured_ps[kept], trace.think_ps[kept],
    )  # fmt: skip


def lines(trace: ValidationTrace) -> str:
    """The trace as a file of DiskSim's."""
    return "".join(
        f"{'W' if write else 'R'} Miss {lbn} {blocks} {measured / 1e6:.6f} {think / 1e6:.6f}\n"
        for lbn, blocks, write, measured, think in zip(
            trace.lbn, trace.blocks, trace.write, trace.measured_ps, trace.think_ps, strict=True
        )
    )


@pytest.fixture
def cut_out() -> Callable[[ValidationTrace, int, int], ValidationTrace]:
    return without


@pytest.fixture
def as_text() -> Callable[[ValidationTrace], str]:
    return lines


@pytest.fixture(scope="session")
def real(data: Path) -> Callable[[str], Path]:
    """The trace of a real drive; the test is skipped where it is absent."""

    def path(name: str) -> Path:
        file = data / REAL[name]
        if not file.is_file():
            pytest.skip(f"no {file}")
        return file

    return path


@pytest.fixture(scope="session")
def made() -> Make:
    """Makes the trace of a drive; one that was made before is kept."""
    kept: dict[tuple[str, int, str, int, float, int], ValidationTrace] = {}

    def make(
        drive: DriveConfig, count: int = 3000, think: Think = "after", seed: int = 1,
        pause_ms: float = 10.0, most_blocks: int = 16,
    ) -> ValidationTrace:  # fmt: skip
        key = (drive.to_toml(), count, think, seed, pause_ms, most_blocks)
        if key not in kept:
            asked = requests(drive, count, think, seed, pause_ms, most_blocks)
            kept[key] = measure(drive, asked)
        return kept[key]

    return make


@pytest.fixture(scope="session")
def imported(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], DriveConfig]:
    """A drive as DiskSim's files describe it; the test is skipped where they are absent."""

    def load(name: str) -> DriveConfig:
        source = data / "disksim" / f"{name}.parv"
        if not source.is_file():
            pytest.skip(f"no {source}")
        path = tmp_path_factory.mktemp("imported") / f"{name}.toml"
        path.write_text(disksim.read(source).toml, encoding="utf-8")
        return DriveConfig.load(str(path))

    return load


@pytest.fixture(scope="session")
def hp() -> DriveConfig:
    """Skews in sectors; all writes go to the medium; slipped tracks."""
    return catalog.load("hp_c2247a")


@pytest.fixture(scope="session")
def ibm() -> DriveConfig:
    """Skews in angle; no write goes to the medium; 55 zones, slipped sectors."""
    return catalog.load("ibm_dnes_309170w")
