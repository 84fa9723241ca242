"""The protocol data units of iSCSI: their fields, and their bytes on the wire (RFC 7143, 11).

A unit is a dataclass. Each field names its place in the basic header segment of 48 bytes, and the
bytes follow from the fields. Numbers are big-endian.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, ClassVar, Final, TypeVar

from headstack_serve.iscsi.refusals import PduError, Reason

HEADER_BYTES: Final = 48
WORD: Final = 4
"""Bytes of a word. Additional headers and data are padded to words."""
NO_TAG: Final = 0xFFFFFFFF
"""Reserved value of a task tag."""
IMMEDIATE: Final = 0x40
FINAL: Final = 0x80
HAS_STATUS: Final = 0x01
"""Flag of data that also end their command."""
_LENGTHS: Final = slice(4, 8)

_FORMATS: Final = {1: "B", 2: "H", 4: "I", 6: "6s", 8: "Q", 16: "16s"}
_KINDS: dict[int, type["Pdu"]] = {}
_Kind = TypeVar("_Kind", bound="type[Pdu]")


def at(place: int, size: int, default: Any = 0) -> Any:
    """Declares a field of `size` bytes at byte `place` of the header."""
    return field(default=default, metadata={"place": place, "size": size})


@dataclass(kw_only=True, slots=True)
class Pdu:
    """A unit of any kind.

    Attributes:
        flags: byte 1 of the header.
        tag: initiator task tag.
        data: data segment, without padding.
        extra: additional header segments, with padding.
        immediate: whether the unit is delivered at once, out of the order of commands.
        header: the basic header, of a unit that was read.
    """

    code: ClassVar[int]

    flags: int = at(1, 1)
    tag: int = at(16, 4, NO_TAG)
    data: bytes | memoryview = b""
    extra: bytes = b""
    immediate: bool = False
    header: bytes = b""

    @property
    def final(self) -> bool:
        """Whether bit 7 of the flags is set."""
        return bool(self.flags & FINAL)


def _pdu(code: int) -> Callable[[_Kind], _Kind]:
    def of_kind(kind: _Kind) -> _Kind:
        kind.code = code
        _KINDS[code] = kind
        return kind

    return of_kind


@_pdu(0x00)
@dataclass(kw_only=True, slots=True)
class NopOut(Pdu):
    """A ping of the initiator, or its answer to a ping of the target."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)


@_pdu(0x01)
@dataclass(kw_only=True, slots=True)
class ScsiCommand(Pdu):
    """A SCSI command (RFC 7143, 11.3; priority: RFC 7144).

    Attributes:
        priority: priority of the command, in the upper four bits. Reserved below protocol level 2.
        expected_bytes: bytes that the initiator sends or has room for.
    """

    priority: int = at(2, 1)
    lun: int = at(8, 8)
    expected_bytes: int = at(20, 4)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)
    cdb: bytes = at(32, 16, b"")


@_pdu(0x02)
@dataclass(kw_only=True, slots=True)
class TaskManagement(Pdu):
    """A task management function. `referenced_tag`: the task of ABORT TASK."""

    lun: int = at(8, 8)
    referenced_tag: int = at(20, 4, NO_TAG)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)
    referenced_sn: int = at(32, 4)


@_pdu(0x03)
@dataclass(kw_only=True, slots=True)
class LoginRequest(Pdu):
    """A step of the login. `session`: the target's handle of a session, 0 for a new session."""

    version_max: int = at(2, 1)
    version_min: int = at(3, 1)
    initiator_session: bytes = at(8, 6, b"")
    session: int = at(14, 2)
    connection: int = at(20, 2)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)


@_pdu(0x04)
@dataclass(kw_only=True, slots=True)
class TextRequest(Pdu):
    """Text keys in the full feature phase."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)


@_pdu(0x05)
@dataclass(kw_only=True, slots=True)
class DataOut(Pdu):
    """Data of a write. `offset`: place of the data in the command's data."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    expected_status_sn: int = at(28, 4)
    data_sn: int = at(36, 4)
    offset: int = at(40, 4)


@_pdu(0x06)
@dataclass(kw_only=True, slots=True)
class LogoutRequest(Pdu):
    """The end of a session or of a connection. The reason is in the flags."""

    connection: int = at(20, 2)
    command_sn: int = at(24, 4)
    expected_status_sn: int = at(28, 4)


@_pdu(0x10)
@dataclass(kw_only=True, slots=True)
class Snack(Pdu):
    """A request for lost units. The target has error recovery level 0 and refuses it."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    expected_status_sn: int = at(28, 4)


@dataclass(kw_only=True, slots=True)
class Answer(Pdu):
    """A unit of the target, with the numbers that every such unit has."""

    status_sn: int = at(24, 4)
    expected_command_sn: int = at(28, 4)
    max_command_sn: int = at(32, 4)

    @property
    def takes_number(self) -> bool:
        """Whether the unit takes a status number. The next unit then has the next number."""
        return True


@_pdu(0x20)
@dataclass(kw_only=True, slots=True)
class NopIn(Answer):
    """The answer to a ping, or a ping of the target."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)


