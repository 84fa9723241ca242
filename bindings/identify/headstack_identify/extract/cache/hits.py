"""What a hit takes, in each of the situations on which a drive file lets its time depend."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from headstack_identify.extract.asking.drive_identity import Caching
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Answer
from headstack_identify.extract.times.block_times import Ruler
from headstack_identify.extract.times.reads import ReadTimes

REST = 4 * 10**12  # ps; any read-ahead is over by then
_PHASES = 8
_NEAR = 1_000_000  # ps
_OFFSET = 4
_MOST_AHEAD = 64
_LONGER = 7
_TRIES = 2
_ASKS_OF_SOFT = 6


@dataclass
class HitTimes:
    """Responses of hits of one block, without the block itself, in ps; None: there was none.

    Attributes:
        places: some blocks behind a read that missed, at rest, by the time of a sector there, in
            ps: on the outermost tracks first, then between, then on the innermost.
        reading: the same outside, while the drive reads ahead, of blocks that are there.
        sequential: at rest, of the next block.
        after_write: at rest, behind a write elsewhere.
        longer: what each block more takes, beside its time on the bus.
        waiting: from the end of a sector to the status, of a hit that waits for it.
    """

    places: dict[float, float] = field(default_factory=dict)
    reading: float | None = None
    sequential: float | None = None
    after_write: float | None = None
    longer: float = 0.0
    waiting: float | None = None

    @property
    def outside(self) -> float | None:
        """On the outermost tracks; None: they miss."""
        return next(iter(self.places.values()), None)


@dataclass(frozen=True)
class Spot:
    """Where hits are measured.

    Attributes:
        lbn: the first of some blocks that lie side by side.
        beside: another block of the same track.
        pitch: time of a sector there, in ps.
        waits: how long the data of a read of `lbn` wait for a mark, in ps.
    """

    lbn: int
    beside: int
    pitch: float
    waits: float


class Hits:
    """Measures hits.

    Args:
        host: who asks.
        caching: empties the cache.
        reads: what is known of reads.
        ruler: knows when blocks pass.
        reads_first: reads of one block, one behind the other, that make the drive read ahead.
        ahead: how far it then reads, in blocks.
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
        """All of it.

        Args:
            spots: places on tracks of several lengths; the first on the outermost.
            elsewhere: a block far away that may be written; None: none may.
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
        """Makes the drive read ahead; the last answer."""
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
        """Mean time of a hit over a revolution, without its block, in ps; None: the read misses.

        It misses once too, where a read-ahead has ended at an error.
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
        """Hits ever farther ahead of the head: at last they wait for it."""
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
                if later < self._turn / 2:  # else it has missed
                    found.waiting = max(0.0, later)
                return
            usual, behind = response, later
