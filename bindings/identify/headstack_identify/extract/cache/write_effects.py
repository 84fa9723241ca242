"""Finds what writes do to cached reads, what hits after writes, and the time of cached writes."""

from collections.abc import Iterable

from headstack_identify.extract.asking.drive_identity import Caching
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Request
from headstack_identify.extract.cache.found import CachedWrites, CacheFound
from headstack_identify.extract.cache.hit_probes import Questions
from headstack_identify.extract.cache.hits import REST, Spot
from headstack_identify.extract.layout.mapping import last_true

_MOST_WRITES = 16
_APART = 64  # blocks
_WITHIN = 12  # least blocks of a read-ahead that a write can split


class CacheOfWrites:
    """Finds what writes do in the cache.

    Args:
        host: sends the commands.
        caching: empties the cache.
        ask: tests for hits.
        blocks: number of blocks of the drive.
    """

    def __init__(self, host: Host, caching: Caching, ask: Questions, blocks: int) -> None:
        self._host = host
        self._caching = caching
        self._ask = ask
        self._apart = max(1, min(_APART, blocks // (4 * _MOST_WRITES)))

    def rules(self, found: CacheFound, at: int, far: int) -> None:
        """Finds which blocks hit after a write. Blocks from `at` and `far` are far apart."""
        ask, host = self._ask, self._host
        host.hold(at, 4)
        host.hold(far, 1)
        write = ask.write(at, 4)
        found.hit_on_written_data = ask.hits(at + 1, 1, write)
        found.write_segment = found.write_back or (
            found.hit_on_written_data and ask.hits(at + 1, 1, write, ask.read(far))
        )
        # The reverse order fails: written data may stay in the buffer outside of any segment.
        found.keep_reads_on_write = ask.hits(far + found.kept, 1, ask.read(far), write)
        if found.hit_on_written_data:
            host.hold(at + 4, 4)
            found.hit_on_written_run = ask.hits(at + 1, 1, write, ask.write(at + 4, 4))
        host.write(far)  # so later reads at `at` do not hit the written data
        if found.keep_reads_on_write:
            self._survival(found, at, far)
            self._overlap(found, at, far)

    def _survival(self, found: CacheFound, at: int, far: int) -> None:
        """Finds how many consecutive writes leave a read in the cache."""
        places = [far + i * self._apart for i in range(_MOST_WRITES)]
        for place in places:
            self._host.hold(place, 1)
        read, writes = self._ask.read(at), [self._ask.write(place) for place in places]
        count = last_true(
            1, _MOST_WRITES, lambda k: self._ask.hits(at + found.kept, 1, read, *writes[:k])
        )
        found.reads_survive_writes = 0 if count == _MOST_WRITES else count

    def _overlap(self, found: CacheFound, at: int, far: int) -> None:
        """Finds which sides of a read-ahead remain after a write in its middle."""
        if found.prefetch_maximum < _WITHIN:
            return
        ask = self._ask
        first = at + found.reads_first - 1
        self._host.hold(first + 4, 2)
        steps = (*ask.reads(at, found.reads_first), ask.write(first + 4, 2))
        before = ask.hits(first + 1, 1, *steps)
        self._host.write(far)
        behind = ask.hits(first + 8, 1, *steps)
        found.keep_both_sides = before and behind
        found.drop_overlapped_segment = not before and not behind
        self._host.write(far)

    # --- times ---

    def times(self, spots: Iterable[Spot]) -> CachedWrites:
        """Measures writes that end in the buffer. The first spot is on the outermost tracks."""
        found = CachedWrites()
        first, *_ = spots = list(spots)
        for spot in spots:
            self._host.hold(spot.lbn, 1)
            read = self._host.reading(spot.beside)
            found.places[spot.pitch] = self._time(read, self._host.writing(spot.lbn))
        read, before = self._host.reading(first.beside), self._host.writing(first.lbn)
        found.eight = self._time(read, self._host.writing(first.lbn, 8))
        found.after_write = self._time(before, self._host.writing(first.lbn + 2))
        found.sequential = self._time(before, self._host.writing(first.lbn + 1))
        return found

    def _time(self, before: Request, write: Request) -> float:
        return self._host.undisturbed(lambda: self._once(before, write))

    def _once(self, before: Request, write: Request) -> float:
        self._caching.emptied()
        self._host.good(before)
        self._host.wait(REST)
        answer = self._host.good(write)
        return float(answer.ended - answer.began)
