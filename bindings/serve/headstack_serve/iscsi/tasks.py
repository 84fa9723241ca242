"""The tasks of a session, from a command to its response."""

from collections.abc import Callable, Iterator
from typing import Final

from headstack.session import Command
from headstack_serve import scsi, sense
from headstack_serve.iscsi.memory import Memory
from headstack_serve.iscsi.pdu import NO_TAG, Answer, DataOut, ScsiCommand
from headstack_serve.iscsi.refusals import ProtocolError, Reason, RefusedError
from headstack_serve.iscsi.responses import Status, answers, response
from headstack_serve.iscsi.task import Task
from headstack_serve.iscsi.transfer import DataOrderError, Gathering, Limits
from headstack_serve.sense import Code, Key
from headstack_serve.unit import Order, Unit

_ALWAYS: Final = frozenset({0x03, 0x12, scsi.REPORT_LUNS})
"""Commands that a unit attention does not end."""
_NO_SUCH_UNIT: Final = 255
_MOST_IMMEDIATE: Final = 16
"""Most immediate commands of a session that are open at a time."""

Send = Callable[[Answer], None]
"""A function that numbers a unit, and sends the unit to the initiator."""


class Tasks:
    """The tasks of a session.

    Args:
        units: the drives, by logical unit number.
        host: SCSI id of the initiator.
        limits: the negotiated limits.
        memory: memory of the session for data.
        send: sends a unit.
    """

    def __init__(
        self, units: list[Unit], host: int, limits: Limits, memory: Memory, send: Send
    ) -> None:
        self._units = units
        self._host = host
        self._limits = limits
        self._memory = memory
        self._send = send
        self._tasks: dict[int, Task] = {}
        self._transfer_tag = 0
        self._closed = False
        self._cleared: set[Unit] = set()

    @property
    def ordered(self) -> int:
        """Number of open commands that came in the order of their numbers."""
        return len(self._tasks) - self._immediate

    @property
    def _immediate(self) -> int:
        return sum(task.asked.immediate for task in self._tasks.values())

    # --- from the initiator to the drive ---

    def begin(self, asked: ScsiCommand) -> None:
        """Begins a command.

        Raises:
            ProtocolError: the command breaks a rule.
            RefusedError: too many immediate commands are open.
        """
        if asked.tag in self._tasks or asked.tag == NO_TAG:
            raise ProtocolError(f"initiator task tag {asked.tag:#x} is in use")
        if asked.immediate and self._immediate >= _MOST_IMMEDIATE:
            why = f"more than {_MOST_IMMEDIATE} immediate commands"
            raise RefusedError(why, Reason.TOO_MANY_IMMEDIATE)
        number = scsi.unit_number(asked.lun, len(self._units))
        lun = 0 if number is not None else _NO_SUCH_UNIT
        task = Task(asked, self._units[number or 0], lun, self._limits.priorities)
        refused = self._refused(task)
        if refused is not None:
            self._send(response(asked, *refused))
            return
        self._tasks[asked.tag] = task
        if task.writes_bytes:
            task.gathering = Gathering(asked, self._limits)
            self._gather(task, task.gathering)
        else:
            self._submit(task, b"")

    def _refused(self, task: Task) -> tuple[Status, bytes] | None:
        """Takes memory for a task.

        Returns:
            Status and sense of a task that ends at once. `None`: the task has its memory.
        """
        if not task.is_supported:
            return Status.CHECK_CONDITION, sense.encode(Key.ILLEGAL_REQUEST, Code.INVALID_FIELD)
        if task.unit in self._cleared and task.asked.cdb[0] not in _ALWAYS:
            self._cleared.discard(task.unit)
            attention = sense.encode(Key.UNIT_ATTENTION, Code.CLEARED_BY_ANOTHER)
            return Status.CHECK_CONDITION, attention
        if not self._memory.take(task.memory):
            return Status.TASK_SET_FULL if self._tasks else Status.BUSY, b""
        return None

    def take(self, unit: DataOut) -> None:
        """Takes data of a write. Data of an ended task have no effect.

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
        except DataOrderError:  # RFC 7143, 7.7: further data have no effect
            self.forget(task)
            lost = sense.encode(Key.ABORTED_COMMAND, Code.DATA_PHASE_ERROR)
            self._send(response(task.asked, Status.CHECK_CONDITION, lost))
            return
        if complete:
            self._gather(task, task.gathering)

    def _gather(self, task: Task, gathering: Gathering) -> None:
        """Submits a write with complete data, or asks for its next data."""
        if gathering.complete:
            task.gathering = None
            self._submit(task, bytes(gathering.data))
        elif not gathering.unsolicited:
            self._transfer_tag = (self._transfer_tag + 1) % NO_TAG
            self._send(gathering.request(self._transfer_tag))

    def _submit(self, task: Task, data: bytes) -> None:
        order = task.make_order(data, self._host)
        task.unit.submit(order, lambda command: self._end(task, command))

    # --- from the drive to the initiator ---

    def _end(self, task: Task, command: Command) -> None:
        self.forget(task)
        if command.lost or self._closed:
            return
        for answer in answers(task, command, self._reply(task, command), self._limits):
            self._send(answer)

    def _reply(self, task: Task, command: Command) -> bytes:
        """Returns the data for the initiator. The list of units is the target's."""
        cdb = task.asked.cdb
        if task.sent_bytes:
            return b""
        if cdb[0] == scsi.REPORT_LUNS and cdb[2] != 1 and command.moved:
            return scsi.report_luns(len(self._units), scsi.room(cdb))
        return command.moved

    # --- task management ---

    def find(self, tag: int) -> Task | None:
        """Returns the task of a tag. `None`: no task has the tag."""
        return self._tasks.get(tag)

    def forget(self, task: Task) -> None:
        """Ends a task that the drive does not have, without a response."""
        del self._tasks[task.asked.tag]
        self._memory.give_back(task.memory)

    def clear(self, unit: Unit, *, by_another: bool) -> None:
        """Ends the tasks of a drive that still gather their data.

        Args:
            unit: the drive.
            by_another: whether another host clears the tasks. This host then gets a unit attention
                (SAM-5, 5.14).
        """
        for task in self._gathering(unit):
            self.forget(task)
            if by_another:
                self._cleared.add(unit)

    def _gathering(self, unit: Unit) -> Iterator[Task]:
        """Returns the tasks of a drive that still gather their data."""
        return (t for t in list(self._tasks.values()) if t.unit is unit and t.order is None)

    def close(self) -> None:
        """Ends all tasks without responses. The drives are told that the host has left.

        A drive then ends the host's tasks and its reservation, and forgets what it had to tell the
        host. The next session with the host's SCSI id gets a unit attention (SAM-5, 6.3.4).
        """
        self._closed = True
        for unit in self._units:
            self.clear(unit, by_another=False)
            unit.submit(Order(function="nexus loss", host=self._host))
