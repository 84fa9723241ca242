"""What hits, behind what.

A read that hits keeps the bus from its command to its status; a miss gives it away. So a second
command that waits for the bus says which it was, whatever the time was. Each question begins with
an empty cache.
"""

from collections.abc import Callable, Sequence

from headstack.extract.asking.asked import Caching
from headstack.extract.asking.bus_watch import BusWatch
from headstack.extract.asking.host import Host
from headstack.extract.asking.target import Request
from headstack.extract.cache.hits import REST
from headstack.extract.layout.mapping import last_true

MOST_BLOCKS = 32768
_PHASES = 12

Step = Callable[[], object]


class Questions:
    """Asks the cache.

    Args:
        host: who asks.
        caching: empties it.
        blocks: of the drive.
    """

    def __init__(self, host: Host, caching: Caching, blocks: int) -> None:
        self._host = host
        self._caching = caching
        self._watch = BusWatch(host)
        self._blocks = blocks

    def possible(self) -> bool:
        """Whether the target can have two commands at a time."""
        return self._watch.possible()

    def hits(self, lbn: int, blocks: int, *before: Step) -> bool:
        """Whether a read hits behind these, which begin with an empty cache."""
        self._caching.emptied()
        for step in before:
            step()
        both = self._host.together(self._host.reading(lbn, blocks), 1)
        if both is None:
            return False
        first, second = both
        return second.ended - self._watch.alone >= first.ended - 1000 - 2 * self._host.jitter

    def least(self, read: Request, turn: float, before: Sequence[Step]) -> float:
        """The least response of a read behind others, in ps, of some all over a revolution."""
        times = []
        for phase in range(_PHASES):
            self._caching.emptied()
            for step in before:
                step()
            self._host.wait(REST + phase * turn / _PHASES)
            answer = self._host.good(read)
            times.append(float(answer.ended - answer.began))
        return min(times)

    def freed(self, lbn: int, elsewhere: int, after: float) -> float:
        """When a read that misses gives the bus away, so long behind the end of one of `lbn`."""
        self._caching.emptied()
        self._host.read(lbn)
        self._host.wait(after)
        both = self._host.together(self._host.reading(elsewhere), 1)
        if both is None:
            return 0.0
        first, second = both
        return second.ended - self._watch.alone - first.began

    def read(self, lbn: int, blocks: int = 1) -> Step:
        """A read, after which the drive comes to rest."""

        def step() -> None:
            self._host.read(lbn, blocks)
            self._host.wait(REST)

        return step

    def write(self, lbn: int, blocks: int = 1) -> Step:
        """A write of what is there, after which the drive comes to rest."""

        def step() -> None:
            self._host.write(lbn, blocks)
            self._host.wait(REST)

        return step

    def end(self, lbn: int, blocks: int = 1) -> int:
        """The block behind the last one that hits behind a read."""
        first = lbn + blocks
        most = min(MOST_BLOCKS, self._blocks - 1 - first)
        read = self.read(lbn, blocks)
        if not self.hits(first, 1, read):
            return first
        return first + last_true(0, most, lambda k: self.hits(first + k, 1, read)) + 1

    def reads(self, lbn: int, count: int) -> list[Step]:
        """Reads of one block each, one behind the other."""
        return [self.read(lbn + k) for k in range(count)]
