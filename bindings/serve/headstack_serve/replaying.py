"""Replays a record: sends its orders to fresh drives, at their times."""

from dataclasses import dataclass

from headstack import files
from headstack.session import Session
from headstack_serve import record
from headstack_serve.record import Recorded, Row
from headstack_serve.unit import POWER_CUT, Order


@dataclass(frozen=True)
class Replayed:
    """A replay of a unit.

    Attributes:
        orders: number of orders.
        different: numbers of the orders that ended at another time, or with another status.
    """

    orders: int
    different: list[int]


def replay(file: files.Name) -> list[Replayed]:
    """Sends the orders of a record to fresh drives, at their times.

    A record has no data of writes. The replay writes zeros, because times do not depend on data.

    Args:
        file: a file of `headstack serve --record`.

    Returns:
        The replay of each unit.

    Raises:
        ConfigError: the file cannot be read, or was not written by `headstack serve --record`.
    """
    return [_replayed(unit) for unit in record.read(file)]


def _replayed(unit: Recorded) -> Replayed:
    with unit.drive.open(contents=False) as session:
        again = _Replay(session)
        for row in unit.rows:
            again.send(row)
        session.wait()
    different = [row["number"] for row in unit.rows if not again.is_equal(row)]
    return Replayed(len(unit.rows), different)


class _Replay:
    """The orders of a record, sent to a drive again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._orders: dict[int, Order] = {}
        self._ended = 0

    def send(self, row: Row) -> None:
        """Sends an order at its time, after the orders that had ended before it."""
        session = self._session
        while self._ended < row["ended_before"] and (ended := session.run_until()):
            self._ended += len(ended)
        while session.now < row["arrival_ps"] and (ended := session.run_until(row["arrival_ps"])):
            self._ended += len(ended)
        if row["function"] == POWER_CUT:
            self._ended += len(session.power_cut())
            return
        order = record.order_of(row, self._orders.get(row["task"]))
        order.command = order.send(session)
        self._orders[row["number"]] = order

    def is_equal(self, row: Row) -> bool:
        """Whether the order ended at the recorded time, with the recorded status."""
        order = self._orders.get(row["number"])
        if order is None or order.command is None:
            return True
        end = order.command.finished, record.status_of(order)
        return end == (row["finish_ps"], row["status"])
