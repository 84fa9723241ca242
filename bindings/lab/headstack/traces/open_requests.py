"""Incomplete requests, with the bytes for which each request still waits.

Most requests are completed in one piece. Array operations handle these. Requests that are split,
merged, completed in parts or overlap others are handled one by one (`open_bytes`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from headstack.arrays import Bools, Ints
from headstack.traces.open_bytes import OpenBytes


@dataclass(frozen=True, eq=False)
class Ranges:
    """Ranges of bytes; arrays of one length.

    Attributes:
        place: a device in one direction.
        start: first byte.
        end: end, exclusive.
        request: number of the request; -1: a completion.
    """

    place: Ints
    start: Ints
    end: Ints
    request: Ints

    def __len__(self) -> int:
        """Number of ranges."""
        return len(self.place)

    def take(self, rows: Any) -> "Ranges":
        """Selects ranges by a mask or by indices."""
        return Ranges(self.place[rows], self.start[rows], self.end[rows], self.request[rows])

    def behind(self, former: "Ranges") -> "Ranges":
        """Appends these ranges to `former`."""
        pairs = zip(vars(former).values(), vars(self).values(), strict=True)
        return Ranges(*(np.concatenate(pair) for pair in pairs))


class OpenRequests:
    """Takes requests and completions in order, some at a time, and finds complete requests.

    A byte belongs to the last request that asked for it. A request that has lost a byte to another
    request is never complete.
    """

    def __init__(self) -> None:
        none = np.zeros(0, np.int64)
        self._open = Ranges(none, none, none, none)
        self._left: dict[int, int] = {}  # remaining bytes of partly completed requests

    def add(self, events: Ranges) -> tuple[Ints, Ints]:
        """Returns the requests that the events complete, and the completing row for each.

        Args:
            events: requests with rising numbers, and completions.
        """
        known = len(self._open)
        both = events.behind(self._open)
        order, group = _groups(both)
        partly = np.isin(both.request, list(self._left)) if self._left else np.False_
        odd = _is_odd(both, order, group, partly)
        over, by, waiting = _alike(both, order[~odd], group[~odd])
        rest = np.sort(order[odd])
        if len(rest):
            more = self._one_by_one(both, rest, known)
            over, by = np.concatenate((over, more[0])), np.concatenate((by, more[1]))
            waiting = more[2].behind(waiting)
        self._open = waiting
        return over, by - known

    def forget(self, before: int) -> None:
        """Drops requests of lower numbers."""
        self._open = self._open.take(self._open.request >= before)
        self._left = {number: left for number, left in self._left.items() if number >= before}

    def _one_by_one(self, both: Ranges, rows: Ints, known: int) -> tuple[Ints, Ints, Ranges]:
        """Does the work of `_alike` for ranges that differ and overlap."""
        bytes_ = OpenBytes(self._left)
        over, by = [], []
        some = both.take(rows)
        columns = (column.tolist() for column in (rows, *vars(some).values()))
        for row, place, start, end, request in zip(*columns, strict=True):
            if row < known:
                bytes_.put(request, place, start, end)
            elif request >= 0:
                bytes_.ask(request, place, start, end)
            else:
                found = bytes_.complete(place, start, end)
                over += found
                by += [row] * len(found)
        ranges, self._left = bytes_.rest()
        columns_ = np.array(ranges, np.int64).reshape(-1, 4).T
        return np.array(over, np.int64), np.array(by, np.int64), Ranges(*columns_)


def _groups(ranges: Ranges) -> tuple[Ints, Ints]:
    """Sorts ranges by place, start and arrival. Returns the order and the group of each range.

    Ranges of different groups do not overlap, nor are they of one place.
    """
    count = len(ranges)
    order = np.lexsort((ranges.start, ranges.place))
    found = ranges.take(order)
    _, ranks = np.unique(np.concatenate((found.start, found.end)), return_inverse=True)
    # ranks in place of bytes, so that a place and a rank are one number
    base = np.concatenate(([0], np.cumsum(np.diff(found.place) != 0))) * (2 * count + 1)
    start, end = ranks[:count] + base[:count], ranks[count:] + base[:count]
    reach = np.maximum.accumulate(end)
    fresh = np.concatenate(([False], start[1:] >= reach[:-1]))
    return order, np.cumsum(fresh[:count])


def _is_odd(ranges: Ranges, order: Ints, group: Ints, partly: Any) -> Bools:
    """Whether a range's group has unequal ranges or a partly completed request, in `order`."""
    if not len(order):
        return np.zeros(0, np.bool_)
    begin = np.flatnonzero(np.diff(group, prepend=-1))
    start, end = ranges.start[order], ranges.end[order]
    other = (start != start[begin[group]]) | (end != end[begin[group]])
    other |= np.broadcast_to(partly, len(order))[order]
    odd: Bools = np.logical_or.reduceat(other, begin)[group]
    return odd


def _alike(ranges: Ranges, order: Ints, group: Ints) -> tuple[Ints, Ints, Ranges]:
    """Groups of equal ranges: returns complete requests, their completing rows, and the rest."""
    request = ranges.request[order]
    is_last = np.diff(group, append=-1) != 0
    followed = np.flatnonzero(~is_last & (request >= 0))
    over = followed[request[followed + 1] < 0]
    waiting = is_last & (request >= 0)
    return request[over], order[over + 1], ranges.take(order[waiting])
