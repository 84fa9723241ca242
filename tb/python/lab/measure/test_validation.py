"""The distance of two distributions, and a real drive."""

import math
from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack.measure import validation


def literal_rms(model_ms: list[float], measured_ms: list[float]) -> float:
    """The algorithm step by step, as DiskSim's histogram and rms.c do it."""

    def curve(times: list[float]) -> tuple[list[float], list[float]]:
        edges = [0]
        for _ in range(1749):
            edges.append(edges[-1] + 1 + edges[-1] // 100)
        counts = [0] * 1750
        for time in times:
            value, bucket = int(time * 1000), 0
            while bucket < 1749 and value >= edges[bucket]:
                bucket += 1
            counts[bucket] += 1
        x, y, below = [], [], 0
        for edge, count in zip(edges, counts, strict=True):
            below += count
            x.append(float(f"{edge / 1000:.3f}"))
            y.append(float(f"{below / len(times):.6f}"))
            if y[-1] >= 1.0:
                break
        return x, y

    def inverse(x: list[float], y: list[float], p: float) -> float:
        i = 0
        while y[i] < p:
            i += 1
        return x[i - 1] + (p - y[i - 1]) / (y[i] - y[i - 1]) * (x[i] - x[i - 1])

    one, other = curve(model_ms), curve(measured_ms)
    squares, count, p = 0.0, 0, 0.0001
    while p <= 1.0:
        squares += (inverse(*one, p) - inverse(*other, p)) ** 2
        count += 1
        p += 0.0001
    assert count == 10_000
    return math.sqrt(squares / count)


def samples(seed: int, count: int) -> np.ndarray:
    """Times as a disk's: some hits, the rest between 3 and 40 ms, on whole nanoseconds."""
    rng = np.random.default_rng(seed)
    hits = rng.random(count) < 0.2
    times = np.where(hits, rng.normal(1.4, 0.1, count), 3 + rng.gamma(4, 3, count))
    return np.rint(np.abs(times) * 1e6) / 1e6


@pytest.mark.parametrize(("seed", "count"), [(1, 3), (2, 97), (3, 999), (4, 1000)])
def test_against_the_literal_algorithm(seed: int, count: int) -> None:
    model, measured = samples(seed, count), samples(seed + 100, count)
    literal = literal_rms(model.tolist(), measured.tolist())
    assert validation.rms_ms(model, measured) == pytest.approx(literal, rel=1e-12)


def test_bucket_edges() -> None:
    edges = validation.bucket_edges()
    assert len(edges) == 1750
    assert edges[:3].tolist() == [0, 1, 2]
    assert edges[100:103].tolist() == [100, 102, 104]  # 1 % wide from 100 us on
    widths = np.diff(edges)
    assert widths[np.searchsorted(edges, 10_000) - 1] == pytest.approx(100, abs=1)


def test_identical_samples_are_no_distance_apart() -> None:
    times = samples(5, 1000)
    assert validation.rms_ms(times, times) == 0
    assert validation.rms_ms(np.flip(times), times) == 0


def test_a_constant_shift_is_the_distance() -> None:
    times = samples(6, 5000)
    assert validation.rms_ms(times + 0.5, times) == pytest.approx(0.5, rel=0.02)


def test_one_bucket_each_by_hand() -> None:
    # 50 us lies in 50..51, 70 us in 70..71: both curves rise linearly, 20 us apart everywhere
    assert validation.rms_ms(np.array([0.0705]), np.array([0.0505])) == pytest.approx(0.020)


def test_half_of_the_requests_shifted_by_hand() -> None:
    # 20 us apart at the lower half of the fractions (5,000 of 10,000), equal at the upper half
    model, measured = np.array([0.0505, 0.0905]), np.array([0.0305, 0.0905])
    assert validation.rms_ms(model, measured) == pytest.approx(0.020 * math.sqrt(0.5), rel=1e-3)


def test_paired_figures_by_hand() -> None:
    measured = np.array([10.0, 20.0, 30.0, 40.0])
    found = validation.compare(measured + np.array([0.05, -0.2, 0.4, 3.0]), measured)
    assert list(found) == list(validation.FIGURES)
    assert found["requests"] == 4
    assert found["measured_mean_ms"] == pytest.approx(25)
    assert found["model_mean_ms"] == pytest.approx(25.8125)
    assert found["paired_bias_ms"] == pytest.approx(0.8125)  # a model too slow: positive
    assert found["paired_mean_abs_ms"] == pytest.approx(3.65 / 4)
    squares = 0.05**2 + 0.2**2 + 0.4**2 + 3**2
    assert found["paired_rms_ms"] == pytest.approx(math.sqrt(squares / 4))
    assert found["within_0_1_ms_percent"] == pytest.approx(25)
    assert found["within_0_5_ms_percent"] == pytest.approx(75)
    assert found["demerit_percent"] == pytest.approx(100 * found["rms_ms"] / 25)


def test_hp_c2247_against_the_real_drive(data: Path) -> None:
    trace = data / "hp_c2247a.trace"
    found = validation.validate("hp_c2247", trace, think="after").document()
    assert found["requests"] == 9_999
    assert found["measured_mean_ms"] == pytest.approx(15.2982, abs=5e-5)  # validation.md
    assert found["rms_ms"] <= 0.30


TARGETS = {
    # issue 3: rms, paired rms, within 0.1 ms, within 0.5 ms; held out, they have to be met too
    ("hp_c2247a", "after"): (0.045, 1.40, 95.0, 98.0),
    ("ibm_dnes_309170w", "before"): (0.050, 0.80, 98.0, 98.5),
}


@pytest.mark.parametrize(("drive", "think"), TARGETS)
def test_measured_drives_meet_their_targets(drive: str, think: str, data: Path) -> None:
    found = validation.validate(drive, data / f"{drive}.trace", think=think).document()
    rms, paired, within_0_1, within_0_5 = TARGETS[drive, think]
    assert found["rms_ms"] <= rms
    assert found["paired_rms_ms"] <= paired
    assert found["within_0_1_ms_percent"] >= within_0_1
    assert found["within_0_5_ms_percent"] >= within_0_5


def test_sectors_delay_hits_of_an_idle_drive_too(data: Path) -> None:
    """The measured command of a hit on a resting C2247A goes by the zone, as [processor] has it.

    Its 0.71 ms of work take 0.71 x sector / (sector - 0.0343) in each; without the sectors that
    pass, 0.71 everywhere. What is left of the response are 0.02519 and 0.05665 ms and the blocks.
    """
    drive = headstack.catalog.load("hp_c2247a")
    replay = headstack.workload.trace(data / "hp_c2247a.trace", think="after")
    columns = headstack.Drive(drive).run(replay).columns
    order = np.argsort(columns["id"])
    fixed = 0.02519 + 0.05665 + 0.1693 * columns["blocks"][order]
    model = (columns["finish"] - columns["arrival"])[order] / 1e9 - fixed
    measured = validation.measured_ms(replay) - fixed
    seen = []
    for sectors in (96, 92, 88, 84, 80, 72, 64, 56):
        sector = 11.114828 / sectors
        command = 0.71 * sector / (sector - 0.0343)
        idle = columns["hit"][order] & (np.abs(model - command) < 1e-4)
        assert idle.sum() >= 30
        seen.append(float(np.median(measured[idle])))
        assert seen[-1] == pytest.approx(command, abs=0.015)  # the trace counts in 0.01 ms or so
    assert sorted(seen, reverse=True) == seen
    assert seen[0] - seen[-1] > 0.15
