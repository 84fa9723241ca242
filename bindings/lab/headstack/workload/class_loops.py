"""Closed loops that compete for a drive: classes for schedulers that share the drive.

Share paper, section 3.1; docs/use/share.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.workload.base import (
    MOST_OUTSTANDING,
    MOST_REQUESTS,
    READ_FRACTION,
    REQUESTS,
    SEED,
    Workload,
)

MOST_CLASSES: Final = 256


@dataclass(frozen=True)
class Class:
    """A class of requests: a closed loop, uniformly random over the disk.

    Attributes:
        outstanding: number of requests that the class keeps in the system, 1 or more.
        size: mean of the normally distributed sizes, with its unit ('4KiB') or in bytes.
        deviation: standard deviation of the sizes; 0: all sizes are equal.
        read_fraction: share of reads, 0 to 1.
    """

    outstanding: int
    size: str | int = "4KiB"
    deviation: str | int = "1KiB"
    read_fraction: float = READ_FRACTION

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("outstanding", self.outstanding, 1, MOST_OUTSTANDING)
        if self.deviation_bytes > units.parse_size(self.size):
            raise checks.wrong(
                "deviation", f" is {self.deviation!r}; it must be from 0 to the size, {self.size!r}"
            )
        if not 0 <= checks.real("read_fraction", self.read_fraction) <= 1:
            raise checks.wrong(
                "read_fraction", f" is {self.read_fraction!r}; it must be from 0 to 1"
            )

    @property
    def deviation_bytes(self) -> int:
        """Standard deviation of the sizes."""
        none = isinstance(self.deviation, (int, float)) and self.deviation == 0
        return 0 if none else units.parse_size(self.deviation, "deviation")

    def blocks(self, drive: DriveConfig) -> tuple[float, float]:
        """Returns the mean and the standard deviation of the sizes."""
        mean = units.parse_size(self.size) / drive.bytes_per_block
        if not 1 <= mean <= min(units.MOST_BLOCKS, drive.blocks):
            raise checks.wrong(
                "size",
                f" is {self.size!r}, {mean:g} blocks of {drive.name}; it must be 1 to "
                f"{min(units.MOST_BLOCKS, drive.blocks)}",
            )
        return mean, self.deviation_bytes / drive.bytes_per_block


@dataclass(frozen=True)
class Classes(Workload):
    """Closed loops, class 0 first. Each class keeps its own number of requests in the system.

    Attributes:
        loads: the classes.
        requests: number of requests of all classes together. No more requests are issued.
        seed: seed of each class's own requests.
    """

    loads: tuple[Class, ...]
    requests: int
    seed: int
    outstanding: int = field(init=False)

    def __post_init__(self) -> None:
        """Checks every field."""
        if not 1 <= len(self.loads) <= MOST_CLASSES:
            raise ConfigError(f"{len(self.loads)} classes; there are 1 to {MOST_CLASSES}")
        checks.whole("requests", self.requests, 1, MOST_REQUESTS)
        checks.whole("seed", self.seed, 0, 2**64 - 1)
        object.__setattr__(self, "outstanding", sum(load.outstanding for load in self.loads))

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters. Commas join the parameters of the classes."""
        return {
            "workload": "classes",
            "outstanding": ", ".join(f"{load.outstanding}" for load in self.loads),
            "size_bytes": ", ".join(f"{units.parse_size(load.size)}" for load in self.loads),
            "deviation_bytes": ", ".join(f"{load.deviation_bytes}" for load in self.loads),
            "read_fraction": ", ".join(f"{load.read_fraction:g}" for load in self.loads),
        }

    def text(self) -> str:
        """Returns the text of the classes on the command line."""
        parts = [
            f"closed(outstanding={load.outstanding}, size={units.parse_size(load.size)}B, "
            f"deviation={load.deviation_bytes}B, reads={load.read_fraction:g})"
            for load in self.loads
        ]
        return f"classes({', '.join(parts)})"

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        return _core.classes_workload(
            classes=[
                (load.outstanding, *load.blocks(drive), load.read_fraction) for load in self.loads
            ],
            requests=self.requests,
            seed=self.seed,
        )


def classes(loads: Sequence[Class], *, requests: int = REQUESTS, seed: int = SEED) -> Classes:
    """Makes competing closed loops, numbered from 0.

    Args:
        loads: the classes, 1 to 256.
        requests: number of requests of all classes together.
        seed: 0 to 2^64 - 1; the same seed gives each class the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Classes(tuple(checks.items("loads", loads, Class)), requests, seed)
