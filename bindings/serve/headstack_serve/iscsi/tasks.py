"""The tasks of a session: from a command over its data to its response."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from headstack.session import Command
from headstack_serve import scsi
from headstack_serve.iscsi.pdu import FINAL, Answer, DataOut, ScsiCommand, ScsiResponse
from headstack_serve.iscsi.transfer import DataOrderError, Gathering, Limits, ProtocolError, data_in
from headstack_serve.unit import Order, Unit

READ: Final = 0x40
WRITE: Final = 0x20
_ATTRIBUTE: Final = 0x07
_ATTRIBUTES: Final = {0: "simple", 1: "simple", 2: "ordered", 3: "head of queue"}
_OVERFLOW: Final = 0x04
_UNDERFLOW: Final = 0x02
_HAS_STATUS: Final = 0x01
_GOOD, _CHECK_CONDITION, _TASK_SET_FULL = 0x00, 0x02, 0x28
_ABORTED_COMMAND, _DATA_PHASE_ERROR = 0x0B, 0x4B
_REPORT_LUNS: Final = 0xA0
_NO_SUCH_UNIT: Final = 255


class Budget:
    """Memory for the data of all tasks of a target, in bytes."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, count: int) -> bool:
        """Takes memory. Returns whether there was enough."""
        if count > self.left:
            return False
        self.left -= count
        return True


@dataclass
class Task:
    """A command that has no response yet.

    Attributes:
        asked: the unit of the initiator.
        unit: drive that serves the command.
        lun: unit number for the drive: 0, or the number of a unit that does not exist.
        gathering: data of a write that are not complete. `None`: the drive has the command.
        memory: bytes taken from the budget.
        sent: bytes of data that the drive got.
        order: the command in the drive. `None`: the drive does not have the command.
    """

    asked: ScsiCommand
    unit: Unit
    lun: int
    gathering: Gathering | None = None
    memory: int = 0
    sent: int = 0
    order: Order | None = None


class Send(Protocol):
    """Sends a unit to the initiator."""

    def __call__(self, answer: Answer, *, counts: bool = True) -> None:
        """Numbers the unit and sends it. `counts`: the unit takes a status number."""


