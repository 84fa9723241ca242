"""Requests at random places: open arrivals, and a closed loop."""

from dataclasses import dataclass, field
from typing import TypedDict

import numpy as np

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.workload.base import (
    LONGEST_S,
    MOST_OUTSTANDING,
    MOST_REQUESTS,
    READ_FRACTION,
    REQUESTS,
    SEED,
    SIZE,
)
from headstack.workload.generators import KINDS, PLACES, Composable, Drawn, Gaps, Process


class _Drawn(TypedDict):
    """Arguments with which `_core` draws requests."""

    requests: int
    blocks: int
    read_fraction: float
    seed: int
    align: int


@dataclass(frozen=True, kw_only=True)
class Uniform(Composable):
    """Requests of one size, uniformly random over the disk.

    Sizes are in bytes. `read_fraction` is 0 to 1. First blocks are at multiples of `align_bytes`.
    If `align_bytes` is `None`, every block is possible.
    """

    requests: int
    size_bytes: int
    read_fraction: float
    seed: int
    align_bytes: int | None = None

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("requests", self.requests, 1, MOST_REQUESTS)
        checks.whole("size_bytes", self.size_bytes, 1, 2**63 - 1)
        if not 0 <= checks.real("read_fraction", self.read_fraction) <= 1:
            raise checks.wrong(
                "read_fraction", f" is {self.read_fraction!r}; it must be from 0 to 1"
            )
        checks.whole("seed", self.seed, 0, 2**64 - 1)
        if self.align_bytes is not None:
            checks.whole("align_bytes", self.align_bytes, 1, 2**63 - 1)

    def settings(self) -> dict[str, str | int | float]:
        """Returns the parameters."""
        alignment = {} if self.align_bytes is None else {"align_bytes": self.align_bytes}
        return {"size_bytes": self.size_bytes, "read_fraction": self.read_fraction, **alignment}

    def _text(self, when: str) -> str:
        align = "" if self.align_bytes is None else f", align={self.align_bytes}B"
        return f"{when}, size={self.size_bytes}B, reads={self.read_fraction:g}{align}"

    def _drawn(self, drive: DriveConfig) -> _Drawn:
        align = 1 if self.align_bytes is None else _blocks("align", self.align_bytes, drive)
        return {
            "requests": self.requests,
            "blocks": _blocks("size", self.size_bytes, drive),
            "read_fraction": self.read_fraction,
            "seed": self.seed,
            "align": align,
        }


@dataclass(frozen=True, kw_only=True)
class Random(Uniform):
    """Open arrivals: exponential interarrival times (Worthington 1994, section 5)."""

    rate_per_s: float
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Checks every field."""
        rate = checks.real("rate_per_s", self.rate_per_s)
        if rate <= 0:
            raise checks.wrong("rate_per_s", f" is {self.rate_per_s!r}; it must be more than 0")
        super().__post_init__()
        longest_s = (self.requests + 40 * self.requests**0.5) / rate  # 40 standard deviations
        if longest_s > LONGEST_S:
            raise ConfigError(
                f"{self.requests} requests at {rate:g} per second take {self.requests / rate:.3g} s"
                f" of simulated time; it must stay well under {LONGEST_S:.3g} s (106 days)"
            )

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters."""
        return {"workload": "random", "rate_per_s": self.rate_per_s, **super().settings()}

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        return f"random({self._text(f'rate={self.rate_per_s:g}')})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of equal requests, drawn by Python instead of the model."""
        return _Uniform(self._drawn(drive), self.rate_per_s, drive, seed)

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        return _core.random_workload(rate_per_s=self.rate_per_s, **self._drawn(drive))


@dataclass(frozen=True, kw_only=True)
class Closed(Uniform):
    """A closed loop with a constant number of requests: each completion issues the next request.

    Seltzer 1990, section 3.1.
    """

    outstanding: int

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("outstanding", self.outstanding, 1, MOST_OUTSTANDING)
        super().__post_init__()
        if self.requests < self.outstanding:
            raise checks.wrong(
                "requests",
                f" is {self.requests}, outstanding is {self.outstanding}; requests "
                "must be at least outstanding",
            )

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters."""
        return {"workload": "closed", "outstanding": self.outstanding, **super().settings()}

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        return f"closed({self._text(f'outstanding={self.outstanding}')})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of equal requests, drawn by Python instead of the model."""
        return _Uniform(self._drawn(drive), None, drive, seed)

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        return _core.closed_workload(outstanding=self.outstanding, **self._drawn(drive))


class _Uniform(Process):
    """Draws the requests of the model's RequestMaker, from equal random numbers."""

    def __init__(
        self, what: _Drawn, rate_per_s: float | None, drive: DriveConfig, seed: int
    ) -> None:
        self._what = what
        self._count = (drive.blocks - what["blocks"]) // what["align"] + 1
        self._places = _core.Random(seed, PLACES)
        self._kinds = _core.Random(seed, KINDS)
        self._gaps = Gaps(rate_per_s, seed)

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        lbn = self._places.below(self._count, count).astype(np.int64) * self._what["align"]
        write = self._kinds.uniform(count) >= self._what["read_fraction"]
        return Drawn.plain(self._gaps.take(count), lbn, self._what["blocks"], write)


def random(
    rate_per_s: float,
    *,
    requests: int = REQUESTS,
    size: str | int = SIZE,
    read_fraction: float = READ_FRACTION,
    seed: int = SEED,
    align: str | int | None = None,
) -> Random:
    """Makes open arrivals at `rate_per_s`, uniformly random over the disk.

    Args:
        rate_per_s: mean arrivals per second, more than 0.
        requests: number of requests, 1 or more.
        size: size of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.
        align: size that divides the addresses of first blocks, as `size`. `None`: one block.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Random(
        rate_per_s=rate_per_s,
        requests=requests,
        size_bytes=units.parse_size(size),
        read_fraction=read_fraction,
        seed=seed,
        align_bytes=None if align is None else units.parse_size(align, "align"),
    )


def closed(
    outstanding: int,
    *,
    requests: int = REQUESTS,
    size: str | int = SIZE,
    read_fraction: float = READ_FRACTION,
    seed: int = SEED,
    align: str | int | None = None,
) -> Closed:
    """Makes a closed loop of `outstanding` requests, uniformly random over the disk.

    Args:
        outstanding: requests in the system, 1 to 65536.
        requests: number of requests in all, at least `outstanding`.
        size: size of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.
        align: size that divides the addresses of first blocks, as `size`. `None`: one block.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Closed(
        outstanding=outstanding,
        requests=requests,
        size_bytes=units.parse_size(size),
        read_fraction=read_fraction,
        seed=seed,
        align_bytes=None if align is None else units.parse_size(align, "align"),
    )


def _blocks(name: str, size_bytes: int, drive: DriveConfig) -> int:
    blocks = units.blocks_of(size_bytes, drive.bytes_per_block, name)
    if blocks > drive.blocks:
        raise checks.wrong(
            name, f" is {blocks} blocks, more than {drive.name} has ({drive.blocks} blocks)"
        )
    return blocks
