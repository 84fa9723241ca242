"""What the target must know of SCSI: how many bytes a command block moves.

The drive decodes commands. The target decodes only the lengths, because a host's room may differ
from the length in the command block, and the host then gets a residual.
"""

from collections.abc import Callable, Mapping
from typing import Final

LARGEST_REPLY: Final = 1 << 18
"""Most room for a reply of the drive other than blocks."""
LARGEST_TRANSFER: Final = 32 << 20
"""Most bytes of blocks that a command may move over the target."""

_COUNTS: Final[Mapping[int, slice]] = {
    0x28: slice(7, 9),
    0x2A: slice(7, 9),
    0x2E: slice(7, 9),
    0xA8: slice(6, 10),
    0xAA: slice(6, 10),
    0xAE: slice(6, 10),
    0x88: slice(10, 14),
    0x8A: slice(10, 14),
    0x8E: slice(10, 14),
}
"""Place of the number of blocks, by operation code."""
_WRITE_6, _WRITE_10 = 0x0A, 0x2A
_READS: Final = frozenset({0x08, 0x28, 0xA8, 0x88})
_WRITES: Final = frozenset({0x0A, 0x2A, 0x2E, 0xAA, 0xAE, 0x8A, 0x8E})
_LENGTHS: Final[Mapping[int, Callable[[bytes], int]]] = {
    0x08: lambda cdb: cdb[4] or 256,
    0x0A: lambda cdb: cdb[4] or 256,
}


_READ_CAPACITY_10: Final = 0x25
_ALLOCATIONS: Final = {0x12: slice(3, 5), 0x1C: slice(3, 5)}
_ALLOCATION_BY_GROUP: Final = {
    0: slice(4, 5),
    1: slice(7, 9),
    2: slice(7, 9),
    4: slice(10, 14),
    5: slice(6, 10),
}
"""Place of the allocation length, by the upper three bits of the operation code."""


def blocks(cdb: bytes) -> int:
    """Returns the number of blocks that a read or write moves; 0 for any other command."""
    if cdb[0] in _LENGTHS:
        return _LENGTHS[cdb[0]](cdb)
    return int.from_bytes(cdb[_COUNTS[cdb[0]]], "big") if cdb[0] in _COUNTS else 0


def room(cdb: bytes) -> int:
    """Returns the room for the reply to a command that moves no blocks: its allocation length."""
    if cdb[0] == _READ_CAPACITY_10:
        return 8
    place = _ALLOCATIONS.get(cdb[0], _ALLOCATION_BY_GROUP.get(cdb[0] >> 5))
    return min(int.from_bytes(cdb[place], "big"), LARGEST_REPLY) if place else LARGEST_REPLY


def reads_blocks(cdb: bytes) -> bool:
    """Whether the command reads blocks."""
    return cdb[0] in _READS


def writes_blocks(cdb: bytes) -> bool:
    """Whether the command writes blocks."""
    return cdb[0] in _WRITES


def shortened(cdb: bytes, count: int) -> bytes:
    """Returns the write that moves only the first `count` blocks. Count 0: a write of no block."""
    if cdb[0] == _WRITE_6:  # whose count of 0 means 256
        address = int.from_bytes(cdb[1:4], "big") & 0x1FFFFF
        return bytes([_WRITE_10, 0, *address.to_bytes(4, "big"), 0, *count.to_bytes(2, "big"), 0])
    place = _COUNTS[cdb[0]]
    short = bytearray(cdb)
    short[place] = count.to_bytes(place.stop - place.start, "big")
    return bytes(short)


def unit_number(lun: int) -> int | None:
    """Returns the number of a unit from the eight bytes that name it. `None`: no single level.

    The methods are peripheral device (bus 0) and flat space (SAM-5, 4.7).
    """
    first, rest = lun >> 48, lun & (2**48 - 1)
    if rest:
        return None
    method = first >> 14
    if method == 0:
        return first & 0xFF if not (first >> 8) & 0x3F else None
    return first & 0x3FFF if method == 1 else None


def report_luns(units: int) -> bytes:
    """Returns the reply of REPORT LUNS for units from 0 on."""
    entries = b"".join((n << 48).to_bytes(8, "big") for n in range(units))
    return len(entries).to_bytes(4, "big") + bytes(4) + entries
