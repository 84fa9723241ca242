"""Measures what the end of a track or cylinder adds to a read or a write that ends there.

A block in the middle of the track shows when sectors pass. Two commands of the same length are
compared: one that ends at the last block of the track, and one that ends elsewhere. The comparison
shows how late the drive comes back to the bus, and how long it then keeps the bus.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from headstack_identify.extract.asking.bus_watch import BusWatch
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.layout.mapping import Mapping
from headstack_identify.extract.layout.places import Place
from headstack_identify.extract.layout.skews import some_block
from headstack_identify.extract.times.reads import ReadTimes

_NEAR = 5_000_000  # ps
_BLOCKS = 8
_LONG = 32
_ROOM = 24  # least number of blocks of a track
_CYLINDERS = 64


@dataclass
class Ends:
    """Extra times at ends of tracks and cylinders, in ps. A time is 0 if no extra time was seen.

    Attributes:
        parts: whether a read gives the bus away after the blocks of one track.
        read: extra delay of the return of a read that waits for the last block of a track.
        read_track_least: least time from the last block of a track to the status.
        read_cylinder_least: least time from the last block of a cylinder to the status.
        write_track: extra time of a write that ends a track.
        write_cylinder: extra time of a write that ends a cylinder.
        write_near_track: extra time of a write that ends one block before the end of a track.
        write_near_cylinder: extra time of a write that ends one block before the end of a cylinder.
    """

    parts: bool = False
    read: float = 0.0
    read_track_least: float = 0.0
    read_cylinder_least: float = 0.0
    write_track: float = 0.0
    write_cylinder: float = 0.0
    write_near_track: float = 0.0
    write_near_cylinder: float = 0.0


@dataclass(frozen=True)
class _Track:
    """A track whose last block is followed by a block on another track."""

    last: int  # block
    at: Place  # of `last`
    middle: int
    middle_at: Place

    def place(self, lbn: int) -> Place:
        """Returns the place of a block that lies shortly before the last block."""
        return self.at._replace(sector=self.at.sector - (self.last - lbn))


class EndsOfTracks:
    """Measures the extra times at ends.

    Args:
        host: sends the commands. The cache is off.
        mapping: where blocks lie.
        reads: measured times of reads.
        turn: time of a revolution, in ps.
    """

    def __init__(self, host: Host, mapping: Mapping, reads: ReadTimes, turn: float) -> None:
        self._host = host
        self._mapping = mapping
        self._reads = reads
        self._turn = turn
        self._watch = BusWatch(host)
        self._near = _NEAR + 4 * host.jitter

    def measure(self, writes: bool) -> Ends:
        """Measures all extra times. `writes`: whether the measurement may write blocks."""
        found = Ends()
        track = self._first_track(range(self._mapping.heads - 1))
        cylinder = self._first_track([self._mapping.heads - 1])
        if track is not None:
            found.read, found.read_track_least = self._read(track)
            found.parts = self._reads.releases and self._in_parts(track)
        if cylinder is not None:
            late, found.read_cylinder_least = self._read(cylinder)
            found.read = found.read if track is not None else late
        if writes and track is not None:
            found.write_track = self._write(track, 0)
            found.write_near_track = self._write(track, 1)
        if writes and cylinder is not None:
            found.write_cylinder = self._write(cylinder, 0)
            found.write_near_cylinder = self._write(cylinder, 1)
        return found

    def _first_track(self, heads: Sequence[int]) -> _Track | None:
        """Returns a track under one of the heads that ends with consecutive blocks.

        Returns `None` if no such track exists.
        """
        first = next(region for region in self._mapping.regions if region.runs)
        outermost = self._mapping.place(first, first.runs[0].sector).cylinder + 1
        for cylinder in range(outermost, min(first.last, outermost + _CYLINDERS)):
            for head in heads:
                track = self._track(cylinder, head)
                if track is not None:
                    return track
        return None

    def _track(self, cylinder: int, head: int) -> _Track | None:
        mapping = self._mapping
        sectors = mapping.region(cylinder).sectors
        blocks = [mapping.block_at(Place(cylinder, head, s)) for s in range(sectors)]
        held = [(lbn, s) for s, lbn in enumerate(blocks) if lbn is not None]
        middle = some_block(mapping, cylinder, head)
        if len(held) < _ROOM or middle is None:
            return None
        (begin, from_), (last, at) = held[-_ROOM], held[-1]
        if last - begin != _ROOM - 1 or at - from_ != _ROOM - 1:  # something between is slipped
            return None
        further = (cylinder, head + 1) if head + 1 < mapping.heads else (cylinder + 1, 0)
        if some_block(mapping, *further, fits=lambda lbn: lbn > last) is None:
            return None
        return _Track(last, Place(cylinder, head, at), middle[1], middle[0])

    # --- reads ---

    def _read(self, track: _Track) -> tuple[float, float]:
        """Returns the extra delay of the drive's return and the least time to the status, in ps."""
        inside = track.last - 1 - 2 * _BLOCKS
        usual, one = self._tail(track, inside, 1), self._tail(track, track.last, 1)
        waits = self._late(track, track.last) - self._late(track, inside)  # for a mark
        if abs(one - usual - waits) < self._near and not self._more(track):
            return 0.0, 0.0
        before = self._host.reading(track.middle)
        mid = self._watch.watch(before, self._host.reading(inside))
        end = self._watch.watch(before, self._host.reading(track.last))
        held, usually = end.ended - end.back, mid.ended - mid.back
        late = (one - held) - (usual - usually)
        late = late if late > self._near else 0.0
        if late == 0 and held - usually - waits > self._near:
            return 0.0, one
        if late and held - usually > self._near and self._mapping.marks is None:
            return late, one
        return late, self._more(track)

    def _in_parts(self, track: _Track) -> bool:
        """Whether a read across a track's end comes back as early as a read of its first block."""
        if self._waits(_LONG) == 1:
            return False
        before = self._host.reading(track.middle)
        alone, _ = self._watch.first(before, self._host.reading(track.last), self._reads.per_block)
        long, _ = self._watch.first(
            before, self._host.reading(track.last, _LONG), self._reads.per_block
        )
        delay = long.freed - alone.freed
        return (
            abs(long.back - alone.back - delay) < self._near
            or abs(long.back - alone.back) < self._near
        )

    def _waits(self, blocks: int) -> int:
        """Returns the number of blocks that a read waits for."""
        most = self._reads.most or blocks
        return min(max(1, int(blocks * self._reads.watermark)), most)

    def _more(self, track: _Track) -> float:
        """Returns the least time from the end to the status, in ps.

        Returns 0 if the end adds no time, or if the drive waits for all blocks of the read.
        """
        if self._waits(_BLOCKS) >= _BLOCKS:
            return 0.0
        end = self._tail(track, track.last, _BLOCKS)
        longer = end - self._tail(track, track.last - 1 - _BLOCKS, _BLOCKS)
        marks = self._mapping.marks  # a transfer of several blocks may wait for another mark
        return end if longer > self._near + (self._turn / marks.count if marks else 0.0) else 0.0

    def _tail(self, track: _Track, last: int, blocks: int) -> float:
        """Returns the time from a read's last block to its status, in ps.

        The time is without whole revolutions.
        """
        anchor, ended = self._host.undisturbed(
            lambda: (
                self._host.read(track.middle).ended,
                self._host.read(last - blocks + 1, blocks).ended,
            )
        )
        sectors = self._mapping.region(track.at.cylinder).sectors
        at, middle = ((p.sector + 1) / sectors for p in (track.place(last), track.middle_at))
        behind = self._reads.behind + self._late(track, track.middle) + ended - anchor
        near = self._near / self._turn
        return float(((behind / self._turn - (at - middle) + near) % 1.0 - near) * self._turn)

    def _late(self, track: _Track, lbn: int) -> float:
        """Returns how long the data of a one-block read wait for a mark, in ps."""
        place = track.middle_at if lbn == track.middle else track.place(lbn)
        return self._mapping.late(place) * self._turn

    # --- writes ---

    def _write(self, track: _Track, before: int) -> float:
        """Returns the extra time of a write that ends `before` blocks before a track's end."""
        usual, ended = (
            self._write_tail(track, lbn) for lbn in (track.last - 2 * _BLOCKS, track.last - before)
        )
        more = (ended - usual + self._near) % self._turn - self._near
        return more if more > self._near else 0.0

    def _write_tail(self, track: _Track, lbn: int) -> float:
        write = self._host.writing(lbn)
        anchor, ended = self._host.undisturbed(
            lambda: (self._host.read(track.middle).ended, self._host.good(write).ended)
        )
        sectors = self._mapping.region(track.at.cylinder).sectors
        return float((ended - anchor + (track.last - lbn) * self._turn / sectors) % self._turn)
