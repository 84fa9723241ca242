"""Owner of each byte of a trace's devices, updated by one request or completion at a time."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

Range = tuple[int, int, int, int]
"""Place, first byte, end (exclusive) and number of the request."""


@dataclass
class _Place:
    """Disjoint ranges of bytes in rising order, each with its request."""

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)

    def touched(self, start: int, end: int) -> slice:
        """Returns the ranges that overlap start .. end."""
        first = bisect_left(self.starts, start)
        if first and self.ends[first - 1] > start:
            first -= 1
        return slice(first, bisect_left(self.starts, end, first))

    def put(self, where: slice, ranges: list[tuple[int, int, int]]) -> None:
        """Replaces ranges."""
        starts, ends, requests = zip(*ranges, strict=True) if ranges else ((), (), ())
        self.starts[where], self.ends[where], self.requests[where] = starts, ends, requests


class OpenBytes:
    """The requests that wait for bytes, by the rules of `open_requests.OpenRequests`.

    A place is a device in one direction.
    """

    def __init__(self, left: Mapping[int, int]) -> None:
        """`left`: remaining bytes of partly completed requests."""
        self._places: dict[int, _Place] = defaultdict(_Place)
        self._left = dict(left)
        self._whole: set[int] = set()

    def put(self, request: int, place: int, start: int, end: int) -> None:
        """Restores a range of a request that waits already."""
        if request not in self._left:
            self._left[request] = end - start
            self._whole.add(request)
        ranges = self._places[place]
        ranges.put(ranges.touched(start, end), [(start, end, request)])

    def ask(self, request: int, place: int, start: int, end: int) -> None:
        """Adds a request for bytes. Earlier requests that wait for these bytes are given up."""
        ranges = self._places[place]
        where = ranges.touched(start, end)
        for former in ranges.requests[where]:
            self._left.pop(former, None)
        ranges.put(where, [(start, end, request)])
        self._left[request] = end - start
        self._whole.add(request)

    def complete(self, place: int, start: int, end: int) -> list[int]:
        """Completes bytes. Returns the requests that are complete now."""
        ranges = self._places[place]
        where = ranges.touched(start, end)
        kept, over = [], []
        for at in range(where.start, where.stop):
            first, behind, request = ranges.starts[at], ranges.ends[at], ranges.requests[at]
            if first < start:
                kept.append((first, start, request))
            if behind > end:
                kept.append((end, behind, request))
            if request in self._left:
                self._whole.discard(request)
                self._left[request] -= min(behind, end) - max(first, start)
                if not self._left[request]:
                    del self._left[request]
                    over.append(request)
        ranges.put(where, kept)
        return over

    def rest(self) -> tuple[list[Range], dict[int, int]]:
        """Returns the ranges that wait, and the remaining bytes of partly completed requests."""
        found = [
            (place, start, end, request)
            for place, ranges in self._places.items()
            for start, end, request in zip(ranges.starts, ranges.ends, ranges.requests, strict=True)
            if request in self._left
        ]
        partly = {one: left for one, left in self._left.items() if one not in self._whole}
        return found, partly
