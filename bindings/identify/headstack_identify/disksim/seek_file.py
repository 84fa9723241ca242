"""Reads the seek curve of DiskSim's seek type `extracted`: a file of distances and times.

    Seek distances measured: 64
    1,      1.264421800
    2,      1.469684100, 0.02

The first line is optional. So is the third column, the standard deviation.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from heapq import heapify, heappop, heappush
from pathlib import Path

from headstack.errors import ConfigError
from headstack_identify.disksim.ledger import Ledger
from headstack_identify.disksim.tokens import MOST_BYTES, read_text
from headstack_identify.disksim.values import Place

Point = tuple[int, Decimal]
"""Distance in cylinders, time in ms."""

_COUNT = re.compile(r"\s*Seek distances measured:\s*(\d+)\s*", re.ASCII)
_POINT = re.compile(r"\s*(\d{1,9})\s*,\s*(\d+\.?\d*|\.\d+)\s*(?:,.*)?", re.ASCII)
_KEY = "Full seek curve"

MOST_LINES = 10_000
"""Limit of lines in a seek curve. DiskSim's own curves have about a hundred."""


def read(file: Path, ledger: Ledger) -> list[Point]:
    """Returns the points of a seek file by rising distance. Notes its errors in the ledger.

    Raises:
        ConfigError: the file cannot be read, or is too large.
    """
    too_much = f"more than {MOST_BYTES:,} bytes of a seek curve"
    lines = read_text(file, MOST_BYTES, too_much).splitlines()
    if len(lines) > MOST_LINES:
        raise ConfigError(f"DiskSim file {file}: more than {MOST_LINES:,} lines of a seek curve")
    found: dict[int, Decimal] = {}
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
        else:
            _add(int(point[1]), Decimal(point[2]), found, place, ledger)
    if not found:
        ledger.fail(Place(str(file), 1), _KEY, "the file has no point")
    elif promised is not None and promised != len(found):
        text = f"the first line promises {promised} distances, and there are {len(found)}"
        ledger.fail(Place(str(file), 1), _KEY, text)
    return sorted(found.items())


def _add(
    distance: int, time: Decimal, found: dict[int, Decimal], place: Place, ledger: Ledger
) -> None:
    if distance == 0:
        return  # DiskSim never looks up a seek over no distance
    if distance in found:
        ledger.fail(place, _KEY, f"the distance {distance} stands there already")
    elif found and distance < (last := next(reversed(found))):
        ledger.fail(place, _KEY, f"the distance {distance} comes after {last}")
    else:
        found[distance] = time


def senseless(points: Sequence[Point]) -> list[Point]:
    """Returns the points that are far off both neighbours. A drive file must omit such points.

    A point is far off by the rule of `seek.points`: the point is less than 3/4 of both neighbours,
    or both neighbours are less than 3/4 of the point. The function removes the point that is
    farthest off first, because the neighbours of this point look odd too.
    """
    curve = _Curve(points)
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


class _Curve:
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
