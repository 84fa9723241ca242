"""A mix: each request is from a workload chosen at random by its share."""

from dataclasses import dataclass

import numpy as np

from headstack import _core, checks
from headstack._core import DriveConfig
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import CHOICES, Drawn, Process, joined


@dataclass(frozen=True, kw_only=True)
class Mix(OfParts):
    """A mix of workloads. The part of a request determines its time after the request before.

    Attributes:
        shares: share of each part, above 0. The shares are divided by their sum.
    """

    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        for share in self.shares:
            if checks.real("share", share) <= 0:
                raise checks.wrong("share", f" is {share!r}; it must be more than 0")

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        parts = zip(self.shares, self.parts, strict=True)
        return f"mix({', '.join(f'{share:g}: {part.text()}' for share, part in parts)})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Mix(self.begun(drive, seed), self.shares, seed)


class _Mix(Process):
    def __init__(self, parts: list[Process], shares: tuple[float, ...], seed: int) -> None:
        self._parts = parts
        self._bounds = np.cumsum(shares)[:-1] / sum(shares)
        self._choices = _core.Random(seed, CHOICES)

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        chosen = np.searchsorted(self._bounds, self._choices.uniform(count), side="right")
        rows = [np.flatnonzero(chosen == place) for place in range(len(self._parts))]
        drawn = [part.take(len(own)) for part, own in zip(self._parts, rows, strict=True)]
        return joined(drawn).at(np.argsort(np.concatenate(rows)))


def mix(*parts: tuple[float, Workload], requests: int = REQUESTS, seed: int = SEED) -> Mix:
    """Makes a mix: each request is from a part chosen at random by its share.

    The requests have the places, sizes and interarrival times of their parts. All parts are open,
    or all are closed loops with an equal number outstanding. The numbers of requests and the seeds
    of the parts do not matter.

    Args:
        parts: share and workload of each, 1 to 256, as (0.7, workload.random(30)).
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: parts that do not go together, or an argument out of its range.
    """
    try:
        shares, loads = zip(*parts, strict=True) if parts else ((), ())
    except (TypeError, ValueError):
        raise checks.wrong(
            "parts", f" is {parts!r}; each part is a share and a workload, as in (0.7, random(30))"
        ) from None
    return Mix(parts=parts_of(loads), shares=tuple(shares), requests=requests, seed=seed)
