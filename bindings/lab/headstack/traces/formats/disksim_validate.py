"""The traces of DiskSim's validation: a line is `R|W outcome LBN blocks measured think`.

The last two fields are in microseconds. One request was outstanding at a time. So a request arrives
after the measured time and the think time of the request before. This rule is the convention
'after' of `headstack.workload.trace`. A block has 512 bytes.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces import layout
from headstack.traces.base import MOST, MOST_BYTE, Batch, Format, Reading
from headstack.traces.text import blocks

BLOCK: Final = 512
DEVICE: Final = "0"

_LINE = re.compile(rb"\s*[RW]\s+(Hit|Miss|Doub|Trip)\s+\d+\s+\d+\s+\d+(\.\d*)?\s+\d+(\.\d*)?\s*")


def layout_of(most_block: int) -> layout.Layout:
    """Returns the layout of a line with limits for the first block and the length."""
    return layout.Layout(
        (
            layout.word("direction", "R", "W"),
            layout.word("outcome", "Hit", "Miss", "Doub", "Trip"),
            layout.whole("LBN", 0, most_block),
            layout.whole("blocks", 1, most_block),
            layout.time("measured time", "microseconds", 6),
            layout.time("think time", "microseconds", 6),
        ),
        "R Miss 564347 2 14095.370 13876.270",
    )


_LAYOUT = layout_of(MOST_BYTE // BLOCK)


class DisksimValidate(Format):
    """Reads the traces of DiskSim's validation."""

    name = "validate"
    title = "DiskSim validation"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        now = 0
        for lines in blocks(file, reading, " "):
            found = _LAYOUT.parse(lines)
            reading.refuse(found.bad)
            measured = found["measured time"]
            times = measured.astype(np.float64) + found["think time"]
            too_late = np.flatnonzero(now + np.cumsum(times) > 0.99 * MOST)
            if too_late.size:
                line = found.lines.number[too_late[0]]
                raise ConfigError(
                    f"{reading.path}:{line}: the times add up to more than 105 days; "
                    "are they microseconds?"
                )
            passed = np.cumsum(measured + found["think time"])
            arrival = now + np.concatenate(([0], passed[:-1])) if len(passed) else passed
            now += int(passed[-1]) if len(passed) else 0
            yield Batch(
                arrival_ps=arrival,
                device=reading.one_device(DEVICE, len(arrival)),
                start_byte=found["LBN"] * BLOCK,
                bytes=found["blocks"] * BLOCK,
                write=found["direction"] == 1,
                line=found.lines.number,
                response_ps=measured,
                names=reading.names,
            )
