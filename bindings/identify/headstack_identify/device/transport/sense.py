"""Sense data of fixed format, which all other code reads, from both formats of SPC-4."""

from typing import Final

_DESCRIPTORS: Final = (0x72, 0x73)  # response codes: current, deferred
_FIRST: Final = 8  # place of the first descriptor
_INFORMATION: Final = 0x00
_INFORMATION_BYTES: Final = 12
_VALID: Final = 0x80


def fixed(sense: bytes) -> bytes:
    """Returns sense data in fixed format. Other formats than descriptors stay as they are.

    Args:
        sense: the sense data of a command. An address of 2^32 or more has no place and is left out.
    """
    if len(sense) < _FIRST or sense[0] & 0x7F not in _DESCRIPTORS:
        return sense
    head, address = 0x70 | sense[0] & 1, _information(sense)
    if address is None or address >= 2**32:
        address = 0
    else:
        head |= _VALID
    place = address.to_bytes(4, "big")
    return bytes([head, 0, sense[1], *place, 10, *bytes(4), sense[2], sense[3], *bytes(4)])


def _information(sense: bytes) -> int | None:
    """Returns the address in the descriptor of information, if a valid one exists."""
    at = _FIRST
    while at + 2 <= len(sense):
        kind, size = sense[at], 2 + sense[at + 1]
        whole = at + _INFORMATION_BYTES <= len(sense)
        if kind == _INFORMATION and size == _INFORMATION_BYTES and whole:
            told = int.from_bytes(sense[at + 4 : at + _INFORMATION_BYTES], "big")
            return told if sense[at + 2] & _VALID else None
        at += size
    return None
