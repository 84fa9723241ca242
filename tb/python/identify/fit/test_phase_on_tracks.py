"""The period and the ends of accesses, from made pairs on one track."""

import numpy as np
import pytest

from headstack.arrays import Floats
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.convention import Decision
from headstack_identify.fit.phase.ends import End, Ends
from headstack_identify.fit.phase.layout import on_tracks
from headstack_identify.fit.phase.layout.places import Places
from headstack_identify.fit.phase.result import Convention

PERIOD_MS, SPT, COUNT = 10.0, 60, 3000
SKEW = 13 / SPT
READ, WRITE = End(0.5, 0.2), End(1.0, 0.0)
SIMPLE = Ends(WRITE, WRITE)


def made(rng: np.random.Generator) -> tuple[Accesses, Floats, Floats]:
    """Accesses on 40 tracks, their angle without the ends, and by how much some of them are late.

    One write in ten ends on the next track, because of slips that nobody knows: it is late by the
    skew of a track.
    """
    track, sector = rng.integers(0, 40, COUNT), rng.integers(0, 20, COUNT)
    blocks, write = rng.integers(1, 40, COUNT), rng.random(COUNT) < 0.5
    late = SKEW * (write & (rng.random(COUNT) < 0.1))
    zeros = np.zeros(COUNT, np.int64)
    in_zone = track * SPT + sector
    at = Places(zeros, track // 4, track % 4, sector, in_zone, zeros + SPT, in_zone / SPT)
    angle = sector / SPT + track * SKEW
    end = np.where(write, 1.0, 0.5) * blocks / SPT + np.where(write, 0.0, 0.2) * blocks / PERIOD_MS
    constant = np.where(write, 0.31, 0.77) + rng.normal(0, 0.001, COUNT)
    turned = angle + end + late + constant
    revolutions = np.sort(rng.integers(0, 40_000, COUNT))
    after_ms = (revolutions + turned) * PERIOD_MS
    return Accesses(zeros, after_ms, zeros * 1.0, write, blocks, in_zone, at, 0.2), turned, late


def decision(period_ms: float) -> Decision:
    return Decision(Convention("after", 0.9, 0.0, 500, 0.0, period_ms), SIMPLE, 100.0)


def test_reads_in_two_parts_and_late_writes_show_the_period_and_both_ends() -> None:
    """No simple end fits the reads. A mean over all pairs would follow the late writes."""
    accesses, _, _ = made(np.random.default_rng(3))
    period_ms, ends = on_tracks.turning(accesses, decision(PERIOD_MS * (1 + 300e-6)), "after")
    assert period_ms == pytest.approx(PERIOD_MS, rel=1e-6)
    assert ends.write == WRITE
    assert ends.read is not None
    assert ends.read.passed == READ.passed
    assert ends.read.block_ms == pytest.approx(READ.block_ms, abs=0.005)


def test_a_kind_with_few_pairs_has_no_end() -> None:
    accesses, _, _ = made(np.random.default_rng(4))
    few = accesses.take(~accesses.write | (np.cumsum(accesses.write) < 30))
    assert on_tracks.turning(few, decision(PERIOD_MS), "after")[1].write is None


def test_corrections_leave_one_constant_and_the_late_writes() -> None:
    accesses, turned, late = made(np.random.default_rng(5))
    guessed = accesses.blocks / SPT + accesses.at.sector / SPT + accesses.at.in_zone // SPT * SKEW
    residual = circle.wrapped(turned - guessed)
    found = circle.wrapped(residual + on_tracks.corrections(accesses, SIMPLE, residual, PERIOD_MS))
    assert np.median(found) == pytest.approx(0.0, abs=0.001)
    assert np.abs(circle.wrapped(found - late)).max() < 0.02  # 0.005 ms of 39 blocks: 0.0195
