"""fio's latency logs with offsets: `write_lat_log=NAME` with `log_offset=1`.

A line is `ms, ns, direction, bytes, offset, priority`: the time of completion from the start of
fio, the latency, 0 for a read, 1 for a write and 2 for a trim. With `log_prio=1` the priority is
the kernel's value in hexadecimal. Otherwise the priority is 1 for the real-time class and 0 for all
others (fio 3.33, LOG FILE FORMATS). A newer fio can add the time of issue in ns.

A request arrives when its latency before its completion has begun. Without the time of issue, an
arrival is right to a millisecond, because the time of completion has no decimals. The log does not
name the device.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces import layout
from headstack.traces.base import MOST, MOST_BYTE, Batch, Format, Reading
from headstack.traces.linux_priority import CLASS_SHIFT, REAL_TIME, priority_of
from headstack.traces.text import Field, Lines, blocks

DEVICE: Final = "0"
PS_PER_MS: Final = 10**9
PS_PER_NS: Final = 1000

_LINE = re.compile(rb"\s*\d+, \d+, [012], \d+, \d+, (?:0x[0-9a-f]{4}|[01])(?:, \d+)?\s*")
_WITHOUT_OFFSETS = re.compile(rb"\s*\d+, \d+, [012], \d+, (?:0x[0-9a-f]{4}|[01])\s*")
_EXAMPLE = "12, 81210, 0, 4096, 1048576, 0x4004"
_TRIM = 2
_WITH_ISSUE = 7
"""Number of fields of a line with the time of issue."""


def _ioprio(field: Field) -> tuple[Any, ...]:
    value, good = field.hexadecimal()
    highest = field.is_word("1")  # no hexadecimal number
    return np.where(highest, REAL_TIME << CLASS_SHIFT, value), good & (value < 2**16)


_COLUMNS: Final = (
    layout.whole("time", 0, MOST // PS_PER_MS - 1),
    layout.whole("latency", 0, MOST // PS_PER_NS - 1),
    layout.whole("direction", 0, _TRIM),
    layout.whole("block size", 1, MOST_BYTE),
    layout.whole("offset", 0, MOST_BYTE),
    layout.Column("priority", "0, 1, or four hexadecimal digits after 0x", _ioprio),
)
_ISSUE = layout.whole("time of issue", 0, MOST // PS_PER_NS - 1)
_LAYOUTS: Final = {
    False: layout.Layout(_COLUMNS, _EXAMPLE),
    True: layout.Layout((*_COLUMNS, _ISSUE), f"{_EXAMPLE}, 11918790"),
}


class FioLog(Format):
    """Reads fio's latency logs."""

    name = "fio_log"
    title = "fio latency log with offsets"

    def fits(self, head: bytes) -> bool:
        """Whether the first lines fit."""
        return any(layout.looks_like(head, line) for line in (_LINE, _WITHOUT_OFFSETS))

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for each block of lines."""
        issued: bool | None = None
        for lines in blocks(file, reading, ","):
            if issued is None:
                issued = int(lines.count[0]) == _WITH_ISSUE
                _check_offsets(lines, reading)
            yield _batch(_LAYOUTS[issued].parse(lines), issued, reading)


def _check_offsets(lines: Lines, reading: Reading) -> None:
    """Raises ConfigError if the first line has no offset."""
    if int(lines.count[0]) == len(_COLUMNS) - 1:
        raise ConfigError(
            f"{reading.path}:1: the log has no offsets; record the log with log_offset=1"
        )


def _batch(found: layout.Parsed, issued: bool, reading: Reading) -> Batch:
    reading.refuse(found.bad)
    response_ps = found["latency"] * PS_PER_NS
    if issued:
        arrival_ps = found["time of issue"] * PS_PER_NS
    else:
        arrival_ps = found["time"] * PS_PER_MS - response_ps
    moves = found["direction"] != _TRIM
    reading.other += int((~moves).sum())
    batch = Batch(
        arrival_ps=arrival_ps,
        device=reading.one_device(DEVICE, len(found.lines)),
        start_byte=found["offset"],
        bytes=found["block size"],
        write=found["direction"] == 1,
        line=found.lines.number,
        response_ps=response_ps,
        names=reading.names,
        priority=priority_of(found["priority"]),
    )
    return batch.take(moves)
