"""Reads the tracks of DiskSim's `dm_layout_g4`: a tree of repeated pieces (docs/reference).

- `TP` has three numbers for each kind of track: first and last sector with blocks, sectors.
- `IDX` has lists of entries. An entry repeats a track or another list. The last list is the root.
- `Slips` has pairs: a place in the order of the sectors, and the number of sectors to skip there.
- `Remaps` has blocks that lie elsewhere.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate

from headstack_identify.disksim import zone
from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.track_runs import NoZonesError, Run
from headstack_identify.disksim.values import Value, shown

KIND = "dm_layout_g4"
TRACKS = "TP"
TREE = "IDX"
SLIPS = "Slips"
REMAPS = "Remaps"

MOST_RUNS = 1_000_000
"""Limit of runs and of repetitions in a tree."""

MOST_APART = 1_000_000
"""Limit of slipped sectors, and of blocks that lie elsewhere."""

_DEEPEST = 32
_KINDS = ("TRACK", "IDX")


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a list of the tree, with DiskSim's names. Numbers are relative to the parent."""

    name: str
    lbn: int
    cyl: int
    off: Fraction
    len: int
    cyllen: int
    alen: Fraction
    runlen: int
    cylrunlen: int
    child: int
    head: int | None

    @property
    def step(self) -> int:
        """Cylinders from an instance to the next."""
        return self.cyllen if self.cylrunlen >= 0 else -self.cyllen


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A kind of track: first and last sector with a block, and the number of sectors."""

    low: int
    high: int
    sectors: int


def runs(params: Params, heads: int) -> list[Run]:
    """Returns all tracks in the order of their blocks. Returns `[]` and notes any problem."""
    try:
        patterns = _patterns(_numbers(params, TRACKS, 3))
    except NoZonesError as error:
        params.ledger.fail(params.place(TRACKS), TRACKS, str(error))
        return []
    try:
        tree = _tree(params)
        if not patterns or not tree:
            return []
        placed = _in_order(_Expansion(patterns, tree, heads).runs())
    except NoZonesError as error:
        params.ledger.fail(params.place(TREE), TREE, str(error))
        return []
    return _without_slips(params, placed)


def source(params: Params, key: str, _: int) -> str:
    """Returns the source of a key of a zone. The long lists are left out."""
    name = {
        "sectors_per_track": TRACKS,
        "slipped_sectors": SLIPS,
        "reallocated_sectors": REMAPS,
    }.get(key, TREE)
    return params.source(name).partition(" = ")[0]


# ---- The parameters


def _numbers(params: Params, name: str, fields: int) -> list[tuple[int, ...]]:
    """Returns a list of whole numbers in groups of `fields`. Returns `[]` and notes any problem."""
    param = params.needed(name)
    if param is None:
        return []
    items = param.value if isinstance(param.value, tuple) else (param.value,)
    wrong = [one for one in items if not isinstance(one, int)]
    if wrong:
        params.ledger.fail(param.place, name, f"has {shown(wrong[0])}; whole numbers are wanted")
        return []
    if len(items) % fields:
        text = f"{len(items)} numbers do not make groups of {fields}"
        params.ledger.fail(param.place, name, text)
        return []
    whole = [one for one in items if isinstance(one, int)]
    return [tuple(whole[at : at + fields]) for at in range(0, len(whole), fields)]


def _patterns(rows: Sequence[tuple[int, ...]]) -> list[_Pattern]:
    for number, (low, high, sectors) in enumerate(rows):
        if not 0 <= low <= high < sectors <= zone.MOST_SECTORS:
            raise NoZonesError(
                f"track {number} of {TRACKS} has blocks on sectors {low} to {high} of {sectors}"
            )
    return [_Pattern(*row) for row in rows]


def _tree(params: Params) -> list[list[_Entry]]:
    param = params.needed(TREE)
    if param is None:
        return []
    lists = param.value if isinstance(param.value, tuple) else (param.value,)
    if not lists:
        raise NoZonesError("has no list of entries")
    return [_entries(number, one) for number, one in enumerate(lists)]


def _entries(number: int, value: Value) -> list[_Entry]:
    if not isinstance(value, tuple):
        raise NoZonesError(f"{shown(value)} is no list of entries")
    found: list[_Entry] = []
    begin = 0
    while begin < len(value):
        name = f"entry {len(found)} of list {number}"
        fields = 11 if value[begin + 8 : begin + 9] == ("TRACK",) else 10
        found.append(_entry(name, value[begin : begin + fields], fields))
        begin += fields
    return found


def _entry(name: str, values: Sequence[Value], fields: int) -> _Entry:
    if len(values) < fields:
        raise NoZonesError(f"{name} has {len(values)} values; 10 are wanted, or 11 for a TRACK")
    if values[8] not in _KINDS:
        raise NoZonesError(f"{name}: {shown(values[8])} is neither IDX nor TRACK")
    numbers = []
    for place, value in enumerate(values):
        if place == 8:
            continue
        angle = place in (2, 5)
        if not isinstance(value, (int, Decimal) if angle else int):
            what = "number" if angle else "whole number"
            raise NoZonesError(f"{name}: {shown(value)} is no {what}")
        if angle and abs(Decimal(str(value))) > 1000:
            raise NoZonesError(f"{name}: {shown(value)} is no angle in revolutions")
        numbers.append(value)
    lbn, cyl, off, length, cyllen, alen, runlen, cylrunlen, child, *head = numbers
    found = _Entry(
        name,
        int(lbn),
        int(cyl),
        Fraction(off),
        int(length),
        int(cyllen),
        Fraction(alen),
        int(runlen),
        int(cylrunlen),
        int(child),
        int(head[0]) if head else None,
    )
    if found.lbn < 0 or found.len < 1 or found.runlen < 1:
        text = f"lbn {found.lbn}, len {found.len}, runlen {found.runlen}"
        raise NoZonesError(f"{name} has {text}; at least 0, 1 and 1 are wanted")
    return found


# ---- The tree


@dataclass(frozen=True, slots=True)
class _Placed:
    """A run with the place of its first sector in the order of the blocks, before any slips."""

    place: int
    run: Run
    name: str


class _Expansion:
    """Finds all runs of a tree."""

    def __init__(
        self, patterns: Sequence[_Pattern], tree: Sequence[Sequence[_Entry]], heads: int
    ) -> None:
        self._patterns = patterns
        self._tree = tree
        self._heads = heads
        self._steps = 0

    def runs(self) -> list[_Placed]:
        root = self._tree[-1]
        if not root:
            raise NoZonesError("the last list, the root, has no entry")
        end = max(entry.lbn + entry.runlen for entry in root)
        return list(self._list(len(self._tree) - 1, _Origin(0, 0, Fraction(0), end), 0))

    def _list(self, number: int, origin: "_Origin", depth: int) -> Iterator[_Placed]:
        if depth > _DEEPEST:
            raise NoZonesError(f"more than {_DEEPEST} lists within each other")
        for entry in self._tree[number]:
            self._count()
            length = min(entry.runlen, origin.length - entry.lbn)
            if length <= 0:
                continue
            if entry.head is not None:
                yield from self._tracks(entry, origin.of(entry, 0, length), length)
                continue
            if not 0 <= entry.child < len(self._tree):
                raise NoZonesError(f"{entry.name}: there is no list {entry.child}")
            for instance in range(-(-length // entry.len)):
                self._count()
                inside = min(entry.len, length - instance * entry.len)
                yield from self._list(entry.child, origin.of(entry, instance, inside), depth + 1)

    def _tracks(self, entry: _Entry, origin: "_Origin", length: int) -> Iterator[_Placed]:
        if not 0 <= entry.child < len(self._patterns):
            raise NoZonesError(f"{entry.name}: there is no track {entry.child}")
        pattern = self._patterns[entry.child]
        blocks = pattern.high - pattern.low + 1
        if entry.len > blocks:
            raise NoZonesError(
                f"{entry.name}: len is {entry.len}, and its track has {blocks} blocks"
            )
        for instance, tracks, held in _parts(entry, length):
            self._count()
            run = Run(
                head=entry.head or 0,
                cylinder=origin.cylinder + instance * entry.step,
                step=1 if entry.step > 0 else -1,
                tracks=tracks,
                sectors=pattern.sectors,
                blocks=held,
                angle=(origin.angle + instance * entry.alen) % 1,
                turn=entry.alen % 1,
            )
            self._check(entry, run)
            yield _Placed(origin.place + instance * entry.len, run, entry.name)

    def _check(self, entry: _Entry, run: Run) -> None:
        if not 0 <= run.head < self._heads:
            raise NoZonesError(f"{entry.name}: there is no head {run.head}")
        if min(run.cylinder, run.last) < 0 or max(run.cylinder, run.last) >= zone.MOST_CYLINDERS:
            raise NoZonesError(
                f"{entry.name} reaches from cylinder {run.cylinder} to {run.last}; 0 to "
                f"{zone.MOST_CYLINDERS - 1} are possible"
            )

    def _count(self) -> None:
        self._steps += 1
        if self._steps > MOST_RUNS:
            raise NoZonesError(f"the tree makes more than {MOST_RUNS:,} pieces")


def _parts(entry: _Entry, length: int) -> Iterator[tuple[int, int, int]]:
    """Yields first instance, number of tracks and blocks per track of each run of an entry."""
    whole, rest = divmod(length, entry.len)
    together = whole if abs(entry.step) == 1 else 1
    for instance in range(0, whole, together or 1):
        yield instance, together, entry.len
    if rest:
        yield whole, 1, rest


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where an instance of a list begins: place in the order, cylinder, angle. Its blocks."""

    place: int
    cylinder: int
    angle: Fraction
    length: int

    def of(self, entry: _Entry, instance: int, length: int) -> "_Origin":
        """Returns the origin of an instance of an entry."""
        return _Origin(
            self.place + entry.lbn + instance * entry.len,
            self.cylinder + entry.cyl + instance * entry.step,
            self.angle + entry.off + instance * entry.alen,
            length,
        )


