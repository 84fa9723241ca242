"""Binary blktrace: records of 48 or 64 bytes in either byte order. More bytes can follow a record.

A queue record (`Q` in blkparse) makes a request. The response ends when all blocks of the request
are completed (`C`). In a trace without queue records, an issue (`D`) makes a request. Records that
move no data (flushes, discards, packet commands, operations on zones) count as others.

Linux 2.6.17 and later write version 7. Linux 6.19 and later write version 8 if the tool asks for
version 8. Version 8 has 64 bits for the action of a record. Arrivals count from the first record.

A trace can have a file for each CPU. The records of all files are first merged by time, because
another CPU may complete a request. Requests are then made from the merged records.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Literal

import numpy as np

from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.traces.base import SPAN, Batch, Format, Reading, out_of_span
from headstack.traces.merging import by_time
from headstack.traces.pairing import COMPLETED, ISSUED, QUEUED, ZONE_APPENDS, Events, Pairing
from headstack.traces.text import in_order

BLOCK: Final = 512
PS_PER_NS: Final = 1000

_AT_ONCE = 1 << 22
_LEAST = 48
"""Bytes of the shortest record."""
_MAGIC = 0x65617400
_SIZES = (("magic", "u4"), ("sequence", "u4"), ("time", "u8"), ("sector", "u8"), ("bytes", "u4"))
_TAIL = (("device", "u4"), ("cpu", "u4"), ("error", "u2"), ("behind", "u2"))
_VERSIONS = {
    7: (*_SIZES, ("action", "u4"), ("pid", "u4"), *_TAIL),
    8: (*_SIZES, ("pid", "u4"), ("action", "u8"), *_TAIL, ("pad", "S12")),
}
_PLAIN = np.dtype(
    [("time", "u8"), ("sector", "u8"), ("bytes", "u4"), ("action", "u8"), ("device", "u4")]
)
_ORDERS: dict[Literal["little", "big"], str] = {"little": "<", "big": ">"}
_ACTIONS = {1: QUEUED, 7: ISSUED, 8: COMPLETED}
_READ, _WRITE, _PACKET, _NOTIFY, _DISCARD = 1 << 16, 1 << 17, 1 << 25, 1 << 26, 1 << 29
_ZONE_APPEND = 1 << 32
_NEWER = 32
"""Lowest bit of the actions that only version 8 has: operations on zones, and write zeroes."""
_MOST_SECTOR = 2**62 // BLOCK


class Blktrace(Format):
    """Reads binary blktrace of versions 7 and 8."""

    name = "blktrace"
    title = "blktrace, binary"

    def fits(self, head: bytes) -> bool:
        """Whether the first four bytes fit, for any version."""
        return any(
            len(head) >= 4 and int.from_bytes(head[:4], order) & ~0xFF == _MAGIC
            for order in ("little", "big")
        )

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, a batch for some megabytes of records."""
        yield from self.read_together([(reading.path, file)], reading)

    def read_together(
        self, files: Sequence[tuple[str, BinaryIO]], reading: Reading
    ) -> Iterator[Batch]:
        """Yields the requests of all CPUs. A request's line is its number among all records."""
        size = max(_AT_ONCE // len(files), _LEAST)
        streams = [_records(file, path, size) for path, file in files]
        pairing = Pairing(reading)
        origin, number = 0, 1
        at_once = 1 if len(files) == 1 else _AT_ONCE // _LEAST
        for records, place, own in by_time(streams, at_once):
            if number == 1:
                origin = int(records["time"][0])
            lines = np.arange(number, number + len(records))
            number += len(records)
            where = _Where([path for path, _ in files], place, own)
            yield from pairing.add(_sorted_out(records, lines, origin, where, reading))
        yield from pairing.rest()


@dataclass(frozen=True, eq=False)
class _Where:
    """The file of each record, and its number in the file, for messages."""

    paths: Sequence[str]
    place: Ints
    number: Ints

    def __call__(self, row: int) -> str:
        return f"trace {self.paths[self.place[row]]}: record {self.number[row]}"


def _records(file: BinaryIO, path: str, size: int) -> Iterator[Any]:
    """Yields the records of a file, without the data after each, from parts of `size` bytes."""
    rest, number, kind = file.read(size), 1, None
    while rest:
        if kind is None:
            kind = _kind(rest, path)
        found, used = _cut(rest, kind, number, path)
        if len(found):
            yield _plain(found)
        number += len(found)
        more = file.read(size)
        rest = rest[used:] + more
        if rest and not more:
            raise ConfigError(
                f"trace {path}: record {number} is cut short after {len(rest)} bytes; is "
                "the file whole?"
            )


def _kind(head: bytes, path: str) -> tuple[Any, bytes]:
    """Returns the record layout and the magic number for a file that begins with these bytes."""
    for order, sign in _ORDERS.items():
        magic = int.from_bytes(head[:4], order)
        if magic & ~0xFF != _MAGIC:
            continue
        if magic & 0xFF not in _VERSIONS:
            raise ConfigError(
                f"trace {path}: blktrace of version {magic & 0xFF}; only "
                f"{' and '.join(map(str, _VERSIONS))} are read"
            )
        columns = _VERSIONS[magic & 0xFF]
        return np.dtype([(name, sign + of) for name, of in columns]), head[:4]
    raise ConfigError(f"trace {path}: no blktrace; it begins with {head[:8]!r}")


def _plain(records: Any) -> Any:
    """Returns the fields of records, in one form for all versions and byte orders."""
    found = np.empty(len(records), _PLAIN)
    for name in found.dtype.names or ():
        found[name] = records[name]
    return found


def _cut(block: bytes, of: tuple[Any, bytes], number: int, path: str) -> tuple[Any, int]:
    """Returns the complete records at the beginning of a block, and their length in bytes."""
    data = np.frombuffer(block, np.uint8)
    kind, magic = of
    may = np.ones(max(len(data) - kind.itemsize + 1, 0), np.bool_)
    for place, byte in enumerate(magic):
        may &= data[place : place + len(may)] == byte
    at = np.flatnonzero(may)
    records = data[at[:, None] + np.arange(kind.itemsize)].view(kind).ravel()
    ends = at + kind.itemsize + records["behind"]
    if not (len(at) and at[0] == 0 and np.array_equal(ends[:-1], at[1:])):
        rows = _chain(at, ends, len(data) - kind.itemsize, (number, path, magic))
        records, ends = records[rows], ends[rows]
    inside = ends <= len(data)
    used = ends[inside]
    return records[inside], int(used[-1]) if len(used) else 0


def _chain(at: Ints, ends: Ints, last: int, where: tuple[int, str, bytes]) -> Ints:
    """Selects the records that follow each other from the start of the block, among candidates."""
    number, path, magic = where
    rows = {int(place): row for row, place in enumerate(at)}
    found: list[int] = []
    place = 0
    while place <= last:
        if place not in rows:
            raise ConfigError(
                f"trace {path}: record {number + len(found)} does not begin with "
                f"{magic.hex(' ')}, as the first does; is the file damaged?"
            )
        found.append(rows[place])
        place = int(ends[rows[place]])
    return np.array(found, np.int64)


def _sorted_out(records: Any, lines: Ints, origin: int, where: _Where, reading: Reading) -> Events:
    action = records["action"]
    kind = _kinds(action)
    data = (records["bytes"] > 0) & (action & (_READ | _WRITE) != 0)
    data &= (action & (_DISCARD | _PACKET) == 0) & (action >> _NEWER == 0)
    if ((kind >= 0) & (action & _ZONE_APPEND != 0)).any():
        reading.note(ZONE_APPENDS)
    idle = kind[~data]
    kept = data & (kind >= 0)
    records, lines = records[kept], lines[kept]
    time = (records["time"] - np.uint64(origin)).view(np.int64)
    wrong = np.flatnonzero(out_of_span(time, PS_PER_NS) | (records["sector"] > _MOST_SECTOR))
    if wrong.size:
        raise ConfigError(
            f"{where(int(np.flatnonzero(kept)[wrong[0]]))} has the time "
            f"{records['time'][wrong[0]]} ns and the sector {records['sector'][wrong[0]]}; "
            f"{SPAN}, and sectors to {_MOST_SECTOR}, are right; is the file damaged?"
        )
    return Events(
        kind=kind[kept],
        time_ps=time * PS_PER_NS,
        device=_devices(records["device"], reading),
        start_byte=records["sector"].astype(np.int64) * BLOCK,
        bytes=records["bytes"].astype(np.int64),
        write=records["action"] & _WRITE != 0,
        line=lines,
        without_data=(int((idle == QUEUED).sum()), int((idle == ISSUED).sum())),
    )


def _kinds(action: Any) -> Any:
    """Returns the kind of event of each action. Returns -1 for an action that is no such event."""
    number, kind = np.where(action & _NOTIFY, 0, action & 0xFF), np.full(len(action), -1)
    for of, what in _ACTIONS.items():
        kind[number == of] = what
    return kind


def _devices(numbers: Any, reading: Reading) -> Any:
    at, inverse = in_order(numbers)
    names = [f"{number >> 20},{number & 0xFFFFF}" for number in numbers[at].tolist()]
    return reading.places(names, inverse)
