"""The Disk Mimic's experiments: their arithmetic against the drive, and what docs/mimic.md says."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from headstack import Mimic, _core, catalog

ROOT = Path(__file__).resolve().parents[3]
TRACE = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data")) / (
    "hp_ajw_1992-05-30.srt"
)
DISKS = ("ibm_9lzx", *(f"ibm_9lzx_{row}" for row in range(2, 9)))
needs_trace = pytest.mark.skipif(not TRACE.exists(), reason=f"no trace {TRACE}")


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("mimic")


@pytest.fixture(scope="module")
def runs(script: ModuleType) -> ModuleType:
    return script.runs


@pytest.fixture(scope="module")
def arithmetic(script: ModuleType) -> ModuleType:
    return sys.modules[script.Mechanics.__module__]


# --- arithmetic and drive ------------------------------------------------------------------------


def pairs(disk: str, last: Any, distance: Any) -> Any:
    """What the drive takes in ns at each distance from a request of 2 blocks that ended there."""
    lbn = np.column_stack((last - 1, last + distance)).astype(np.uint32).ravel()
    workload = _core.replay_workload(
        lbn=lbn,
        blocks=np.full(len(lbn), 2, np.uint32),
        write=np.zeros(len(lbn), np.bool_),
        wait_ps=np.zeros(len(lbn), np.int64),
    )
    columns = _core.run(_core.Setup(catalog.load(disk), "fcfs"), workload, None).columns
    took = np.empty(len(lbn), np.int64)
    took[columns["id"]] = columns["finish"] - columns["start"]
    return took[1::2] / 1000


@pytest.mark.parametrize("disk", DISKS)
def test_each_request_takes_what_arithmetic_says(arithmetic: ModuleType, disk: str) -> None:
    """A thousand of them go on where the last one ended, and none loses a revolution."""
    mechanics = arithmetic.Mechanics.of(disk)
    random = np.random.default_rng(1)
    distance = random.integers(-600_000, 600_000, 5000)
    distance[:1000] = 1
    distance[1000:2000] = random.integers(-300, 300, 1000)
    last = random.integers(1_200_000, 3_000_000, 5000)
    expected = mechanics.times(last % mechanics.places, distance)
    assert np.abs(pairs(disk, last, distance) - expected).max() < 0.02  # ns


def test_the_mean_over_all_places_is_that_of_each(arithmetic: ModuleType) -> None:
    mechanics = arithmetic.Mechanics.of("ibm_9lzx_8")
    distance = np.array([-5001, -679, -1, 1, 3, 135, 137, 681, 54321])
    places = np.arange(mechanics.places)[:, None]
    mean_ns = mechanics.times(places, distance[None, :]).mean(axis=0)
    kind = arithmetic.exact("ibm_9lzx_8", step=2, span=54_400).kinds[0]
    found = kind.ns[np.searchsorted(kind.distance, distance), 0]
    assert found == pytest.approx(mean_ns, rel=0, abs=0.51)
    without_crossing = mechanics.times(places, distance[None, :], blocks=1)
    spread_ns = mechanics.positioning(distance)[1]
    assert spread_ns == pytest.approx(without_crossing.std(axis=0), rel=0, abs=0.1)


def test_a_probe_measures_what_arithmetic_draws(arithmetic: ModuleType) -> None:
    """Means of 200 samples lie within 4.5 standard errors of the mean over all places."""
    probe = Mimic.probe(
        "ibm_9lzx_6", samples=200, step="123KiB", span="8MiB", interpolate=False, by_type=False
    )
    drawn = arithmetic.sampled("ibm_9lzx_6", step=246, span=8 * 2048, samples=200, seed=1)
    mechanics = arithmetic.Mechanics.of("ibm_9lzx_6")
    for table in (probe, drawn):
        kind = table.kinds[0]
        near = np.abs(kind.distance) < 8 * 2048
        mean, spread = mechanics.positioning(kind.distance[near].astype(np.int64))
        error = np.maximum(spread, 1e5) / np.sqrt(200)
        off = kind.ns[near].mean(axis=1) - mean - mechanics.transfer_ns(2)
        assert np.abs(off / error).max() < 4.5
        assert near.sum() >= 2 * (8 * 2048 // 246)


def test_what_has_no_closed_form_is_refused(arithmetic: ModuleType) -> None:
    with pytest.raises(ValueError, match="hp_c2247"):
        arithmetic.Mechanics.of("hp_c2247")


# --- the claims ----------------------------------------------------------------------------------


@needs_trace
def test_the_tables_have_every_distance_of_the_trace(runs: ModuleType) -> None:
    recording = runs.trace(1.0).recording
    end = recording.start_byte + recording.bytes
    step = 512 * runs.STEP_BLOCKS
    assert not (recording.start_byte % step).any()
    assert not (end % step).any()
    assert end.max() - recording.start_byte.min() <= 512 * runs.SPAN_BLOCKS


@needs_trace
@pytest.mark.parametrize("row", [2, 5, 6, 7, 8])
def test_what_a_coarse_table_lost(runs: ModuleType, row: int) -> None:
    """8 KiB steps with lines between, as this page once had them, and the steps of the trace."""
    coarse = runs.Probing(10, True, "8KiB", seeds=1)
    disk = f"ibm_9lzx_{row}"
    of_coarse = runs.smtf(disk, 500, coarse).mean
    assert runs.smtf(disk, 500, runs.ALL_PLACES).mean < of_coarse - 2.0
    assert runs.smtf(disk, 500, replace(runs.STANDARD, seeds=1)).mean < of_coarse - 1.0


def rows_of(name: str) -> list[list[str]]:
    """The cells of a table of the page, without its head."""
    text = (ROOT / "docs" / "mimic.md").read_text(encoding="utf-8")
    lines = text.split(f"<!-- {name} -->\n")[1].split("\n<!-- end")[0].splitlines()[2:]
    return [[cell.strip(" `*") for cell in line.strip("|").split("|")] for line in lines]


@needs_trace
@pytest.mark.parametrize("disk", DISKS)
def test_the_page_on_each_disk(runs: ModuleType, disk: str) -> None:
    """One value of ten lies within 4 half intervals of their mean; the rest is exact."""
    one = replace(runs.STANDARD, seeds=1)
    rows = [cells for cells in rows_of("disks") if cells[0] == disk]
    assert [cells[1] for cells in rows] == ["20", "500"]
    for compression, cells in zip((20, 500), rows, strict=True):
        mean, half = (float(number) for number in cells[4].split(" ± "))
        found = runs.smtf(disk, compression, one).mean
        assert abs(found - mean) <= 4.0 * (half + 0.05) + 0.05
        others = [runs.above(disk, name, compression) for name in ("clook", "sstf", "fcfs")]
        every_place = runs.smtf(disk, compression, runs.ALL_PLACES).mean
        assert cells[5:9] == [f"{value:.1f}" for value in (every_place, *others)]
        assert every_place < min(others)


@needs_trace
def test_the_page_on_claims(script: ModuleType) -> None:
    """Those that need no samples, each with its verdict."""
    said = sys.modules[script.all_claims.__module__]
    text = (ROOT / "docs" / "mimic.md").read_text(encoding="utf-8")
    _, *rows = said.rows([*said.disk_claims(), *said.online_gains()])
    assert len(rows) == 10
    for row in rows:
        assert f"| {' | '.join(row)} |" in text
