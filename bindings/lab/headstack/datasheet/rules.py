"""Values that a data sheet does not have, from rules. Each rule states its source."""

from dataclasses import dataclass
from math import log
from typing import Final, Protocol

from headstack import checks
from headstack.datasheet.capacity import Capacity
from headstack.datasheet.marked import Line, Section, decimal, size_text, toml
from headstack.datasheet.sheet import DataSheet, Quantity

INNER_SHARE: Final = 0.48
"""Sectors of the innermost tracks by those of the outermost: radii of 22 mm and 46 mm."""

FULL_SHARE: Final = 0.48
"""Place of the average seek between the shortest seek and the longest.

The median of the eight drives that were measured (docs/use/validation.md).
"""

ZONES: Final = 16
WRITE_SETTLE_MS: Final = 0.3

SMALL_TRACK: Final = 96 * 512  # bytes of an outermost track of the HP C2247
LARGE_TRACK: Final = 576 * 4096  # and of the Seagate Exos X16
CYLINDERS: Final = (2051, 510_400)
CACHES: Final = (256 * 2**10, 256 * 2**20)

MOST_TRACKS_OF_A_PROGRAM: Final = 62
"""Most tracks of a segment and its read-ahead (model/config/file/drive_checks.cpp)."""

_MOST_SEGMENTS: Final = 64
_TRACKS_OF_A_SEGMENT: Final = 8
_TRACKS_AHEAD: Final = 2


@dataclass(frozen=True)
class Interface:
    """A kind of interface.

    Attributes:
        name: the name in public standards.
        rate_mb: bytes a second, in millions.
        tasks: commands that a drive of this kind usually holds.
        standard: value of interface.standard.
    """

    name: str
    rate_mb: int
    tasks: int
    standard: str


PARALLEL: Final = tuple(
    Interface(name, rate, 64, "SCSI-2")
    for name, rate in (
        ("Fast SCSI", 10),
        ("Ultra SCSI", 20),
        ("Ultra Wide SCSI", 40),
        ("Ultra2 SCSI", 80),
        ("Ultra160 SCSI", 160),
        ("Ultra320 SCSI", 320),
    )
)
SERIAL: Final = (
    Interface("SATA 6 Gb/s", 600, 32, "SPC-4"),
    Interface("SAS 12 Gb/s", 1200, 128, "SPC-4"),
    Interface("SAS 24 Gb/s", 2400, 128, "SPC-4"),
)
_AS_EXOS: Final = "assumed: as seagate_exos_x16"
_LEAST_SERIAL: Final = 100 * 10**9  # bytes


class Source(Protocol):
    """Values that a data sheet does not have, each with its mark."""

    @property
    def sector(self) -> tuple[int, str] | None:
        """Bytes of a sector. `None`: the usual sizes."""

    @property
    def physical_sector(self) -> tuple[int, str] | None:
        """Bytes of a physical sector. `None`: a sector is a physical sector."""

    @property
    def zones(self) -> tuple[int, str]:
        """Number of zones."""

    @property
    def inner_share(self) -> tuple[float, str]:
        """Sectors of the innermost tracks by those of the outermost."""

    @property
    def full_share(self) -> tuple[float, str]:
        """Place of the average seek between the shortest seek, 0, and the longest, 1."""

    def surfaces(self, tracks: float, track_bytes: float) -> tuple[int, str]:
        """Number of surfaces, from the number of tracks and the bytes of an outermost track."""

    def head_switch(self, sheet: DataSheet) -> tuple[float, str]:
        """Time of a head switch in ms."""

    @property
    def write_settle(self) -> tuple[float, str]:
        """Time in ms by which a write settles longer than a read."""

    def behaviour(
        self, sheet: DataSheet, capacity: Capacity, tracks: tuple[int, int]
    ) -> list[Section]:
        """Tables of the drive's behaviour.

        Args:
            sheet: the figures.
            capacity: the blocks.
            tracks: sectors of an outermost and of an innermost track.
        """


class Rules:
    """The rules for drives of any kind."""

    sector = None
    physical_sector = None
    zones = (ZONES, f"assumed: {ZONES} zones in equal steps, as seagate_exos_x16")
    inner_share = (
        INNER_SHARE,
        f"assumed: {INNER_SHARE} of the outermost, radii of 22 mm and 46 mm",
    )
    full_share = (
        FULL_SHARE,
        f"assumed: average at {FULL_SHARE} of the way from shortest to longest, as of eight drives",
    )
    write_settle = (WRITE_SETTLE_MS, "assumed: as seagate_exos_x16")

    def surfaces(self, tracks: float, track_bytes: float) -> tuple[int, str]:
        """Returns the even number of surfaces whose tracks are as dense as those of two drives."""
        wanted = tracks / between(track_bytes, CYLINDERS)
        even = max(2, 2 * round(wanted / 2))
        found = even if wanted > 1 else 1
        return min(found, 256), "assumed: tracks as dense as on hp_c2247 and seagate_exos_x16"

    def head_switch(self, sheet: DataSheet) -> tuple[float, str]:
        """Returns the time of the shortest seek."""
        return float(sheet.seek_track.number), "assumed: as the shortest seek"

    def behaviour(
        self, sheet: DataSheet, capacity: Capacity, tracks: tuple[int, int]
    ) -> list[Section]:
        """Returns the tables of a drive without time for commands, on a usual interface."""
        interface = interface_of(sheet.rate_outer, capacity.blocks * capacity.sector)
        neutral = "assumed: neutral; only medium and bus take time"
        at_once = "assumed: the data are there at once"
        commands = ("read_hit_command", "read_miss_command", "write_command")
        return [
            Section(
                "overhead",
                tuple(
                    Line(key, '"0 ms"', neutral)
                    for key in (*commands, "write_command_non_sequential")
                ),
            ),
            Section(
                "write",
                (
                    Line("minimum_blocks", "1", at_once),
                    Line("minimum_blocks_large", "1", at_once),
                    Line("large_request", '"1 block"', "assumed: makes no difference"),
                ),
            ),
            Section("bus", bus_lines(sheet, capacity)),
            _cache(sheet, capacity.sector, tracks),
            Section(
                "interface",
                (Line("standard", toml(interface.standard), f"assumed: {interface.name}"),),
            ),
            Section(
                "queue",
                (Line("depth", toml(f"{interface.tasks} tasks"), f"assumed: {interface.name}"),),
            ),
        ]