def _in_order(placed: list[_Placed]) -> list[_Placed]:
    """Sorts runs by the order of their blocks, and checks that no block is missing or doubled."""
    placed.sort(key=lambda one: one.place)
    end = 0
    for one in placed:
        if one.place != end:
            what = "no entry has" if one.place > end else "two entries have"
            raise NoZonesError(
                f"{what} block {min(one.place, end)}: {one.name} begins at {one.place}"
            )
        end += one.run.tracks * one.run.blocks
    return placed


# ---- Slips and remaps


def _without_slips(params: Params, placed: Sequence[_Placed]) -> list[Run]:
    """Returns the runs with the sectors that slips skip, and the blocks that lie elsewhere."""
    end = placed[-1].place + placed[-1].run.tracks * placed[-1].run.blocks
    slips = _skipped(params, end)
    places = [one.place for one in placed]
    skipped: dict[int, dict[int, list[int]]] = {}
    moved: dict[int, dict[int, list[int]]] = {}
    for begin, count in slips:
        for place in range(begin, begin + count):
            _note(skipped, placed, places, place)
    before = [0, *accumulate(count for _, count in slips)]
    limits = [begin - pushed for (begin, _), pushed in zip(slips, before, strict=False)]
    for lbn, count in _moved(params):
        for block in range(lbn, lbn + count):
            place = block + before[bisect_right(limits, block)]
            if place < end:
                _note(moved, placed, places, place)
    return [
        replace(one.run, skipped=skipped.get(number, {}), moved=moved.get(number, {}))
        for number, one in enumerate(placed)
    ]


