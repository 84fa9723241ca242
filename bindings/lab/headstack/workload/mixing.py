"""Each request is of one of some workloads, chosen by its share."""

from dataclasses import dataclass

import numpy as np

from headstack import _core, checks
from headstack._core import DriveConfig
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import CHOICES, Drawn, Process, joined


@dataclass(frozen=True, kw_only=True)
class Mix(OfParts):
    """Each request is of one part, chosen by its share; with that part's time behind the last.

    Attributes:
        shares: share of each part, above 0; they are divided by their sum.
    """

    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        for share in self.shares:
            if checks.real("share", share) <= 0:
                raise checks.wrong("share", f" is {share!r}; it must be more than 0")

    def text(self) -> str:
        """What stands for it on the command line."""
        parts = zip(self.shares, self.parts, strict=True)
        return f"mix({', '.join(f'{share:g}: {part.text()}' for share, part in parts)})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Its requests without end."""
        return _Mix(self.begun(drive, seed), self.shares, seed)


class _Mix(Process):
    def __init__(self, parts: list[Process], shares: tuple[float, ...], seed: int) -> None:
        self._parts = parts
        self._bounds = np.cumsum(shares)[:-1] / sum(shares)
        self._choices = _core.Random(seed, CHOICES)

    def take(self, count: int) -> Drawn:
        """The next ones."""
        chosen = np.searchsorted(self._bounds, self._choices.uniform(count), side="right")
        rows = [np.flatnonzero(chosen == place) for place in range(len(self._parts))]
        drawn = [part.take(len(own)) for part, own in zip(self._parts, rows, strict=True)]
        return joined(drawn).at(np.argsort(np.concatenate(rows)))


def mix(*parts: tuple[float, Workload], requests: int = REQUESTS, seed: int = SEED) -> Mix:
    """Each request is of one part, chosen by its share.

    What is mixed are requests, with the parts' places, sizes and times between arrivals. All parts
    are open, or all are closed loops that keep the same number outstanding. Their own numbers of
    requests and seeds do not matter.

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
            "parts", f" is {parts!r}; each is a share and a workload, as in (0.7, random(30))"
        ) from None
    return Mix(parts=parts_of(loads), shares=tuple(shares), requests=requests, seed=seed)
