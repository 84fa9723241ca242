"""Task management of a session (RFC 7143, 11.5)."""

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Final

from headstack.session import Command
from headstack_serve import scsi
from headstack_serve.iscsi.pdu import TaskManagement
from headstack_serve.iscsi.tasks import Tasks
from headstack_serve.unit import Order, Unit

_FUNCTION: Final = 0x7F


class Function(IntEnum):
    """Task management functions."""

    ABORT_TASK = 1
    ABORT_TASK_SET = 2
    CLEAR_ACA = 3
    CLEAR_TASK_SET = 4
    LOGICAL_UNIT_RESET = 5
    TARGET_WARM_RESET = 6
    TARGET_COLD_RESET = 7
    TASK_REASSIGN = 8


class Response(IntEnum):
    """Responses to functions."""

    COMPLETE = 0
    NO_SUCH_TASK = 1
    NO_SUCH_UNIT = 2
    NO_REASSIGN = 4
    NOT_SUPPORTED = 5
    REJECTED = 255


_OF_A_UNIT: Final = {
    Function.ABORT_TASK_SET: "abort task set",
    Function.CLEAR_TASK_SET: "clear task set",
    Function.LOGICAL_UNIT_RESET: "logical unit reset",
}
_OF_ALL_HOSTS: Final = {Function.CLEAR_TASK_SET, Function.LOGICAL_UNIT_RESET}

Answered = Callable[[Response], None]


class Management:
    """The task management functions of a session.

    Args:
        units: the drives, by logical unit number.
        host: SCSI id of the initiator.
        own: tasks of this session.
        all_sessions: returns the tasks of every session of the target.
    """

    def __init__(
        self,
        units: list[Unit],
        host: int,
        own: Tasks,
        all_sessions: Callable[[], Iterable[Tasks]],
    ) -> None:
        self._units = units
        self._host = host
        self._own = own
        self._all_sessions = all_sessions

    def carry_out(self, asked: TaskManagement, answered: Answered) -> None:
        """Carries out a function.

        Args:
            asked: the function.
            answered: is told of the response.
        """
        number = asked.flags & _FUNCTION
        if number not in tuple(Function):
            answered(Response.REJECTED)
            return
        function = Function(number)
        if function is Function.ABORT_TASK:
            self._abort(asked, answered)
        elif function in _OF_A_UNIT:
            self._of_unit(function, asked.lun, answered)
        elif function in (Function.TARGET_WARM_RESET, Function.TARGET_COLD_RESET):
            self._reset(answered)
        elif function is Function.TASK_REASSIGN:
            answered(Response.NO_REASSIGN)
        else:
            answered(Response.NOT_SUPPORTED)

    def _abort(self, asked: TaskManagement, answered: Answered) -> None:
        task = self._own.find(asked.referenced_tag)
        if task is None or task.asked.lun != asked.lun:
            answered(Response.NO_SUCH_TASK)
        elif task.order is None:
            self._own.forget(task)
            answered(Response.COMPLETE)
        else:
            order = Order(function="abort task", task=task.order, host=self._host)
            task.unit.submit(order, _when_over(answered))

    def _of_unit(self, function: Function, lun: int, answered: Answered) -> None:
        number = scsi.unit_number(lun, len(self._units))
        if number is None:
            answered(Response.NO_SUCH_UNIT)
            return
        unit = self._units[number]
        for tasks in self._all_sessions() if function in _OF_ALL_HOSTS else (self._own,):
            another = tasks is not self._own and function is Function.CLEAR_TASK_SET
            tasks.clear(unit, by_another=another)
        order = Order(function=_OF_A_UNIT[function], host=self._host)
        unit.submit(order, _when_over(answered))

    def _reset(self, answered: Answered) -> None:
        left = len(self._units)

        def one_less(response: Response) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                answered(response)

        for number in range(len(self._units)):
            self._of_unit(Function.LOGICAL_UNIT_RESET, number << 48, one_less)


def _when_over(answered: Answered) -> Callable[[Command], None]:
    def over(command: Command) -> None:
        answered(Response.COMPLETE if command.good else Response.REJECTED)

    return over
