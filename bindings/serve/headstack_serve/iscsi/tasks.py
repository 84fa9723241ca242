"""The tasks of a session: from a command over its data to its response."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from headstack.session import Command
from headstack_serve import scsi
from headstack_serve.iscsi.pdu import FINAL, NO_TAG, Answer, DataOut, ScsiCommand, ScsiResponse
from headstack_serve.iscsi.refusals import ProtocolError, Reason, RefusedError
from headstack_serve.iscsi.transfer import DataOrderError, Gathering, Limits, data_in
from headstack_serve.unit import Order, Unit

READ: Final = 0x40
WRITE: Final = 0x20
_ATTRIBUTE: Final = 0x07
_ATTRIBUTES: Final = {0: "simple", 1: "simple", 2: "ordered", 3: "head of queue"}
_OVERFLOW: Final = 0x04
_UNDERFLOW: Final = 0x02
_HAS_STATUS: Final = 0x01
_GOOD, _CHECK_CONDITION, _BUSY, _TASK_SET_FULL = 0x00, 0x02, 0x08, 0x28
_ILLEGAL_REQUEST, _UNIT_ATTENTION, _ABORTED_COMMAND = 0x05, 0x06, 0x0B
_INVALID_FIELD, _CLEARED_BY_ANOTHER, _DATA_PHASE_ERROR = 0x24, 0x2F, 0x4B
_REPORT_LUNS: Final = 0xA0
_RESERVES: Final = frozenset({0x16, 0x56})
_RELEASE: Final = bytes([0x17, 0, 0, 0, 0, 0])
_ALWAYS: Final = frozenset({0x03, 0x12, _REPORT_LUNS})
"""Commands that a unit attention does not end."""
_NO_SUCH_UNIT: Final = 255


SESSION_MEMORY: Final = 64 << 20
"""Most bytes of memory for the data of a session's tasks."""
SMALL: Final = 64 << 10
"""A task with at most so many bytes takes no memory of the budget: the window bounds them."""
MOST_IMMEDIATE: Final = 16
"""Most immediate commands of a session that are open at a time."""


class Budget:
    """Memory for the data of all tasks of a target, in bytes."""

    def __init__(self, most: int) -> None:
        self.left = most


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
        self._memory = 0
        self._cleared: set[int] = set()
        self._reserved: set[Unit] = set()

    def begin(self, asked: ScsiCommand) -> None:
        """Begins a command.

        Raises:
            ProtocolError: the command breaks a rule.
            RefusedError: too many immediate commands are open.
        """
        if asked.tag in self._tasks or asked.tag == NO_TAG:
            raise ProtocolError(f"initiator task tag {asked.tag:#x} is in use")
        if asked.immediate and self.immediate >= MOST_IMMEDIATE:
            why = f"more than {MOST_IMMEDIATE} immediate commands"
            raise RefusedError(why, Reason.TOO_MANY_IMMEDIATE)
        number = scsi.unit_number(asked.lun)
        exists = number is not None and number < len(self._units)
        unit = self._units[number] if exists and number is not None else self._units[0]
        task = Task(asked, unit, 0 if exists else _NO_SUCH_UNIT)
        if not self._admit(task):
            return
        self._tasks[asked.tag] = task
        if asked.flags & WRITE and asked.expected_bytes:
            task.gathering = Gathering(asked, self._limits)
            self._gather(task, task.gathering)
        else:
            self._submit(task, b"")

    @property
    def ordered(self) -> int:
        """Number of open commands that came in the order of their numbers."""
        return len(self._tasks) - self.immediate

    @property
    def immediate(self) -> int:
        """Number of open immediate commands."""
        return sum(task.asked.immediate for task in self._tasks.values())

    def _admit(self, task: Task) -> bool:
        """Takes memory for a task. Without memory, the command ends at once."""
        asked, unit = task.asked, task.unit
        moves = scsi.blocks(asked.cdb) * unit.bytes_per_block
        written = asked.expected_bytes if asked.flags & WRITE else 0
        needed = max(moves, written)
        if needed > scsi.LARGEST_TRANSFER:
            self._respond(task, _CHECK_CONDITION, _sense(_ILLEGAL_REQUEST, _INVALID_FIELD))
            return False
        if id(unit) in self._cleared and asked.cdb[0] not in _ALWAYS:
            self._cleared.discard(id(unit))
            self._respond(task, _CHECK_CONDITION, _sense(_UNIT_ATTENTION, _CLEARED_BY_ANOTHER))
            return False
        task.memory = needed if needed > SMALL else 0
        if task.memory > min(self._budget.left, SESSION_MEMORY - self._memory):
            self._respond(task, _TASK_SET_FULL if self._tasks else _BUSY, b"")
            return False
        self._budget.left -= task.memory
        self._memory += task.memory
        return True

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
        self._respond(task, _CHECK_CONDITION, _sense(_ABORTED_COMMAND, _DATA_PHASE_ERROR))

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
        room = 0 if data else scsi.room(cdb)
        if scsi.reads_blocks(cdb):
            data, room = b"", count * size
        elif scsi.writes_blocks(cdb):
            room = 0
            if len(data) // size < count:
                count = len(data) // size
                cdb, data = scsi.shortened(cdb, count), data[: count * size]
        task.sent = len(data)
        if cdb[0] in _RESERVES and task.lun == 0:
            self._reserved.add(task.unit)
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
        self._memory -= task.memory

    def clear(self, unit: Unit, *, by_another: bool) -> None:
        """Ends the tasks of a drive that still gather their data.

        If another host clears them, this host gets a unit attention (SAM-5, 5.14).
        """
        for task in self.of_unit(unit):
            self.abort(task)
            if by_another:
                self._cleared.add(id(unit))

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
        """Ends all tasks without responses. The drives abort their tasks of this host.

        The host's reservations end too, because the nexus is lost (SPC-2, 5.5.1).
        """
        self._closed = True
        for unit in {id(t.unit): t.unit for t in self._tasks.values()}.values():
            for task in self.of_unit(unit):
                self._forget(task)
            unit.submit(Order(function="abort task set", host=self._host))
        for unit in self._reserved:
            # the first command takes a unit attention
            for cdb in (bytes(6), _RELEASE):
                unit.submit(Order(cdb=cdb, host=self._host))


def _sense(key: int, code: int) -> bytes:
    """Returns sense data in the fixed format."""
    return bytes([0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, code, *bytes(5)])


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
