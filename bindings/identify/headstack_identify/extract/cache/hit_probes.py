"""Tests whether a read hits after given commands.

A read that hits keeps the bus from its command to its status. A read that misses gives the bus
away. So a second command that waits for the bus shows whether the read hit or missed. The duration
of the read does not matter. Each test begins with an empty cache.

A read-ahead ends without a report at a block that cannot be read at once. A read that would have
hit may then miss. So a miss is tested again. If the drive has such errors, the test is repeated
until one answer leads.
"""

from collections.abc import Callable, Sequence
from functools import partial

from headstack_identify.extract.asking.bus_watch import BusWatch
from headstack_identify.extract.asking.drive_identity import Caching
from headstack_identify.extract.asking.host import Host, Unsteady
from headstack_identify.extract.asking.target import Request
from headstack_identify.extract.cache.hits import REST
from headstack_identify.extract.layout.mapping import last_true

MOST_BLOCKS = 32768
_PHASES = 12
_LEAD = 8  # answers by which one result must lead
_WRONG = 1e-3  # largest share of wrong results

Step = Callable[[], object]


class Questions:
    """Tests for hits in the cache.

    Args:
        host: sends the commands.
        caching: empties the cache.
        blocks: number of blocks of the drive.
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
        """Whether a read hits after these steps. The steps begin with an empty cache."""
        hit = partial(self._hits, lbn, blocks, before)
        if not self._host.recovered:
            once = self._host.undisturbed(hit)
            if once or not self._host.undisturbed(hit):
                return once
        lead = 0
        while abs(lead) < _LEAD:
            lead += 1 if self._host.undisturbed(hit) else -1
        return lead > 0

    def check_sure(self, blocks: int) -> None:
        """Raises Unsteady if most read-aheads of this length end at an error."""
        ends = min(0.5, 1 - (1 - self._host.soft_rate) ** blocks)
        if (ends / (1 - ends)) ** _LEAD > _WRONG:
            raise Unsteady(
                f"the drive varies too much: {self._host.recovered:,} of {self._host.reads:,} "
                "blocks were read only after an error, at which a read-ahead ends, so that what "
                f"the cache does cannot be told ({self._host.stage}, read-ahead of {blocks:,} "
                "blocks)"
            )

    def _hits(self, lbn: int, blocks: int, before: Sequence[Step]) -> bool:
        self._caching.emptied()
        for step in before:
            step()
        both = self._host.together(self._host.reading(lbn, blocks), 1)
        if both is None:
            return False
        first, second = both
        return second.ended - self._watch.alone >= first.ended - 1000 - 2 * self._host.jitter

    def least(self, read: Request, turn: float, before: Sequence[Step]) -> float:
        """Returns the least response of a read after these steps, in ps.

        The reads start at several angles of a revolution.
        """

        def response(phase: int) -> float:
            self._caching.emptied()
            for step in before:
                step()
            self._host.wait(REST + phase * turn / _PHASES)
            answer = self._host.good(read)
            return float(answer.ended - answer.began)

        return min(self._host.undisturbed(partial(response, phase)) for phase in range(_PHASES))

    def freed(self, lbn: int, elsewhere: int, after: float) -> float:
        """Returns when a read that misses disconnects.

        The read begins `after` ps after a read of `lbn`. A read-ahead that ends early at an error
        shortens the time. So the result is the longest time of several.
        """
        freed = partial(self._freed, lbn, elsewhere, after)
        asks = _LEAD if self._host.recovered else 1
        return max(self._host.undisturbed(freed) for _ in range(asks))

    def _freed(self, lbn: int, elsewhere: int, after: float) -> float:
        self._caching.emptied()
        self._host.read(lbn)
        self._host.wait(after)
        both = self._host.together(self._host.reading(elsewhere), 1)
        if both is None:
            return 0.0
        first, second = both
        return second.ended - self._watch.alone - first.began

    def read(self, lbn: int, blocks: int = 1) -> Step:
        """Returns a step that reads blocks and leaves the drive at rest."""

        def step() -> None:
            self._host.read(lbn, blocks)
            self._host.wait(REST)

        return step

    def write(self, lbn: int, blocks: int = 1) -> Step:
        """Returns a step that writes the present data of blocks and leaves the drive at rest."""

        def step() -> None:
            self._host.write(lbn, blocks)
            self._host.wait(REST)

        return step

    def end(self, lbn: int, blocks: int = 1) -> int:
        """Returns the block after the last block that hits after a read."""
        first = lbn + blocks
        most = min(MOST_BLOCKS, self._blocks - 1 - first)
        read = self.read(lbn, blocks)
        if not self.hits(first, 1, read):
            return first
        return first + last_true(0, most, lambda k: self.hits(first + k, 1, read)) + 1

    def reads(self, lbn: int, count: int) -> list[Step]:
        """Returns steps: consecutive reads of one block each."""
        return [self.read(lbn + k) for k in range(count)]
