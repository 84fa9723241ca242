"""Sequential streams that take turns. Each stream reads or writes consecutive pieces."""

from dataclasses import dataclass

import numpy as np

from headstack import checks, units
from headstack._core import DriveConfig
from headstack.arrays import Ints
from headstack.workload.base import MOST_REQUESTS, READ_FRACTION, REQUESTS, SEED, SIZE
from headstack.workload.generators import Process
from headstack.workload.sampled import Sized, SizedProcess

MOST_STREAMS = 65_536


@dataclass(frozen=True, kw_only=True)
class Sequential(Sized):
    """Sequential streams that take turns.

    Attributes:
        streams: number of streams.
        run: number of requests after which a stream begins again at a random place. `None`: a
            stream continues to the end of the disk, and then at the beginning.
    """

    streams: int
    run: int | None

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        checks.whole("streams", self.streams, 1, MOST_STREAMS)
        if self.run is not None:
            checks.whole("run", self.run, 1, MOST_REQUESTS)

    def more(self) -> dict[str, str | int | float]:
        """Returns the parameters of this workload alone."""
        return {"streams": self.streams, **({} if self.run is None else {"run": self.run})}

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Sequential(self, drive, seed)


class _Sequential(SizedProcess):
    def __init__(self, what: Sequential, drive: DriveConfig, seed: int) -> None:
        super().__init__(what, drive, seed)
        self._streams = what.streams
        self._slots = drive.blocks // self.blocks
        self._run = what.run
        if what.run is not None and what.run > self._slots:
            raise checks.wrong(
                "run", f" is {what.run}; {drive.name} has room for {self._slots} such requests"
            )
        self._next = 0  # number of the next request
        self._row = 0  # index of the first run in `_starts`
        self._starts = np.zeros((0, what.streams), np.int64)

    def places(self, count: int) -> Ints:
        """Returns the first blocks of the next requests."""
        number = np.arange(self._next, self._next + count)
        self._next += count
        stream, turn = number % self._streams, number // self._streams
        length = self._run or 2**62
        row, step = turn // length, turn % length
        slot = self._starts_of(row)[row - self._row, stream] + step
        return np.asarray(slot % self._slots * self.blocks, np.int64)

    def _starts_of(self, row: Ints) -> Ints:
        """Returns the first slots of the runs of the streams, from the first requested run."""
        first, last = int(row[0]), int(row[-1])
        missing = last + 1 - self._row - len(self._starts)
        places = self._slots if self._run is None else self._slots - self._run + 1
        drawn = self.random.below(places, max(missing, 0) * self._streams).astype(np.int64)
        known = self._starts[first - self._row :]
        self._starts = np.concatenate([known, drawn.reshape(-1, self._streams)])
        self._row = first
        return self._starts


def sequential(
    *,
    rate_per_s: float | None = None,
    outstanding: int | None = None,
    streams: int = 1,
    run: int | None = None,
    requests: int = REQUESTS,
    size: str | int = SIZE,
    read_fraction: float = READ_FRACTION,
    seed: int = SEED,
) -> Sequential:
    """Makes sequential streams that take turns, from random places.

    Args:
        rate_per_s: mean arrivals per second of all streams together; for open arrivals.
        outstanding: requests in the system, 1 to 65536; for a closed loop.
        streams: number of streams, 1 to 65536.
        run: number of requests after which a stream begins at another place. `None`: the stream
            continues to the end of the disk.
        requests: number of requests in all.
        size: size of each request, with its unit ('8KiB') or in bytes; whole blocks of the drive.
        read_fraction: share of reads, 0 to 1.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Sequential(
        rate_per_s=rate_per_s,
        outstanding=outstanding,
        streams=streams,
        run=run,
        requests=requests,
        size_bytes=units.parse_size(size),
        read_fraction=read_fraction,
        seed=seed,
    )