class Tasks:
    """The tasks of a session.

    Args:
        units: the drives, by logical unit number.
        host: SCSI id of the initiator.
        limits: the negotiated limits.
        budget: memory for data.
        send: sends a unit.
    """

    def __init__(
        self, units: list[Unit], host: int, limits: Limits, budget: Budget, send: Send
    ) -> None:
        self._units = units
        self._host = host
        self._limits = limits
        self._budget = budget
        self._send = send
        self._tasks: dict[int, Task] = {}
        self._transfer_tag = 0
        self._closed = False

    def begin(self, asked: ScsiCommand) -> None:
        """Begins a command.

        Raises:
            ProtocolError: the command breaks a rule.
        """
        if asked.tag in self._tasks:
            raise ProtocolError(f"initiator task tag {asked.tag:#x} is in use")
        number = scsi.unit_number(asked.lun)
        exists = number is not None and number < len(self._units)
        unit = self._units[number] if exists and number is not None else self._units[0]
        task = Task(asked, unit, 0 if exists else _NO_SUCH_UNIT)
        moves = scsi.blocks(asked.cdb) * unit.bytes_per_block
        task.memory = max(moves, asked.expected_bytes)
        if not self._budget.take(task.memory):
            self._send(ScsiResponse(flags=FINAL, tag=asked.tag, status=_TASK_SET_FULL))
            return
        self._tasks[asked.tag] = task
        if asked.flags & WRITE and asked.expected_bytes:
            task.gathering = Gathering(asked, self._limits)
            self._gather(task, task.gathering)
        else:
            self._submit(task, b"")

    def take(self, unit: DataOut) -> None:
        """Takes data of a write. Data of a task that is over have no effect.

        Raises:
            ProtocolError: the data break a rule.
        """
        task = self._tasks.get(unit.tag)
        if task is None:
            return
        if task.gathering is None:
            raise ProtocolError("data after the end of the data")
        try:
            complete = task.gathering.take(unit)
        except DataOrderError:
            self._fail(task)
            return
        if complete:
            self._gather(task, task.gathering)

    def _fail(self, task: Task) -> None:
        """Ends a task whose data are not complete (RFC 7143, 7.7). Further data have no effect."""
        self._forget(task)
        sense = bytes([0x70, 0, _ABORTED_COMMAND, 0, 0, 0, 0, 10, 0, 0, 0, 0, _DATA_PHASE_ERROR])
        self._respond(task, _CHECK_CONDITION, sense + bytes(5))

    def _gather(self, task: Task, gathering: Gathering) -> None:
        if gathering.complete:
            task.gathering = None
            self._submit(task, bytes(gathering.data))
        elif not gathering.unsolicited:
            self._transfer_tag = (self._transfer_tag + 1) % 0xFFFFFFFF
            self._send(gathering.request(self._transfer_tag), counts=False)

    def _submit(self, task: Task, data: bytes) -> None:
        asked = task.asked
        cdb, size = asked.cdb, task.unit.bytes_per_block
        count = scsi.blocks(cdb)
        room = 0 if data else scsi.LARGEST_REPLY
        if scsi.reads_blocks(cdb):
            data, room = b"", count * size
        elif scsi.writes_blocks(cdb):
            room = 0
            if len(data) // size < count:
                count = len(data) // size
                cdb, data = scsi.shortened(cdb, count), data[: count * size]
        task.sent = len(data)
        attribute = _ATTRIBUTES.get(asked.flags & _ATTRIBUTE, "simple")
        task.order = Order(
            cdb=cdb, data=data, room=room, attribute=attribute, host=self._host, lun=task.lun
        )
        task.unit.submit(task.order, lambda command: self._end(task, command))

    def _end(self, task: Task, command: Command) -> None:
        self._forget(task)
        if command.lost or self._closed:
            return
        reply = self._reply(task, command)
        flags, residual = _residual(task, command, len(reply))
        status = command.status or _GOOD
        reply = reply[: task.asked.expected_bytes if task.asked.flags & READ else 0]
        count = 0
        for unit in data_in(task.asked, reply, self._limits) if reply else ():
            count += 1
            if status == _GOOD and unit.offset + len(unit.data) == len(reply):
                unit.flags |= _HAS_STATUS | flags
                unit.residual = residual
                self._send(unit)
                return
            self._send(unit, counts=False)
        self._respond(task, status, command.sense, flags, residual, count)

    def _respond(
        self,
        task: Task,
        status: int,
        sense: bytes,
        flags: int = 0,
        residual: int = 0,
        units: int = 0,
    ) -> None:
        """Sends a response. `units`: number of units of data before the response."""
        self._send(
            ScsiResponse(
                flags=FINAL | flags,
                tag=task.asked.tag,
                status=status,
                expected_data_sn=units,
                residual=residual,
                data=len(sense).to_bytes(2, "big") + sense if sense else b"",
            )
        )

    def _reply(self, task: Task, command: Command) -> bytes:
        """Returns the data of the drive. The list of units is the target's."""
        cdb = task.asked.cdb
        if task.sent or not (cdb[0] == _REPORT_LUNS and cdb[2] != 1 and command.moved):
            return b"" if task.sent else command.moved
        return scsi.report_luns(len(self._units))[: int.from_bytes(cdb[6:10], "big")]

    def _forget(self, task: Task) -> None:
        del self._tasks[task.asked.tag]
        self._budget.left += task.memory

    def abort(self, task: Task) -> None:
        """Ends a task that the drive does not have, without a response."""
        self._forget(task)

    def find(self, tag: int) -> Task | None:
        """Returns the task of a tag. `None`: no task has the tag."""
        return self._tasks.get(tag)

    def of_unit(self, unit: Unit) -> Iterator[Task]:
        """Returns the tasks of a drive that still gather their data."""
        return (t for t in list(self._tasks.values()) if t.unit is unit and t.order is None)

    def close(self) -> None:
        """Ends all tasks without responses. The drives abort their tasks of this host."""
        self._closed = True
        for unit in {id(t.unit): t.unit for t in self._tasks.values()}.values():
            for task in self.of_unit(unit):
                self._forget(task)
            unit.submit(Order(function="abort task set", host=self._host))


def _residual(task: Task, command: Command, replied: int) -> tuple[int, int]:
    """Returns flags and count of a command's residual (RFC 7143, 11.4.5)."""
    asked = task.asked
    expected = asked.expected_bytes if asked.flags & (READ | WRITE) else 0
    needed = task.sent - (command.residual or 0) if task.sent else replied
    if command.good and scsi.writes_blocks(asked.cdb):
        needed = scsi.blocks(asked.cdb) * task.unit.bytes_per_block
    if needed == expected:
        return 0, 0
    if needed > expected:
        return _OVERFLOW, needed - expected
    return _UNDERFLOW, expected - needed
