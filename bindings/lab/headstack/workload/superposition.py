"""Several open workloads at the same time."""

from dataclasses import dataclass, replace

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import Drawn, Process, joined


@dataclass(frozen=True, kw_only=True)
class Together(OfParts):
    """Open parts that run at the same time, independent of each other.

    Attributes:
        by_class: whether part i is class i. If False, the classes of the parts do not change.
    """

    by_class: bool = False

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        self.need_open("together")

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        parts = ", ".join(part.text() for part in self.parts)
        return f"{'apart' if self.by_class else 'together'}({parts})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Together(self.begun(drive, seed), self.by_class)


class _Together(Process):
    def __init__(self, parts: list[Process], by_class: bool) -> None:
        self._parts = parts
        self._by_class = by_class
        self._waiting = [self._more(place, 1) for place in range(len(parts))]
        self._now_ps = 0

    def _more(self, place: int, count: int, behind_ps: int = 0) -> tuple[Ints, Drawn]:
        """Returns the next requests of a part, and the times of these requests."""
        drawn = self._parts[place].take(count)
        if self._by_class:
            drawn = replace(drawn, class_id=np.full(len(drawn), place, np.int64))
        return behind_ps + np.cumsum(drawn.gap_ps), drawn

    def take(self, count: int) -> Drawn:
        """Returns the next `count` requests, after drawing more than `count` of each part."""
        for place, (when, drawn) in enumerate(self._waiting):
            if len(when) <= count:
                last = int(when[-1])
                later, more = self._more(place, count + 1 - len(when), last)
                self._waiting[place] = np.concatenate([when, later]), joined([drawn, more])
        when = np.concatenate([times for times, _ in self._waiting])
        part = np.repeat(np.arange(len(self._waiting)), [len(t) for t, _ in self._waiting])
        first = np.argsort(when, kind="stable")[:count]
        drawn = joined([requests for _, requests in self._waiting]).at(first)
        times = when[first]
        gaps = np.diff(times, prepend=self._now_ps)
        self._now_ps = int(times[-1])
        gone = np.bincount(part[first], minlength=len(self._waiting))
        self._waiting = [
            (times[rows:], requests.at(slice(rows, None)))
            for (times, requests), rows in zip(self._waiting, gone, strict=True)
        ]
        return drawn.with_gaps(gaps)


def together(
    *parts: Workload, by_class: bool = False, requests: int = REQUESTS, seed: int = SEED
) -> Together:
    """Makes a workload of open workloads, which run at the same time. Each has its own arrivals.

    Args:
        parts: the workloads, 1 to 256. Their own numbers of requests and seeds do not matter.
        by_class: whether part i is class i (docs/use/share.md). If False, the classes of the parts
            do not change.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1. The same seed gives the same requests.

    Raises:
        ConfigError: a part is not an open workload, or an argument is out of its range.
    """
    return Together(parts=parts_of(parts), by_class=by_class, requests=requests, seed=seed)
