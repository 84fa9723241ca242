"""The part of a recording on which the search runs.

`headstack record` first reads single blocks for the layout, and then reads of many lengths. The
phase takes all of these reads. The search for times and rules replays the trace thousands of times.
The reads of many lengths tell the times and rules, and some single reads before them tell seeks.

With several requests outstanding, a drive may receive a command, or send data, during the service
of another request. So a part of the recording with one request outstanding tells more about times,
and is searched alone.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from headstack.traces.validation_trace import ValidationTrace

SINGLE: Final = 2
"""Reads of many lengths for each single read of the part."""

LEAST: Final = 5_000
"""Fewest requests of a part that is searched alone."""

LEAST_ALONE: Final = 1_000
"""Fewest requests of a part with one outstanding that is searched alone: two halves need them."""


def of(trace: ValidationTrace) -> ValidationTrace:
    """Returns the last layout reads of a recording and the reads after them, or the whole trace.

    A trace of another origin has no long beginning of reads of one length, and stays whole. Of a
    recording with several requests outstanding, only the longest part with one outstanding counts,
    if the part is long enough.
    """
    trace = whole_of(trace)
    other = np.flatnonzero(trace.write | (trace.blocks != trace.blocks[0]))
    begin = int(other[0]) if len(other) else 0
    left = len(trace.lbn) - begin
    if trace.think is None or left < LEAST or begin < left:
        return trace
    begin -= left // SINGLE
    return _part(trace, slice(begin, None))


def whole_of(trace: ValidationTrace) -> ValidationTrace:
    """Returns the requests of a recording that tell times. The searched part is their end."""
    if trace.queued is None:
        return trace
    edges = np.flatnonzero(np.diff(np.r_[True, trace.queued.waited, True].astype(np.int8)))
    runs = edges.reshape(-1, 2)
    longest = runs[np.argmax(runs[:, 1] - runs[:, 0])] if len(runs) else np.zeros(2, np.int64)
    if longest[1] - longest[0] < LEAST_ALONE:
        return trace
    return replace(_part(trace, slice(*longest.tolist())), queued=None)


def _part(trace: ValidationTrace, rows: slice) -> ValidationTrace:
    part = trace.rows(rows)
    return replace(part, think_ps=np.r_[0, part.think_ps[1:]])
