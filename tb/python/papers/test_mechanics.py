"""The arithmetic of the Disk Mimic's disks, against the drive."""

from typing import Any

import numpy as np
import pytest

from headstack import Mimic, _core, catalog
from headstack_papers.popovici2003.mechanics import Mechanics, exact, sampled

DISKS = ("ibm_9lzx", *(f"ibm_9lzx_{row}" for row in range(2, 9)))


def pairs(disk: str, last: Any, distance: Any) -> Any:
    """What the drive takes in ns at each distance from a request of 2 blocks that ended there."""
    lbn = np.column_stack((last - 1, last + distance)).astype(np.uint32).ravel()
    workload = _core.replay_workload(
        lbn=lbn,
        blocks=np.full(len(lbn), 2, np.uint32),
        write=np.zeros(len(lbn), np.bool_),
        wait_ps=np.zeros(len(lbn), np.int64),
    )
    columns = _core.run(
        _core.Setup(catalog.load(disk), _core.SchedulerSpec("fcfs")), workload, None
    ).columns
    took = np.empty(len(lbn), np.int64)
    took[columns["id"]] = columns["finish"] - columns["start"]
    return took[1::2] / 1000


@pytest.mark.parametrize("disk", DISKS)
def test_each_request_takes_what_arithmetic_says(disk: str) -> None:
    """A thousand of them go on where the last one ended, and none loses a revolution."""
    mechanics = Mechanics.of(disk)
    random = np.random.default_rng(1)
    distance = random.integers(-600_000, 600_000, 5000)
    distance[:1000] = 1
    distance[1000:2000] = random.integers(-300, 300, 1000)
    last = random.integers(1_200_000, 3_000_000, 5000)
    expected = mechanics.times(last % mechanics.places, distance)
    assert np.abs(pairs(disk, last, distance) - expected).max() < 0.02  # ns


def test_the_mean_over_all_places_is_that_of_each() -> None:
    mechanics = Mechanics.of("ibm_9lzx_8")
    distance = np.array([-5001, -679, -1, 1, 3, 135, 137, 681, 54321])
    places = np.arange(mechanics.places)[:, None]
    mean_ns = mechanics.times(places, distance[None, :]).mean(axis=0)
    kind = exact("ibm_9lzx_8", step=2, span=54_400).kinds[0]
    found = kind.ns[np.searchsorted(kind.distance, distance), 0]
    assert found == pytest.approx(mean_ns, rel=0, abs=0.51)
    without_crossing = mechanics.times(places, distance[None, :], blocks=1)
    spread_ns = mechanics.positioning(distance)[1]
    assert spread_ns == pytest.approx(without_crossing.std(axis=0), rel=0, abs=0.1)


def test_a_probe_measures_what_arithmetic_draws() -> None:
    """Means of 200 samples lie within 4.5 standard errors of the mean over all places."""
    probe = Mimic.probe(
        "ibm_9lzx_6", samples=200, step="123KiB", span="8MiB", interpolate=False, by_type=False
    )
    drawn = sampled("ibm_9lzx_6", step=246, span=8 * 2048, samples=200, seed=1)
    mechanics = Mechanics.of("ibm_9lzx_6")
    for table in (probe, drawn):
        kind = table.kinds[0]
        near = np.abs(kind.distance) < 8 * 2048
        mean, spread = mechanics.positioning(kind.distance[near].astype(np.int64))
        error = np.maximum(spread, 1e5) / np.sqrt(200)
        off = kind.ns[near].mean(axis=1) - mean - mechanics.transfer_ns(2)
        assert np.abs(off / error).max() < 4.5
        assert near.sum() >= 2 * (8 * 2048 // 246)


def test_what_has_no_closed_form_is_refused() -> None:
    with pytest.raises(ValueError, match="hp_c2247"):
        Mechanics.of("hp_c2247")
