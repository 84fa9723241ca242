"""The part of SCSI that the target must know: how many bytes a command block moves.

The drive decodes commands. The target decodes only the lengths. A host's room may differ from the
length in the command block, and the host then gets a residual.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

LARGEST_REPLY: Final = 1 << 18
"""Most bytes of a reply. Blocks are no reply."""
LARGEST_TRANSFER: Final = 32 << 20
"""Most bytes of blocks that a command may move over the target."""


class Moves(Enum):
    """The data that a command moves."""

    READ = auto()
    """Blocks to the host."""
    WRITE = auto()
    """Blocks to the drive."""
    REPLY = auto()
    """A reply of the drive. The length is its greatest number of bytes."""


@dataclass(frozen=True)
class Length:
    """The length in a command block.

    Attributes:
        moves: the data that the command moves.
        place: bytes of the command block with the length.
        zero: length that a field of 0 means.
    """

    moves: Moves
    place: slice
    zero: int = 0

    def of(self, cdb: bytes) -> int:
        """Returns the length: a number of blocks, or of bytes of a reply."""
        return int.from_bytes(cdb[self.place], "big") or self.zero


_NO_FIELD: Final = slice(0, 0)
_LENGTHS: Final[Mapping[int, Length]] = {
    0x03: Length(Moves.REPLY, slice(4, 5)),  # REQUEST SENSE
    0x08: Length(Moves.READ, slice(4, 5), zero=256),  # READ (6)
    0x0A: Length(Moves.WRITE, slice(4, 5), zero=256),  # WRITE (6)
    0x12: Length(Moves.REPLY, slice(3, 5)),  # INQUIRY
    0x1A: Length(Moves.REPLY, slice(4, 5)),  # MODE SENSE (6)
    0x1C: Length(Moves.REPLY, slice(3, 5)),  # RECEIVE DIAGNOSTIC RESULTS
    0x25: Length(Moves.REPLY, _NO_FIELD, zero=8),  # READ CAPACITY (10)
    0x28: Length(Moves.READ, slice(7, 9)),  # READ (10)
    0x2A: Length(Moves.WRITE, slice(7, 9)),  # WRITE (10)
    0x2E: Length(Moves.WRITE, slice(7, 9)),  # WRITE AND VERIFY (10)
    0x37: Length(Moves.REPLY, slice(7, 9)),  # READ DEFECT DATA (10)
    0x4D: Length(Moves.REPLY, slice(7, 9)),  # LOG SENSE
    0x5A: Length(Moves.REPLY, slice(7, 9)),  # MODE SENSE (10)
    0x88: Length(Moves.READ, slice(10, 14)),  # READ (16)
    0x8A: Length(Moves.WRITE, slice(10, 14)),  # WRITE (16)
    0x8E: Length(Moves.WRITE, slice(10, 14)),  # WRITE AND VERIFY (16)
    0x9E: Length(Moves.REPLY, slice(10, 14)),  # READ CAPACITY (16)
    0xA0: Length(Moves.REPLY, slice(6, 10)),  # REPORT LUNS
    0xA3: Length(Moves.REPLY, slice(6, 10)),  # REPORT SUPPORTED OPERATION CODES
    0xA8: Length(Moves.READ, slice(6, 10)),  # READ (12)
    0xAA: Length(Moves.WRITE, slice(6, 10)),  # WRITE (12)
    0xAE: Length(Moves.WRITE, slice(6, 10)),  # WRITE AND VERIFY (12)
    0xB7: Length(Moves.REPLY, slice(6, 10)),  # READ DEFECT DATA (12)
}
"""The length of each command that moves blocks or has a reply, by operation code."""

REPORT_LUNS: Final = 0xA0
_WRITE_6, _WRITE_10 = 0x0A, 0x2A
_PERIPHERAL, _FLAT_SPACE = 0, 1
_LAST_PERIPHERAL: Final = 0xFF


def _length(cdb: bytes, *moves: Moves) -> int:
    length = _LENGTHS.get(cdb[0])
    return length.of(cdb) if length is not None and length.moves in moves else 0


def blocks(cdb: bytes) -> int:
    """Returns the number of blocks that a read or write moves; 0 for any other command."""
    return _length(cdb, Moves.READ, Moves.WRITE)


def room(cdb: bytes) -> int:
    """Returns the room for a command's reply, in bytes; 0 if the command has no reply."""
    return min(_length(cdb, Moves.REPLY), LARGEST_REPLY)


def reads_blocks(cdb: bytes) -> bool:
    """Whether the command reads blocks."""
    return cdb[0] in _LENGTHS and _LENGTHS[cdb[0]].moves is Moves.READ


def writes_blocks(cdb: bytes) -> bool:
    """Whether the command writes blocks."""
    return cdb[0] in _LENGTHS and _LENGTHS[cdb[0]].moves is Moves.WRITE


def shortened(cdb: bytes, count: int) -> bytes:
    """Returns the write that moves only the first blocks of a write.

    Args:
        cdb: the write.
        count: number of the blocks. 0: the result writes no block.
    """
    if cdb[0] == _WRITE_6:  # a count of 0 means 256 blocks
        address = int.from_bytes(cdb[1:4], "big") & 0x1FFFFF
        return bytes([_WRITE_10, 0, *address.to_bytes(4, "big"), 0, *count.to_bytes(2, "big"), 0])
    place = _LENGTHS[cdb[0]].place
    short = bytearray(cdb)
    short[place] = count.to_bytes(place.stop - place.start, "big")
    return bytes(short)


def unit_number(lun: int, units: int) -> int | None:
    """Returns the number of an existing unit.

    The methods are peripheral device (bus 0) and flat space (SAM-5, 4.7).

    Args:
        lun: logical unit number of eight bytes.
        units: number of units, from 0 on.

    Returns:
        The number. `None`: no unit has this logical unit number.
    """
    first, rest = lun >> 48, lun & (2**48 - 1)
    method, place = first >> 14, first & 0x3FFF
    if rest or method > _FLAT_SPACE or (method == _PERIPHERAL and place > _LAST_PERIPHERAL):
        return None
    return place if place < units else None


def report_luns(units: int, most: int) -> bytes:
    """Returns the reply of REPORT LUNS.

    Args:
        units: number of units, from 0 on.
        most: most bytes of the reply.
    """
    entries = b"".join((n << 48).to_bytes(8, "big") for n in range(units))
    return (len(entries).to_bytes(4, "big") + bytes(4) + entries)[:most]
