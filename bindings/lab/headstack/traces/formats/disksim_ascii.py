"""DiskSim's ASCII format: a line is `time_ms device LBN blocks flags`.

A block has 512 bytes. The flags are a hexadecimal number, with or without 0x, as C's `%x` reads it.
The lowest bit of the flags is set for a read.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Final

from headstack.traces import layout
from headstack.traces.base import MOST_BYTE, Batch, Format, Reading
from headstack.traces.text import blocks
from headstack.traces.writing import decimals, device_numbers, in_blocks, put, wholes

BLOCK: Final = 512
READ: Final = 1

_LINE = re.compile(rb"\s*\d+(\.\d*)?\s+\d+\s+\d+\s+\d+\s+(0[xX])?[0-9a-fA-F]+\s*")
_MOST = MOST_BYTE // BLOCK
_LAYOUT = layout.Layout(
    (
        layout.time("time", "milliseconds", 9),
        layout.whole("device"),
        layout.whole("LBN", 0, _MOST),
        layout.whole("blocks", 1, _MOST),
        layout.hexadecimal("flags"),
    ),
    "13.191135 30 576560 6 1",
)


class DisksimAscii(Format):
    """Reads and writes DiskSim's ASCII format."""

    name = "disksim"
    title = "DiskSim ASCII"
    loses = "response times"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        for lines in blocks(file, reading, " "):
            found = _LAYOUT.parse(lines)
            reading.refuse(found.bad)
            yield Batch(
                arrival_ps=found["time"],
                device=layout.numbered(reading, found["device"]),
                start_byte=found["LBN"] * BLOCK,
                bytes=found["blocks"] * BLOCK,
                write=(found["flags"] & READ) == 0,
                line=found.lines.number,
                response_ps=None,
                names=reading.names,
            )

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes lines. The device is a number: its name, or its index if any name is no number."""
        numbers = device_numbers(devices)
        for batch in batches:
            put(
                file,
                " ",
                decimals(batch.arrival_ps, 9, 6),
                wholes(numbers(batch)),
                wholes(in_blocks(batch, "start_byte", BLOCK, self.name)),
                wholes(in_blocks(batch, "bytes", BLOCK, self.name)),
                ("1", "0", batch.write),
            )
