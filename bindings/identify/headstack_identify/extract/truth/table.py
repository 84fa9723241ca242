"""What a comparison is: a row for each key, found beside the truth."""

from collections.abc import Iterable
from dataclasses import dataclass

from headstack._core import DriveConfig
from headstack.units import number_of


@dataclass(frozen=True)
class Row:
    """A comparison.

    Attributes:
        key: what is compared: a drive file's key, or 'mapping', 'seek', 'period'.
        found: what was found, as people read it.
        truth: what it is.
        off: how far off, in `unit`; 0 or 1 for what is right or wrong.
        unit: 'ppm', 'ms', 'blocks' or ''.
        good: whether that is near enough.
    """

    key: str
    found: str
    truth: str
    off: float
    unit: str
    good: bool


@dataclass(frozen=True)
class Comparison:
    """All rows, and the keys that the truth uses and no question is about."""

    rows: list[Row]
    not_asked: list[str]

    @property
    def good(self) -> bool:
        """Whether all is near enough."""
        return all(row.good for row in self.rows)

    def worst(self, *prefixes: str) -> float:
        """The largest difference of the rows whose keys begin so; 0 if there are none."""
        return max((row.off for row in self.rows if row.key.startswith(prefixes)), default=0.0)

    def exact(self, *prefixes: str) -> bool:
        """Whether the rows whose keys begin so are all good."""
        return all(row.good for row in self.rows if row.key.startswith(prefixes))


def total(config: DriveConfig, keys: Iterable[str]) -> float:
    """The sum of some keys' numbers, times in ms."""
    return sum(number_of(config.value(key)) for key in keys)


def fewest_sectors(config: DriveConfig) -> int:
    """Sectors of the shortest tracks."""
    return min(zone.sectors_per_track for zone in config.zones)
