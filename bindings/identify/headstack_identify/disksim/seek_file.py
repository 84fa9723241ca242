"""Reads the seek curve of DiskSim's seek type `extracted`: a file of distances and times.

    Seek distances measured: 64
    1,      1.264421800
    2,      1.469684100, 0.02
    3,      1.473,       0.02,  1.623

The first line is optional. So are the third and the fourth column: the standard deviation, and the
time of a seek before a write. Only DiskSim's branch by Western Digital has the fourth column.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from heapq import heapify, heappop, heappush
from pathlib import Path
from statistics import median

from headstack.errors import ConfigError
from headstack_identify.disksim.ledger import Ledger
from headstack_identify.disksim.tokens import MOST_BYTES, read_text
from headstack_identify.disksim.values import Place

Point = tuple[int, Decimal]
"""Distance in cylinders, time in ms."""

_COUNT = re.compile(r"\s*Seek distances measured:\s*(\d+)\s*", re.ASCII)
_POINT = re.compile(
    r"\s*(\d{1,9})\s*,\s*(\d+\.?\d*|\.\d+)\s*(?:,[^,]*(?:,\s*(\d+\.?\d*|\.\d+)\s*)?)?", re.ASCII
)
_KEY = "Full seek curve"

MOST_LINES = 10_000
"""Limit of lines in a seek curve. DiskSim's own curves have about a hundred."""


@dataclass
class Curve:
    """The seek curve of a file.

    Attributes:
        points: seeks before a read, by rising distance.
        later: time by which a seek before a write is longer, by distance.
    """

    points: list[Point] = field(default_factory=list)
    later: list[Point] = field(default_factory=list)

    def settle(self) -> Decimal:
        """Returns the median time by which a seek before a write is longer, in ms."""
        return median(time for _, time in self.later) if self.later else Decimal(0)

    def farthest_off(self) -> Point | None:
        """Returns the point of `later` that is farthest off the median. `None`: all are equal."""
        middle = self.settle()
        found = max(self.later, key=lambda point: abs(point[1] - middle), default=None)
        return None if found is None or found[1] == middle else found


def read(file: Path, ledger: Ledger) -> Curve:
    """Returns the curve of a seek file. Notes its errors in the ledger.

    Raises:
        ConfigError: the file cannot be read, or is too large.
    """
    too_much = f"more than {MOST_BYTES:,} bytes of a seek curve"
    lines = read_text(file, MOST_BYTES, too_much).splitlines()
    if len(lines) > MOST_LINES:
        raise ConfigError(f"DiskSim file {file}: more than {MOST_LINES:,} lines of a seek curve")
    found: dict[int, Decimal] = {}
    curve = Curve()
    promised: int | None = None
    for number, line in enumerate(lines, 1):
        place = Place(str(file), number)
        if not line.strip():
            continue
        count, point = _COUNT.fullmatch(line), _POINT.fullmatch(line)
        if count is not None and number == 1:
            promised = int(count[1])
        elif point is None:
            ledger.fail(place, _KEY, f"{line.strip()[:40]!r} is no distance with its time in ms")
        elif _add(int(point[1]), Decimal(point[2]), found, place, ledger) and point[3]:
            curve.later.append((int(point[1]), Decimal(point[3]) - Decimal(point[2])))
    if not found:
        ledger.fail(Place(str(file), 1), _KEY, "the file has no point")
    elif promised is not None and promised != len(found):
        text = f"the first line promises {promised} distances, and there are {len(found)}"
        ledger.fail(Place(str(file), 1), _KEY, text)
    curve.points = sorted(found.items())
    return curve


def _add(
    distance: int, time: Decimal, found: dict[int, Decimal], place: Place, ledger: Ledger
) -> bool:
    """Adds a point. Returns whether the point counts."""
    if distance == 0:
        return False  # DiskSim never looks up a seek over no distance
    if distance in found:
        ledger.fail(place, _KEY, f"the distance {distance} stands there already")
    elif found and distance < (last := next(reversed(found))):
        ledger.fail(place, _KEY, f"the distance {distance} comes after {last}")
    else:
        found[distance] = time
        return True
    return False


def senseless(points: Sequence[Point]) -> list[Point]:
    """Returns the points that are far off both neighbours. A drive file must omit such points.

    A point is far off by the rule of `seek.points`: the point is less than 3/4 of both neighbours,
    or both neighbours are less than 3/4 of the point. The function removes the point that is
    farthest off first, because the neighbours of this point look odd too.
    """
    curve = _Remaining(points)
    odd = [entry for place in range(len(points)) for entry in curve.odd(place)]
    heapify(odd)
    dropped: list[Point] = []
    while odd:
        entry = heappop(odd)
        place = -entry[1]
        if entry in curve.odd(place):  # the point is still on the curve, and as odd as before
            dropped.append(points[place])
            for neighbour in curve.drop(place):
                for changed in curve.odd(neighbour):
                    heappush(odd, changed)
    return sorted(dropped)


class _Remaining:
    """A curve that drops points. Each point knows its remaining neighbours."""

    def __init__(self, points: Sequence[Point]) -> None:
        least = Decimal("1e-9")
        self._times = [max(time, least) for _, time in points]
        self._sides = [(place - 1, place + 1) for place in range(len(points))]
        self._there = [True] * len(points)

    def odd(self, place: int) -> list[tuple[Decimal, int]]:
        """Returns the negative error and negative index of an odd point, or [] for other points."""
        before, behind = self._sides[place]
        if not self._there[place] or before < 0 or behind >= len(self._times):
            return []
        time = self._times[place]
        low, high = sorted((self._times[before], self._times[behind]))
        if time * 4 >= low * 3 and high * 4 >= time * 3:
            return []
        return [(-max(low / time, time / high), -place)]

    def drop(self, place: int) -> tuple[int, int]:
        """Drops a point. Returns its two neighbours, which are now adjacent."""
        self._there[place] = False
        before, behind = self._sides[place]
        self._sides[before] = (self._sides[before][0], behind)
        self._sides[behind] = (before, self._sides[behind][1])
        return before, behind
