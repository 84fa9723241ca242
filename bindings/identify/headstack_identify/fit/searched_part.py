"""The part of a recording on which the search runs.

`headstack record` first reads single blocks for the layout, and then reads of many lengths. The
phase takes all of these reads. The search for times and rules replays the trace thousands of times.
The reads of many lengths tell the times and rules, and some single reads before them tell seeks.
"""

from dataclasses import replace
from typing import Final

import numpy as np

from headstack.traces.validation_trace import ValidationTrace

SINGLE: Final = 2
"""Reads of many lengths for each single read of the part."""

LEAST: Final = 5_000
"""Fewest requests of a part that is searched alone."""


def of(trace: ValidationTrace) -> ValidationTrace:
    """Returns the last layout reads of a recording and the reads after them, or the whole trace.

    A trace of another origin has no long beginning of reads of one length, and stays whole.
    """
    other = np.flatnonzero(trace.write | (trace.blocks != trace.blocks[0]))
    begin = int(other[0]) if len(other) else 0
    left = len(trace.lbn) - begin
    if trace.think is None or left < LEAST or begin < left:
        return trace
    begin -= left // SINGLE
    return replace(
        trace,
        lbn=trace.lbn[begin:],
        blocks=trace.blocks[begin:],
        write=trace.write[begin:],
        measured_ps=trace.measured_ps[begin:],
        think_ps=np.r_[0, trace.think_ps[begin + 1 :]],
    )
