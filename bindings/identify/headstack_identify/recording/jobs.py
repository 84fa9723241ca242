"""The files that record a disk: fio's log of addresses, fio's jobs, and a script with all steps."""

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

_NEEDED: Final = ("fio", "blktrace")

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
readonly
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

_SCRIPT: Final = """\
#!/bin/sh
# Records {device} for `headstack fit`. Reads only. Takes about {minutes:.0f} minutes. Run as root.
set -eu
cd "$(dirname "$0")"
for tool in {tools}; do
  command -v "$tool" >/dev/null || {{ echo "$tool is not installed (Debian: $tool)" >&2; exit 2; }}
done
if grep -q "^{device}" /proc/mounts; then
  echo "{device} is mounted; other requests would disturb the recording. Unmount the disk." >&2
  exit 2
fi
blktrace -d {device} -a issue -a complete -o layout &
tracer=$!
trap 'kill -INT $tracer 2>/dev/null || true' EXIT
sleep 2
fio --readonly layout.fio
kill -INT $tracer
wait $tracer || true
trap - EXIT
fio --readonly depths.fio
echo "done; now: headstack fit DRIVE.toml layout.blktrace -o fitted.toml"
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


def script(device: str, minutes: float) -> str:
    """Returns the shell script with all steps."""
    return _SCRIPT.format(device=device, minutes=minutes, tools=" ".join(_NEEDED))


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
