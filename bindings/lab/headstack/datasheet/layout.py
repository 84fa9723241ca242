"""Surfaces, cylinders and zones of a drive with a capacity and rates."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from headstack import checks
from headstack.datasheet.capacity import Capacity
from headstack.datasheet.marked import Line, Section, decimal, toml
from headstack.datasheet.rules import Source
from headstack.datasheet.sheet import DataSheet, Quantity

MOST_CYLINDERS: Final = 2**20
MOST_SECTORS: Final = 65_535  # of a track
LEAST_CYLINDERS: Final = 16
_LEAST_OF_A_ZONE: Final = 8  # cylinders
_WHOLE: Final = 0.01  # greatest change of a rate by rounding to whole sectors


@dataclass(frozen=True)
class Zone:
    """Cylinders whose tracks have equally many sectors.

    Attributes:
        first: number of its outermost cylinder.
        last: number of its innermost cylinder.
        sectors: sectors of a track.
    """

    first: int
    last: int
    sectors: int


@dataclass(frozen=True)
class Skews:
    """Angles by which tracks begin later, in thousandths of a revolution.

    Attributes:
        track: skew between the tracks of a cylinder.
        cylinder: skew between two cylinders.
    """

    track: int
    cylinder: int

    def mean(self, surfaces: int) -> float:
        """Returns the mean skew of a track's end, in revolutions."""
        return ((surfaces - 1) * self.track + self.cylinder) / surfaces / 1000


@dataclass(frozen=True)
class Layout:
    """The places of a drive's blocks.

    Attributes:
        surfaces: number of surfaces, and its mark.
        zones: the zones, from the outermost.
        skews: the skews of all zones.
        shape: marks of the zones' number and of the innermost tracks.
    """

    surfaces: tuple[int, str]
    zones: tuple[Zone, ...]
    skews: Skews
    shape: tuple[str, str]

    @property
    def cylinders(self) -> int:
        """Number of cylinders."""
        return self.zones[-1].last + 1

    @property
    def sectors(self) -> tuple[int, int]:
        """Sectors of an outermost and of an innermost track."""
        return self.zones[0].sectors, self.zones[-1].sectors


def layout_of(sheet: DataSheet, capacity: Capacity, source: Source) -> Layout:
    """Returns the layout of a sheet.

    Raises:
        ConfigError: tracks, cylinders or zones that no drive of headstack can have.
    """
    skews = skews_of(sheet, source)
    inner = source.inner_share
    surfaces = (sheet.surfaces, "given") if sheet.surfaces else None
    if surfaces is None:  # the skews of a track and of a cylinder differ little
        guess = skews.mean(2)
        most = sectors_of(sheet, float(sheet.rate_outer.number), guess, capacity.sector)
        share = inner[0] if sheet.rate_inner is None else _ratio(sheet)
        tracks = capacity.blocks / (most * (1 + share) / 2)
        surfaces = source.surfaces(tracks, most * capacity.sector)
    skew = skews.mean(surfaces[0])
    outer = _whole_sectors(sheet, "rate_outer", skew, capacity)
    least, inner_mark = max(1, round(outer * inner[0])), inner[1]
    if sheet.rate_inner is not None:
        least = _whole_sectors(sheet, "rate_inner", skew, capacity)
        inner_mark = f"derived: from {sheet.rate_inner.text}, as the outermost"
    blocks = capacity.of_physical  # a track has whole physical sectors
    zones = tuple(
        Zone(zone.first, zone.last, zone.sectors * blocks)
        for zone in zones_of(
            capacity.blocks // blocks, surfaces[0], (outer, least), source.zones[0]
        )
    )
    _check_cylinders(sheet, zones, surfaces[0], outer * blocks)
    return Layout(surfaces, zones, skews, (source.zones[1], inner_mark))


def skews_of(sheet: DataSheet, source: Source) -> Skews:
    """Returns the skews that a head switch and the shortest seek need, before a write too."""
    settle = max(0.0, source.write_settle[0])
    switch = source.head_switch(sheet)[0]
    seek = max(switch, float(sheet.seek_track.number))
    revolution = float(sheet.revolution_ms)
    track, cylinder = (
        ceil(round(1000 * (time + settle) / revolution, 6)) for time in (switch, seek)
    )
    if max(track, cylinder) >= 1000:
        raise checks.wrong(
            "seek_track",
            f" is {sheet.seek_track.text}; with {decimal(settle)} ms to settle it must be less "
            f"than a revolution, {revolution:.6g} ms",
        )
    return Skews(track, cylinder)


def sectors_of(sheet: DataSheet, rate: float, skew: float, sector: int) -> float:
    """Returns the sectors of a track: a track and its skew pass at `rate` bytes a second."""
    return rate * float(sheet.revolution_ms) / 1000 * (1 + skew) / sector


