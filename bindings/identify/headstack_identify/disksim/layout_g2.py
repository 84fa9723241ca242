"""Reads the tracks of DiskSim's `dm_layout_g2`: a map of all blocks in a file of its own.

    two lines of text
    1200 cylinders, 10000 rot, 4 heads
    lbn 0 --> cyl 0, head 0, sect 0, seqcnt 299
    lbn 300 --> cyl 0, head 1, sect 0, seqcnt 299
    Defect at cyl 0, head 1, sect 17

A line of the map has 300 blocks here: with the word `seqcnt`, the number is one less.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from headstack_identify.disksim import zone
from headstack_identify.disksim.ledger import Ledger, Params
from headstack_identify.disksim.tokens import MOST_BYTES, find, read_text
from headstack_identify.disksim.track_runs import Run
from headstack_identify.disksim.values import Block, Place, Value

KIND = "dm_layout_g2"
MAP = "Layout Map File"
ZONES = "Zones"
SKEW = "Zone Skew"
FIRST_BLOCK = "First LBN"
LAST_BLOCK = "Last LBN"

_HEAD = re.compile(r"\s*(\d+) cylinders, *-?\d+ rot, *(\d+) heads\s*", re.ASCII)
_LINE = re.compile(
    r"\s*lbn (\d{1,12}) --> cyl (\d{1,9}), *head (\d{1,9}), *sect (\d{1,9}), *(\w+) (\d{1,9})\s*",
    re.ASCII,
)
_DEFECT = re.compile(r"\s*Defect at cyl \d+, *head \d+, *sect \d+\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Zone:
    """A zone of the parameter file. Angles are in revolutions."""

    params: Params
    first: int
    last: int
    sectors: int
    start: Fraction
    track_skew: Fraction
    cylinder_skew: Fraction


@dataclass(frozen=True, slots=True)
class _Extent:
    """Blocks that lie on consecutive sectors of a track."""

    block: int
    cylinder: int
    head: int
    sector: int
    count: int
    place: Place

    @property
    def track(self) -> tuple[int, int]:
        """Cylinder and head."""
        return self.cylinder, self.head

    @property
    def end(self) -> int:
        """The sector after the last one."""
        return self.sector + self.count


def runs(params: Params, heads: int) -> list[Run]:
    """Returns all tracks in the order of their blocks. Returns `[]` and notes any problem."""
    zones = _zones(params)
    extents = _extents(params, heads)
    if not zones or not extents:
        return []
    before = len(params.ledger.problems)
    found = list(_runs(params, zones, _tracks(extents)))
    return found if len(params.ledger.problems) == before else []


def source(params: Params, key: str, cylinder: int) -> str:
    """Returns the source of a key of the zone with a cylinder."""
    names = {
        "cylinders": (zone.FIRST, zone.LAST),
        "sectors_per_track": (zone.SECTORS,),
        "phase": (SKEW, zone.UNITS),
        "track_skew": (zone.TRACK_SKEW,),
        "cylinder_skew": (zone.CYLINDER_SKEW,),
    }.get(key)
    if names is None:
        return params.source(MAP)
    value = params.block.params[ZONES].value
    zones = value if isinstance(value, tuple) else (value,)
    block = zones[bisect_left(zones, cylinder, key=_last)]
    known = params.ledger.of(block).source(*names) if isinstance(block, Block) else ""
    return known or "DiskSim's default"


def _last(value: Value) -> int:
    """Returns the last cylinder of a zone that has been read."""
    last = value.params[zone.LAST].value if isinstance(value, Block) else 0
    return last if isinstance(last, int) else 0


# ---- The zones of the parameter file


def _zones(params: Params) -> list[_Zone]:
    units = params.param(zone.UNITS)
    unit = "sectors" if units is None else str(units.value)
    all_of_them = [_zone(inner, unit) for inner in params.inners(ZONES)]
    return [one for one in all_of_them if one is not None] if all(all_of_them) else []


def _zone(params: Params, units: str) -> _Zone | None:
    before = len(params.ledger.problems)
    first, last = (
        params.whole(name, 0, zone.MOST_CYLINDERS - 1) for name in (zone.FIRST, zone.LAST)
    )
    sectors = params.whole(zone.SECTORS, 1, zone.MOST_SECTORS)
    for name in (FIRST_BLOCK, LAST_BLOCK):
        params.whole(name, 0, 2**63)
    own = params.param(zone.UNITS)
    unit = units if own is None else str(own.value)
    if unit not in ("sectors", "revolutions"):
        text = f"{unit} is neither sectors nor revolutions"
        params.ledger.fail(params.place(zone.UNITS), zone.UNITS, text)
    angles = [
        Fraction(0) if params.param(name) is None else Fraction(params.number(name) or 0)
        for name in (SKEW, zone.TRACK_SKEW, zone.CYLINDER_SKEW)
    ]
    if len(params.ledger.problems) > before:
        return None
    if first is None or last is None or sectors is None:
        return None  # the file with the zone is missing, and the ledger already has this problem
    turn = 1 if unit == "revolutions" else sectors
    return _Zone(params, first, last, sectors, *(angle / turn % 1 for angle in angles))


# ---- The map


def _extents(params: Params, heads: int) -> list[_Extent]:
    """Returns the lines of the map by rising block. Returns `[]` and notes any problem."""
    param = params.needed(MAP)
    if param is None:
        return []
    file = find(str(param.value), param.place)
    if file is None:
        params.ledger.fail(param.place, MAP, f"there is no file {param.value}")
        return []
    lines = read_text(file, MOST_BYTES, f"more than {MOST_BYTES:,} bytes of a map").splitlines()
    found: list[_Extent] = []
    head = _HEAD.fullmatch(lines[2]) if len(lines) > 2 else None
    if head is None:
        text = "the third line is not like `1200 cylinders, 10000 rot, 4 heads`"
        params.ledger.fail(Place(str(file), min(3, len(lines) + 1)), MAP, text)
        return []
    for number, line in enumerate(lines[3:], 4):
        match = _LINE.fullmatch(line)
        place = Place(str(file), number)
        if match is not None:
            extent = _extent(match, place)
            if not _sensible(extent, found, heads, params.ledger):
                return []
            found.append(extent)
        elif line.strip() and _DEFECT.fullmatch(line) is None:
            text = f"{line.strip()[:40]!r} is neither a line of the map nor a defect"
            params.ledger.fail(place, MAP, text)
            return []
    if not found:
        params.ledger.fail(Place(str(file), 4), MAP, "the map has no block")
    return found


def _extent(match: re.Match[str], place: Place) -> _Extent:
    block, cylinder, head, sector = (int(match[field]) for field in range(1, 5))
    count = int(match[6]) + (match[5] == "seqcnt")
    return _Extent(block, cylinder, head, sector, count, place)


def _sensible(extent: _Extent, before: Sequence[_Extent], heads: int, ledger: Ledger) -> bool:
    """Whether an extent has blocks that follow the blocks before it. Notes a problem if not."""
    wanted = before[-1].block + before[-1].count if before else 0
    if extent.block != wanted:
        ledger.fail(extent.place, MAP, f"begins at block {extent.block}; block {wanted} is wanted")
    elif extent.count < 1:
        ledger.fail(extent.place, MAP, "has no block")
    elif extent.head >= heads:
        ledger.fail(extent.place, MAP, f"there is no head {extent.head}")
    else:
        return True
    return False


def _tracks(extents: Sequence[_Extent]) -> Iterator[tuple[list[_Extent], list[_Extent]]]:
    """Yields the extents of each track, and the extents that lie elsewhere instead.

    An extent lies elsewhere if it lies on another track, between two extents of one track that
    leave as many sectors free as the extent has blocks.
    """
    place = 0
    while place < len(extents):
        there, elsewhere = [extents[place]], []
        place += 1
        while place < len(extents):
            here, last = extents[place], there[-1]
            after = extents[place + 1] if place + 1 < len(extents) else None
            if here.track == last.track and here.sector >= last.end:
                there.append(here)
                place += 1
            elif (
                after is not None
                and here.track != last.track == after.track
                and after.sector - last.end == here.count
            ):
                moved = replace(here, cylinder=last.cylinder, head=last.head, sector=last.end)
                elsewhere.append(moved)
                there += [moved, after]
                place += 2
            else:
                break
        yield there, elsewhere


def _runs(
    params: Params,
    zones: Sequence[_Zone],
    tracks: Iterator[tuple[list[_Extent], list[_Extent]]],
) -> Iterator[Run]:
    """Yields the tracks. Each switch of the head or the cylinder adds a skew of the zone."""
    number = -1
    angle = Fraction(0)
    before: _Extent | None = None
    seen: set[tuple[int, int]] = set()
    for there, elsewhere in tracks:
        first = there[0]
        while number + 1 < len(zones) and zones[number + 1].first <= first.cylinder:
            number += 1
            angle, before = zones[number].start, None
        one = zones[max(number, 0)]
        if not one.first <= first.cylinder <= one.last:
            params.ledger.fail(first.place, MAP, f"cylinder {first.cylinder} lies in no zone")
        elif there[-1].end > one.sectors:
            text = f"reaches sector {there[-1].end - 1}; the zone's last is {one.sectors - 1}"
            params.ledger.fail(first.place, MAP, text)
        elif first.track in seen:
            text = f"cylinder {first.cylinder}, head {first.head} has earlier blocks already"
            params.ledger.fail(first.place, MAP, text)
        else:
            seen.add(first.track)
            if before is not None:
                same = before.cylinder == first.cylinder
                angle += one.track_skew if same else one.cylinder_skew
            before = first
            yield _run(there, elsewhere, one.sectors, angle % 1)
            continue
        return


def _run(
    there: Sequence[_Extent], elsewhere: Sequence[_Extent], sectors: int, angle: Fraction
) -> Run:
    skipped: list[int] = []
    end = 0
    for extent in there:
        skipped += range(end, extent.sector)
        end = extent.end
    moved = [sector for extent in elsewhere for sector in range(extent.sector, extent.end)]
    return Run(
        head=there[0].head,
        cylinder=there[0].cylinder,
        step=1,
        tracks=1,
        sectors=sectors,
        blocks=end,
        angle=angle,
        declared=True,
        skipped={0: skipped} if skipped else {},
        moved={0: moved} if moved else {},
    )
