"""From five figures and a recording with a host's noise to the layout of a drive."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.fit import described, fitting
from headstack_identify.fit.phase import PhaseError
from headstack_identify.recording import addresses
from headstack_identify.tracks import finding

Record = Callable[..., ValidationTrace]
Rough = Callable[[str], DriveConfig]

slow = partial(pytest.param, marks=pytest.mark.slow)


def right(found: DriveConfig, truth: DriveConfig) -> float:
    """The share of blocks on the right head, at the right sector or beside it."""
    blocks = np.linspace(0, truth.blocks - 1, 50_000).astype(np.int64)
    one, other = (drive.places(blocks).astype(np.int64) for drive in (found, truth))
    return float(np.mean((one[1] == other[1]) & (np.abs(one[2] - other[2]) <= 1)))


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("hp_97560", 0.999),
        slow("hp_c2490a", 0.995),  # ends reads of a track's last block late
        slow("hp_c2247", 0.995),
        slow("ibm_dnes_309170w", 0.995),  # 122 slipped sectors
        slow("seagate_st39102lw", 0.99),  # 594 slipped sectors
    ],
)
def test_the_layout_comes_back(name: str, least: float, record: Record, rough: Rough) -> None:
    truth, begin = catalog.load(name), rough(name)
    assert right(begin, truth) < 0.2, "the description must be a guess"
    trace = record(truth, addresses.plan(begin))
    found = described.identify(trace, begin, None)
    assert found.period is not None
    assert found.period.ms == pytest.approx(truth.revolution_ps / 1e9, rel=2e-6)
    assert found.corrected is not None
    assert right(found.corrected, truth) >= least
    assert found.understood
    assert any("zones" in note for note in found.notes)


@pytest.mark.slow
def test_zones_and_heads_of_a_disk_of_16_tb(record: Record, rough: Rough) -> None:
    """All skews of this drive are equal, so its heads cannot be told."""
    truth, begin = catalog.load("seagate_exos_x16"), rough("seagate_exos_x16")
    found = finding.find(record(truth, addresses.plan(begin)), begin)
    assert found is not None
    assert found.heads is None
    assert found.revolution_ms == pytest.approx(truth.revolution_ps / 1e9, rel=2e-6)
    sectors = [zone.tracks.sectors for zone in found.zones]
    assert sectors == [zone.sectors_per_track for zone in truth.zones]
    off = [abs(one.first - first) for one, first in zip(found.zones, firsts(truth), strict=True)]
    assert sum(off) < 0.002 * truth.blocks


def firsts(drive: DriveConfig) -> list[int]:
    """The first block of each zone, by bisection."""
    found = []
    for zone in drive.zones:
        low, high = 0, drive.blocks - 1
        while low < high:
            middle = (low + high) // 2
            if drive.places(np.array([middle]))[0, 0] >= zone.first_cylinder:
                high = middle
            else:
                low = middle + 1
        found.append(low)
    return found


def test_an_exact_description_stays(record: Record) -> None:
    truth = catalog.load("hp_c2247")
    found = described.identify(record(truth, addresses.plan(truth, 6000)), truth, None)
    assert not [key for key in found.overrides if key != "spindle.correction"]


def test_without_groups_there_is_no_layout(record: Record) -> None:
    truth = catalog.load("hp_c2247")
    plan = addresses.plan(truth, 6000)
    mixed = addresses.Plan(plan.block[-1500:], plan.blocks[-1500:], 0)
    assert finding.find(record(truth, mixed), truth) is None


def test_an_ssd_gets_a_reason(record: Record) -> None:
    truth = catalog.load("hp_c2247")
    trace = record(truth, addresses.plan(truth, 3000))
    rng = np.random.default_rng(1)
    fast = rng.integers(60_000_000, 120_000_000, len(trace.lbn))
    with pytest.raises(PhaseError, match="does not rotate"):
        described.identify(replace(trace, measured_ps=fast), truth, None)


def test_a_drive_with_one_surface(record: Record) -> None:
    truth = catalog.load("hp_97560").with_values({"layout.surfaces": 1, "layout.cylinders": 37_278,
        "layout.zone": [{"cylinders": [0, 37_277], "sectors_per_track": 72,
                         "track_skew": "0 sectors", "cylinder_skew": "18 sectors"}]})  # fmt: skip
    found = finding.find(record(truth, addresses.plan(truth, 5000)), truth)
    assert found is not None
    assert found.heads is None
    assert right(found.drive, truth) > 0.999


def test_a_recording_needs_no_description(
    record: Record, rough: Rough, as_csv: Callable[..., Path], tmp_path: Path
) -> None:
    """Blocks, rotation, tracks and heads come from the recording alone."""
    truth = catalog.load("hp_97560")
    trace = record(truth, addresses.plan(rough("hp_97560"), 6000))
    path = as_csv(trace, truth, tmp_path / "recording.csv")
    recording, begin = fitting._read(path, None, None)
    assert begin is not None
    assert (begin.blocks, begin.bytes_per_block) == (truth.blocks, 512)
    assert begin.revolution_ps == pytest.approx(truth.revolution_ps, rel=0.01)
    assert begin.value("layout.surfaces") != 19
    found = finding.find(recording, begin)
    assert found is not None
    assert found.heads == 19
    assert right(found.drive, truth) > 0.999
