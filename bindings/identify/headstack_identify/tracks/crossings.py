"""Counts the intervals between reads that a grid of track begins explains wrongly.

A grid explains an interval if a track begins in the interval exactly where the interval is marked.
Each block has a value: how the count changes if a track begins there. The count of a grid is a sum
of values, so many grids are compared in little time.
"""

import numpy as np

from headstack.arrays import Bools, Ints


class Crossings:
    """The values of the blocks of a group.

    Args:
        block: first block of each read, rising, shape (n,).
        marked: whether a track begins between two neighbours, shape (n - 1,).

    Attributes:
        longest: blocks of the longest interval.
    """

    def __init__(self, block: Ints, marked: Bools) -> None:
        offset = block - block[0]
        self.longest = int(np.diff(offset).max())
        self._last = int(offset[-1])
        self._none = int(marked.sum())
        # An interval has the blocks after its first read, up to its second read.
        self._interval = np.searchsorted(offset, np.arange(self._last + 1)) - 1
        self._value = np.where(marked, -1, 1)[np.maximum(self._interval, 0)]
        self._value[0] = 0
        self._cylinders: dict[tuple[int, int], Ints] = {}

    def of_tracks(self, track: int) -> Ints:
        """Returns the count for each begin of a first track, 0 to `track` - 1, from the first read.

        Args:
            track: blocks of a track, at least `longest`.
        """
        value = np.pad(self._value, (0, -len(self._value) % track))
        found: Ints = self._none + value.reshape(-1, track).sum(axis=0)
        return found

    def of_cylinders(self, track: int, heads: int, cylinder: int, begins: Ints) -> Ints:
        """Returns the count for each begin of a cylinder, from the first read.

        Args:
            track: blocks of each track but the cylinder's last, at least `longest`.
            heads: tracks of a cylinder, at least 2.
            cylinder: blocks of a cylinder, more than those of `heads` - 1 tracks.
            begins: the begins.
        """
        before = (heads - 1) * track
        value = self._of_cylinder(track, heads)
        twice = self._twice(cylinder - before)
        if len(twice):
            value = value.copy()
            value[1 : 1 + len(twice)] -= twice  # where the cylinder's last track begins at block 0
        count = np.full(len(begins), self._none)
        first = (-before - int(begins.max())) // cylinder
        last = -(-(self._last - int(begins.min())) // cylinder)
        for number in range(first, last + 1):
            place = begins + (number * cylinder + before + 1)
            count += value.take(place, mode="clip")
        return count

    def _of_cylinder(self, track: int, heads: int) -> Ints:
        """Returns the value of each begin of a cylinder, from the earliest, with 0 at both ends."""
        if (track, heads) not in self._cylinders:
            before = (heads - 1) * track
            value = np.zeros(self._last + before + 3, np.int64)
            for head in range(heads):
                at = before - head * track + 1
                value[at : at + self._last + 1] += self._value
            self._cylinders[track, heads] = value
        return self._cylinders[track, heads]

    def _twice(self, short: int) -> Ints:
        """Returns the value of each block whose interval also has the block `short` after it.

        Two tracks that begin in one interval count once.
        """
        if short >= self.longest:
            return np.zeros(0, np.int64)
        same = self._interval[:-short] == self._interval[short:]
        found: Ints = np.where(same, self._value[:-short], 0)
        return found
