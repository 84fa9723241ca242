"""HP Labs' SRT, version 1.3: a text header, then records of 56 bytes, big-endian.

docs/use/mimic.md describes the fields. The meaning of the fields was found by the geometry in the
header: cylinder = sector // sectors of a cylinder holds for every record. A device is the number of
a disk in the header. Arrivals count from the first record.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces import layout
from headstack.traces.base import Bad, Batch, Format, Reading, out_of_span

MAGIC: Final = b"$$TR_IOREC-1.3"
HEADER_END: Final = b"\x0c"
RECORD: Final = np.dtype(
    [
        ("size", ">u4"),
        ("id", ">u4"),
        ("second", ">u4"),
        ("microsecond", ">u4"),
        ("start_us", ">u4"),  # from arrival
        ("stop_us", ">u4"),
        ("bytes", ">u4"),
        ("sector", ">u4"),
        ("device", ">u4"),
        ("driver", ">u4"),
        ("cylinder", ">u4"),
        ("flags", ">u4"),
        ("info", ">u4"),
        ("queue_length", ">u4"),
    ]
)
READ: Final = 1
SECTOR_SIZE: Final = re.compile(rb"sectorsize\s*=\s*(\d+)")
PS_PER_US: Final = 1_000_000

_AT_ONCE = 8192 * RECORD.itemsize
_LARGEST_SECTOR = 65536
_LONGEST_HEADER = 1 << 20


class Srt(Format):
    """Reads SRT of version 1.3."""

    name = "srt"
    title = "HP Labs SRT 1.3"

    def fits(self, head: bytes) -> bool:
        """Whether the first word fits."""
        return head.startswith(MAGIC)

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, 8,192 at a time."""
        sector_bytes, body = _header(file, reading)
        origin, number = 0, 1
        while True:
            body += file.read(_AT_ONCE)
            whole = len(body) // RECORD.itemsize * RECORD.itemsize
            if not whole:
                break
            rows, body = np.frombuffer(body[:whole], RECORD), body[whole:]
            time_us = rows["second"].astype(np.int64) * 1_000_000 + rows["microsecond"]
            origin = int(time_us[0]) if number == 1 else origin
            time_us -= origin
            lines = np.arange(number, number + len(rows))
            number += len(rows)
            bad = (rows["size"] != RECORD.itemsize) | (rows["bytes"] == 0)
            bad |= out_of_span(time_us, PS_PER_US)
            reading.refuse(Bad(lines[bad], lambda _: "a record that is no request of SRT 1.3"))
            yield Batch(
                arrival_ps=time_us * PS_PER_US,
                device=layout.numbered(reading, (rows["device"] >> 8) & 0xF),
                start_byte=rows["sector"].astype(np.int64) * sector_bytes,
                bytes=rows["bytes"].astype(np.int64),
                write=(rows["flags"] & READ) == 0,
                line=lines,
                response_ps=rows["stop_us"].astype(np.int64) * PS_PER_US,
                names=reading.names,
            ).take(~bad)
        if body:
            raise ConfigError(
                f"trace {reading.path}: record {number} is cut short; is the file whole?"
            )


def _header(file: BinaryIO, reading: Reading) -> tuple[int, bytes]:
    """Returns the bytes of a sector, and the bytes that were read after the header."""
    head = b""
    while HEADER_END not in head and len(head) < _LONGEST_HEADER:
        more = file.read(_AT_ONCE)
        if not more:
            break
        head += more
    header, found, body = head.partition(HEADER_END)
    sizes = {int(size) for size in SECTOR_SIZE.findall(header)}
    if not header.startswith(MAGIC) or not found or len(sizes) != 1:
        raise ConfigError(f"trace {reading.path}: no SRT 1.3; its first line is {header[:24]!r}")
    size = sizes.pop()
    if not 0 < size <= _LARGEST_SECTOR:
        raise ConfigError(
            f"trace {reading.path}: sectorsize is {size}; it must be from 1 to {_LARGEST_SECTOR}"
        )
    return size, body
