"""Finds the completion of each request, in traces with a record for each event.

A queue record makes a request. The response ends when all blocks of the request are completed, by
one or several completions. Linux splits a large request, completes a request in parts, or merges
small requests and completes them together. In a trace without queue records, an issue to the drive
makes a request; the scan notes this.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.arrays import Bools, Ints
from headstack.traces.base import UNKNOWN, Batch, Reading, joined
from headstack.traces.open_requests import OpenRequests, Ranges

WINDOW: Final = 65_536
"""Number of requests that wait for their completion."""

QUEUED, ISSUED, COMPLETED = 0, 1, 2
"""Kinds of events."""

OF_ISSUE: Final = (
    "the trace has no queue records (Q): a request arrives when it is issued to the drive (D), and "
    "its response does not contain its time in the host's queue"
)

ZONE_APPENDS: Final = (
    "zone appends (ZA) are among the other records: only the drive says where their data goes"
)


@dataclass(frozen=True, eq=False)
class Events:
    """Events of requests. Arrays of one length; most are columns as in `Batch`.

    Attributes:
        kind: QUEUED, ISSUED or COMPLETED.
        time_ps: time of the event.
        device: as in a batch.
        start_byte: as in a batch.
        bytes: as in a batch.
        write: as in a batch.
        line: as in a batch.
        without_data: numbers of further QUEUED and ISSUED events that move no data.
    """

    kind: npt.NDArray[Any]
    time_ps: Ints
    device: npt.NDArray[np.uint16]
    start_byte: Ints
    bytes: Ints
    write: Bools
    line: Ints
    without_data: tuple[int, int]

    def take(self, rows: Any) -> "Events":
        """Selects events by a mask or by indices."""
        names = [column.name for column in fields(self) if column.name != "without_data"]
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in names}
        return replace(self, **columns)

    def count(self, kind: int) -> int:
        """Number of events of a kind."""
        return int((self.kind == kind).sum()) + self.idle(kind)

    def idle(self, kind: int) -> int:
        """Number of events of a kind that move no data."""
        queued, issued = self.without_data
        return {QUEUED: queued, ISSUED: issued}.get(kind, 0)


class Pairing:
    """Makes requests from events, and finds the completion of each.

    A request owns its blocks until another request of its device and direction asks for a block
    among them. Then the first request has no response, and later completions belong to the second
    request. A completion counts if fewer than WINDOW requests come before it, after its request.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._arrives: int | None = None  # kind of event that makes a request
        self._undecided: list[Events] = []
        self._held: Batch | None = None
        self._first = 0  # number of the first held request
        self._open = OpenRequests()

    def add(self, events: Events) -> Iterator[Batch]:
        """Takes the next part of a file. Yields the requests that wait for no completion.

        Raises:
            ConfigError: a queue record follows WINDOW or more issues without a queue record.
        """
        if self._arrives is None:
            self._undecided.append(events)
            if events.count(QUEUED):
                yield from self._decide(QUEUED)
            elif self._undecided_of(ISSUED) >= WINDOW:
                yield from self._decide(ISSUED)
            return
        late = events.line[(events.kind == QUEUED) & (self._arrives == ISSUED)]
        if len(late):
            raise self._reading.wrong(
                int(late[0]),
                f"a queue record (Q) after {WINDOW:,} or more issues (D) without a queue record; "
                "give a trace with queue records from its beginning, or without queue records",
            )
        yield from self._take(events)

    def rest(self) -> Iterator[Batch]:
        """Yields the remaining requests at the end of the file."""
        if self._arrives is None:
            if self._undecided_of(COMPLETED) and not self._undecided_of(ISSUED):
                self._reading.note(
                    "it has completions (C), but neither queue records (Q) nor issues (D): record "
                    "it without -a, or with -a queue -a complete"
                )
            yield from self._decide(ISSUED)
        if self._held is not None:
            yield self._held

    def _decide(self, arrives: int) -> Iterator[Batch]:
        """Chooses the kind of event that makes a request, also for the events so far."""
        self._arrives = arrives
        if arrives == ISSUED and self._undecided_of(ISSUED):
            self._reading.note(OF_ISSUE)
        undecided, self._undecided = self._undecided, []
        for events in undecided:
            yield from self._take(events)

    def _undecided_of(self, kind: int) -> int:
        return sum(events.count(kind) for events in self._undecided)

    def _take(self, events: Events) -> Iterator[Batch]:
        assert self._arrives is not None
        self._reading.other += events.idle(self._arrives)
        events = events.take(np.isin(events.kind, (self._arrives, COMPLETED)))
        asked = events.take(events.kind == self._arrives)
        number = self._first + (0 if self._held is None else len(self._held))
        batch = Batch(
            arrival_ps=asked.time_ps,
            device=asked.device,
            start_byte=asked.start_byte,
            bytes=asked.bytes,
            write=asked.write,
            line=asked.line,
            response_ps=np.full(len(asked.line), UNKNOWN, np.int64),
            names=self._reading.names,
        )
        both = batch if self._held is None else joined([self._held, batch])
        self._complete(both, events, number)
        leaving = max(len(both) - WINDOW, 0)
        self._held = both.take(slice(leaving, None))
        self._first += leaving
        if leaving:
            yield both.take(slice(0, leaving))

    def _complete(self, held: Batch, events: Events, number: int) -> None:
        """Writes the responses of complete requests. The first new request has `number`."""
        response = held.response_ps
        assert response is not None
        if not len(events.kind):
            return
        asks = events.kind == self._arrives
        asked = number + np.cumsum(asks)
        over, by = self._open.add(
            Ranges(
                place=events.device.astype(np.int64) * 2 + events.write,
                start=events.start_byte,
                end=events.start_byte + events.bytes,
                request=np.where(asks, asked - 1, -1),
            )
        )
        near = asked[by] - over <= WINDOW
        rows = over[near] - self._first
        taken = events.time_ps[by[near]] - held.arrival_ps[rows]
        response[rows] = np.where(taken >= 0, taken, UNKNOWN)
        self._open.forget(int(asked[-1]) - WINDOW)
