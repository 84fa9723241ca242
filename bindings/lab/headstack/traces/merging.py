"""Records of several streams as one, in the order of their times."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from headstack.arrays import Ints

Merged = tuple[Any, Ints, Ints]
"""Records, the place of each one's stream, and its number in that stream, from 1 on."""


def by_time(streams: Sequence[Iterator[Any]], least: int) -> Iterator[Merged]:
    """Records in the order of their times; at one time, in the order of the streams.

    A stream's own order stays. A record that is earlier than one in front of it in its stream
    comes as if it had that one's time. In memory are a part of each stream, and `least` records.

    Args:
        streams: give structured arrays, each with a column `time`, of one record or more.
        least: records that are given at once, but for the last.
    """
    waiting = [_Stream(place, parts) for place, parts in enumerate(streams)]
    ready: list[Merged] = []
    while waiting := [stream for stream in waiting if stream.fill()]:
        lasts = [stream.last for stream in waiting]
        until = min(lasts)
        slowest = lasts.index(until)  # what it has yet to give goes before the streams behind it
        ready.append(_sorted([s.take(until, place <= slowest) for place, s in enumerate(waiting)]))
        if sum(len(records) for records, *_ in ready) >= least:
            yield _joined(ready)
            ready = []
    if ready:
        yield _joined(ready)


class _Stream:
    """A stream, and the part of it that waits."""

    def __init__(self, place: int, parts: Iterator[Any]) -> None:
        self._place = place
        self._parts = parts
        self._records: Any = None
        self._keys: Any = np.zeros(0, np.uint64)
        self._number = 1
        self.last = 0

    def fill(self) -> bool:
        """Whether records wait; reads on if none do."""
        if len(self._keys):
            return True
        records = next(self._parts, None)
        if records is None:
            return False
        self._records = records
        times = np.maximum(records["time"].astype(np.uint64), np.uint64(self.last))
        self._keys = np.maximum.accumulate(times)
        self.last = int(self._keys[-1])
        return True

    def take(self, until: int, inclusive: bool) -> tuple[Any, Merged]:
        """Those before a time, or at it too, with what they are sorted by."""
        side = "right" if inclusive else "left"
        count = int(np.searchsorted(self._keys, np.uint64(until), side))  # type: ignore[call-overload]
        numbers = np.arange(self._number, self._number + count)
        keys, records = self._keys[:count], self._records[:count]
        self._keys, self._records = self._keys[count:], self._records[count:]
        self._number += count
        return keys, (records, np.full(count, self._place), numbers)


def _sorted(parts: Sequence[tuple[Any, Merged]]) -> Merged:
    some = [part for part in parts if len(part[0])]
    records, places, numbers = _joined([merged for _, merged in some])
    if len(some) == 1:
        return records, places, numbers
    order = np.argsort(np.concatenate([keys for keys, _ in some]), kind="stable")
    return records[order], places[order], numbers[order]


def _joined(parts: Sequence[Merged]) -> Merged:
    if len(parts) == 1:
        return parts[0]
    records, places, numbers = (np.concatenate(column) for column in zip(*parts, strict=True))
    return records, places, numbers
