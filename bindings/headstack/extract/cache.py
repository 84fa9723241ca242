"""The cache: what hits, behind what.

A read that hits keeps the bus from its command to its status; a miss gives it away. So a second
command that waits for the bus says which it was, whatever the time was. Each question begins with
an empty cache.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from headstack.extract.asked import Caching, Identity
from headstack.extract.bus_watch import BusWatch
from headstack.extract.hits import REST, Hits, HitTimes, Spot
from headstack.extract.host import Host
from headstack.extract.mapping import Mapping, last_true
from headstack.extract.places import Place
from headstack.extract.reads import ReadTimes
from headstack.extract.seeks import Seeks
from headstack.extract.target import Request

_MOST_BLOCKS = 32768
_MOST_SEGMENTS = 63
_PHASES = 8

Step = Callable[[], object]


@dataclass
class CachedWrites:
    """Responses of writes that end in the buffer, in ps.

    Attributes:
        places: of one block behind a read of the same track, by the time of a sector there, in ps:
            on the outermost tracks first.
        eight: of eight blocks.
        after_write: outside, behind a write two blocks before.
        sequential: outside, behind a write of the block before.
    """

    places: dict[float, float] = field(default_factory=dict)
    eight: float = 0.0
    after_write: float = 0.0
    sequential: float = 0.0


@dataclass
class CacheFound:
    """The cache, in the words of drive files; sizes in blocks, times in ps."""

    cached: bool = False
    segment: int = 0
    read_segments: int = 1
    write_segment: bool = False
    prefetch_minimum: int = 0
    prefetch_maximum: int = 0
    reach: str | None = None
    prefetch_on_idle_hit: bool = False
    hit_on_written_data: bool = False
    hit_by_first_block: bool = False
    keep_reads_on_write: bool = False
    read_ahead_keeps_read: bool = False
    read_ahead_after_sequential_only: bool = False
    read_ahead_of_misses_only: bool = False
    whole_track_read: bool = False
    whole_track_read_if_following: bool = False
    zero_latency_read: bool = False
    write_back: bool = False
    hits: HitTimes = field(default_factory=HitTimes)
    cached_writes: CachedWrites | None = None

    @property
    def segments(self) -> int:
        """All segments: a drive with several keeps one for writes."""
        return self.read_segments + (self.write_segment or self.read_segments > 1)


class Cache:
    """Asks what the cache does.

    Args:
        host: who asks.
        caching: turns the cache on and off.
        identity: what the drive says of itself.
        mapping: where blocks lie.
        seeks: knows tracks to measure on.
        reads: what is known of reads.
        turn: time of a revolution, in ps.
        writes: whether blocks may be written.
    """

    def __init__(
        self,
        host: Host,
        caching: Caching,
        identity: Identity,
        mapping: Mapping,
        seeks: Seeks,
        reads: ReadTimes,
        turn: float,
        writes: bool,
    ) -> None:
        self._host = host
        self._caching = caching
        self._identity = identity
        self._mapping = mapping
        self._reads = reads
        self._turn = turn
        self._writes = writes
        self._watch = BusWatch(host)
        place, self._at, self._beside = seeks.two_on_a_track(16, outer=True)
        self._place = place
        last, _, _ = seeks.two_on_a_track(16)
        between = (place.cylinder + last.cylinder) // 2
        places = (
            (place, self._at, self._beside),
            seeks.two_on_a_track(16, outer=True, beyond=between),
            seeks.two_on_a_track(16),
        )
        self._spots = [
            Spot(lbn, beside, seeks.pitch(at), seeks.late(at)) for at, lbn, beside in places
        ]

    def measure(self) -> CacheFound:
        """All of it. The caches are then as they were found."""
        found = CacheFound(write_back=self._identity.write_back)
        self._caching.off()
        found.zero_latency_read = self._zero_latency()
        found.cached = self._identity.reads_cached and self._watch.possible() and self._any_hit()
        if found.cached:
            self._read_ahead(found)
            self._segments(found)
            self._rules(found)
            self._writing(found)
            found.hits = self._hit_times(found)
        elif self._reads.most is not None:
            found.segment = self._limit()
        self._caching.as_found()
        if found.write_back and self._writes:
            found.cached_writes = self._cached_writes()
        return found

    # --- questions ---

    def _hits(self, lbn: int, blocks: int, *before: Step) -> bool:
        """Whether a read hits behind these, which begin with an empty cache."""
        self._caching.emptied()
        for step in before:
            step()
        both = self._host.together(self._host.reading(lbn, blocks), 1)
        if both is None:
            return False
        first, second = both
        return second.ended - self._watch.alone >= first.ended - 1000 - 2 * self._host.jitter

    def _read(self, lbn: int, blocks: int = 1) -> Step:
        def step() -> None:
            self._host.read(lbn, blocks)
            self._host.wait(REST)

        return step

    def _write(self, lbn: int, blocks: int = 1) -> Step:
        def step() -> None:
            self._host.write(lbn, blocks)
            self._host.wait(REST)

        return step

    def _any_hit(self) -> bool:
        one = self._read(self._at)
        return any(self._hits(self._at + k, 1, one) for k in (0, 1, 2))

    def _end(self, lbn: int, blocks: int = 1) -> int:
        """The block behind the last one that hits behind a read."""
        first = lbn + blocks
        most = min(_MOST_BLOCKS, self._identity.blocks - 1 - first)
        read = self._read(lbn, blocks)
        if not self._hits(first, 1, read):
            return first
        return first + last_true(0, most, lambda k: self._hits(first + k, 1, read)) + 1

    def _limit(self) -> int:
        """Blocks of a segment, by the share of it that a long read waits for."""
        most = self._reads.most or 0
        return round(most / self._reads.watermark) if self._reads.watermark else 0

    # --- read-ahead and segments ---

    def _read_ahead(self, found: CacheFound) -> None:
        ahead = self._end(self._at) - self._at - 1
        if ahead == 0:
            sequential = self._end_of_sequential()
            found.read_ahead_after_sequential_only = sequential > 0
            ahead = sequential
        later = self._end(self._at + 5) - self._at - 6
        if later != ahead and later + 5 == ahead:
            found.reach = self._reach(self._at + ahead)
            if found.reach == "track" and self._end(self._at + ahead) > self._at + ahead + 1:
                found.reach = "as the read"
        found.prefetch_minimum = min(self._identity.prefetch(6), _MOST_BLOCKS)
        found.prefetch_maximum = self._identity.prefetch(8) if found.reach else ahead

    def _end_of_sequential(self) -> int:
        first = self._at + 2
        before = (self._read(self._at), self._read(self._at + 1))
        if not self._hits(first, 1, *before):
            return 0
        return 1 + last_true(0, _MOST_BLOCKS, lambda k: self._hits(first + k, 1, *before))

    def _reach(self, last: int) -> str | None:
        """What ends with a block: its track, or its cylinder."""
        here, there = _place_of(self._mapping, last), _place_of(self._mapping, last + 1)
        if here is None or there is None or here[:2] == there[:2]:
            return None
        return "cylinder" if here[0] != there[0] else "track"

    def _segments(self, found: CacheFound) -> None:
        blocks = 1
        while blocks < _MOST_BLOCKS:
            end = self._end(self._at, blocks)
            ahead = end - self._at - blocks
            read = self._read(self._at, blocks)
            if not self._hits(self._at, 1, read):
                found.segment = self._held(end, read)
                break
            asked = not found.read_ahead_after_sequential_only
            if ahead < found.prefetch_maximum and not found.reach and asked:
                found.segment, found.read_ahead_keeps_read = blocks + ahead, True
                break
            blocks *= 2
        found.segment = max(found.segment, self._limit())
        found.read_segments = last_true(1, _MOST_SEGMENTS, lambda k: self._first_of(found, k))

    def _held(self, end: int, read: Step) -> int:
        """How many blocks up to `end` hit behind a read."""
        return 1 + last_true(0, end - 1 - self._at, lambda k: self._hits(end - 1 - k, 1, read))

    def _first_of(self, found: CacheFound, streams: int) -> bool:
        """Whether the first of so many reads far apart is still there behind them."""
        apart = self._identity.blocks // (_MOST_SEGMENTS + 2)
        reads = [self._read(self._at + i * apart) for i in range(streams)]
        return self._hits(self._at + self._kept(found), 1, *reads)

    def _kept(self, found: CacheFound) -> int:
        """A block that hits behind a read of the first one, as far behind as may be."""
        return 0 if found.read_ahead_after_sequential_only else min(2, found.prefetch_maximum)

    # --- rules ---

    def _rules(self, found: CacheFound) -> None:
        last = self._at + found.prefetch_maximum
        if found.reach:
            last = self._end(self._at) - 1
        reads = [self._read(self._at)]
        if found.read_ahead_after_sequential_only:
            reads.append(self._read(self._at + 1))
            last += 1
        found.hit_by_first_block = self._hits(last, 2, *reads)
        found.prefetch_on_idle_hit = self._hits(last + 3, 1, *reads, self._read(last))
        asked = not found.prefetch_on_idle_hit and found.prefetch_maximum > 1
        if asked and not found.read_ahead_after_sequential_only:
            at_once = self._host.read
            grown = self._hits(last + 2, 1, lambda: at_once(self._at), self._read(self._at + 3))
            found.read_ahead_of_misses_only = not grown
        middle = self._at + 8
        one, two = self._read(middle), self._read(middle + 1)
        found.whole_track_read = self._hits(middle - 4, 1, one)
        if not found.whole_track_read and found.read_ahead_after_sequential_only:
            found.whole_track_read_if_following = self._hits(middle - 4, 1, one, two)
            found.whole_track_read = found.whole_track_read_if_following

    def _writing(self, found: CacheFound) -> None:
        if not self._writes:
            return
        far = self._at + self._identity.blocks // 2
        self._host.hold(self._at, 4)
        self._host.hold(far, 1)
        write, kept = self._write(self._at, 4), self._kept(found)
        found.hit_on_written_data = self._hits(self._at + 1, 1, write)
        found.write_segment = found.write_back or (
            found.hit_on_written_data and self._hits(self._at + 1, 1, write, self._read(far))
        )
        # Not the other way round: what was written may still be there, and is no segment's.
        found.keep_reads_on_write = self._hits(far + kept, 1, self._read(far), write)
        self._host.write(far)  # so that reads at the usual place do not hit what was written there

    def _zero_latency(self) -> bool:
        """Whether a read of nearly a track takes about as long wherever the head arrives."""
        blocks = self._mapping.region(self._place.cylinder).sectors - 4
        bus = blocks * self._reads.per_block
        times = []
        for phase in range(_PHASES):
            ended = self._host.read(self._beside).ended
            self._host.wait_until(ended + (phase + 1) * self._turn / _PHASES)
            answer = self._host.read(self._at, blocks)
            times.append(answer.ended - answer.began)
        return max(times) - min(times) < self._turn / 2 and bus < self._turn

    # --- times ---

    def _hit_times(self, found: CacheFound) -> HitTimes:
        first = 2 if found.read_ahead_after_sequential_only else 1
        ahead = found.prefetch_maximum
        hits = Hits(self._host, self._caching, self._reads, self._turn, first, ahead)
        far = self._at + self._identity.blocks // 2
        keeps = self._writes and found.keep_reads_on_write
        return hits.measure(self._spots, far if keeps else None)

    def _cached_writes(self) -> CachedWrites:
        """What a write takes that ends in the buffer, without its blocks."""
        found = CachedWrites()
        for spot in self._spots:
            self._host.hold(spot.lbn, 1)
            read = self._host.reading(spot.beside)
            found.places[spot.pitch] = self._cached(read, self._host.writing(spot.lbn))
        read, before = self._host.reading(self._beside), self._host.writing(self._at)
        found.eight = self._cached(read, self._host.writing(self._at, 8))
        found.after_write = self._cached(before, self._host.writing(self._at + 2))
        found.sequential = self._cached(before, self._host.writing(self._at + 1))
        return found

    def _cached(self, before: Request, write: Request) -> float:
        self._caching.emptied()
        self._host.good(before)
        self._host.wait(REST)
        answer = self._host.good(write)
        return float(answer.ended - answer.began)


def _place_of(mapping: Mapping, lbn: int) -> Place | None:
    for region in mapping.regions:
        for run in region.runs:
            if run.lbn <= lbn < run.lbn + run.blocks:
                return mapping.place(region, run.sector + lbn - run.lbn)
    return None
