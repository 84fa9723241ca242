"""A drive that is served at a chosen pace: it takes orders, and tells of their ends."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from headstack.session import HOST, Command, Session
from headstack_serve import sense
from headstack_serve.pace import Clock
from headstack_serve.sense import Code, Key

Done = Callable[[Command], None]
"""A function that is told of a command at the instant of its end."""

POWER_CUT: Final = "power cut"
"""The function of an order that stands for a power failure."""
WAIT_PS: Final = 10**12
"""Simulated time that a free clock lets pass after a command that finds the drive not ready."""
AWAKE_S: Final = 0.0002
"""Wall time before an event in which the loop does not sleep, because sleep ends late."""
LONGEST_SLEEP_S: Final = 0.002
"""Longest wall time between two steps while an event is planned.

The drive moves the data of a read-ahead in each step. The data of 40 ms in one step would delay the
response of the same step by 0.2 to 0.8 ms.
"""


@dataclass(kw_only=True)
class Order:
    """A command for a drive, or a task management function.

    Attributes:
        cdb: command block. Empty: the order is a function.
        function: name of the function, as for `Session.manage`, or `POWER_CUT`.
        task: the order that 'abort task' aborts.
        data: data for the drive.
        room: most bytes that the drive may return.
        attribute: 'simple', 'ordered' or 'head of queue'.
        priority: priority of the command, 1 (the highest) to 15. 0: none.
        host: SCSI id of the host.
        lun: logical unit number. The drive has unit 0 only.
        number: place of the order among the orders of the drive. The unit sets the number.
        ended_before: number of orders that were over when the drive got this order. The unit sets
            the number.
        command: the command in the drive, after `send`.
    """

    cdb: bytes = b""
    function: str = ""
    task: "Order | None" = None
    data: bytes = b""
    room: int = 0
    attribute: str = "simple"
    priority: int = 0
    host: int = HOST
    lun: int = 0
    number: int = -1
    ended_before: int = 0
    command: Command | None = None

    def send(self, session: Session) -> Command:
        """Sends the order to a drive, now. Returns the command in the drive."""
        if self.function:
            task = None if self.task is None else self.task.command
            return session.manage(self.function, task, host=self.host, lun=self.lun)
        return session.submit(
            self.cdb,
            data=self.data,
            room=self.room,
            attribute=self.attribute,
            priority=self.priority,
            host=self.host,
            lun=self.lun,
        )


Served = Callable[[Order, int, int, float], None]
"""A function that is told of each order that is over.

The arguments are the order, its arrival and its end in ps of simulated time, and its lag in s.
"""


def _nothing(*_: object) -> None:
    """Ignores an end."""


class Unit:
    """A drive at the chosen pace. All calls come from one event loop.

    Args:
        session: the drive.
        clock: the pace.
        told: functions that are told of each order that is over.
    """

    def __init__(self, session: Session, clock: Clock, told: Iterable[Served] = ()) -> None:
        self._session = session
        self._clock = clock
        self._told = tuple(told)
        self._waiting: list[tuple[Command, Order, Done]] = []
        self._orders = 0
        self._ended = 0
        self._timer: asyncio.Handle | None = None

    @property
    def bytes_per_block(self) -> int:
        """Size of a block, in bytes."""
        return self._session.config.bytes_per_block

    def submit(self, order: Order, done: Done = _nothing) -> None:
        """Sends an order to the drive.

        Args:
            order: the order.
            done: is told of the order's end.
        """
        self._catch_up()
        self._number(order)
        order.command = order.send(self._session)
        self._waiting.append((order.command, order, done))
        self._plan(0.0)

    def cut_power(self) -> None:
        """Simulates a power failure. The commands under way are lost."""
        self._catch_up()
        order = Order(function=POWER_CUT)
        self._number(order)
        now = self._session.now
        self._session.power_cut()
        if self._clock.present() is None:
            # no command lets the time of the spin-up pass
            self._session.advance(self._session.config.value("spindle.spin_up"))
        self._tell_ended()
        self._tell(order, now, now, 0.0)

    def settle(self) -> None:
        """Brings all data onto the medium, and lets the drive come to rest."""
        if self._timer is not None:
            self._timer.cancel()
        self._session.settle()
        self._tell_ended()

    def _number(self, order: Order) -> None:
        order.number, order.ended_before = self._orders, self._ended
        self._orders += 1

    def _catch_up(self) -> None:
        """Advances simulated time to wall time, if the pace is real."""
        present = self._clock.present()
        while present is not None and self._session.run_until(present):
            self._tell_ended()

    def _plan(self, delay_s: float) -> None:
        """Plans the next step, after a wall time in s."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = (
            loop.call_later(delay_s, self._step) if delay_s else loop.call_soon(self._step)
        )

    def _step(self) -> None:
        """Lets simulated time pass to the next event, and plans the step after this one."""
        self._timer = None
        if self._clock.present() is None:
            self._session.run_until()
            if any(map(_is_not_ready, self._tell_ended())):
                self._let_pass(WAIT_PS)
            following = 0.0 if self._waiting else None
        else:
            following = self._follow_wall_time()
        if following is not None and self._timer is None:
            self._plan(following)

    def _follow_wall_time(self) -> float | None:
        """Catches up with wall time, unless an event is near.

        Returns the wall time until the next step in s. `None`: no event is planned.
        """
        delay_s = self._to_next_event()
        if delay_s is None or not 0 < delay_s < AWAKE_S:
            self._catch_up()
            delay_s = self._to_next_event()
        if delay_s is None or delay_s < AWAKE_S:
            return None if delay_s is None else 0.0
        return min(delay_s - AWAKE_S, LONGEST_SLEEP_S)

    def _to_next_event(self) -> float | None:
        """Returns the wall time until the next event in s. `None`: no event is planned."""
        event = self._session.next_event
        return None if event is None else self._clock.delay_s(event)

    def _let_pass(self, time: int) -> None:
        """Lets simulated time pass, in ps. A record shows the time at the next order's arrival."""
        end = self._session.now + time
        while self._session.run_until(end):
            self._tell_ended()

    def _tell_ended(self) -> list[Command]:
        """Tells of the orders that are over. Returns their commands."""
        ended = [entry for entry in self._waiting if entry[0].over]
        self._waiting = [entry for entry in self._waiting if not entry[0].over]
        self._ended += len(ended)
        for command, order, done in ended:
            done(command)
            finished = command.finished or 0
            self._tell(order, command.submitted, finished, self._clock.lag_s(finished))
        return [command for command, _, _ in ended]

    def _tell(self, order: Order, arrival: int, finish: int, lag_s: float) -> None:
        for served in self._told:
            served(order, arrival, finish, lag_s)


def _is_not_ready(command: Command) -> bool:
    """Whether the drive refused a command because its disk does not turn, or is being formatted."""
    return sense.key_and_code(command.sense) == (Key.NOT_READY, Code.NOT_READY)
