"""The files of fio that record a disk: its log of addresses, and its jobs."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.measure import validation
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.recording.addresses import Plan

DEPTHS: Final = (4, 8, 16, 32)
SECONDS: Final = 60
"""Duration of each depth of the second job."""

_LAYOUT_JOB: Final = """\
# Reads the addresses of layout.iolog, one read outstanding.
[layout]
ioengine=libaio
direct=1
iodepth=1
read_iolog=layout.iolog
replay_redirect={device}
write_lat_log=layout
log_offset=1
"""

_DEPTH_JOB: Final = """\
# Random reads with several outstanding. The jobs run one after another.
[global]
filename={device}
ioengine=libaio
direct=1
rw=randread
bs={bytes}
norandommap
randseed={seed}
time_based
runtime={seconds}
log_offset=1
"""

_DEPTH: Final = """
[depth{depth}]
stonewall
iodepth={depth}
write_lat_log=depth{depth}
"""


def iolog(plan: Plan, device: str, block_bytes: int) -> Iterator[str]:
    """Yields the lines of fio's iolog, version 2."""
    yield from ("fio version 2 iolog\n", f"{device} add\n", f"{device} open\n")
    for block, blocks in zip(plan.block.tolist(), plan.blocks.tolist(), strict=True):
        yield f"{device} read {block * block_bytes} {blocks * block_bytes}\n"
    yield f"{device} close\n"


def layout_job(device: str) -> str:
    """Returns fio's job for the planned reads."""
    return _LAYOUT_JOB.format(device=device)


def depth_job(device: str, block_bytes: int, seed: int) -> str:
    """Returns fio's job for random reads at several depths."""
    head = _DEPTH_JOB.format(
        device=device, bytes=max(block_bytes, 4096), seed=seed, seconds=SECONDS
    )
    return head + "".join(_DEPTH.format(depth=depth) for depth in DEPTHS)


def minutes(plan: Plan, drive: DriveConfig) -> float:
    """Returns how long the recording takes, by a run of the described drive."""
    count = len(plan.block)
    nothing = np.zeros(count, np.int64)
    reads = ValidationTrace(
        path="the plan",
        lbn=plan.block.astype(np.uint32),
        blocks=plan.blocks.astype(np.uint32),
        write=np.zeros(count, np.bool_),
        measured_ps=nothing,
        think_ps=nothing,
        think="before",
    )
    took_ms = float(validation.model_ms(drive, workload.Replay(reads, "before")).sum())
    return took_ms / 60_000 + len(DEPTHS) * SECONDS / 60
