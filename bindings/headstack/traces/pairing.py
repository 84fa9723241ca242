"""Requests and their completions, of traces that have a record for each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack.traces.base import UNKNOWN, Batch, Ints, joined

WINDOW: Final = 65_536
"""Requests that are kept back until they are completed."""


@dataclass(frozen=True, eq=False)
class Done:
    """Completions; arrays of one length, columns as those of `Batch`."""

    time_ps: Ints
    device: npt.NDArray[np.uint16]
    start_byte: Ints
    write: npt.NDArray[np.bool_]
    line: Ints


class Pairing:
    """Finds the completion of each request.

    A completion is that of the last request before it with its device, first byte and direction.
    It is found if no more than WINDOW requests come between the two.
    """

    def __init__(self) -> None:
        self._held: Batch | None = None

    def add(self, asked: Batch, done: Done) -> Iterator[Batch]:
        """Takes the next part of a file; gives the requests that are not waited for any more.

        Args:
            asked: the part's requests, without responses.
            done: its completions.
        """
        asked = replace(asked, response_ps=np.full(len(asked), UNKNOWN, np.int64))
        both = asked if self._held is None else joined([self._held, asked])
        _pair(both, done)
        leaving = max(len(both) - WINDOW, 0)
        self._held = both.take(slice(leaving, None))
        if leaving:
            yield both.take(slice(0, leaving))

    def rest(self) -> Iterator[Batch]:
        """The requests that are left at the end of the file."""
        if self._held is not None:
            yield self._held


def _pair(asked: Batch, done: Done) -> None:
    """Writes the responses of requests that have none yet."""
    response = asked.response_ps
    assert response is not None
    open_ = np.flatnonzero(response == UNKNOWN)

    def both(name: str) -> Any:
        return np.concatenate((getattr(asked, name)[open_], getattr(done, name)))

    device, start, write, line = (both(name) for name in ("device", "start_byte", "write", "line"))
    order = np.lexsort((line, write, start, device))
    former, later = order[:-1], order[1:]
    found = (former < len(open_)) & (later >= len(open_))
    for key in (device, start, write):
        found &= key[former] == key[later]
    rows, ends = open_[former[found]], later[found] - len(open_)
    taken = done.time_ps[ends] - asked.arrival_ps[rows]
    response[rows] = np.where(taken >= 0, taken, UNKNOWN)
