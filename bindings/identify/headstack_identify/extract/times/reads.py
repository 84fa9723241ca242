"""Measures the time of a read without seek and rotation, and how many blocks a read waits for.

Responses alone show only sums of these times. A second command on the bus separates the sums, as
far as each attribute says.
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
    """Times of reads, in ps.

    Attributes:
        command: time from the command until the arm may move, of a miss.
        after_write: extra command time after a write.
        disconnect: time from the end of `command` to the disconnect, after a read.
        disconnect_after_write: time from the end of `command` and `after_write` to the
            disconnect, after a write.
        same_cylinder: time from the end of `command` until data can come, if the arm does not move.
        behind: time from the end of the sector to the status, of a one-block read.
        reconnect: part of `behind` that holds the bus, without the time of the block itself.
        preparation: part of `reconnect` that only a command with data needs. `None`: unknown.
        last_block: extra delay of the return of a read that waits for its last block.
        per_block: time of a block on the bus to the host.
        watermark: share of a read that is in the buffer when the drive comes back, 0 to 1.
        of_read: whether this share holds for reads of all lengths.
        most: largest number of blocks that a read waits for. `None`: no limit was seen.
        sequential: extra command time of a read that begins where the read before ended.
        longer: extra command time of each further block.
        longest: blocks of the longest read that could be measured. A drive that is too small for
            the longest read keeps the maximum.
        releases: whether a long read gives the bus away again after the blocks that it waited for.
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
        host: sends the commands. The cache is off.
        seeks: has tracks to measure on.
        latency: measures least times.
        ruler: computes when blocks pass.
        blocks: number of blocks of the drive.
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
        """Measures all times. `writes`: whether blocks may be written, with their present data."""
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
        """Returns a difference of times, in ps, or 0 if the difference is within the error."""
        return time if abs(time) > max(_NEAR, 4 * self._host.jitter) else 0.0

    def _preparation(self, times: ReadTimes, before: Request, lbn: int) -> float | None:
        """Returns the preparation for data, in ps.

        A VERIFY comes back as a read does, but has no data to prepare for. Returns `None` if VERIFY
        does not show the preparation.
        """
        verify = Request(bytes([0x2F, 0, *lbn.to_bytes(4, "big"), 0, 0, 1, 0]))
        try:
            held = self._watch.watch(before, verify)
        except CheckCondition:
            return None
        found = times.reconnect - (held.ended - held.back)
        return found if -_NEAR < found < times.reconnect + _NEAR else None

    def _late(self, pitch: float, later: float) -> float:
        """Returns the extra delay of the return of a read that waits for its last block, in ps.

        Without this delay, a read of four blocks comes back whole sector times later than a read
        of one block.
        """
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
        """Measures how many blocks have passed when the drive comes back, for several lengths."""
        place, lbn, other = self._seeks.two_on_a_track(min(_SHORT_READS), outer=True)
        before = self._host.reading(other)
        one = self._watch.watch(before, self._host.reading(lbn))
        begin = one.ended - times.behind - self._seeks.passing(place)
        marks: dict[int, int] = {}

        def there(blocks: int) -> int:
            freed, back = self._first_back(times, before, self._host.reading(lbn, blocks))
            late = max(0.0, freed + times.same_cylinder - begin)  # a late block passes again
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
        """Returns when a read disconnects and when the read first comes back, in ps after the read.

        Notes in `times.releases` if the read then disconnects again.
        """
        long = read.room > max(_SHORT_READS) * self._host.block_bytes
        if times.per_block < _NEAR or (long and not times.releases):
            held = self._watch.watch(before, read)
            return held.freed, held.back
        held, again = self._watch.first(before, read, times.per_block)
        times.releases |= again
        return held.freed, held.back

    def _per_block(self) -> float:
        """Returns the time of a block on the bus, in ps, from the extra time of a longer answer."""
        short = Request(bytes([0x1A, 0, 0x3F, 0, 4, 0]), room=4)
        long = Request(bytes([0x1A, 0, 0x3F, 0, 255, 0]), room=255)
        some, all_ = self._host.ask(short), self._host.ask(long)
        more = len(all_.data) - len(some.data)
        if some.status or all_.status or more <= 0:
            return 0.0
        longer = (all_.ended - all_.began) - (some.ended - some.began)
        return max(0.0, longer / more * self._host.block_bytes)


def _share(marks: dict[int, int]) -> float | None:
    """Returns the share of a read that explains the observed numbers of blocks.

    Shares are multiples of half a percent, and round shares come first. The share may fail to
    explain the longest read: the drive may limit the number of blocks that it waits for. `None`:
    no share explains the other numbers.
    """

    def gives(halves: int, blocks: int) -> bool:
        return min(blocks, max(1, blocks * halves // 200)) == marks[blocks]

    short = [blocks for blocks in marks if blocks in _SHORT_READS]
    able = [halves for halves in range(201) if all(gives(halves, n) for n in short)]
    able.sort(key=lambda halves: (halves % 50 != 0, halves % 20 != 0, halves % 2 != 0, halves))
    best = [halves for halves in able if all(gives(halves, n) for n in marks)]
    return next((halves / 200 for halves in (*best, *able)), None)
