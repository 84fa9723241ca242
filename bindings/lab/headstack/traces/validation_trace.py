"""The trace files that DiskSim validates real drives with (docs of its folder `valid/`).

A line is a request: `R|W outcome LBN blocks measured think`. The last two fields are in
microseconds. One request was outstanding at a time, so a trace replays as a closed loop.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from headstack import checks
from headstack.arrays import Bools, Ints, Words
from headstack.traces import opening
from headstack.traces.base import MOST, Reading
from headstack.traces.formats.disksim_validate import layout_of
from headstack.traces.text import blocks

Think = Literal["after", "before"]
"""Whether column 6 is the pause after the request of its line, or before this request."""

THINK: Final[Think] = "after"

_LAYOUT = layout_of(2**32 - 1)


@dataclass(frozen=True, eq=False)
class ValidationTrace:
    """A real drive's requests and times: arrays of one length.

    Row i is from line i + 1 of a trace of DiskSim's validation. `think` is the convention of
    `think_ps` if the file knows the times of issue. `None`: the file leaves the convention open.
    """

    path: str
    lbn: Words
    blocks: Words
    write: Bools
    measured_ps: Ints
    think_ps: Ints
    think: Think | None = None

    def wait_ps(self, think: Think) -> Ints:
        """Pause before each request, counted from the completion of the request before, in ps.

        'after' (DiskSim's rule, right for the HP C2247A): column 6 of the line before, and 0 for
        the first request. 'before' (right for the IBM DNES-309170W): column 6 of the line itself.
        """
        if think == "before":
            return self.think_ps
        wait = np.zeros_like(self.think_ps)
        wait[1:] = self.think_ps[:-1]
        return wait


def read_validation_trace(path: str | Path) -> ValidationTrace:
    """Reads and checks a whole trace.

    Args:
        path: the file, one request a line; gzip and zstd are unpacked.

    Raises:
        ConfigError: an unknown file, a file without a request, or a line that is malformed, empty,
            cut short or out of range. The message names file and line.
    """
    name = checks.path("trace", path)
    opening.head_of(path)
    reading = Reading(name, skip_bad=None)
    parts = []
    with opening.opened(path) as file:
        for lines in blocks(file, reading, " "):
            found = _LAYOUT.parse(lines)
            reading.refuse(found.bad)
            parts.append(
                (
                    found["LBN"].astype(np.uint32),
                    found["blocks"].astype(np.uint32),
                    found["direction"] == 1,
                    found["measured time"],
                    found["think time"],
                )
            )
    lbn, length, write, measured, think = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    if float(measured.sum(dtype=np.float64) + think.sum(dtype=np.float64)) > 0.999 * MOST:
        raise checks.wrong(name, ": the times add up to more than 106 days; are they microseconds?")
    return ValidationTrace(
        path=name,
        lbn=lbn,
        blocks=length,
        write=write,
        measured_ps=measured,
        think_ps=think,
    )
