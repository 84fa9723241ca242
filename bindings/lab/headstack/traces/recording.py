"""Recordings of a disk: requests with the times at which the host issued them and saw them end.

A recording is a trace in any format with times of completion, with one request outstanding. A
recording knows both times, so each pause lies before its request: the convention 'before'.
"""

from typing import Final

import numpy as np

from headstack import checks
from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.traces.base import UNKNOWN, Batch
from headstack.traces.coarse_clock import is_coarse, refined
from headstack.traces.trace import Trace, listed
from headstack.traces.validation_trace import Think, ValidationTrace

THINK: Final[Think] = "before"
"""Convention of the pauses of every recording."""

_MOST_BLOCK: Final = 2**32 - 1
_IOLOG: Final = "fio"
_LOG: Final = "fio_log"


def recording(trace: Trace, block_bytes: int = 512) -> ValidationTrace:
    """Returns the requests of a recording, with pauses of the convention `THINK`.

    Args:
        trace: the opened file. A fio latency log without times of issue has completions in whole
            milliseconds; its latencies give the rest (`coarse_clock`). A fio iolog of version 3 has
            no completions; each request ends when the next request is issued, and the last request
            is left out.
        block_bytes: bytes of the drive's block.

    Raises:
        ConfigError: several devices; requests without times of completion; two requests at a time;
            addresses that are not whole blocks, or past block 2^32 - 1. The message names the line.
    """
    batch = trace.whole()
    _check_device(trace, batch)
    _check_blocks(trace, batch, block_bytes)
    issue_ps, completion_ps, batch = _times(trace, batch)
    wait_ps = np.empty_like(issue_ps)
    wait_ps[0] = 0
    np.subtract(issue_ps[1:], completion_ps[:-1], out=wait_ps[1:])
    early = np.flatnonzero(wait_ps < 0)
    if len(early):
        row = int(early[0])
        raise ConfigError(
            f"{trace.path}:{batch.line[row]}: this request is issued before the request before it "
            f"ends ({len(early):,} of {len(batch):,} requests are); record with one request "
            "outstanding (fio: iodepth=1, numjobs=1), or compare the drive's schedulers with this "
            "recording (headstack validate --schedulers)"
        )
    return ValidationTrace(
        path=trace.path,
        lbn=(batch.start_byte // block_bytes).astype(np.uint32),
        blocks=(batch.bytes // block_bytes).astype(np.uint32),
        write=batch.write,
        measured_ps=completion_ps - issue_ps,
        think_ps=wait_ps,
        think=THINK,
    )


def _check_device(trace: Trace, batch: Batch) -> None:
    devices = np.unique(batch.device)
    if len(devices) > 1:
        names = listed([batch.names[place] for place in devices])
        raise ConfigError(
            f"{trace.path}: the recording has {len(devices)} devices: {names}; choose a device "
            "(headstack trace convert --device)"
        )


def _check_blocks(trace: Trace, batch: Batch, block_bytes: int) -> None:
    checks.whole("block_bytes", block_bytes, 1, 2**20)
    uneven = np.flatnonzero((batch.start_byte % block_bytes) | (batch.bytes % block_bytes))
    if len(uneven):
        row = int(uneven[0])
        raise ConfigError(
            f"{trace.path}:{batch.line[row]}: {batch.bytes[row]:,} bytes at byte "
            f"{batch.start_byte[row]:,} are no whole blocks of {block_bytes} bytes; is the drive's "
            "block shorter?"
        )
    ends = (batch.start_byte + batch.bytes) // block_bytes
    beyond = np.flatnonzero(ends > _MOST_BLOCK)
    if len(beyond):
        raise ConfigError(
            f"{trace.path}:{batch.line[beyond[0]]}: the request is past block {_MOST_BLOCK:,} of "
            f"{block_bytes} bytes; give a drive file with blocks of 4,096 bytes"
        )


def _times(trace: Trace, batch: Batch) -> tuple[Ints, Ints, Batch]:
    """Returns times of issue and completion in ps, and the requests that have both."""
    if batch.response_ps is None:
        return _of_iolog(trace, batch)
    unknown = batch.response_ps == UNKNOWN
    if unknown.any():
        first = int(np.argmax(unknown))
        if unknown[first:].all() and first > 0:  # the recording was stopped
            batch = batch.take(slice(0, first))
        else:
            raise ConfigError(
                f"{trace.path}:{batch.line[first]}: this request has no time of completion "
                f"({int(unknown.sum()):,} of {len(batch):,} requests have none); was a record lost?"
            )
    assert batch.response_ps is not None
    if trace.format.name == _LOG and is_coarse(batch.arrival_ps + batch.response_ps):
        return _of_log(trace, batch)
    return batch.arrival_ps, batch.arrival_ps + batch.response_ps, batch


def _of_iolog(trace: Trace, batch: Batch) -> tuple[Ints, Ints, Batch]:
    timed = trace.format.name == _IOLOG and len(batch) > 1 and batch.arrival_ps[-1] > 0
    if not timed:
        raise ConfigError(
            f"{trace.path}: the trace has no times of completion ({trace.format.called}); record "
            "with blktrace, or with fio's write_lat_log and log_offset=1"
        )
    return batch.arrival_ps[:-1], batch.arrival_ps[1:], batch.take(slice(0, -1))


def _of_log(trace: Trace, batch: Batch) -> tuple[Ints, Ints, Batch]:
    batch = batch.take(np.argsort(batch.line, kind="stable"))  # fio logs in order of completion
    assert batch.response_ps is not None
    completion_ps = refined(batch.arrival_ps + batch.response_ps, batch.response_ps)
    if completion_ps is None:
        raise ConfigError(
            f"{trace.path}: the latencies add up to more than the time that passed, so several "
            "requests were outstanding; record with one (fio: iodepth=1, numjobs=1)"
        )
    issue_ps = completion_ps - batch.response_ps
    issue_ps[1:] = np.maximum(issue_ps[1:], completion_ps[:-1])
    return issue_ps, completion_ps, batch
