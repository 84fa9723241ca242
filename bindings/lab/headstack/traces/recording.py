"""Recordings of a disk: requests with the times at which the host issued them and saw them end.

A recording is a trace in any format with times of completion. A recording knows both times, so each
pause lies before its request: the convention 'before'. The requests of a recording with several
outstanding become services, one after another (`services`).
"""

from typing import Final

import numpy as np

from headstack import checks
from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.traces import rounding, services
from headstack.traces.base import UNKNOWN, Batch
from headstack.traces.coarse_clock import is_coarse, refined
from headstack.traces.services import Services
from headstack.traces.trace import Trace, listed
from headstack.traces.validation_trace import Think, ValidationTrace

THINK: Final[Think] = "before"
"""Convention of the pauses of every recording."""

_MOST_BLOCK: Final = 2**32 - 1
_MOST_NEAR: Final = 0.3  # share of the waiting requests whose order of completion is uncertain
_LONGEST_WAIT: Final = 100  # of a request, in services for each outstanding request
_IOLOG: Final = "fio"
_LOG: Final = "fio_log"


def recording(trace: Trace, block_bytes: int = 512, *, several: bool = False) -> ValidationTrace:
    """Returns the requests of a recording, with pauses of the convention `THINK`.

    Args:
        trace: the opened file. A fio latency log without times of issue has completions in whole
            milliseconds; its latencies give the rest (`coarse_clock`). A fio iolog of version 3 has
            no completions; each request ends when the next request is issued, and the last request
            is left out.
        block_bytes: bytes of the drive's block.
        several: whether several requests may be outstanding. The rows are then services, in the
            order of completion.

    Raises:
        ConfigError: several devices; requests without times of completion; two requests at a time
            without `several`; with `several`, an order of completion that shows no services;
            addresses that are not whole blocks, or past block 2^32 - 1. The message names the line.
    """
    batch = trace.whole()
    check_device(trace, batch)
    _check_blocks(trace, batch, block_bytes)
    issue_ps, completion_ps, batch = _times(trace, batch, several)
    issue_ps = rounding.apart(issue_ps, completion_ps)
    if not several:
        _check_one_outstanding(trace, batch, issue_ps, completion_ps)
    served = services.of_times(issue_ps, completion_ps)
    batch = batch.take(served.order)
    _check_order(trace, batch, served)
    return ValidationTrace(
        path=trace.path,
        lbn=(batch.start_byte // block_bytes).astype(np.uint32),
        blocks=(batch.bytes // block_bytes).astype(np.uint32),
        write=batch.write,
        measured_ps=served.measured_ps,
        think_ps=served.wait_ps,
        think=THINK,
        queued=served.queued,
    )


def _check_one_outstanding(trace: Trace, batch: Batch, issue_ps: Ints, completion_ps: Ints) -> None:
    early = 1 + np.flatnonzero(issue_ps[1:] < completion_ps[:-1])
    if len(early):
        raise ConfigError(
            f"{trace.path}:{batch.line[early[0]]}: this request is issued before the request "
            f"before it ends ({len(early):,} of {len(batch):,} requests are); record with one "
            "request outstanding (fio: iodepth=1, numjobs=1), or compare the drive's schedulers "
            "with this recording (headstack validate --schedulers)"
        )


def _check_order(trace: Trace, batch: Batch, served: Services) -> None:
    """Raises ConfigError if too many requests end with the request before them."""
    if served.queued is None:
        return
    near, waited = int(served.queued.near.sum()), int(served.queued.waited.sum())
    if near > _MOST_NEAR * waited:
        row = int(np.argmax(served.queued.near))
        raise ConfigError(
            f"{trace.path}:{batch.line[row]}: this request completes within "
            f"{services.NEAR_PS / 1e9:g} ms of the request before it, as {near:,} of the "
            f"{waited:,} requests do that waited; so the order of completion does not show the "
            "services of a disk: the device does not rotate (an SSD), a cache answered, or the "
            "host saw several completions at once; record with one request outstanding (fio: "
            "iodepth=1, numjobs=1)"
        )


def check_device(trace: Trace, batch: Batch) -> None:
    """Raises ConfigError if a trace has several devices."""
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


def _times(trace: Trace, batch: Batch, several: bool) -> tuple[Ints, Ints, Batch]:
    """Returns times of issue and completion in ps, and the requests that have both."""
    if batch.response_ps is None:
        return _of_iolog(trace, batch)
    batch = completed(trace, batch, several)
    assert batch.response_ps is not None
    if trace.format.name == _LOG and is_coarse(batch.arrival_ps + batch.response_ps):
        return _of_log(trace, batch)
    return batch.arrival_ps, batch.arrival_ps + batch.response_ps, batch


def completed(trace: Trace, batch: Batch, several: bool) -> Batch:
    """Returns the requests that have a completion.

    Args:
        trace: the trace, for messages.
        batch: its requests in the order of issue, with times of response.
        several: whether several requests may be outstanding.

    Raises:
        ConfigError: other requests than the last have no completion. Then records were lost.
    """
    assert batch.response_ps is not None
    unknown = batch.response_ps == UNKNOWN
    if not unknown.any():
        return batch
    first = int(np.argmax(unknown))
    if unknown[first:].all() and first > 0:  # the recording was stopped
        return batch.take(slice(0, first))
    if several and not unknown.all() and _waits_at_end(batch):
        return batch.take(~unknown)
    raise ConfigError(
        f"{trace.path}:{batch.line[first]}: this request has no time of completion "
        f"({int(unknown.sum()):,} of {len(batch):,} requests have none); was a record lost?"
    )


def _waits_at_end(batch: Batch) -> bool:
    """Whether the requests without completion may have waited when the recording was stopped.

    At most as many are left as were outstanding. A request that waited since long before the end
    has lost its completion.
    """
    assert batch.response_ps is not None
    left = np.flatnonzero(batch.response_ps == UNKNOWN)
    done = batch.take(batch.response_ps != UNKNOWN)
    assert done.response_ps is not None
    held = services.depth_of(done.arrival_ps, done.arrival_ps + done.response_ps)
    return len(left) <= held and len(batch) - int(left[0]) <= _LONGEST_WAIT * held


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
            "requests were outstanding, and whole milliseconds do not tell their order; record "
            "with blktrace, or with one request outstanding (fio: iodepth=1, numjobs=1)"
        )
    issue_ps = completion_ps - batch.response_ps
    issue_ps[1:] = np.maximum(issue_ps[1:], completion_ps[:-1])
    return issue_ps, completion_ps, batch
