"""Exact percentiles of the times of a column, or of more times than fit into memory."""

import math
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

import numpy as np

from headstack import files
from headstack.arrays import Ints
from headstack.metrics.metric import PS_PER_MS

BUCKETS: Final = 1 << 16
"""Number of parts into which a pass over the file cuts the range of a time."""

IN_MEMORY: Final = 1 << 19
"""Number of times in memory, 4 MB, before they go to a file."""

_READ_AT_ONCE: Final = 1 << 16


class Ordered(Protocol):
    """Times that can be found by their rank."""

    count: int

    def at(self, ranks: Sequence[int]) -> list[int]:
        """Returns the times of these ranks, in ps. The least time has rank 0."""


class Column:
    """Times in memory, in ps."""

    def __init__(self, times: Ints) -> None:
        self._times = times
        self.count = len(times)

    def at(self, ranks: Sequence[int]) -> list[int]:
        """Returns the times of these ranks, in ps."""
        found = np.partition(self._times, sorted(set(ranks)))
        return [int(found[rank]) for rank in ranks]


class Spill:
    """Any number of times, in ps. Above IN_MEMORY, an unnamed file holds 8 bytes for each time.

    Raises:
        ConfigError: the file cannot be made (TMPDIR names its folder).
        RunError: there is no room for the file.
    """

    def __init__(self) -> None:
        self.count = 0
        self._least, self._most = 0, 0
        self._parts: list[Ints] = []
        self._held = 0
        self._file: Any = None

    def add(self, times: Ints) -> None:
        """Adds times, each 0 or more."""
        if not len(times):
            return
        least, most = int(times.min()), int(times.max())
        self._least = min(self._least, least) if self.count else least
        self._most = max(self._most, most)
        self.count += len(times)
        self._parts.append(times)
        self._held += len(times)
        if self._held > IN_MEMORY:
            self._flush()

    def close(self) -> None:
        """Removes the file and all times."""
        if self._file is not None:
            self._file.close()
        self._file, self._parts, self._held, self.count = None, [], 0, 0

    def _flush(self) -> None:
        with files.saying(f"the times of requests in {tempfile.gettempdir()}"):
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - see close
            for part in self._parts:
                _write_all(self._file, np.ascontiguousarray(part).data.cast("B"))
        self._parts, self._held = [], 0

    def _all(self) -> Iterator[Ints]:
        if self._file is not None:
            self._file.seek(0)
            while found := self._file.read(_READ_AT_ONCE * 8):
                yield np.frombuffer(found, np.int64)
        yield from self._parts

    def at(self, ranks: Sequence[int]) -> list[int]:
        """Returns the times of these ranks. Each pass over the file narrows their ranges."""
        wanted = {rank: (rank, self._least, self._most) for rank in ranks}
        while any(least < most for _, least, most in wanted.values()):
            ranges = {(least, most) for _, least, most in wanted.values() if least < most}
            shares = {each: _Histogram(*each) for each in ranges}
            for times in self._all():
                for share in shares.values():
                    share.add(times)
            wanted = {
                rank: shares[least, most].find(inside) if least < most else (inside, least, most)
                for rank, (inside, least, most) in wanted.items()
            }
        return [wanted[rank][1] for rank in ranks]


def _write_all(file: Any, data: memoryview) -> None:
    """Writes all data in repeated calls, because a call of `write` can write only a part."""
    while len(data):
        data = data[file.write(data) :]


class _Histogram:
    """Number of times in each part of a range."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        self._shift = max(0, (most - least).bit_length() - BUCKETS.bit_length() + 1)
        self._counts = np.zeros(((most - least) >> self._shift) + 1, np.int64)

    def add(self, times: Ints) -> None:
        """Counts the times in the range."""
        inside = times[(times >= self._least) & (times <= self._most)]
        places = (inside - self._least) >> self._shift
        self._counts += np.bincount(places, minlength=len(self._counts))

    def find(self, rank: int) -> tuple[int, int, int]:
        """Returns the rank within the part of this rank, and the part's least and greatest time."""
        until = np.cumsum(self._counts)
        place = int(np.searchsorted(until, rank, side="right"))
        least = self._least + (place << self._shift)
        before = int(until[place - 1]) if place else 0
        return rank - before, least, min(self._most, least + (1 << self._shift) - 1)


def percentiles_ms(times: Ordered, percents: Sequence[float]) -> list[float]:
    """Returns percentiles in ms by type 7 of Hyndman and Fan 1996, which is NumPy's 'linear'."""
    places = [(times.count - 1) * (percent / 100) for percent in percents]
    lower = [min(math.floor(place), times.count - 1) for place in places]
    upper = [min(rank + 1, times.count - 1) for rank in lower]
    found = times.at([*lower, *upper])
    low, high = found[: len(lower)], found[len(lower) :]
    return [
        _between(a, b, place - rank) / PS_PER_MS
        for a, b, place, rank in zip(low, high, places, lower, strict=True)
    ]


def _between(low: int, high: int, share: float) -> float:
    """Interpolates from the nearer of `low` and `high`, as NumPy does."""
    step = high - low
    return high - step * (1 - share) if share >= 0.5 else low + step * share
