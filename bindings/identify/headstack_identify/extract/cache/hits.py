"""Measures the time of a hit, in each situation that has its own time in a drive file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from headstack_identify.extract.asking.drive_identity import Caching
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Answer
from headstack_identify.extract.times.block_times import Ruler
from headstack_identify.extract.times.reads import ReadTimes

REST = 4 * 10**12  # ps; every read-ahead ends within this time
_PHASES = 8
_NEAR = 1_000_000  # ps
_OFFSET = 4
_MOST_AHEAD = 64
_LONGER = 7
_TRIES = 2
_ASKS_OF_SOFT = 6


@dataclass
class HitTimes:
    """Responses of one-block hits, without the block itself, in ps. `None`: the read misses.

    Attributes:
        places: response at rest, of a block shortly after a read that missed, by the time of a
            sector at the place, in ps. The order is from the outermost to the innermost tracks.
        reading: response of cached blocks on the outermost tracks while the drive reads ahead.
        sequential: response of the next block on the outermost tracks, at rest.
        after_write: response on the outermost tracks at rest, after a write elsewhere.
        longer: extra time of each further block, without its time on the bus.
        waiting: time from the end of a sector to the status, of a hit that waits for this sector.
    """

    places: dict[float, float] = field(default_factory=dict)
    reading: float | None = None
    sequential: float | None = None
    after_write: float | None = None
    longer: float = 0.0
    waiting: float | None = None

    @property
    def outside(self) -> float | None:
        """Response at rest on the outermost tracks, in ps. `None`: reads miss there."""
        return next(iter(self.places.values()), None)


@dataclass(frozen=True)
class Spot:
    """A place at which hits are measured.

    Attributes:
        lbn: the first of some consecutive blocks.
        beside: another block of the same track.
        pitch: time of a sector at `lbn`, in ps.
        waits: how long the data of a read of `lbn` wait for a mark, in ps.
    """

    lbn: int
    beside: int
    pitch: float
    waits: float


class Hits:
    """Measures hits.

    Args:
        host: sends the commands.
        caching: empties the cache.
        reads: measured times of reads.
        ruler: computes when blocks pass.
        reads_first: number of consecutive one-block reads that make the drive read ahead.
        ahead: length of the read-ahead, in blocks.
    """

    def __init__(
        self,
        host: Host,
        caching: Caching,
        reads: ReadTimes,
        ruler: Ruler,
        reads_first: int,
        ahead: int,
    ) -> None:
        self._host = host
        self._caching = caching
        self._reads = reads
        self._turn = ruler.turn
        self._first = reads_first
        self._ahead = ahead
        self._ruler = ruler

    def measure(self, spots: Sequence[Spot], elsewhere: int | None) -> HitTimes:
        """Measures the times in all situations.

        Args:
            spots: places on tracks of several lengths, the first on the outermost tracks.
            elsewhere: a distant block that the measurement may write. `None`: no block is written.
        """
        offset = min(_OFFSET, self._ahead)
        found = HitTimes()
        for spot in spots:
            time = self._at_rest(spot, offset)
            if time is None:
                break
            found.places[spot.pitch] = time
        outside, outer = found.outside, spots[0]
        if outside is None:
            return found
        if self._ahead > _OFFSET + _LONGER:
            long = self._at_rest(outer, offset, 1 + _LONGER)
            if long is not None:
                more = (long - outside) / _LONGER - self._reads.per_block
                found.longer = more if more > _NEAR / _LONGER else 0.0
            found.sequential = self._at_rest(outer, 1)
            self._while_reading(found, outer)
        if elsewhere is not None:
            write = self._host.writing(elsewhere)
            found.after_write = self._at_rest(outer, offset, 1, lambda: self._host.good(write))
        return found

    def _begin(self, spot: Spot) -> Answer:
        """Makes the drive read ahead. Returns the last answer."""
        self._caching.emptied()
        self._host.read(spot.beside)
        self._host.wait(REST)
        answer = self._host.read(spot.lbn)
        for more in range(1, self._first):
            self._host.wait(REST)
            answer = self._host.read(spot.lbn + more)
        return answer

    def _read_ahead(self, spot: Spot, ahead: int) -> tuple[Answer, Answer]:
        """Reads with a read-ahead, then reads one block that is `ahead` blocks after the read."""
        return self._begin(spot), self._host.read(spot.lbn + self._first - 1 + ahead)

    def _at_rest(
        self,
        spot: Spot,
        offset: int,
        blocks: int = 1,
        between: Callable[[], object] | None = None,
    ) -> float | None:
        """Returns the mean time of a hit over a revolution, without its block, in ps.

        Returns `None` if the read misses. An error can end the read-ahead and so cause a miss. So a
        miss is measured twice.
        """
        last = spot.lbn + self._first - 1

        def response(phase: int) -> float:
            self._begin(spot)
            self._host.wait(REST)
            if between is not None:
                between()
                self._host.wait(REST)
            self._host.wait(1 + phase * self._turn / _PHASES)
            answer = self._host.read(last + offset, blocks)
            return answer.ended - answer.began - self._reads.per_block

        asks = _ASKS_OF_SOFT if self._host.recovered else 1
        for _ in range(_TRIES):
            times = [
                min(self._host.undisturbed(partial(response, phase)) for _ in range(asks))
                for phase in range(_PHASES)
            ]
            if max(times) - min(times) <= self._turn / 2:
                return sum(times) / len(times)
        return None

    def _while_reading(self, found: HitTimes, spot: Spot) -> None:
        """Measures hits farther and farther ahead of the head, until the hits wait for the head."""
        usual: float | None = None
        behind: float | None = None
        for ahead in range(2, min(self._ahead, _MOST_AHEAD) + 1):
            one, two = self._host.undisturbed(partial(self._read_ahead, spot, ahead))
            response = float(two.ended - two.began) - self._reads.per_block
            *_, last = self._ruler.passed(spot.lbn + self._first - 1, ahead + 1)
            passed = one.ended - self._reads.behind - spot.waits + last - spot.pitch
            later = two.ended - passed - self._reads.per_block
            if usual is not None and abs(response - usual) < _NEAR:
                found.reading = response
            if behind is not None and abs(later - behind) < _NEAR:
                if later < self._turn / 2:  # a longer time shows a miss
                    found.waiting = max(0.0, later)
                return
            usual, behind = response, later
