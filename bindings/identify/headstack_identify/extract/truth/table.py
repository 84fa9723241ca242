"""The table of a comparison: a row for each key, with the found value and the true value."""

from collections.abc import Iterable
from dataclasses import dataclass

from headstack._core import DriveConfig
from headstack.units import number_of


@dataclass(frozen=True)
class Row:
    """A comparison.

    Attributes:
        key: a key of drive files, or 'mapping', 'seek', 'period'.
        found: found value, as text.
        truth: true value, as text.
        off: difference, in `unit`. Without a unit, 0 means right and 1 means wrong.
        unit: 'ppm', 'ms', 'blocks' or ''.
        good: whether the difference is small enough.
    """

    key: str
    found: str
    truth: str
    off: float
    unit: str
    good: bool


@dataclass(frozen=True)
class Comparison:
    """All rows, and the keys that the true drive uses and no row compares."""

    rows: list[Row]
    not_asked: list[str]

    @property
    def good(self) -> bool:
        """Whether all rows are good."""
        return all(row.good for row in self.rows)

    def worst(self, *prefixes: str) -> float:
        """Returns the largest difference of rows whose keys begin with a prefix.

        Returns 0 without such rows.
        """
        return max((row.off for row in self.rows if row.key.startswith(prefixes)), default=0.0)

    def exact(self, *prefixes: str) -> bool:
        """Whether all rows whose keys begin with a prefix are good."""
        return all(row.good for row in self.rows if row.key.startswith(prefixes))


def total(config: DriveConfig, keys: Iterable[str]) -> float:
    """Returns the sum of the numbers of some keys, with times in ms."""
    return sum(number_of(config.value(key)) for key in keys)


def fewest_sectors(config: DriveConfig) -> int:
    """Returns the number of sectors of the shortest tracks."""
    return min(zone.sectors_per_track for zone in config.zones)