def _note(
    into: dict[int, dict[int, list[int]]],
    placed: Sequence[_Placed],
    places: Sequence[int],
    place: int,
) -> None:
    """Notes the sector at a place by the number of its run and its track."""
    number = bisect_right(places, place) - 1
    track, sector = divmod(place - places[number], placed[number].run.blocks)
    into.setdefault(number, {}).setdefault(track, []).append(sector)


def _skipped(params: Params, end: int) -> list[tuple[int, int]]:
    """Returns the places that hold no block: first place and count, in rising order."""
    found: list[tuple[int, int]] = []
    after = last = total = 0
    for offset, count in _numbers(params, SLIPS, 2):
        if offset < last or count < 1:
            text = f"the slip at {offset} by {count} does not push later blocks on"
            params.ledger.fail(params.place(SLIPS), SLIPS, text)
            return []
        begin = max(offset, after)
        total += count
        if begin + count > end or total > MOST_APART:
            text = f"the slip at {offset} by {count} lies past the last sector, {end - 1}"
            if total > MOST_APART:
                text = f"more than {MOST_APART:,} sectors are slipped"
            params.ledger.fail(params.place(SLIPS), SLIPS, text)
            return []
        found.append((begin, count))
        last, after = offset, begin + count
    return found


def _moved(params: Params) -> list[tuple[int, int]]:
    """Returns blocks that lie elsewhere: first block and count."""
    found = []
    total = 0
    for lbn, count, *_ in _numbers(params, REMAPS, 6):
        total += count
        if lbn < 0 or count < 1 or total > MOST_APART:
            text = f"{count} blocks from {lbn} on cannot lie elsewhere"
            params.ledger.fail(params.place(REMAPS), REMAPS, text)
            return []
        found.append((lbn, count))
    return found
