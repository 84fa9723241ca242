"""Finds where blocks lie by times alone, for a drive that does not translate addresses.

The time between a read of block 0 and a read of another block shows the angle between their ends.
Blocks of a track are at equal distances. There is a skew from track to track, and another from
cylinder to cylinder. A block at another angle shows a slip before it, or a new zone.

Cylinders without a block, such as spare cylinders at the end of a zone, show only in the seek
across them (`times.left_out`). No time shows where the first block is. The extraction assumes the
first cylinder, and says so in its notes.
"""

from collections import Counter
from itertools import pairwise

from headstack.errors import RunError
from headstack_identify.extract.asking.drive_identity import Identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.layout.angles import simplest
from headstack_identify.extract.layout.mapping import Mapping, Region, Run, last_true

ASSUMED = "mapping by times: the first block is taken to be on the first cylinder"
_ROUNDING = 12.0  # ps; three readings of the target's clock
_MOST_SECTORS = 65536
_MOST_TRIES = 64
_MOST_TRACKS_SLIPPED = 400
_MOST_RUNS = 4096
_RUNS_A_REGION = 64


class _Protractor:
    """Measures the angles at which blocks end, from the end of block 0, by the times of reads."""

    def __init__(self, host: Host, blocks: int, turn: float) -> None:
        self._host = host
        self._blocks = blocks
        self._turn = turn
        self.tolerance = _ROUNDING / turn
        self._known: dict[int, float] = {}

    def of(self, lbn: int) -> float:
        """Returns the angle of a block, 0 to 1."""
        if lbn not in self._known:
            before, after = self._host.undisturbed(
                lambda: (self._host.read(0).ended, self._host.read(lbn).ended)
            )
            self._known[lbn] = (after - before) / self._turn % 1.0
        return self._known[lbn]

    def near(self, a: float, b: float) -> bool:
        """Whether two angles are equal within the error of the times."""
        return abs((a - b + 0.5) % 1.0 - 0.5) <= self.tolerance

    def sectors(self, lbn: int) -> int:
        """Returns the sectors of the track of a block.

        If this track ends soon after the block, returns the sectors of the next track.
        """
        seen: Counter[int] = Counter()
        for at in range(lbn, min(lbn + _MOST_TRIES, self._blocks - 1)):
            apart = (self.of(at + 1) - self.of(at)) % 1.0
            count = round(1 / apart) if apart > 1 / _MOST_SECTORS else 0
            if count and self.near(apart, 1 / count):
                seen[count] += 1
                if seen[count] == 3:
                    return count
        raise RunError(
            f"the blocks after {lbn} do not pass evenly; the map cannot be found by times"
        )


