"""Makes zones of a drive file from the tracks of a disk in the order of their blocks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from headstack_identify.disksim import angle_fit, track_runs
from headstack_identify.disksim.angle_fit import Fit, Track
from headstack_identify.disksim.track_runs import NoZonesError, Rows, Run, Strip

_FEW_ROWS = 8
"""Least mean number of rows of a zone with exact angles, if there are many such zones."""

_FEW_TRACKS = 4096


@dataclass(frozen=True)
class TrackZone:
    """A `[[layout.zone]]`. The names are keys, except the attributes below.

    Attributes:
        begin: cylinder of the first block.
        end: cylinder of the last block.
        fit: angles of the tracks.
        farthest: cylinder and head of the track whose angle is farthest off `fit`.
        narrow: number of tracks that have fewer sectors than the zone.
        down: cylinders whose blocks run from the last head to the first.
        up: cylinders whose blocks run from the first head to the last.
        blocks: number of blocks.
    """

    begin: int
    end: int
    sectors_per_track: int
    surface: int | None
    fit: Fit
    farthest: tuple[int, int]
    narrow: int
    blocks: int
    spare_sectors_per_track: int = 0
    reserved_tracks: int = 0
    spare_tracks: int = 0
    slipped_tracks: tuple[int, ...] = ()
    slipped_sectors: tuple[int, ...] = ()
    reallocated_sectors: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    up: tuple[int, ...] = ()

    @property
    def first(self) -> int:
        """Lowest cylinder."""
        return min(self.begin, self.end)

    @property
    def last(self) -> int:
        """Highest cylinder."""
        return max(self.begin, self.end)


def zones(runs: Sequence[Run], heads: int) -> list[TrackZone]:
    """Returns the zones of a disk.

    Args:
        runs: all tracks in the order of their blocks.
        heads: number of surfaces.

    Raises:
        NoZonesError: no zones can describe the tracks.
    """
    found: list[TrackZone] = []
    for part in track_runs.parts(runs):
        if isinstance(part, Rows):
            found += _of_rows(part, heads)
        else:
            found += [_of_strip(strip, part.strips[0].bounds) for strip in part.strips]
    return found


def serpentine(found: Sequence[TrackZone]) -> str:
    """Returns the value of `layout.serpentine` for all zones. An empty text: none.

    Raises:
        NoZonesError: the zones have no common order.
    """
    if not any(zone.down for zone in found):
        return ""
    for word, parity in (("in each zone", 1), ("on odd cylinders", 0)):
        if all(
            all((cylinder - zone.first * parity) % 2 == 1 for cylinder in zone.down)
            and all((cylinder - zone.first * parity) % 2 == 0 for cylinder in zone.up)
            for zone in found
        ):
            return word
    zone = next(zone for zone in found if zone.down)
    raise NoZonesError(
        f"on cylinder {zone.down[0]} the blocks run from the last head to the first; only every "
        "other cylinder of all zones may do so"
    )


# ---- Zones on one surface


def _of_strip(strip: Strip, bounds: tuple[int, int]) -> TrackZone:
    """Returns the zone of a strip within the cylinders of its group."""
    lowest, highest = strip.bounds
    outwards = strip.outwards if strip.tracks > 1 else lowest != bounds[0]
    begin, end = reversed(bounds) if outwards else bounds
    if begin != (highest if outwards else lowest):
        raise NoZonesError(
            f"head {strip.head} has blocks on cylinders {lowest} to {highest} only, between heads "
            f"with blocks on {bounds[0]} to {bounds[1]}"
        )
    sectors = _sectors(strip.runs)
    fit, at = _fit_of_strip(strip.runs)
    zone = TrackZone(
        begin=begin,
        end=end,
        sectors_per_track=sectors,
        surface=strip.head,
        fit=fit,
        farthest=(begin + (-at if outwards else at), strip.head),
        narrow=sum(run.tracks for run in strip.runs if run.sectors < sectors),
        blocks=sum(run.held() for run in strip.runs),
        spare_tracks=bounds[1] - bounds[0] + 1 - strip.tracks,
    )
    return _with_sectors(zone, _numbered(strip.runs))


def _sectors(runs: Sequence[Run]) -> int:
    """Returns the sectors per track of a strip: firm ones, or else the most common."""
    firm = [run.sectors for run in runs if run.firm]
    return firm[0] if firm else track_runs.most_common([run.sectors for run in runs])


def _fit_of_strip(runs: Sequence[Run]) -> tuple[Fit, int]:
    if len(runs) == 1:
        return Fit(runs[0].angle % 1, Fraction(0), runs[0].turn % 1), 0
    angles = [angle for run in runs for angle in run.angles()]
    tracks = [Track(0, number, angle) for number, angle in enumerate(angles)]
    fit, number = angle_fit.exact(tracks)
    fit = fit if number == len(tracks) else angle_fit.nearest(tracks)
    return fit, fit.at


def _numbered(runs: Iterable[Run]) -> Iterator[tuple[int, Run]]:
    """Yields each run with the number of its first track in the zone."""
    number = 0
    for run in runs:
        yield number, run
        number += run.tracks


# ---- Zones on all surfaces


def _of_rows(part: Rows, heads: int) -> list[TrackZone]:
    """Returns the zones of rows: a zone wherever the angles follow other skews.

    Angles that follow no skews for long were measured. All rows are then one zone, or each track is
    a zone if the tracks are few.
    """
    found: list[TrackZone] = []
    begin = 0
    while begin < len(part.rows):
        fit, rows = _exact_rows(part.rows, begin, heads)
        if rows == 0 or len(found) == max(_FEW_ROWS, len(part.rows) // _FEW_ROWS):
            runs = [run for row in part.rows for run in row]
            if len(runs) <= _FEW_TRACKS:
                return [_of_strip(Strip([run]), (run.cylinder, run.cylinder)) for run in runs]
            fit = angle_fit.nearest([track for _, track in _tracks(part.rows, heads)])
            return [_zone(part, 0, len(part.rows), heads, fit)]
        found.append(_zone(part, begin, begin + rows, heads, fit))
        begin += rows
    return found


def _exact_rows(rows: Sequence[Sequence[Run]], begin: int, heads: int) -> tuple[Fit, int]:
    """Returns the skews from a row on, and the number of rows with these skews."""
    window = 64
    while True:
        tracks = _tracks(rows[begin : begin + window], heads)
        fit, exact = angle_fit.exact([track for _, track in tracks])
        if exact < len(tracks) or begin + window >= len(rows):
            break
        window *= 2
    number = len({run.cylinder for run, _ in tracks[:exact]})
    if exact < len(tracks) and tracks[exact][0].cylinder == tracks[exact - 1][0].cylinder:
        number -= 1  # the row is exact in part only
    return fit, number


def _tracks(rows: Sequence[Sequence[Run]], heads: int) -> list[tuple[Run, Track]]:
    """Returns the tracks of rows with the numbers of head and cylinder switches before each."""
    found = []
    for cylinder, row in enumerate(rows):
        for run in row:
            place = heads - 1 - run.head if _falls(row) else run.head
            switches = cylinder * (heads - 1) + place
            found.append((run, Track(switches, cylinder, run.angle % 1)))
    return found


def _falls(row: Sequence[Run]) -> bool:
    return row[-1].head < row[0].head


def _zone(part: Rows, begin: int, end: int, heads: int, fit: Fit) -> TrackZone:
    rows = part.rows[begin:end]
    tracks = _tracks(rows, heads)
    numbers = [track.cylinders + track.switches for _, track in tracks]
    there = set(numbers)
    absent = [number for number in range(numbers[-1]) if number not in there]
    after = len(rows) * heads - 1 - numbers[-1]
    slipped = tuple(number for number in absent if number > numbers[0])
    runs = [run for run, _ in tracks]
    far = runs[fit.at]
    zone = TrackZone(
        begin=rows[0][0].cylinder,
        end=rows[-1][0].cylinder,
        sectors_per_track=part.sectors,
        surface=None,
        fit=fit,
        farthest=(far.cylinder, far.head),
        narrow=sum(run.sectors < part.sectors for run in runs),
        blocks=sum(run.held() for run in runs),
        reserved_tracks=numbers[0],
        spare_tracks=after + len(slipped) if after else 0,
        slipped_tracks=slipped,
        down=tuple(row[0].cylinder for row in rows if len(row) > 1 and _falls(row)),
        up=tuple(row[0].cylinder for row in rows if len(row) > 1 and not _falls(row)),
    )
    return _with_sectors(zone, zip(numbers, runs, strict=True))


# ---- Sectors without a block


def _with_sectors(zone: TrackZone, numbered: Iterable[tuple[int, Run]]) -> TrackZone:
    """Adds the spare, slipped and reallocated sectors to a zone."""
    sectors = zone.sectors_per_track
    tracks = list(numbered)
    for _, run in tracks:
        if run.sectors > sectors:
            raise NoZonesError(
                f"the track on cylinder {run.cylinder}, head {run.head} has {run.sectors} sectors, "
                f"and its neighbours have {sectors}"
            )
    most = max(_most_held(run) for _, run in tracks)
    slipped: list[int] = []
    moved: list[int] = []
    for number, run in tracks:
        all_of_them = range(run.tracks) if run.blocks != most else sorted(run.skipped)
        for track in all_of_them:
            first = (number + track) * sectors
            slipped += [
                first + one for one in _slips(run.skipped.get(track, ()), run.blocks, most, sectors)
            ]
        for track, places in sorted(run.moved.items()):
            moved += [(number + track) * sectors + place for place in places]
    return replace(
        zone,
        spare_sectors_per_track=sectors - most,
        slipped_sectors=tuple(slipped),
        reallocated_sectors=tuple(sorted(moved)),
    )


def _most_held(run: Run) -> int:
    """Returns the largest number of blocks on a track of a run."""
    if len(run.skipped) < run.tracks:
        return run.blocks
    return run.blocks - min(len(them) for them in run.skipped.values())


def _slips(skipped: Sequence[int], blocks: int, most: int, sectors: int) -> list[int]:
    """Returns the slipped sectors of a track, so that the others hold the track's blocks.

    Args:
        skipped: sectors below `blocks` without a block, in rising order.
        blocks: number of sectors from the first one on that can hold blocks.
        most: number of blocks of the fullest track of the zone.
        sectors: sectors of the track.
    """
    if blocks - len(skipped) == most:
        return list(skipped)
    return [*skipped, *range(blocks, sectors)]