@_pdu(0x21)
@dataclass(kw_only=True, slots=True)
class ScsiResponse(Answer):
    """The end of a command. `residual`: bytes that did not move, or had no room."""

    response: int = at(2, 1)
    status: int = at(3, 1)
    snack_tag: int = at(20, 4)
    expected_data_sn: int = at(36, 4)
    residual: int = at(44, 4)


@_pdu(0x22)
@dataclass(kw_only=True, slots=True)
class TaskManagementResponse(Answer):
    """The end of a task management function."""

    response: int = at(2, 1)


@_pdu(0x23)
@dataclass(kw_only=True, slots=True)
class LoginResponse(Answer):
    """The answer to a step of the login. `status`: class and detail, 0 for success."""

    version_max: int = at(2, 1)
    version_active: int = at(3, 1)
    initiator_session: bytes = at(8, 6, b"")
    session: int = at(14, 2)
    status: int = at(36, 2)


@_pdu(0x24)
@dataclass(kw_only=True, slots=True)
class TextResponse(Answer):
    """The answer to text keys."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)


@_pdu(0x25)
@dataclass(kw_only=True, slots=True)
class DataIn(Answer):
    """Data of a read. With the flag `HAS_STATUS`, the unit also ends the command."""

    status: int = at(3, 1)
    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    data_sn: int = at(36, 4)
    offset: int = at(40, 4)
    residual: int = at(44, 4)

    @property
    def takes_number(self) -> bool:
        """Whether the unit has a status."""
        return bool(self.flags & HAS_STATUS)


@_pdu(0x26)
@dataclass(kw_only=True, slots=True)
class LogoutResponse(Answer):
    """The answer to the end of a session. Times are in s."""

    response: int = at(2, 1)
    time_to_wait: int = at(40, 2)
    time_to_retain: int = at(42, 2)


@_pdu(0x31)
@dataclass(kw_only=True, slots=True)
class ReadyToTransfer(Answer):
    """A request for `length` bytes of a write's data from `offset` on."""

    lun: int = at(8, 8)
    transfer_tag: int = at(20, 4, NO_TAG)
    request_sn: int = at(36, 4)
    offset: int = at(40, 4)
    length: int = at(44, 4)

    @property
    def takes_number(self) -> bool:
        """Returns False."""
        return False


@_pdu(0x32)
@dataclass(kw_only=True, slots=True)
class AsyncMessage(Answer):
    """A message without a request. `event`: its kind; the parameters depend on the kind."""

    lun: int = at(8, 8)
    event: int = at(36, 1)
    vendor_code: int = at(37, 1)
    parameter_1: int = at(38, 2)
    parameter_2: int = at(40, 2)
    parameter_3: int = at(42, 2)


@_pdu(0x3F)
@dataclass(kw_only=True, slots=True)
class Reject(Answer):
    """A unit of the initiator is refused. Its header is in the data."""

    reason: int = at(2, 1)
    data_sn: int = at(36, 4)


@cache
def _layout(code: int) -> tuple[struct.Struct, tuple[str, ...]]:
    """Returns the bytes 1 to 47 of a kind, and the names of the fields in their order."""
    placed = sorted(
        (f.metadata["place"], f.metadata["size"], f.name)
        for f in fields(_KINDS[code])
        if f.metadata
    )
    form, end = ">", 1
    for place, size, _ in placed:
        if end <= 4 <= place:  # the lengths are not fields
            form += f"{4 - end}x4x"
            end = 8
        form += f"{place - end}x{_FORMATS[size]}"
        end = place + size
    return struct.Struct(f"{form}{HEADER_BYTES - end}x"), tuple(name for *_, name in placed)


def _padded(data: bytes | memoryview) -> bytes:
    return bytes(data) + bytes(-len(data) % WORD)


def encode(pdu: Pdu) -> tuple[bytes, bytes]:
    """Returns header and additional headers, and the padded data, without digests."""
    packing, names = _layout(pdu.code)
    first = pdu.code | (IMMEDIATE if pdu.immediate else 0)
    header = bytearray([first])
    header += packing.pack(*(getattr(pdu, name) for name in names))
    header[4] = len(pdu.extra) // WORD
    header[5:8] = len(pdu.data).to_bytes(3, "big")
    return bytes(header) + pdu.extra, _padded(pdu.data)


def lengths(header: bytes) -> tuple[int, int]:
    """Returns the bytes of additional headers and of data, without padding, of a basic header."""
    return header[4] * WORD, int.from_bytes(header[5:8], "big")


def decode(header: bytes, data: bytes | memoryview) -> Pdu:
    """Returns the unit of a header, with additional headers, and of its data without padding.

    Raises:
        PduError: no unit has this operation code.
    """
    kind = _KINDS.get(header[0] & 0x3F)
    if kind is None:
        why = f"operation code {header[0] & 0x3F:#04x} is not known"
        raise PduError(why, header[:HEADER_BYTES], Reason.NOT_SUPPORTED)
    packing, names = _layout(kind.code)
    values = dict(zip(names, packing.unpack_from(header, 1), strict=True))
    return kind(
        **values,
        data=data,
        extra=header[HEADER_BYTES:],
        immediate=bool(header[0] & IMMEDIATE),
        header=header[:HEADER_BYTES],
    )