class _TimedWalk:
    """Maps all blocks of the disk in order."""

    def __init__(self, host: Host, identity: Identity, turn: float) -> None:
        self._angle = _Protractor(host, identity.blocks, turn)
        self._blocks = identity.blocks
        self._heads = identity.heads or 0
        self._mapping = Mapping(self._heads, [])

    def run(self) -> Mapping:
        if not self._heads:
            raise RunError("the drive neither translates addresses nor reports its number of heads")
        lbn = 0
        while lbn < self._blocks:
            lbn = self._region(lbn)
        return self._mapping

    # --- a region ---

    def _region(self, lbn: int) -> int:
        """Adds the region that begins with a block. Returns the block after the region."""
        regions = self._mapping.regions
        first = regions[-1].last + 1 if regions else 0
        self._n = self._angle.sectors(lbn)
        track = self._learn(lbn, known=bool(regions))
        region = Region(first, first, self._n)
        self._zero = self._angle.of(lbn) - self._turned(track)  # of track 0's first sector
        sector = track * self._n + self._front
        self._zero -= self._front / self._n
        regions.append(region)
        while lbn < self._blocks:
            blocks = self._run(lbn, sector)
            region.runs.append(Run(lbn, sector, blocks))
            if len(region.runs) + _RUNS_A_REGION * len(regions) > _MOST_RUNS:
                raise RunError(
                    "the starts of tracks fit no skews: the map cannot be found by times"
                )
            lbn += blocks
            if lbn >= self._blocks:
                break
            found = self._behind(lbn, sector + blocks)
            if found is None:
                break
            sector = found
        region.last = first + (region.runs[-1].end - 1) // (self._n * self._heads)
        return lbn

    def _learn(self, lbn: int, known: bool) -> int:
        """Learns the skews from a block on. Returns the number of its track in the region.

        Args:
            lbn: the first block.
            known: whether the block is on the first head's track. If not, the skews show the head.
        """
        tracks = self._tracks_from(lbn)
        usual = Counter(blocks for _, blocks in tracks[1:]).most_common(1)
        self._front = max(0, (usual[0][0] if usual else self._n) - tracks[0][1])
        angles = [self._angle.of(at) for at, _ in tracks]
        angles[0] -= self._front / self._n
        self._steps = self._period([(b - a) % 1.0 for a, b in pairwise(angles)])
        odd = self._odd_one(self._steps)
        if known or odd is None:
            return 0
        track = (self._heads - 1 - odd) % self._heads
        self._steps = self._steps[-track:] + self._steps[:-track] if track else self._steps
        return track

    def _tracks_from(self, lbn: int) -> list[tuple[int, int]]:
        """Returns the next tracks: first block and number of blocks of each."""
        tracks: list[tuple[int, int]] = []
        while lbn < self._blocks and len(tracks) <= 3 * self._heads:
            own = self._own(lbn)
            if len(tracks) > 1 and self._goes_on(tracks[-1], lbn, own):
                tracks[-1] = (tracks[-1][0], lbn + own - tracks[-1][0])
            else:
                tracks.append((lbn, own))
            lbn += own
        return tracks

    def _own(self, lbn: int) -> int:
        """Returns the number of consecutive blocks from a block on, at most a track."""
        most = min(self._n, self._blocks - lbn)
        return 1 + last_true(0, most - 1, lambda k: self._side_by_side(lbn, k))

    def _goes_on(self, track: tuple[int, int], lbn: int, own: int) -> bool:
        """Whether blocks are the rest of a track after slipped sectors."""
        first, blocks = track
        turned = (self._angle.of(lbn) - self._angle.of(first)) % 1.0 * self._n
        return blocks < turned and turned + own <= self._n + 0.5

    def _period(self, jumps: list[float]) -> list[float]:
        """Returns the usual jump after each head's track, counted from the first seen track."""
        steps: list[float] = []
        for head in range(self._heads):
            seen = jumps[head :: self._heads]
            if not seen:
                steps.append(steps[-1] if steps else 0.0)
                continue
            steps.append(self._usual(seen))
        return steps

    def _usual(self, seen: list[float]) -> float:
        """Returns the most frequent jump, as the simplest possible part of a revolution."""
        alike = max(
            ([k for k in seen if self._angle.near(j, k)] for j in seen),
            key=lambda group: len(group),
        )
        middle = alike[0] + sum((k - alike[0] + 0.5) % 1.0 - 0.5 for k in alike) / len(alike)
        return float(simplest(middle, self._n, self._angle.tolerance / 2, 1.0))

    def _odd_one(self, steps: list[float]) -> int | None:
        """Returns the index of the only jump that differs from all others.

        Returns `None` if no such jump exists, or if several such jumps exist.
        """
        alone = [
            i for i, step in enumerate(steps) if sum(self._angle.near(step, s) for s in steps) == 1
        ]
        return alone[0] if len(alone) == 1 else None

    # --- angles ---

    def _turned(self, track: int) -> float:
        """Returns the angle of a track from the region's first track, in revolutions."""
        cylinders, head = divmod(track, self._heads)
        return cylinders * (sum(self._steps) % 1.0) % 1.0 + sum(self._steps[:head])

    def _fits(self, lbn: int, sector: int) -> bool:
        track, at = divmod(sector, self._n)
        return self._angle.near(
            self._angle.of(lbn), self._zero + self._turned(track) + at / self._n
        )

    def _side_by_side(self, lbn: int, blocks: int) -> bool:
        there = self._angle.of(lbn) + blocks / self._n
        return self._angle.near(self._angle.of(lbn + blocks), there)

    # --- runs ---

    def _run(self, lbn: int, sector: int) -> int:
        """Returns how many blocks from a block on lie on the sectors from a sector on."""
        left = self._blocks - lbn
        first = min(left, self._n - sector % self._n)
        whole = (left - first) // self._n if left > first else -1
        if not self._fits(lbn + first - 1, sector + first - 1) and first > 1:
            return 1 + last_true(0, first - 2, lambda k: self._fits(lbn + k, sector + k))
        if whole < 0 or not self._fits(lbn + first, sector + first):
            return first
        good = self._tracks(lbn + first, sector + first, whole)
        at = first + good * self._n
        most = min(self._n - 1, left - at - 1)
        return (
            at + 1 + last_true(0, max(0, most), lambda k: self._fits(lbn + at + k, sector + at + k))
        )

    def _tracks(self, lbn: int, sector: int, most: int) -> int:
        """Returns how many whole tracks from a block on hold consecutive blocks.

        Tries every cylinder, because the slips of several cylinders may add up to a revolution.
        """

        def starts(track: int) -> bool:
            there = lbn + track * self._n
            return there < self._blocks and self._fits(there, sector + track * self._n)

        good = 0
        while good + self._heads <= most and starts(good + self._heads):
            good += self._heads
        return last_true(good, min(most, good + self._heads), starts)

    def _behind(self, lbn: int, sector: int) -> int | None:
        """Returns the sector of a block that does not follow its neighbour.

        This sector has the angle of the block, and consecutive blocks fill the track from this
        sector on. The result is the first such sector. Returns `None` if the block begins another
        zone.
        """
        if lbn + 4 < self._blocks and self._angle.sectors(lbn) != self._n:
            return None
        own = self._own(lbn)
        even = all(self._angle.near(step, 0.0) for step in self._steps)
        for track in range(sector // self._n, sector // self._n + _MOST_TRACKS_SLIPPED):
            off = (self._angle.of(lbn) - self._zero - self._turned(track)) % 1.0 * self._n
            at = round(off) % self._n
            there = track * self._n + at
            if there < sector or abs(off - round(off)) > self._angle.tolerance * self._n:
                continue
            if even or own == self._n - at or own == self._blocks - lbn:
                return there
        return None


def by_timing(host: Host, identity: Identity, turn: float) -> Mapping:
    """Returns the mapping, from the angles at which blocks pass.

    Args:
        host: sends the commands. The cache is off.
        identity: what the drive reports about itself.
        turn: time of a revolution, in ps.

    Raises:
        RunError: the angles fit no tracks, or the number of heads is unknown.
    """
    return _TimedWalk(host, identity, turn).run()