def bus_lines(sheet: DataSheet, capacity: Capacity) -> tuple[Line, ...]:
    """Returns the rates of a usual interface."""
    interface = interface_of(sheet.rate_outer, capacity.blocks * capacity.sector)
    speed = toml(f"{interface.rate_mb} MB/s")
    mark = f"assumed: {interface.name}, the slowest with twice the outer rate"
    return Line("read_rate", speed, mark), Line("write_rate", speed, mark)


def between(track_bytes: float, values: tuple[float, float]) -> float:
    """Returns the value for a length of the outermost track, by a power law through two drives.

    `values` are those of the HP C2247 (1992) and of the Seagate Exos X16 (2019).
    """
    power = log(values[1] / values[0]) / log(LARGE_TRACK / SMALL_TRACK)
    return float(values[0] * (track_bytes / SMALL_TRACK) ** power)


def interface_of(rate: Quantity, size_bytes: int) -> Interface:
    """Returns the slowest interface with twice the outer rate; from 100 GB on, a serial one."""
    kinds = SERIAL if size_bytes >= _LEAST_SERIAL else (*PARALLEL, *SERIAL)
    for kind in kinds:
        if kind.rate_mb * 10**6 >= 2 * rate.number:
            return kind
    if SERIAL[-1].rate_mb * 10**6 > rate.number:
        return SERIAL[-1]
    raise checks.wrong(
        "rate_outer",
        f" is {rate.text}; no interface is faster than {SERIAL[-1].rate_mb} MB/s",
    )


def _cache(sheet: DataSheet, sector: int, tracks: tuple[int, int]) -> Section:
    """Returns the table of the cache: segments of some tracks, and a read-ahead of two tracks."""
    outer, inner = tracks
    size, mark = _cache_blocks(sheet, sector, outer)
    segments = 1
    while segments < _MOST_SEGMENTS and size / segments > _TRACKS_OF_A_SEGMENT * outer:
        segments *= 2
    ahead = min(_TRACKS_AHEAD * outer, size)
    most = MOST_TRACKS_OF_A_PROGRAM * inner
    while segments < _MOST_SEGMENTS and size // segments + ahead > most:
        segments *= 2
    if size // segments + ahead > most:
        allowed = (most - ahead) * _MOST_SEGMENTS * sector
        raise checks.wrong(
            "cache",
            f" is {decimal(size * sector / 2**20)} MiB; with these tracks a drive of headstack has "
            f"at most {decimal(allowed // 2**20)} MiB",
        )
    return Section(
        "cache",
        (
            Line("mode", '"prefetch"', "assumed: segments with read-ahead"),
            Line("size", size_text(size, sector), mark),
            Line(
                "segments",
                str(segments),
                f"assumed: at most {_TRACKS_OF_A_SEGMENT} tracks each, or {_MOST_SEGMENTS}",
            ),
            Line("read_watermark", '"100 %"', _AS_EXOS),
            Line("prefetch_minimum", '"0 blocks"', "assumed: a new request ends a read-ahead"),
            Line("prefetch_maximum", toml(f"{ahead} blocks"), f"assumed: {_TRACKS_AHEAD} tracks"),
            Line("prefetch_on_idle_hit", "false", _AS_EXOS),
            Line("hit_on_written_data", "false", _AS_EXOS),
            Line("zero_latency_read", "false", _AS_EXOS),
        ),
    )


def cache_blocks(cache: Quantity, sector: int) -> int:
    """Returns the blocks of a cache. Raises ConfigError for less than a sector."""
    blocks = int(cache.number // sector)
    if not blocks:
        raise checks.wrong("cache", f" is {cache.text}; it must hold a sector, {sector} bytes")
    return blocks


def _cache_blocks(sheet: DataSheet, sector: int, outer: int) -> tuple[int, str]:
    if sheet.cache is not None:
        return cache_blocks(sheet.cache, sector), f"given: {sheet.cache.text}"
    wanted = between(outer * sector, CACHES)
    size = 2 ** round(log(wanted, 2))
    mark = "assumed: by track length, between hp_c2247 and seagate_exos_x16"
    return max(1, size // sector), mark
