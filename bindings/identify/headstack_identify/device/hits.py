"""What reads tell of the cache: whether they hit, how long hits take, the read-ahead, segments.

Nothing turns the cache off or empties it. Each question reads at another place of the disk.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Final

import numpy as np

from headstack_identify.device.disk import Disk

LENGTHS: Final = (1, 4, 16, 64)
MOST_AHEAD: Final = 4096
MOST_SEGMENTS: Final = 256

_REPEATS: Final = 11
_FEWEST: Final = 3  # lengths whose hits make a line
_VOTES: Final = 3
_STEADY: Final = 0.2  # hits vary by less than this share of a revolution
_MARGIN_PS: Final = 150e6
_TURNS: Final = 3


@dataclass
class Hits:
    """The cache.

    Attributes:
        cached: whether a block that was just read is in the cache.
        command: time of a hit without its blocks, in ps.
        per_sector: time of each sector of a hit, in ps.
        ahead: sectors that the disk reads after a read.
        segments: reads far apart that stay in the cache.
        notes: what was not told.
    """

    cached: bool = False
    command: float = 0.0
    per_sector: float = 0.0
    ahead: int = 0
    segments: int = 1
    notes: list[str] = field(default_factory=list)


def measure(disk: Disk, turn_ps: float, track: int, rng: np.random.Generator) -> Hits:
    """Asks for the cache.

    Args:
        disk: the disk.
        turn_ps: time of a revolution.
        track: sectors of a track, about.
        rng: random numbers.
    """
    return _Asking(disk, turn_ps, track, rng).run()


class _Asking:
    def __init__(self, disk: Disk, turn_ps: float, track: int, rng: np.random.Generator) -> None:
        self._disk, self._turn, self._track, self._rng = disk, turn_ps, track, rng
        self._limit = 0.0

    def run(self) -> Hits:
        times = {n: self._again(n) for n in LENGTHS}
        middle = {n: float(median(found)) for n, found in times.items()}
        spread = float(np.percentile(times[1], 75) - np.percentile(times[1], 25))
        if spread > _STEADY * self._turn or middle[1] > self._turn / 2:
            return Hits(
                notes=["a block that was just read is read from the medium again: no cache"]
            )
        told = [n for n in LENGTHS if middle[n] <= self._turn]
        found = Hits(cached=True, command=middle[1])
        slope = command = 0.0
        if len(told) >= _FEWEST:
            slope, command = np.polyfit(told, [middle[n] for n in told], 1).tolist()
        if slope > 0:
            found.command, found.per_sector = max(0.0, command), slope
        else:
            found.notes.append("bus rate: not told, as longer reads do not hit")
        self._limit = middle[1] + _MARGIN_PS
        found.ahead = self._most(self._read_ahead, MOST_AHEAD)
        found.segments = max(1, self._most(self._stays, MOST_SEGMENTS))
        for key, value, most in (
            ("cache.prefetch_maximum", found.ahead, MOST_AHEAD),
            ("cache.segments", found.segments, MOST_SEGMENTS),
        ):
            if value >= most:
                found.notes.append(f"{key}: at least {most:,}; more was not asked")
        return found

    def _place(self, room: int) -> int:
        return int(self._rng.integers(max(1, self._disk.sectors - room)))

    def _again(self, sectors: int) -> list[int]:
        """Returns the times of reads of what was just read."""
        found = []
        for _ in range(_REPEATS):
            sector = self._place(sectors)
            self._disk.read(sector, sectors)
            answer = self._disk.read(sector, sectors)
            found.append(answer.ended - answer.began)
        return found

    def _hit(self, sector: int) -> bool:
        answer = self._disk.read(sector)
        return answer.ended - answer.began < self._limit

    def _read_ahead(self, sectors: int) -> bool:
        sector = self._place(sectors + 2)
        self._disk.read(sector)
        self._disk.host.wait((_TURNS + 1.3 * sectors / self._track) * self._turn)
        return self._hit(sector + sectors)

    def _stays(self, reads: int) -> bool:
        places = [self._place(1) for _ in range(reads)]
        for place in places:
            self._disk.read(place)
        return self._hit(places[0])

    def _most(self, true: Callable[[int], bool], most: int) -> int:
        """Returns the largest number up to which an answer is yes, by the majority. 0: none."""

        def often(number: int) -> bool:
            return sum(true(number) for _ in range(_VOTES)) > _VOTES // 2

        low, high = 0, 1
        while high <= most and often(high):
            low, high = high, 2 * high
        if high > most:
            return most
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if often(middle) else (low, middle)
        return low
