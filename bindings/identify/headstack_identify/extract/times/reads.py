"""What a read takes beside seek and rotation, and how much of it is in the buffer when it is sent.

Responses alone have these times only in sums. What a second command sees of the bus takes the sums
apart, down to what is said at each key.
"""

from collections.abc import Callable
from dataclasses import dataclass

from headstack.errors import CheckCondition
from headstack_identify.extract.asking.bus_watch import BusWatch
from headstack_identify.extract.asking.host import Host, Unsteady
from headstack_identify.extract.asking.latency import Latency
from headstack_identify.extract.asking.target import Request
from headstack_identify.extract.times.block_times import Ruler
from headstack_identify.extract.times.seeks import Seeks

_LONG_READS = (8192, 4096, 2048, 1024)
_SHORT_READS = (16, 32)
_HUNDRED = 100
_NEAR = 1_000_000  # ps


@dataclass
class ReadTimes:
    """Times in ps.

    Attributes:
        command: of a miss, until the arm may move.
        after_write: what it takes more behind a write.
        disconnect: from the command's end to the disconnect, behind a read.
        disconnect_after_write: the same behind a write.
        same_cylinder: until data can come where the arm needs no seek.
        behind: from the sector's end to the status, of a read of one block.
        reconnect: the part of `behind` that holds the bus, without the block's own time.
        preparation: the part of that which only data need; None: nothing shows it.
        last_block: how late the drive comes back when it waits for the last block.
        per_block: a block on the bus, to the host.
        watermark: share of a read that is in the buffer when the drive comes back, 0 to 1.
        of_read: whether that share is of reads of all lengths.
        most: blocks that it waits for at the most; None: no limit was seen.
        sequential: what the command takes more where the read before ended.
        longer: what each block more adds to the command.
        longest: blocks of the longest read that was watched, of those that were to be.
        releases: whether a long read gives the bus away once more, behind what it waited for.
    """

    command: float = 0.0
    after_write: float = 0.0
    disconnect: float = 0.0
    disconnect_after_write: float = 0.0
    same_cylinder: float = 0.0
    behind: float = 0.0
    reconnect: float = 0.0
    preparation: float | None = None
    last_block: float = 0.0
    per_block: float = 0.0
    watermark: float = 1.0
    of_read: bool = True
    most: int | None = None
    sequential: float = 0.0
    longer: float = 0.0
    longest: int = _LONG_READS[0]
    releases: bool = False


