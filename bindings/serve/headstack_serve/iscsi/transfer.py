"""The data of a command: the target gathers data of a write, and cuts data of a read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from headstack_serve.iscsi.pdu import FINAL, NO_TAG, DataIn, DataOut, ReadyToTransfer, ScsiCommand
from headstack_serve.iscsi.refusals import ProtocolError
from headstack_serve.iscsi.text import WITH_PRIORITIES, Operational


class DataOrderError(Exception):
    """The data of a write have a gap, or another order. The write cannot continue."""


@dataclass(frozen=True)
class Limits:
    """The negotiated limits of data, and the priorities of commands.

    Attributes:
        first_burst: most bytes of a write without a request.
        burst: most bytes of a sequence.
        segment: most bytes of data in a unit to the initiator.
        immediate: whether a command may carry data.
        asks_first: whether data need a request, except those that a command carries.
        priorities: whether commands have a priority (RFC 7144).
    """

    first_burst: int
    burst: int
    segment: int
    immediate: bool
    asks_first: bool
    priorities: bool = False

    @classmethod
    def of(cls, keys: Operational) -> "Limits":
        """Returns the limits that the keys state."""
        burst = keys.number("MaxBurstLength")
        return cls(
            first_burst=min(keys.number("FirstBurstLength"), burst),
            burst=burst,
            segment=keys.number("MaxRecvDataSegmentLength"),
            immediate=keys.flag("ImmediateData"),
            asks_first=keys.flag("InitialR2T"),
            priorities=keys.number("iSCSIProtocolLevel") >= WITH_PRIORITIES,
        )


class Gathering:
    """The data of a write, until they are complete.

    Args:
        command: the command, with its immediate data.
        limits: the negotiated limits.

    Raises:
        ProtocolError: the command carries data that it must not carry.
    """

    def __init__(self, command: ScsiCommand, limits: Limits) -> None:
        self._limits = limits
        self._lun, self._tag = command.lun, command.tag
        self.data = bytearray(command.expected_bytes)
        self._have = 0
        self._end = 0  # end of the sequence under way
        self._transfer_tag = NO_TAG
        self._data_sn = 0
        self._requests = 0
        carried = len(command.data)
        if carried and not limits.immediate:
            raise ProtocolError("a command carries data; ImmediateData is No")
        if carried > min(limits.first_burst, command.expected_bytes):
            raise ProtocolError(f"a command carries {carried} bytes")
        self.data[:carried] = command.data
        self._have = carried
        self.unsolicited = not command.final
        if self.unsolicited and limits.asks_first:
            raise ProtocolError("a command announces data; InitialR2T is Yes")
        self._end = min(limits.first_burst, len(self.data)) if self.unsolicited else carried

    @property
    def complete(self) -> bool:
        """Whether the data are complete."""
        return self._have == len(self.data) and not self.unsolicited

    def request(self, transfer_tag: int) -> ReadyToTransfer:
        """Returns the request for the next sequence."""
        length = min(self._limits.burst, len(self.data) - self._have)
        self._end = self._have + length
        self._transfer_tag, self._data_sn = transfer_tag, 0
        asked = ReadyToTransfer(
            flags=FINAL,
            lun=self._lun,
            tag=self._tag,
            transfer_tag=transfer_tag,
            request_sn=self._requests,
            offset=self._have,
            length=length,
        )
        self._requests += 1
        return asked

    def take(self, unit: DataOut) -> bool:
        """Takes data. Returns whether their sequence is complete.

        Raises:
            ProtocolError: the target did not ask for data of this tag, or asked for fewer bytes.
            DataOrderError: the sequence continues with other data.
        """
        expected = NO_TAG if self.unsolicited else self._transfer_tag
        if unit.transfer_tag != expected:
            raise ProtocolError(f"target transfer tag {unit.transfer_tag:#x}")
        if unit.data_sn != self._data_sn:
            raise DataOrderError(f"DataSN {unit.data_sn}; {self._data_sn} is next")
        if unit.offset != self._have:
            raise DataOrderError(f"buffer offset {unit.offset}; {self._have} is next")
        end = self._have + len(unit.data)
        if end > self._end:
            raise ProtocolError(f"{end - self._end} bytes too many")
        self.data[self._have : end] = unit.data
        self._have = end
        self._data_sn += 1
        if not unit.final:
            return False
        if not self.unsolicited and end != self._end:
            raise DataOrderError(f"a sequence lacks {self._end - end} bytes")
        self.unsolicited = False
        self._transfer_tag = NO_TAG
        return True


_MOST_UNITS: Final = 2**32


def data_in(command: ScsiCommand, data: bytes, limits: Limits) -> Iterator[DataIn]:
    """Cuts the data of a read into units. The last unit has the flag F, and no status."""
    offset = 0
    view = memoryview(data)
    for number in range(_MOST_UNITS):
        room = limits.burst - offset % limits.burst
        end = min(offset + min(limits.segment, room), len(data))
        last = end == len(data) or end % limits.burst == 0
        yield DataIn(
            flags=FINAL if last else 0,
            lun=command.lun,
            tag=command.tag,
            data_sn=number,
            offset=offset,
            data=view[offset:end],
        )
        offset = end
        if offset == len(data):
            return
