"""Merges the records of several streams in the order of their times."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from headstack.arrays import Ints

Merged = tuple[Any, Ints, Ints]
"""Records, the index of each record's stream, and its number in the stream, from 1."""


def by_time(streams: Sequence[Iterator[Any]], least: int) -> Iterator[Merged]:
    """Yields records in the order of their times. Records of one time are in order of the streams.

    The order within a stream does not change. A record may have an earlier time than the record
    before it in the stream. Such a record counts with the time of the record before. The memory
    holds a part of each stream and about `least` records.

    Args:
        streams: streams of structured arrays. An array has a column `time` and at least a record.
        least: least number of records in each result except the last.
    """
    waiting = [_Stream(place, parts) for place, parts in enumerate(streams)]
    ready: list[Merged] = []
    while waiting := [stream for stream in waiting if stream.fill()]:
        lasts = [stream.last for stream in waiting]
        until = min(lasts)
        slowest = lasts.index(until)  # precedes later streams at equal times
        ready.append(_sorted([s.take(until, place <= slowest) for place, s in enumerate(waiting)]))
        if sum(len(records) for records, *_ in ready) >= least:
            yield _joined(ready)
            ready = []
    if ready:
        yield _joined(ready)


class _Stream:
    """A stream and its waiting records."""

    def __init__(self, place: int, parts: Iterator[Any]) -> None:
        self._place = place
        self._parts = parts
        self._records: Any = None
        self._keys: Any = np.zeros(0, np.uint64)
        self._number = 1
        self.last = 0

    def fill(self) -> bool:
        """Reads the next part if no record waits. Returns whether any record then waits."""
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
        """Takes the records before a time, or up to this time, and the keys that order them."""
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
