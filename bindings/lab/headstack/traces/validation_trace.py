"""The trace files that DiskSim validates real drives with (docs of its folder `valid/`).

A line is a request: `R|W outcome LBN blocks measured think`. The last two fields are in
microseconds. One request was outstanding at a time, so a trace replays as a closed loop.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, Self

import numpy as np

from headstack import checks
from headstack.arrays import Bools, Ints, Words
from headstack.traces import opening
from headstack.traces.base import MOST, Reading
from headstack.traces.formats.disksim_validate import layout_of
from headstack.traces.services import Queued
from headstack.traces.text import blocks

Think = Literal["after", "before"]
"""Whether column 6 is the pause after the request of its line, or before this request."""

THINK: Final[Think] = "after"

READ_AHEAD: Final = 1_000
"""Blocks after a request that a read-ahead may hold."""

_LAYOUT = layout_of(2**32 - 1)


@dataclass(frozen=True, eq=False)
class ValidationTrace:
    """A real drive's requests and times: arrays of one length.

    Row i is from line i + 1 of a trace of DiskSim's validation. `think` is the convention of
    `think_ps` if the file knows the times of issue. `None`: the file leaves the convention open.
    `queued` marks the services of a recording with several requests outstanding. `None`: one
    request was outstanding.
    """

    path: str
    lbn: Words
    blocks: Words
    write: Bools
    measured_ps: Ints
    think_ps: Ints
    think: Think | None = None
    queued: Queued | None = None

    def rows(self, which: slice) -> Self:
        """Returns the requests of some rows, which follow one another."""
        return replace(
            self,
            lbn=self.lbn[which],
            blocks=self.blocks[which],
            write=self.write[which],
            measured_ps=self.measured_ps[which],
            think_ps=self.think_ps[which],
            queued=None if self.queued is None else self.queued.rows(which),
        )

    def sure(self) -> Bools:
        """Whether the service of each request surely begins and ends at its times."""
        return self._every() if self.queued is None else ~self.queued.unsure

    def sure_ends(self) -> Bools:
        """Whether each service surely ends with its own last sector, if it waits for the medium.

        A request that waited, and lies shortly after the request before it, may come from the
        read-ahead. Its end is then that of the data on the bus.
        """
        if self.queued is None:
            return self._every()
        ends = self.lbn.astype(np.int64) + self.blocks
        after = np.r_[-1, self.lbn[1:] - ends[:-1]]
        ahead = (after >= 0) & (after < READ_AHEAD) & ~self.write
        own: Bools = ~(self.queued.late | (self.queued.waited & ahead))
        return own

    def _every(self) -> Bools:
        return np.ones(len(self.lbn), np.bool_)

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
