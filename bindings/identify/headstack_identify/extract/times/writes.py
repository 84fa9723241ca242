"""Measures the time of a write without seek and rotation: before and after the medium."""

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from headstack.errors import CheckCondition, RunError
from headstack_identify.extract.asking.bus_watch import BusWatch, Holding
from headstack_identify.extract.asking.drive_identity import CACHING, mode_page, select
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.latency import Latency, variation
from headstack_identify.extract.asking.target import Request
from headstack_identify.extract.layout.mapping import last_true
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.seeks import Seeks, ladder

_NEAR = 2_000_000  # ps
_EIGHT = 8
_SIZES = 20
_MOST_OF_TRACK = 2 / 3
_LARGE = 48
_STEP = 20_000_000
_STEP_NEAR = 20_000_000


@dataclass
class WriteTimes:
    """Times in ps and numbers of blocks, for writes.

    Attributes:
        command: time from the command until the arm may move, of a write after a read.
        disconnect: rest of the time from the data to the disconnect.
        per_block: time of a block on the bus from the host.
        settle: extra time of an arm movement before a write.
        steps: pairs of a distance and a time, rising. The time is the extra settling beyond
            `settle`, up to this distance. There is no extra time beyond the last distance.
        minimum_positioning: least time from the end of the command to the medium.
        minimum_blocks: number of blocks in the buffer before the medium is written.
        minimum_blocks_large: the same number for a large write.
        large: least number of blocks of a large write. `None`: no difference was seen.
        reconnect_preparation: time from the medium to the reselection.
        completion: time from the reselection to the status.
        command_non_sequential: time from the command to the disconnect, of a write after a write
            elsewhere.
        duration_non_sequential: time from this disconnect to the reselection for the data.
        data_non_sequential: time from this reselection to the second disconnect, without the block.
        seek_delay_non_sequential: time from the command until the arm may move.
        completion_non_sequential: time from the last reselection to the status.
        alone: whether a write after a write takes its data at once, as a write after a read does.
        after_write: extra command time of such a write after a write.
        sequential: extra command time if the write continues where the write before ended.
        longer: extra command time of each block, beyond its time on the bus.
        ahead: number of blocks by which the buffer stays ahead of the medium, or 0 if only
            `minimum_blocks` matters.
        zero_latency: whether the drive writes a track from any sector where the head arrives.
        seek_with_data: whether the arm moves only with the data that the medium waits for.
    """

    command: float = 0.0
    disconnect: float = 0.0
    per_block: float = 0.0
    settle: float = 0.0
    steps: list[tuple[int, float]] = field(default_factory=list)
    minimum_positioning: float = 0.0
    minimum_blocks: int = 1
    minimum_blocks_large: int = 1
    large: int | None = None
    reconnect_preparation: float = 0.0
    completion: float = 0.0
    command_non_sequential: float = 0.0
    duration_non_sequential: float = 0.0
    data_non_sequential: float = 0.0
    seek_delay_non_sequential: float = 0.0
    completion_non_sequential: float = 0.0
    alone: bool = False
    after_write: float = 0.0
    sequential: float = 0.0
    longer: float = 0.0
    ahead: float = 0.0
    zero_latency: bool = False
    seek_with_data: bool = False


