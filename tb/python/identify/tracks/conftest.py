"""Recordings of drives through a host with noise. The layouts of the drives are known."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.recording import simulated


@pytest.fixture(scope="session")
def record() -> Callable[..., ValidationTrace]:
    return simulated.record


@pytest.fixture(scope="session")
def rough(load_script: Callable[[str], ModuleType]) -> Callable[[str], DriveConfig]:
    """A description from five figures: nominal rotation, zones and tracks by rules."""

    script = load_script("own_disk")

    def described(name: str) -> DriveConfig:
        found: DriveConfig = script.rough(catalog.load(name))
        return found

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
