"""Measures how far the cache reads ahead, how much it holds, and what it does after a read."""

from collections.abc import Sequence

from headstack_identify.extract.asking.drive_identity import Caching, Identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.latency import variation
from headstack_identify.extract.cache.found import CacheFound
from headstack_identify.extract.cache.hit_probes import MOST_BLOCKS, Questions, Step
from headstack_identify.extract.cache.hits import REST, Hits, HitTimes, Spot
from headstack_identify.extract.cache.write_effects import CacheOfWrites
from headstack_identify.extract.layout.mapping import Mapping, last_true
from headstack_identify.extract.layout.places import Place
from headstack_identify.extract.times.block_times import Ruler
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.seeks import Seeks

_MOST_SEGMENTS = 63
_APART = 64  # blocks after a read-ahead
_OVER_THE_END = 8  # least blocks of a read-ahead that can show the rule for track ends
_HELD = 8  # least cached blocks of a read that can show a partial hit


class Cache:
    """Finds what the cache does.

    Args:
        host: sends the commands.
        caching: turns the cache on and off.
        identity: what the drive reports about itself.
        mapping: where blocks lie.
        seeks: has tracks to measure on.
        reads: measured times of reads.
        ruler: computes when blocks pass.
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
        ruler: Ruler,
        writes: bool,
    ) -> None:
        self._host = host
        self._caching = caching
        self._identity = identity
        self._mapping = mapping
        self._reads = reads
        self._turn = ruler.turn
        self._ruler = ruler
        self._writes = writes
        self._ask = Questions(host, caching, identity.blocks)
        self._of_writes = CacheOfWrites(host, caching, self._ask, identity.blocks)
        place, self._at, self._beside = seeks.two_on_a_track(16, outer=True)
        self._place = place
        self._far = self._at + identity.blocks // 2
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
        """Measures everything. Afterwards, the caches are as they were."""
        found = CacheFound(write_back=self._identity.write_back)
        self._caching.off()
        found.zero_latency_read = self._zero_latency()
        found.asked = self._ask.possible()
        found.cached = self._identity.reads_cached and found.asked and self._any_hit()
        if found.cached:
            self._read_ahead(found)
            self._ask.check_sure(found.prefetch_maximum)
            self._segments(found)
            self._ask.check_sure(max(found.prefetch_maximum, found.segment))
            self._rules(found)
            if self._writes:
                self._of_writes.rules(found, self._at, self._far)
            found.hits = self._hit_times(found)
            elsewhere = min(self._at + 3 * self._identity.blocks // 4, self._identity.blocks - 1)
            busy, rested = (self._ask.freed(self._at, elsewhere, after) for after in (1, REST))
            found.interrupt = busy - rested
        elif self._reads.most is not None:
            found.segment = self._limit()
        self._caching.as_found()
        if found.write_back and self._writes:
            found.cached_writes = self._of_writes.times(self._spots)
        return found

    def _any_hit(self) -> bool:
        one = self._ask.read(self._at)
        return any(self._ask.hits(self._at + k, 1, one) for k in (0, 1, 2))

    def _limit(self) -> int:
        """Returns the blocks of a segment. Uses the share that a long read waits for."""
        most = self._reads.most or 0
        return round(most / self._reads.watermark) if self._reads.watermark else 0

    # --- read-ahead and segments ---

    def _read_ahead(self, found: CacheFound) -> None:
        ahead = self._ask.end(self._at) - self._at - 1
        if ahead == 0:
            sequential = self._end_of_sequential()
            found.read_ahead_after_sequential_only = sequential > 0
            ahead = sequential
        later = self._ask.end(self._at + 5) - self._at - 6
        if later != ahead and later + 5 == ahead:
            found.reach = self._reach(self._at + ahead)
            if found.reach == "track" and self._ask.end(self._at + ahead) > self._at + ahead + 1:
                found.reach = "as the read"
        found.prefetch_minimum = min(self._identity.prefetch(6), MOST_BLOCKS)
        found.prefetch_maximum = self._identity.prefetch(8) if found.reach else ahead

    def _end_of_sequential(self) -> int:
        first = self._at + 2
        before = (self._ask.read(self._at), self._ask.read(self._at + 1))
        if not self._ask.hits(first, 1, *before):
            return 0
        return 1 + last_true(0, MOST_BLOCKS, lambda k: self._ask.hits(first + k, 1, *before))

    def _reach(self, last: int) -> str | None:
        """Returns 'track' or 'cylinder' if one ends with a block. `None`: neither ends."""
        if last + 1 >= self._identity.blocks:
            return None
        here, there = self._place_of(last), self._place_of(last + 1)
        if here[:2] == there[:2]:
            return None
        return "cylinder" if here[0] != there[0] else "track"

    def _place_of(self, lbn: int) -> Place:
        return self._mapping.where(lbn)[1]

    def _segments(self, found: CacheFound) -> None:
        blocks = 1
        while blocks < MOST_BLOCKS:
            end = self._ask.end(self._at, blocks)
            ahead = end - self._at - blocks
            read = self._ask.read(self._at, blocks)
            if not self._ask.hits(self._at, 1, read):
                found.segment = self._held(end, read)
                break
            asked = not found.read_ahead_after_sequential_only
            if ahead < found.prefetch_maximum and not found.reach and asked:
                found.segment, found.read_ahead_keeps_read = blocks + ahead, True
                break
            blocks *= 2
        found.segment = found.segment or self._limit()
        room = self._identity.blocks // (found.prefetch_maximum + _APART) - 1
        most = max(1, min(_MOST_SEGMENTS, room))
        apart = self._identity.blocks // (most + 2)
        found.read_segments = last_true(1, most, lambda k: self._first_of(found, k, apart))

    def _held(self, end: int, read: Step) -> int:
        """Returns how many blocks up to `end` hit after a read."""
        return 1 + last_true(0, end - 1 - self._at, lambda k: self._ask.hits(end - 1 - k, 1, read))

    def _first_of(self, found: CacheFound, streams: int, apart: int) -> bool:
        """Whether the cache still has the first of `streams` distant reads after all of them."""
        reads = [self._ask.read(self._at + i * apart) for i in range(streams)]
        return self._ask.hits(self._at + found.kept, 1, *reads)

    # --- rules ---

    def _rules(self, found: CacheFound) -> None:
        last = self._at + found.prefetch_maximum
        if found.reach:
            last = self._ask.end(self._at) - 1
        reads = self._ask.reads(self._at, found.reads_first)
        last += found.reads_first - 1
        found.hit_by_first_block = self._ask.hits(last, 2, *reads)
        if not found.hit_by_first_block:
            found.partial_hit_disconnects = self._waits_for_rest(last, reads)
            found.hit_by_first_block = found.partial_hit_disconnects
        found.prefetch_on_idle_hit = self._ask.hits(last + 3, 1, *reads, self._ask.read(last))
        asked = not found.prefetch_on_idle_hit and found.prefetch_maximum > 1
        if asked and not found.read_ahead_after_sequential_only:
            at_once = self._host.read
            grown = self._ask.hits(
                last + 2, 1, lambda: at_once(self._at), self._ask.read(self._at + 3)
            )
            found.read_ahead_of_misses_only = not grown
        middle = self._at + 8
        one, two = self._ask.read(middle), self._ask.read(middle + 1)
        found.whole_track_read = self._ask.hits(middle - 4, 1, one)
        if not found.whole_track_read and found.read_ahead_after_sequential_only:
            found.whole_track_read_if_following = self._ask.hits(middle - 4, 1, one, two)
            found.whole_track_read = found.whole_track_read_if_following
        grows = found.prefetch_on_idle_hit  # the new read-ahead may replace the old blocks
        if not found.reach and not grows and found.prefetch_maximum >= _OVER_THE_END:
            self._track_before(found)

    def _waits_for_rest(self, last: int, reads: Sequence[Step]) -> bool:
        """Whether a partial hit waits only for the blocks that are not in the cache.

        The read begins at a cached block and ends after the last cached block. Such a read gives
        the bus away, as a miss does. But the read need not wait until the cached blocks pass the
        head.
        """
        pitch = self._spots[0].pitch
        held = min(last + 1 - self._at, int(self._turn / pitch / 2))
        if held < _HELD:
            return False
        whole = self._host.reading(last + 1 - held, held + 1)
        least = [self._ask.least(whole, self._turn, before) for before in (reads, reads[:0])]
        return least[0] < least[1] - held * pitch / 2

    def _track_before(self, found: CacheFound) -> None:
        """Finds whether a hit on the next track drops the blocks of the track before."""
        ends = self._at
        while self._place_of(ends + 1)[:2] == self._place[:2]:
            ends += 1
        first = ends - found.reads_first - 1  # the track has two more blocks after these reads
        reads = self._ask.reads(first, found.reads_first)
        hit = self._ask.read(ends + 2)
        if self._ask.hits(ends, 1, *reads) and self._ask.hits(ends + 2, 1, *reads):
            found.hit_drops_tracks_before = not self._ask.hits(ends, 1, *reads, hit)

    def _zero_latency(self) -> bool:
        """Whether a read of most of a track takes about as long wherever the head arrives."""
        blocks = self._mapping.region(self._place.cylinder).sectors - 4
        bus = blocks * self._reads.per_block
        before, read = self._host.reading(self._beside), self._host.reading(self._at, blocks)
        varies = variation(self._host, before, read, self._turn)
        return varies < self._turn / 2 and bus < self._turn

    # --- times ---

    def _hit_times(self, found: CacheFound) -> HitTimes:
        first, ahead = found.reads_first, found.prefetch_maximum
        hits = Hits(self._host, self._caching, self._reads, self._ruler, first, ahead)
        keeps = self._writes and found.keep_reads_on_write
        return hits.measure(self._spots, self._far if keeps else None)
