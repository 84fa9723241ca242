"""Endless sources of requests and times, in columns. Composed workloads use these sources."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from headstack import _core
from headstack._core import DriveConfig
from headstack.arrays import Bools, Ints
from headstack.workload.base import NO_DEADLINE, Workload

PLACES, KINDS, TIMES, CHOICES, PERIODS, SEEDS, ELSEWHERE = 1, 2, 3, 4, 5, 6, 7
"""Streams of random numbers of a seed. The model uses the first three streams too."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Some requests. Arrays of one length.

    Attributes:
        gap_ps: time from the request before to each request. The time has no meaning in a closed
            loop.
        lbn: first block of each request.
        blocks: length of each request.
        write: whether each request is a write.
        due_ps: time from arrival to deadline; 2^63 - 1: no deadline.
        class_id: class of each request.
        limit: number of the duration limit of each request, 1 to 7; 0: no limit.
        priority: priority of each request, 1 (the highest) to 15; 0: no priority.
    """

    gap_ps: Ints
    lbn: Ints
    blocks: Ints
    write: Bools
    due_ps: Ints
    class_id: Ints
    limit: Ints
    priority: Ints

    @classmethod
    def plain(cls, gap_ps: Ints, lbn: Ints, blocks: int, write: Bools) -> "Drawn":
        """Returns requests without deadlines, limits and priorities, of class 0."""
        count = len(lbn)
        return cls(
            gap_ps,
            lbn,
            np.full(count, blocks, np.int64),
            write,
            np.full(count, NO_DEADLINE, np.int64),
            *np.zeros((3, count), np.int64),
        )

    def __len__(self) -> int:
        """Number of requests."""
        return len(self.lbn)

    def columns(self) -> tuple[npt.NDArray[np.generic], ...]:
        """Returns the attributes in the order of their declaration."""
        return tuple(getattr(self, column.name) for column in fields(self))

    def at(self, rows: "slice | Ints") -> "Drawn":
        """Returns the requests of these rows, in the order of the rows."""
        return Drawn(*(column[rows] for column in self.columns()))  # type: ignore[arg-type]

    def with_gaps(self, gap_ps: Ints) -> "Drawn":
        """Returns the same requests at other times."""
        return replace(self, gap_ps=gap_ps)


def joined(parts: list[Drawn]) -> Drawn:
    """Returns the requests of all parts, one part after another."""
    columns = zip(*(part.columns() for part in parts), strict=True)
    return Drawn(*(np.concatenate(column) for column in columns))


class Process(ABC):
    """An endless source of requests."""

    @abstractmethod
    def take(self, count: int) -> Drawn:
        """Returns the next `count` requests."""


class Marking(Process):
    """A source whose requests have one value of a column, at random.

    Args:
        part: the source.
        column: name of an attribute of `Drawn`.
        value: the value of the requests that are drawn. The others keep their value.
        share: share of the requests that are drawn.
        seed: seed of the random numbers.
    """

    def __init__(self, part: Process, column: str, value: int, share: float, seed: int) -> None:
        self._part = part
        self._column = column
        self._value = value
        self._share = share
        self._random = _core.Random(seed, CHOICES)

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        drawn = self._part.take(count)
        chosen = self._random.uniform(count) < self._share
        column = np.where(chosen, self._value, getattr(drawn, self._column))
        return replace(drawn, **{self._column: column})


class Composable(Workload):
    """A workload that can be a part of other workloads."""

    requests: int
    seed: int

    @abstractmethod
    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests. ConfigError: a request does not fit the drive."""

    @abstractmethod
    def text(self) -> str:
        """Returns the text on the command line, without `requests` and `seed`."""


class Gaps:
    """Exponential times between arrivals.

    Args:
        rate_per_s: arrivals a second. `None`: all times are 0, for a closed loop.
        seed: seed of the random numbers.
    """

    def __init__(self, rate_per_s: float | None, seed: int) -> None:
        self._mean_ps = None if rate_per_s is None else 1e12 / rate_per_s
        self._random = _core.Random(seed, TIMES)

    def take(self, count: int) -> Ints:
        """Returns the next times, in ps."""
        if self._mean_ps is None:
            return np.zeros(count, np.int64)
        return np.rint(self._random.exponential(count) * self._mean_ps).astype(np.int64)


def seeds(seed: int, count: int) -> list[int]:
    """Returns a seed for each part of a workload, by the place of the part."""
    return [int(number) for number in _core.Random(seed, SEEDS).below(2**63, count)]
