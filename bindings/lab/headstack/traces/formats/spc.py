"""SPC: the format of the Storage Performance Council and of the UMass Trace Repository.

A line is `ASU,LBA,bytes,opcode,seconds`, and may have more fields. The LBA counts blocks of 512
bytes of the ASU (application storage unit). The opcode is R or W.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, Final

from headstack.traces import layout
from headstack.traces.base import MOST_BYTE, Batch, Format, Reading
from headstack.traces.text import blocks
from headstack.traces.writing import decimals, device_numbers, in_blocks, put, wholes

BLOCK: Final = 512

_LINE = re.compile(rb"\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*[rRwW]\s*,\s*\d+(\.\d*)?\s*(,.*)?")
_LAYOUT = layout.Layout(
    (
        layout.whole("ASU"),
        layout.whole("LBA", 0, MOST_BYTE // BLOCK),
        layout.whole("bytes", 1, MOST_BYTE),
        layout.word("opcode", "R", "r", "W", "w"),
        layout.time("timestamp", "seconds", 12),
    ),
    "0,303567,3584,w,0.026214",
    most=99,
)


class Spc(Format):
    """Reads and writes SPC."""

    name = "spc"
    title = "SPC (UMass repository)"
    loses = "response times"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return layout.looks_like(head, _LINE)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        for lines in blocks(file, reading, ","):
            found = _LAYOUT.parse(lines)
            reading.refuse(found.bad)
            yield Batch(
                arrival_ps=found["timestamp"],
                device=layout.numbered(reading, found["ASU"]),
                start_byte=found["LBA"] * BLOCK,
                bytes=found["bytes"],
                write=found["opcode"] >= 2,
                line=found.lines.number,
                response_ps=None,
                names=reading.names,
            )

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes lines. The ASU is the device's name, or its index if any name is no number."""
        numbers = device_numbers(devices)
        for batch in batches:
            put(
                file,
                ",",
                wholes(numbers(batch)),
                wholes(in_blocks(batch, "start_byte", BLOCK, self.name)),
                wholes(batch.bytes),
                ("R", "W", batch.write),
                decimals(batch.arrival_ps, 12, 6),
            )
