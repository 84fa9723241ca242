"""A hot spot: a part of the disk that gets more requests than the rest."""

from dataclasses import dataclass

import numpy as np

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.workload.base import READ_FRACTION, REQUESTS, SEED, SIZE
from headstack.workload.generators import CHOICES, ELSEWHERE, Process
from headstack.workload.sampled import Sized, SizedProcess


@dataclass(frozen=True, kw_only=True)
class Hot(Sized):
    """A hot spot: a part of the disk that gets more requests than the rest.

    Attributes:
        share: share of the requests for the hot spot.
        area: size of the hot spot, as a share of the disk.
        at: start of the hot spot, as a share of the disk.
    """

    share: float
    area: float
    at: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        for name in ("share", "area", "at"):
            value = checks.real(name, getattr(self, name))
            if not 0 <= value <= 1:
                raise checks.wrong(name, f" is {value!r}; it must be from 0 to 1")
            object.__setattr__(self, name, value)
        if self.area == 0 or self.area + self.at > 1:
            raise ConfigError(
                f"the hot spot has {self.area:g} of the disk from {self.at:g} on; it must be more "
                "than 0, and end on the disk"
            )

    def more(self) -> dict[str, str | int | float]:
        """Returns the parameters of this workload alone."""
        return {"share": self.share, "area": self.area, "at": self.at}

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Hot(self, drive, seed)


class _Hot(SizedProcess):
    def __init__(self, what: Hot, drive: DriveConfig, seed: int) -> None:
        super().__init__(what, drive, seed)
        places = drive.blocks - self.blocks + 1
        self._share = what.share
        self._first = min(round(places * what.at), places - 1)
        self._hot = min(max(round(places * what.area), 1), places - self._first)
        self._cold = max(places - self._hot, 1)  # without cold blocks, all blocks are hot
        self._choices = _core.Random(seed, CHOICES)
        self._elsewhere = _core.Random(seed, ELSEWHERE)
        self._all_hot = self._hot == places

    def places(self, count: int) -> Ints:
        """Returns the first blocks of the next requests."""
        hot = self._first + self.random.below(self._hot, count).astype(np.int64)
        cold = self._elsewhere.below(self._cold, count).astype(np.int64)
        cold += np.where(cold >= self._first, self._hot, 0)
        is_hot = self._choices.uniform(count) < self._share
        return hot if self._all_hot else np.where(is_hot, hot, cold)


def hot(
    *,
    rate_per_s: float | None = None,
    outstanding: int | None = None,
    share: float = 0.8,
    area: float = 0.2,
    at: float = 0.0,
    requests: int = REQUESTS,
    size: str | int = SIZE,
    read_fraction: float = READ_FRACTION,
    seed: int = SEED,
) -> Hot:
    """Makes a hot spot. By default, eight of ten requests go to the first fifth of the disk.

    Args:
        rate_per_s: mean arrivals per second; for open arrivals.
        outstanding: requests in the system, 1 to 65536; for a closed loop.
        share: share of the requests for the hot spot, 0 to 1.
        area: size of the hot spot as a share of the disk, above 0 and at most 1.
        at: start of the hot spot, as a share of the disk.
        requests: number of requests in all.
        size: size of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Hot(
        rate_per_s=rate_per_s,
        outstanding=outstanding,
        share=share,
        area=area,
        at=at,
        requests=requests,
        size_bytes=units.parse_size(size),
        read_fraction=read_fraction,
        seed=seed,
    )
