"""Sense data in the fixed format: why a drive or the target refuses a command (SPC-4, 4.5.3)."""

from enum import IntEnum
from typing import Final

_CURRENT_FIXED: Final = 0x70
_KEY_BYTE, _CODE_BYTE = 2, 12
_BYTES: Final = 18
_KEY: Final = 0x0F


class Key(IntEnum):
    """Sense keys."""

    NOT_READY = 0x02
    ILLEGAL_REQUEST = 0x05
    UNIT_ATTENTION = 0x06
    ABORTED_COMMAND = 0x0B


class Code(IntEnum):
    """Additional sense codes. The qualifier of each is 0, except with `NOT_READY`."""

    NOT_READY = 0x04
    INVALID_FIELD = 0x24
    CLEARED_BY_ANOTHER = 0x2F
    DATA_PHASE_ERROR = 0x4B


def encode(key: Key, code: Code) -> bytes:
    """Returns sense data."""
    data = bytearray(_BYTES)
    data[0], data[7] = _CURRENT_FIXED, _BYTES - 8
    data[_KEY_BYTE], data[_CODE_BYTE] = key, code
    return bytes(data)


def key_and_code(data: bytes) -> tuple[int, int]:
    """Returns sense key and additional sense code of sense data. Empty data: two zeros."""
    return (data[_KEY_BYTE] & _KEY, data[_CODE_BYTE]) if len(data) > _CODE_BYTE else (0, 0)