class Writes:
    """Measures writes. Each write writes the present data of its blocks.

    Args:
        host: sends the commands. The cache is off.
        seeks: has tracks to measure on.
        latency: measures least times.
        turn: time of a revolution, in ps.
        reads: measured times of reads.
        preparation: time before each data phase, in ps.
    """

    def __init__(
        self,
        host: Host,
        seeks: Seeks,
        latency: Latency,
        turn: float,
        reads: ReadTimes,
        preparation: float,
    ) -> None:
        self._host = host
        self._seeks = seeks
        self._latency = latency
        self._turn = turn
        self._reads = reads
        self._preparation = preparation
        self._watch = BusWatch(host)
        place, self._lbn, self._other = seeks.two_on_a_track(_SIZES)
        self._pitch = seeks.pitch(place)
        self._waits = seeks.late(place)

    def measure(self, seek_of: dict[int, float]) -> WriteTimes:
        """Measures all times. `seek_of`: seek times of reads inwards by distance, in ps."""
        times = WriteTimes()
        before = self._host.reading(self._other)
        held = self._watch.watch(before, self._host.writing(self._lbn))
        eight = self._watch.watch(before, self._host.writing(self._lbn, _EIGHT))
        each = max(0.0, (eight.freed - held.freed) / (_EIGHT - 1))
        rate = self._bus_rate(each)
        times.per_block = min(each, rate) if self._watch.possible() else rate
        if each - times.per_block > _NEAR / _EIGHT:
            times.longer = each - times.per_block
        passed = self._passed()
        behind = (held.ended - passed + _NEAR) % self._turn - _NEAR
        times.completion = held.ended - held.back
        times.reconnect_preparation = max(0.0, behind - times.completion)
        times.zero_latency = self._zero_latency()
        self._settles(times, behind, seek_of)
        self._steps(times, behind, seek_of)
        self._starts(times, behind, held)
        self._arm_waits(times, behind, seek_of)
        self._behind_writes(times, behind, each, seek_of)
        return times

    def _bus_rate(self, otherwise: float) -> float:
        """Returns the time of a block on the bus, in ps, from the extra time of longer data.

        Returns `otherwise` if the drive refuses these data or the jitter hides the extra time.
        """
        page = mode_page(self._host, CACHING)
        if not page:
            return otherwise
        size = self._host.block_bytes
        descriptor = bytes(5) + size.to_bytes(3, "big")  # for all blocks, with their present size
        if 2 * self._host.jitter * size / len(descriptor) > otherwise / 8:
            return otherwise  # the jitter hides the extra time
        try:
            short, long = select(self._host, page), select(self._host, page, descriptor)
        except CheckCondition:
            return otherwise
        longer = (long.ended - long.began) - (short.ended - short.began)
        return max(0.0, longer / len(descriptor) * size)

    def _zero_latency(self) -> bool:
        """Whether a write of most of a track takes about as long wherever the head arrives."""
        blocks = int(self._turn / self._pitch * _MOST_OF_TRACK)
        try:
            _, lbn, other = self._seeks.two_on_a_track(blocks)
        except RunError:  # no track holds this number of consecutive blocks
            return False
        before, write = self._host.reading(other), self._host.writing(lbn, blocks)
        return variation(self._host, before, write, self._turn) < self._turn * _MOST_OF_TRACK

    def _passed(self) -> float:
        """Returns when the sector's end passes, in ps after the command.

        The time may be wrong by whole revolutions.
        """
        read = self._watch.watch(self._host.reading(self._other), self._host.reading(self._lbn))
        return read.ended - self._reads.behind - self._waits

    # --- writes after reads ---

    def _start(self, blocks: int, behind: float) -> float:
        """Returns the least time from a write to the medium, in ps. The arm need not move."""
        before = self._host.reading(self._other)
        least = self._latency.least(before, self._host.writing(self._lbn, blocks))
        return least - blocks * self._pitch - behind

    def _starts(self, times: WriteTimes, behind: float, held: Holding) -> None:
        starts = {blocks: self._start(blocks, behind) for blocks in range(1, _SIZES + 1)}
        block = times.per_block + times.longer
        rising = [n for n in range(1, _SIZES) if abs(starts[n + 1] - starts[n] - block) < _NEAR]
        phase = held.freed - self._preparation - block  # command and disconnect
        if block > _NEAR and rising and not times.zero_latency:
            full = rising[-1] + 1
            times.minimum_blocks = full
            times.command = min(phase, starts[full] - self._preparation - full * block)
            if rising[0] > 1:
                times.minimum_positioning = starts[1] - times.command - times.longer
            self._stays_ahead(times, starts, full, block)
        else:
            times.command = phase
            moved = self._reads.same_cylinder + (times.settle if self._reads.same_cylinder else 0)
            least = max(self._preparation + block, moved)
            if starts[1] - times.command > least + _NEAR:
                times.minimum_positioning = starts[1] - times.command
        times.settle -= times.command + times.longer
        times.disconnect = max(0.0, phase - times.command)
        if not times.zero_latency:
            self._large(times, behind, starts[_SIZES])

    def _stays_ahead(
        self, times: WriteTimes, starts: dict[int, float], full: int, block: float
    ) -> None:
        """Finds by how many blocks the buffer stays ahead of the medium.

        If the bus is slower than the medium, the medium waits for more blocks of a longer write.
        The first block beyond the minimum shows the part of a block, unless a sector hides it.
        """
        slower = block - self._pitch
        more = [starts[n + 1] - starts[n] for n in range(full, _SIZES)]
        if slower > _NEAR and all(abs(one - slower) < _NEAR for one in more[1:]):
            part = more[0] / block if more and more[0] > slower + _NEAR else 0.0
            times.ahead, times.minimum_blocks = full - 1 + part, 1

    def _large(self, times: WriteTimes, behind: float, usual: float) -> None:
        times.minimum_blocks_large = times.minimum_blocks
        if times.per_block < _NEAR:
            return
        try:
            place, self._lbn, self._other = self._seeks.two_on_a_track(_LARGE)
        except RunError:  # all tracks are short
            return
        self._pitch = self._seeks.pitch(place)
        if self._pitch < times.per_block:  # a long write starves in any case
            return

        def as_usual(blocks: int) -> bool:
            return abs(start(blocks) - usual) < times.per_block / 2

        def start(blocks: int) -> float:
            """Returns the least time without the extra command time of each block, in ps."""
            return self._start(blocks, behind) - (blocks - _SIZES) * times.longer

        if as_usual(_LARGE):
            return
        more = (start(_LARGE) - usual) / times.per_block
        times.minimum_blocks_large = times.minimum_blocks + round(more)
        low, high = _SIZES, _LARGE
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if as_usual(middle) else (low, middle)
        times.large = high

    def _settles(self, times: WriteTimes, behind: float, seek_of: dict[int, float]) -> None:
        """Measures the extra time of seeks before writes, still including the command time."""
        longer = [
            self._settle(distance, seek_of[distance], behind) for distance in self._far(seek_of)
        ]
        times.settle = sorted(longer)[len(longer) // 2]

    def _settle(
        self,
        distance: int,
        seek: float,
        behind: float,
        guess: float | None = None,
        blocks: int = 1,
    ) -> float:
        """Returns the time from a write to the medium beyond a seek of a read, in ps."""
        place, lbn, other = self._seeks.pair(distance, blocks=blocks)
        usual = blocks * self._seeks.pitch(place) + behind + seek
        expected = None if guess is None else usual + guess
        before, write = self._host.reading(other), self._host.writing(lbn, blocks)
        return self._latency.least(before, write, expected, _NEAR) - usual

    def _arm_waits(self, times: WriteTimes, behind: float, seek_of: dict[int, float]) -> None:
        """Finds whether a long seek begins later if the medium waits for more blocks.

        If so, the measured settling includes the wait for one block. The method subtracts this
        wait.
        """
        blocks, long = times.minimum_blocks, times.minimum_blocks
        if blocks == 1 and times.large is not None:
            blocks, long = times.large, times.minimum_blocks_large
        shows = (long - 1) * times.per_block
        if shows < 2 * (_NEAR + 4 * self._host.jitter):
            return
        for distance in self._far(seek_of):
            reach = (distance, seek_of[distance], behind, None)
            try:
                one, more = (self._settle(*reach, count) for count in (1, blocks))
            except RunError:  # tracks there are short
                continue
            if more - one - (blocks - 1) * times.longer > shows / 2:
                times.seek_with_data = True
                times.settle -= self._preparation + times.per_block
            return

    def _steps(self, times: WriteTimes, behind: float, seek_of: dict[int, float]) -> None:
        """Finds the distances at which settling before writes takes longer than its least time."""
        known = sorted(seek_of)
        near = _STEP_NEAR + 4 * self._host.jitter

        def more(distance: int) -> float:
            at = bisect_left(known, distance)
            low, high = known[max(0, at - 1)], known[at]
            share = 0.0 if low == high else (distance - low) / (high - low)
            seek = seek_of[low] + share * (seek_of[high] - seek_of[low])
            return self._settle(distance, seek, behind, times.settle) - times.settle

        def as_long(longer: float, distance: int) -> bool:
            return abs(more(distance) - longer) <= near

        rungs = ladder(known[-1])
        longer = {rung: more(rung) for rung in rungs}
        parts: list[tuple[int, float]] = []
        for low, high in pairwise(rungs):
            if abs(longer[high] - longer[low]) > near:
                end = last_true(low, high - 1, partial(as_long, longer[low]))
                parts.append((end, longer[low]))
        parts.append((known[-1], longer[rungs[-1]]))
        least = min(time for _, time in parts)
        if len(parts) > 1:
            steps = [(end, time - least if time - least > near else 0.0) for end, time in parts]
            times.settle += least
            times.steps = steps if steps[-1][1] else steps[:-1]

    def _far(self, seek_of: dict[int, float]) -> list[int]:
        known = sorted(seek_of)
        return [known[len(known) * i // 8] for i in (5, 6, 7)]

    # --- writes after writes ---

    def _behind_writes(
        self, times: WriteTimes, behind: float, each: float, seek_of: dict[int, float]
    ) -> None:
        before, write = self._host.writing(self._other), self._host.writing(self._lbn)
        held = self._watch.watch(before, write)
        eight = self._watch.watch(before, self._host.writing(self._lbn, _EIGHT))
        at_once = abs((eight.freed - held.freed) / (_EIGHT - 1) - each) < _NEAR / _EIGHT
        if at_once and each > _NEAR:
            times.alone = True
            plain = times.command + times.disconnect + self._preparation + each
            times.after_write = held.freed - plain
            write, goes_on = (self._host.writing(self._lbn + k) for k in (0, 1))
            times.sequential = self._watch.watch(write, goes_on).freed - held.freed
            times.command_non_sequential = times.command + times.disconnect
            times.completion_non_sequential = times.completion
            return
        self._disconnects(times, held, seek_of)

    def _disconnects(self, times: WriteTimes, held: Holding, seek_of: dict[int, float]) -> None:
        """Measures a write that follows a write and gives the bus away before its data."""
        before, write = self._host.writing(self._other), self._host.writing(self._lbn)
        taken = self._watch.taken_soon(before, write, held.freed, held.ended, _STEP)
        times.command_non_sequential = held.freed
        back = self._last_back(before, write, held)
        times.completion_non_sequential = held.ended - back
        if taken is not None and taken < back - _NEAR:
            first = self._watch.claimed(before, write, taken - _STEP, taken)
            again = self._watch.free_from(before, write, taken)
            times.duration_non_sequential = first - held.freed
            times.data_non_sequential = max(0.0, again - first - times.per_block)
        self._seek_delay(times, seek_of)

    def _last_back(self, before: Request, write: Request, held: Holding) -> float:
        """Returns when the write comes back for its status, in ps. Searches from the end."""
        free = held.ended - _STEP
        while free > held.freed:
            began, ended = free, self._watch.free_from(before, write, free)
            if ended <= began + _NEAR:
                return self._watch.claimed(before, write, free, held.ended)
            free -= _STEP
        return held.back

    def _seek_delay(self, times: WriteTimes, seek_of: dict[int, float]) -> None:
        behind = times.completion_non_sequential + times.reconnect_preparation
        found = []
        for distance in self._far(seek_of):
            place, lbn, other = self._seeks.pair(distance)
            least = self._latency.least(self._host.writing(other), self._host.writing(lbn))
            longer = next((more for end, more in times.steps if distance <= end), 0.0)
            moved = seek_of[distance] + times.settle + longer
            found.append(least - self._seeks.pitch(place) - behind - moved)
        times.seek_delay_non_sequential = sorted(found)[len(found) // 2]
