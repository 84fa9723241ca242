"""MSR Cambridge: a line is `filetime,host,disk,type,offset,bytes,response`.

The filetime and the response are in units of 100 ns. The offset is in bytes. A device is
`host.disk`. Arrivals count from the first request of the file.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import numpy as np

from headstack.traces import layout
from headstack.traces.base import MOST, MOST_BYTE, SPAN, Bad, Batch, Format, Reading, out_of_span
from headstack.traces.text import blocks, in_order

PS_PER_TICK: Final = 100_000

_LINE = re.compile(rb"\s*\d+\s*,[^,]+,\s*\d+\s*,\s*(Read|Write)\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+\s*")
_MOST_TICKS = MOST // PS_PER_TICK
_LAYOUT = layout.Layout(
    (
        layout.whole("timestamp"),
        layout.text("hostname"),
        layout.whole("disk number", 0, 10**6),
        layout.word("type", "Read", "Write"),
        layout.whole("offset", 0, MOST_BYTE),
        layout.whole("size", 1, MOST_BYTE),
        layout.whole("response time", 0, _MOST_TICKS),
    ),
    "128166372003061629,hm,1,Read,383496192,32768,113736",
)


class Msr(Format):
    """Reads the traces of MSR Cambridge."""

    name = "msr"
    title = "MSR Cambridge (SNIA IOTTA)"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        origin: int | None = None
        for lines in blocks(file, reading, ","):
            found = _LAYOUT.parse(lines)
            ticks = found["timestamp"]
            if origin is None and len(ticks):
                origin = int(ticks[0])
            ticks = ticks - (origin or 0)
            far = out_of_span(ticks, PS_PER_TICK)
            number = found.lines.number
            reading.refuse(found.bad, Bad(number[far], lambda _: _FAR))
            yield Batch(
                arrival_ps=ticks * PS_PER_TICK,
                device=_devices(found, reading),
                start_byte=found["offset"],
                bytes=found["size"],
                write=found["type"] == 1,
                line=number,
                response_ps=found["response time"] * PS_PER_TICK,
                names=reading.names,
            ).take(~far)


_FAR = f"timestamp is out of its span, {SPAN}; is it a Windows filetime (100 ns)?"


def _devices(found: layout.Parsed, reading: Reading) -> "np.typing.NDArray[np.uint16]":
    hosts, host = found.names("hostname")
    disk = found["disk number"]
    at, inverse = in_order(host * 2**20 + disk)
    return reading.places([f"{hosts[host[place]]}.{disk[place]}" for place in at], inverse)
