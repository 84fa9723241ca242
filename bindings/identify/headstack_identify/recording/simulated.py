"""A recording of a simulated drive through a host with noise, to try the fit on a known drive."""

from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.measure import validation
from headstack.traces.recording import THINK
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.recording.addresses import Plan

JITTER_PS: Final = 20e6
"""Scale of the delays with which the host sees the ends of reads: half of a normal distribution."""

TAIL_SHARE: Final = 1e-3
TAIL_PS: Final = 2e9
"""A share `TAIL_SHARE` of the ends is late by some `TAIL_PS` more."""

_GAP_PS: Final = 10e6  # mean time from the end of a read to the next issue


def record(drive: DriveConfig, plan: Plan, seed: int = 1) -> ValidationTrace:
    """Returns what a host sees of a drive that reads the planned addresses.

    Args:
        drive: the drive.
        plan: the addresses.
        seed: seed of the noise.
    """
    rng = np.random.default_rng(seed)
    count = len(plan.block)
    late = np.abs(rng.normal(0.0, JITTER_PS, count))
    tail = rng.random(count) < TAIL_SHARE
    late[tail] += rng.exponential(TAIL_PS, int(tail.sum()))
    late_ps = late.astype(np.int64)
    gap_ps = rng.gamma(4.0, _GAP_PS / 4, count).astype(np.int64)
    asked = _trace(plan, gap_ps + np.r_[0, late_ps[:-1]], np.zeros(count, np.int64))
    times_ms = validation.model_ms(drive, workload.Replay(asked, THINK))
    return _trace(plan, gap_ps, np.rint(times_ms * 1e9).astype(np.int64) + late_ps)


def _trace(plan: Plan, wait_ps: Ints, measured_ps: Ints) -> ValidationTrace:
    return ValidationTrace(
        path="recording",
        lbn=plan.block.astype(np.uint32),
        blocks=plan.blocks.astype(np.uint32),
        write=np.zeros(len(plan.block), np.bool_),
        measured_ps=measured_ps,
        think_ps=wait_ps,
        think=THINK,
    )
