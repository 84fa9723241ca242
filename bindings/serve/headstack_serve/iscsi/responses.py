"""The end of a command: the units with its data, its status and its residual."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from headstack.session import Command
from headstack_serve import scsi
from headstack_serve.iscsi.pdu import FINAL, HAS_STATUS, Answer, ScsiCommand, ScsiResponse
from headstack_serve.iscsi.task import Task
from headstack_serve.iscsi.transfer import Limits, data_in

_OVERFLOW: Final = 0x04
_UNDERFLOW: Final = 0x02


class Status(IntEnum):
    """SCSI statuses that the target itself gives."""

    GOOD = 0x00
    CHECK_CONDITION = 0x02
    BUSY = 0x08
    TASK_SET_FULL = 0x28


def response(asked: ScsiCommand, status: int, sense: bytes = b"") -> ScsiResponse:
    """Returns the response to a command without data.

    Args:
        asked: the command.
        status: SCSI status.
        sense: sense data. Empty: the response has none.
    """
    data = len(sense).to_bytes(2, "big") + sense if sense else b""
    return ScsiResponse(flags=FINAL, tag=asked.tag, status=status, data=data)


def answers(task: Task, command: Command, reply: bytes, limits: Limits) -> Iterator[Answer]:
    """Returns the units that end a command: its data, then its status.

    The last unit of data has a GOOD status itself. Any other status has a unit of its own.

    Args:
        task: the task of the command.
        command: the command, which has ended.
        reply: data for the initiator, before the target cuts the data to the initiator's room.
        limits: the negotiated limits.
    """
    flags, residual = _residual(task, command, len(reply))
    status = command.status or Status.GOOD
    reply = reply[: task.reads_bytes]
    count = 0
    for unit in data_in(task.asked, reply, limits) if reply else ():
        count += 1
        if status == Status.GOOD and unit.offset + len(unit.data) == len(reply):
            unit.flags |= HAS_STATUS | flags
            unit.residual = residual
            yield unit
            return
        yield unit
    end = response(task.asked, status, command.sense)
    end.flags |= flags
    end.residual, end.expected_data_sn = residual, count
    yield end


def _residual(task: Task, command: Command, replied: int) -> tuple[int, int]:
    """Returns flags and count of a command's residual (RFC 7143, 11.4.5)."""
    expected = task.reads_bytes or task.writes_bytes
    needed = task.sent_bytes - (command.residual or 0) if task.sent_bytes else replied
    if command.good and scsi.writes_blocks(task.asked.cdb):
        needed = task.block_bytes
    if needed == expected:
        return 0, 0
    if needed > expected:
        return _OVERFLOW, needed - expected
    return _UNDERFLOW, expected - needed
