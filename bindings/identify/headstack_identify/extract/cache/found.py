"""The findings about the cache."""

from dataclasses import dataclass, field

from headstack_identify.extract.cache.hits import HitTimes


@dataclass
class CachedWrites:
    """Responses of writes that end in the buffer, in ps.

    Attributes:
        places: responses of one block after a read of the same track, by the time of a sector at
            the place, in ps. The outermost tracks come first.
        eight: response of eight blocks on the outermost tracks.
        after_write: response on the outermost tracks after a write two blocks before.
        sequential: response on the outermost tracks after a write of the block before.
    """

    places: dict[float, float] = field(default_factory=dict)
    eight: float = 0.0
    after_write: float = 0.0
    sequential: float = 0.0


@dataclass
class CacheFound:
    """The cache, by keys of drive files. Sizes are in blocks, and times are in ps."""

    asked: bool = True
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
    partial_hit_disconnects: bool = False
    hit_on_written_run: bool = False
    hit_drops_tracks_before: bool = False
    keep_reads_on_write: bool = False
    reads_survive_writes: int = 0
    keep_both_sides: bool = False
    drop_overlapped_segment: bool = False
    read_ahead_keeps_read: bool = False
    read_ahead_after_sequential_only: bool = False
    read_ahead_of_misses_only: bool = False
    whole_track_read: bool = False
    whole_track_read_if_following: bool = False
    zero_latency_read: bool = False
    write_back: bool = False
    interrupt: float = 0.0
    hits: HitTimes = field(default_factory=HitTimes)
    cached_writes: CachedWrites | None = None

    @property
    def kept(self) -> int:
        """Distance from a read block to a block that hits after this read, at most 2 blocks."""
        return 0 if self.read_ahead_after_sequential_only else min(2, self.prefetch_maximum)

    @property
    def reads_first(self) -> int:
        """Number of consecutive one-block reads that make the drive read ahead."""
        return 2 if self.read_ahead_after_sequential_only else 1

    @property
    def segments(self) -> int:
        """Number of all segments. A drive with several read segments has an extra write segment."""
        return self.read_segments + (self.write_segment or self.read_segments > 1)
