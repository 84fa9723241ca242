"""The seek curve of DiskSim's seek type `extracted`: a file of distances and times.

    Seek distances measured: 64
    1,      1.264421800
    2,      1.469684100, 0.02

The first line may be left out, and so may the third column, the standard deviation.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from headstack.disksim.ledger import Ledger
from headstack.disksim.values import Place
from headstack.errors import ConfigError

Point = tuple[int, Decimal]
"""Distance in cylinders, time in ms."""

_COUNT = re.compile(r"\s*Seek distances measured:\s*(\d+)\s*", re.ASCII)
_POINT = re.compile(r"\s*(\d{1,9})\s*,\s*(\d+\.?\d*|\.\d+)\s*(?:,.*)?", re.ASCII)
_KEY = "Full seek curve"


def read(file: Path, ledger: Ledger) -> list[Point]:
    """The points of a seek file by rising distance; what is wrong with it goes to the ledger.

    Raises:
        ConfigError: the file cannot be read.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise ConfigError(f"seek file {file}: {error.strerror or error}") from error
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
        return  # to stay where one is; DiskSim never looks it up
    if distance in found:
        ledger.fail(place, _KEY, f"the distance {distance} stands there already")
    elif found and distance < max(found):
        ledger.fail(place, _KEY, f"the distance {distance} comes after {max(found)}")
    else:
        found[distance] = time


def senseless(points: Sequence[Point]) -> list[Point]:
    """Points far off both their neighbours, which a drive file has to leave out.

    The rule is that of `seek.points`: less than 3/4 of both neighbours, or both of them less than
    3/4 of it. Whoever is furthest off goes first, since it makes its neighbours look odd as well.
    """
    left = list(points)
    dropped: list[Point] = []
    while True:
        odd = [
            (max(low / time, time / high), place)
            for place in range(1, len(left) - 1)
            for time, low, high in [_with_neighbours(left, place)]
            if time * 4 < low * 3 or high * 4 < time * 3
        ]
        if not odd:
            return sorted(dropped)
        dropped.append(left.pop(max(odd)[1]))


def _with_neighbours(points: Sequence[Point], place: int) -> tuple[Decimal, Decimal, Decimal]:
    """A point's time, and those of its neighbours, the shorter first; none is 0."""
    least = Decimal("1e-9")
    low, high = sorted(max(points[place + step][1], least) for step in (-1, 1))
    return max(points[place][1], least), low, high
