"""Base classes of workloads that Python draws, also for requests of a single size."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.units import MOST_BLOCKS
from headstack.workload.base import MOST_OUTSTANDING, MOST_REQUESTS
from headstack.workload.generators import KINDS, PLACES, Composable, Drawn, Gaps, Process
from headstack.workload.streaming import Rows, Sourced

AT_A_TIME = 1 << 16


class Composed(Sourced, Composable):
    """A workload that Python draws, not the model."""

    def rows(self, drive: DriveConfig) -> Iterator[Rows]:
        """Yields all `requests` requests."""
        process = self.begin(drive, self.seed)
        left = self.requests
        while left:
            drawn = process.take(min(left, AT_A_TIME))
            left -= len(drawn)
            yield Rows(
                drawn.lbn.astype(np.uint32),
                drawn.blocks.astype(np.uint32),
                drawn.write,
                drawn.gap_ps,
                drawn.due_ps if self.has_deadlines else None,
                drawn.class_id.astype(np.uint16),
                drawn.limit.astype(np.uint8),
                drawn.priority.astype(np.uint8),
            )

    def settings(self) -> dict[str, str | int | float]:
        """Returns the text of the workload as its setting."""
        return {"workload": self.text(), "open": self.is_open}


@dataclass(frozen=True, kw_only=True)
class Sized(Composed):
    """Requests of a single size, as open arrivals or a closed loop.

    Attributes:
        requests: number of requests.
        size_bytes: length of each request.
        read_fraction: share of reads.
        seed: seed of the random numbers.
        rate_per_s: mean arrivals per second. `None`: a closed loop.
        outstanding: number of requests in the system of a closed loop.
    """

    requests: int
    size_bytes: int
    read_fraction: float
    seed: int
    rate_per_s: float | None
    outstanding: int | None

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("requests", self.requests, 1, MOST_REQUESTS)
        if not 0 <= checks.real("read_fraction", self.read_fraction) <= 1:
            raise checks.wrong(
                "read_fraction", f" is {self.read_fraction!r}; it must be from 0 to 1"
            )
        checks.whole("seed", self.seed, 0, 2**64 - 1)
        if (self.rate_per_s is None) == (self.outstanding is None):
            raise checks.wrong(
                "rate_per_s",
                " is for open arrivals, outstanding for a closed loop; give one of them",
            )
        if self.rate_per_s is not None and checks.real("rate_per_s", self.rate_per_s) < 1e-6:
            raise checks.wrong("rate_per_s", f" is {self.rate_per_s!r}; it must be 1e-6 or more")
        if self.outstanding is not None:
            checks.whole("outstanding", self.outstanding, 1, MOST_OUTSTANDING)

    @property
    def is_open(self) -> bool:  # type: ignore[override]
        """Whether requests come independent of the drive."""
        return self.outstanding is None

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        when = (
            f"rate={self.rate_per_s:g}"
            if self.outstanding is None
            else f"outstanding={self.outstanding}"
        )
        more = "".join(f", {key}={value}" for key, value in self.more().items())
        size = f"size={self.size_bytes}B, reads={self.read_fraction:g}"
        return f"{type(self).__name__.lower()}({when}, {size}{more})"

    @abstractmethod
    def more(self) -> dict[str, str | int | float]:
        """Returns the parameters of this workload alone."""

    def blocks(self, drive: DriveConfig) -> int:
        """Returns the length of each request. Raises ConfigError if this exceeds the drive."""
        blocks = units.blocks_of(self.size_bytes, drive.bytes_per_block)
        if blocks > min(drive.blocks, MOST_BLOCKS):
            raise checks.wrong(
                "size",
                f" is {blocks} blocks of {drive.name}; a request has at most "
                f"{min(drive.blocks, MOST_BLOCKS)}",
            )
        return blocks


class SizedProcess(Process):
    """An endless source of requests of a single size."""

    def __init__(self, what: Sized, drive: DriveConfig, seed: int) -> None:
        self.blocks = what.blocks(drive)
        self._reads = what.read_fraction
        self._kinds = _core.Random(seed, KINDS)
        self._gaps = Gaps(what.rate_per_s, seed)
        self.random = _core.Random(seed, PLACES)

    @abstractmethod
    def places(self, count: int) -> Ints:
        """Returns the first blocks of the next requests."""

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        write = self._kinds.uniform(count) >= self._reads
        return Drawn.plain(self._gaps.take(count), self.places(count), self.blocks, write)
