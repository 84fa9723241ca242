"""Values that a data sheet does not have, from another drive."""

import tomllib
from typing import Any, Final

import numpy as np

from headstack import catalog, checks
from headstack._core import DriveConfig, drive_keys
from headstack.datasheet.capacity import Capacity
from headstack.datasheet.marked import Line, Section, size_text, toml
from headstack.datasheet.rules import bus_lines, cache_blocks
from headstack.datasheet.seek_curve import distances
from headstack.datasheet.sheet import DataSheet
from headstack.measure.seek_times import seek_ms
from headstack.units import number_of

SECTIONS: Final = (
    "overhead",
    "processor",
    "write",
    "bus",
    "cache",
    "interface",
    "power",
    "queue",
)
"""Tables that come from the drive as a whole."""


class Like:
    """The values of a drive, given by its name or its file."""

    def __init__(self, drive: str, sheet: DataSheet | None = None) -> None:
        """Raises ConfigError if the drive counts in other sectors than the sheet."""
        self._drive: DriveConfig = catalog.load(drive)
        self.name = self._drive.name
        self._mark = f"assumed: as {self.name}"
        size = self._drive.bytes_per_block
        if sheet is not None and sheet.sector not in (None, size):
            raise checks.wrong(
                "sector",
                f" is {sheet.sector}; {self.name} counts in sectors of {size} bytes: leave it out",
            )

    @property
    def sector(self) -> tuple[int, str]:
        """Bytes of a sector."""
        return self._drive.bytes_per_block, self._mark

    @property
    def physical_sector(self) -> tuple[int, str] | None:
        """Bytes of a physical sector. `None`: a sector is a physical sector."""
        size = self._drive.value("layout.bytes_per_physical_sector")
        return None if not size else (int(size), self._mark)

    @property
    def zones(self) -> tuple[int, str]:
        """Number of zones."""
        return len(self._drive.zones), f"{self._mark}, in equal steps"

    @property
    def inner_share(self) -> tuple[float, str]:
        """Sectors of the innermost tracks by those of the outermost."""
        zones = self._drive.zones
        share = min(1.0, zones[-1].sectors_per_track / zones[0].sectors_per_track)
        return share, f"{self._mark}, {share:.3g} of the outermost"

    @property
    def full_share(self) -> tuple[float, str]:
        """Place of the average seek between the shortest seek and the longest."""
        times = seek_ms(self._drive).mean(axis=0)
        weights = np.zeros(len(times) + 1)
        for zone in self._drive.zones:
            weights[zone.first_cylinder : zone.last_cylinder + 1] = zone.sectors_per_track
        average = float(distances(weights) @ times)
        share = (average - times[0]) / (times[-1] - times[0])
        return float(share), f"{self._mark}, in proportion to the other two times"

    @property
    def write_settle(self) -> tuple[float, str]:
        """Time in ms by which a write settles longer than a read."""
        return number_of(self._drive.value("seek.write_settle")), self._mark

    def surfaces(self, tracks: float, track_bytes: float) -> tuple[int, str]:
        """Returns the number of surfaces of the drive."""
        return int(self._drive.value("layout.surfaces")), self._mark

    def head_switch(self, sheet: DataSheet) -> tuple[float, str]:
        """Returns the head switch of the drive in ms."""
        return number_of(self._drive.value("seek.head_switch")), self._mark

    def behaviour(
        self, sheet: DataSheet, capacity: Capacity, tracks: tuple[int, int]
    ) -> list[Section]:
        """Returns the tables of the drive, with the size of the sheet's cache."""
        slow = self._slow_bus(sheet, capacity)
        written: dict[str, Any] = tomllib.loads(self._drive.to_toml())
        names = [key.path for key in drive_keys() if not key.condition]
        return [
            Section(
                table,
                tuple(slow.get(path) or self._line(path, written[table], sheet) for path in paths),
            )
            for table in SECTIONS
            if (paths := [path for path in names if _has(written, table, path)])
        ]

    def _line(self, path: str, values: dict[str, Any], sheet: DataSheet) -> Line:
        key = path.partition(".")[2]
        if path == "cache.size" and sheet.cache is not None:
            blocks = cache_blocks(sheet.cache, self._drive.bytes_per_block)
            return Line(
                key, size_text(blocks, self._drive.bytes_per_block), f"given: {sheet.cache.text}"
            )
        return Line(key, toml(values[key]), self._mark)

    def _slow_bus(self, sheet: DataSheet, capacity: Capacity) -> dict[str, Line]:
        """Returns other rates if the drive's bus is not twice as fast as the outer tracks."""
        block_ms = number_of(self._drive.value("bus.read_rate"))
        if block_ms * float(2 * sheet.rate_outer.number) <= 1000 * capacity.sector:
            return {}
        return {f"bus.{line.key}": line for line in bus_lines(sheet, capacity)}


def _has(written: dict[str, Any], table: str, path: str) -> bool:
    name, _, key = path.partition(".")
    return name == table and key in written.get(table, {})