class Reads:
    """Measures reads.

    Args:
        host: who asks; the cache is off.
        seeks: knows tracks to measure on.
        latency: measures least times.
        ruler: knows when blocks pass.
        blocks: of the drive.
    """

    def __init__(
        self, host: Host, seeks: Seeks, latency: Latency, ruler: Ruler, blocks: int
    ) -> None:
        self._host = host
        self._seeks = seeks
        self._turn = ruler.turn
        self._latency = latency
        self._ruler = ruler
        self._blocks = blocks
        self._watch = BusWatch(host)

    def measure(self, writes: bool) -> ReadTimes:
        """All of it; `writes`: whether blocks may be written, with what they hold."""
        place, lbn, other = self._seeks.two_on_a_track(4)
        before, read = self._host.reading(other), self._host.reading(lbn)
        pitch = self._seeks.pitch(place)
        times = ReadTimes(per_block=self._per_block())
        passing = self._seeks.passing(place)
        still = self._latency.least(before, read) - passing
        if not self._watch.possible():
            times.command = still - times.per_block
            times.behind = times.per_block
            return times
        held = self._watch.watch(before, read)
        four = self._watch.watch(before, self._host.reading(lbn, 4))
        times.longer = self._more((four.freed - held.freed) / 3)
        next_ = self._watch.watch(self._host.reading(lbn), self._host.reading(lbn + 1))
        times.sequential = self._more(next_.freed - held.freed)
        times.last_block = self._late(pitch, four.back - held.back)
        waits = self._seeks.late(place)
        times.behind = held.ended - held.back - waits + times.last_block
        times.reconnect = max(0.0, held.ended - held.back - waits - times.per_block)
        times.preparation = self._preparation(times, before, lbn)
        begin = max(0.0, still - times.behind)  # command and same_cylinder
        times.command = min(begin, held.freed)
        times.disconnect = held.freed - times.command
        times.same_cylinder = begin - times.command
        if writes:
            self._after_write(times, lbn, other, passing)
        self._shares(times)
        return times

    def _more(self, time: float) -> float:
        """A difference of times, if it is more than what is left of them."""
        return time if abs(time) > max(_NEAR, 4 * self._host.jitter) else 0.0

    def _preparation(self, times: ReadTimes, before: Request, lbn: int) -> float | None:
        """A VERIFY comes back as a read does, but has no data to prepare for."""
        verify = Request(bytes([0x2F, 0, *lbn.to_bytes(4, "big"), 0, 0, 1, 0]))
        try:
            held = self._watch.watch(before, verify)
        except CheckCondition:
            return None
        found = times.reconnect - (held.ended - held.back)
        return found if -_NEAR < found < times.reconnect + _NEAR else None

    def _late(self, pitch: float, later: float) -> float:
        """What the last block adds: four blocks are waited for in fewer sectors' time."""
        late = -later % pitch
        near = max(_NEAR, 8 * self._host.jitter)
        return late if near < late < pitch - near else 0.0

    def _after_write(self, times: ReadTimes, lbn: int, other: int, passing: float) -> None:
        before, read = self._host.writing(other), self._host.reading(lbn)
        still = self._latency.least(before, read) - passing
        longer = still - times.command - times.same_cylinder - times.behind
        times.after_write = longer if abs(longer) > _NEAR else 0.0
        freed = self._watch.watch(before, read).freed
        times.disconnect_after_write = max(0.0, freed - times.command - times.after_write)

    def _shares(self, times: ReadTimes) -> None:
        """How many blocks of reads of several lengths have passed when the drive comes back."""
        place, lbn, other = self._seeks.two_on_a_track(min(_SHORT_READS), outer=True)
        before = self._host.reading(other)
        one = self._watch.watch(before, self._host.reading(lbn))
        begin = one.ended - times.behind - self._seeks.passing(place)
        marks: dict[int, int] = {}

        def there(blocks: int) -> int:
            freed, back = self._first_back(times, before, self._host.reading(lbn, blocks))
            late = max(0.0, freed + times.same_cylinder - begin)  # then it comes by once more
            begun = begin - late // -self._turn * self._turn
            return round(self._ruler.blocks_by(lbn, blocks, back - begun))

        for blocks in (*_SHORT_READS, _HUNDRED):
            if lbn + blocks < self._blocks:
                marks[blocks] = there(blocks)
        share = _share(marks)
        times.of_read = share is not None
        times.watermark = max(n / of for of, n in marks.items()) if share is None else share
        self._long(times, lbn, there)

    def _long(self, times: ReadTimes, lbn: int, there: Callable[[int], int]) -> None:
        """Measures how many blocks the longest read without an error waits for."""
        for blocks in _LONG_READS:
            if lbn + blocks >= self._blocks:
                return
            try:
                long = there(blocks)
            except Unsteady:
                continue
            if 1 < long < int(times.watermark * blocks):
                times.most = long
            times.longest = blocks
            return
        times.longest = _HUNDRED

    def _first_back(self, times: ReadTimes, before: Request, read: Request) -> tuple[float, float]:
        """When a read gives the bus away, and comes back first; it may give it away again."""
        long = read.room > max(_SHORT_READS) * self._host.block_bytes
        if times.per_block < _NEAR or (long and not times.releases):
            held = self._watch.watch(before, read)
            return held.freed, held.back
        held, again = self._watch.first(before, read, times.per_block)
        times.releases |= again
        return held.freed, held.back

    def _per_block(self) -> float:
        """A block on the bus, by how much longer parameter data take than less of them."""
        short = Request(bytes([0x1A, 0, 0x3F, 0, 4, 0]), room=4)
        long = Request(bytes([0x1A, 0, 0x3F, 0, 255, 0]), room=255)
        some, all_ = self._host.ask(short), self._host.ask(long)
        more = len(all_.data) - len(some.data)
        if some.status or all_.status or more <= 0:
            return 0.0
        longer = (all_.ended - all_.began) - (some.ended - some.began)
        return max(0.0, longer / more * self._host.block_bytes)


def _share(marks: dict[int, int]) -> float | None:
    """A share of a read, in half percents, that gives the marks that were seen; None: none does.

    Round ones first. The longest read may be longer than what a drive waits for at the most.
    """

    def gives(halves: int, blocks: int) -> bool:
        return min(blocks, max(1, blocks * halves // 200)) == marks[blocks]

    short = [blocks for blocks in marks if blocks in _SHORT_READS]
    able = [halves for halves in range(201) if all(gives(halves, n) for n in short)]
    able.sort(key=lambda halves: (halves % 50 != 0, halves % 20 != 0, halves % 2 != 0, halves))
    best = [halves for halves in able if all(gives(halves, n) for n in marks)]
    return next((halves / 200 for halves in (*best, *able)), None)