def zones_of(blocks: int, surfaces: int, sectors: tuple[int, int], count: int) -> tuple[Zone, ...]:
    """Returns equal zones on the fewest cylinders that hold the blocks.

    The last zone may have some cylinders fewer, so that the last cylinder has a block.

    Args:
        blocks: number of blocks.
        surfaces: number of surfaces.
        sectors: sectors of an outermost and of an innermost track.
        count: number of zones, if there are cylinders and steps for so many.
    """
    outer, inner = sectors
    while True:
        step = (outer - inner) / max(1, count - 1)
        tracks = [round(outer - step * zone) for zone in range(count)]
        cylinders = _fewest(blocks, surfaces, tracks)
        room = max(1, min(count, outer - inner + 1, cylinders // _LEAST_OF_A_ZONE))
        if room == count:
            break
        count = room
    found, left = [], blocks
    for zone, number in enumerate(tracks):
        first, end = (cylinders * at // count for at in (zone, zone + 1))
        last = min(end, first + ceil(left / (surfaces * number))) - 1
        if left > 0:
            found.append(Zone(first, last, number))
        left -= surfaces * number * (end - first)
    return tuple(found)


def _fewest(blocks: int, surfaces: int, tracks: list[int]) -> int:
    """Returns the fewest cylinders, in equal zones, that hold the blocks."""

    def room(cylinders: int) -> int:
        begins = [cylinders * zone // len(tracks) for zone in range(len(tracks) + 1)]
        return surfaces * sum(
            (end - begin) * number
            for begin, end, number in zip(begins, begins[1:], tracks, strict=False)
        )

    low, high = 0, 1
    while room(high) < blocks:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if room(middle) < blocks else (low, middle)
    return high


def _ratio(sheet: DataSheet) -> float:
    assert sheet.rate_inner is not None
    return float(sheet.rate_inner.number / sheet.rate_outer.number)


def _whole_sectors(sheet: DataSheet, name: str, skew: float, capacity: Capacity) -> int:
    """Returns the physical sectors of a track for a rate of the sheet, by the name of the rate."""
    rate: Quantity = getattr(sheet, name)
    sector = capacity.sector * capacity.of_physical
    exact = sectors_of(sheet, float(rate.number), skew, sector)
    whole = round(exact)
    if whole * capacity.of_physical > MOST_SECTORS:
        raise checks.wrong(
            name,
            f" is {rate.text}: a track has {whole * capacity.of_physical:,} sectors of "
            f"{capacity.sector} bytes; the most is {MOST_SECTORS:,}",
        )
    if abs(whole - exact) > _WHOLE * exact:
        option = "--sector" if capacity.of_physical == 1 else "--physical-sector"
        raise checks.wrong(
            name,
            f" is {rate.text}: a track has {exact:.3g} sectors of {sector} bytes, and whole "
            f"sectors change the rate by more than {_WHOLE:.0%}; give a smaller {option}",
        )
    return whole


def _check_cylinders(sheet: DataSheet, zones: tuple[Zone, ...], surfaces: int, outer: int) -> None:
    cylinders = zones[-1].last + 1
    on = f"{surfaces} surface{'' if surfaces == 1 else 's'}"
    what = f"{sheet.capacity.text} on {on} with up to {outer:,} sectors a track"
    if cylinders > MOST_CYLINDERS:
        raise checks.wrong(
            "surfaces",
            f": {what} needs {cylinders:,} cylinders; the most is {MOST_CYLINDERS:,}. Give more "
            "surfaces, or a higher outer rate",
        )
    if cylinders < LEAST_CYLINDERS:
        raise checks.wrong(
            "rate_outer",
            f" is too high for the capacity: {what} is {cylinders} cylinders; the least is "
            f"{LEAST_CYLINDERS}. Give a lower rate, or fewer surfaces",
        )


def sections(sheet: DataSheet, capacity: Capacity, layout: Layout) -> list[Section]:
    """Returns the tables of the layout."""
    revolution = decimal(round(float(sheet.revolution_ms), 6))
    physical = capacity.sector * capacity.of_physical
    mark = capacity.physical_mark
    of_physical = () if mark is None else (Line("bytes_per_physical_sector", str(physical), mark),)
    head = Section(
        "layout",
        (
            Line("surfaces", str(layout.surfaces[0]), layout.surfaces[1]),
            Line("cylinders", str(layout.cylinders), "derived: the fewest that hold the blocks"),
            Line("bytes_per_sector", str(capacity.sector), capacity.sector_mark),
            *of_physical,
            Line("blocks", str(capacity.blocks), capacity.blocks_mark),
        ),
    )
    mean = decimal(round(layout.skews.mean(layout.surfaces[0]), 6))
    outermost = (
        f"derived: {sheet.rate_outer.text} * {revolution} ms * (1 + {mean}) / sector, rounded"
    )
    skews = (
        Line("track_skew", _angle(layout.skews.track), "derived: head switch + write settle"),
        Line("cylinder_skew", _angle(layout.skews.cylinder), "derived: seek_track + write settle"),
    )
    found = [head]
    for number, zone in enumerate(layout.zones):
        mark = "derived: in equal steps from the outermost to the innermost"
        if number == len(layout.zones) - 1:
            mark = layout.shape[1]
        if number == 0:
            mark = outermost
        cylinders = Line("cylinders", toml([zone.first, zone.last]), layout.shape[0])
        sectors = Line("sectors_per_track", str(zone.sectors), mark)
        found.append(Section("layout.zone", (cylinders, sectors, *skews), is_list=True))
    return found


def _angle(thousandths: int) -> str:
    return f'"{decimal(thousandths / 1000)} rev"'
