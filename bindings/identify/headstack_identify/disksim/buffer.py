"""Writes the tables [cache] and [write] from the buffer of a `disksim_disk`."""

from headstack_identify.disksim.ledger import Params
from headstack_identify.drive_text import DriveText, counted, quantity, switch

_SEGMENTS = "Number of buffer segments"
_SIZE = "Segment size (in blks)"
_OF_WRITES = "Maximum number of write segments"
_OWN = "Use separate write segment"
_READ_MARK = "High (read) water mark"
_WRITE_MARK = "Low (write) water mark"
_BY_REQUEST = "Set watermark by reqsize"
_ENABLED = "Enable caching in buffer"
_REACH = "Buffer continuous read"
_LEAST = "Minimum read-ahead (blks)"
_MOST = "Maximum read-ahead (blks)"
_OVER = "Read-ahead over requested"
_IDLE = "Read-ahead on idle hit"
_FREE = "Read any free blocks"
_ALMOST = "Allow almost read hits"
_AT_ONCE = "Immed transfer partial hit"
_WRITTEN = "Allow read hits on write data"
_FAST = "Fast write level"
_READ_ANYWHERE = "Immediate buffer read"
_WRITE_ANYWHERE = "Immediate buffer write"
_DELAY = "Minimum seek delay"
_EXTRA = "Extra write disconnect"

_MOST_SEGMENTS = 64


def write(disk: Params, drive: DriveText) -> None:
    """Writes the segments, the read-ahead, the hits and the writes."""
    _segments(disk, drive)
    _marks(disk, drive)
    _read_ahead(disk, drive)
    _hits(disk, drive)
    _writes(disk, drive)


def _flag(disk: Params, name: str) -> bool:
    return disk.choice(name) == 1


def _warn(disk: Params, name: str, text: str) -> None:
    param = disk.param(name)
    if param is not None:
        disk.ledger.warn(param, text)


def _segments(disk: Params, drive: DriveText) -> None:
    mode = "prefetch" if disk.choice(_ENABLED, most=2) else "speed-matching"
    drive.put("cache.mode", f'"{mode}"', disk.source(_ENABLED))
    segments, size = disk.whole(_SEGMENTS), disk.whole(_SIZE, 1)
    if segments is None or size is None:
        return
    own, most = _flag(disk, _OWN), disk.whole_or(_OF_WRITES, 1)
    written = min(max(segments, 1), _MOST_SEGMENTS)
    if written != segments:
        _warn(disk, _SEGMENTS, f"{written} are written: 1 to {_MOST_SEGMENTS} are possible")
    drive.put("cache.size", quantity(written * size, "blocks"), disk.source(_SEGMENTS, _SIZE))
    drive.put("cache.segments", str(written), disk.source(_SEGMENTS))
    if written == 1:
        return
    of_writes = 1 if own else max(1, min(most, written - 1))
    drive.put("cache.write_segments", str(of_writes), disk.source(_OWN, _OF_WRITES))
    if of_writes > 1:
        drive.put("cache.keep_reads_on_write", switch(True), disk.source(_OF_WRITES))
    if not own:
        _warn(
            disk,
            _OWN,
            f"no key for segments that reads and writes share; {of_writes} of {written} are for "
            "writes",
        )


def _marks(disk: Params, drive: DriveText) -> None:
    read, written = disk.number_or(_READ_MARK, 0), disk.number_or(_WRITE_MARK, 0)
    drive.put("cache.read_watermark", quantity(100 * read, "%"), disk.source(_READ_MARK))
    if not _flag(disk, _BY_REQUEST):
        drive.put("cache.read_watermark_of_segment", switch(True), disk.source(_BY_REQUEST))
    if written < 1:
        drive.put("write.room", quantity(100 * (1 - written), "%"), disk.source(_WRITE_MARK))
    else:
        _warn(disk, _WRITE_MARK, "no key for a room of nothing; a quarter is what is left")


def _read_ahead(disk: Params, drive: DriveText) -> None:
    reach, least = disk.choice(_REACH, most=4), disk.whole_or(_LEAST, 0)
    most, source = _length(disk, reach, least, drive)
    drive.put("cache.prefetch_minimum", counted(min(least, most), "block"), disk.source(_LEAST))
    drive.put("cache.prefetch_maximum", counted(most, "block"), source)
    reaches = {1: "track", 2: "cylinder", 4: "as the read"}
    if reach in reaches:
        drive.put("cache.read_ahead_reach", f'"{reaches[reach]}"', disk.source(_REACH))
    drive.put("cache.prefetch_on_idle_hit", switch(_flag(disk, _IDLE)), disk.source(_IDLE))
    over = disk.choice(_OVER, otherwise=1, least=-1)
    if over < 0:
        _warn(disk, _OVER, "no key for blocks that are gone once they are read; 1 is the nearest")
    elif over == 0 and reach in (1, 2, 3) and disk.whole_or(_MOST, 0) == least == 0:
        drive.put("cache.read_ahead_keeps_read", switch(True), disk.source(_OVER))
    elif over == 0:
        param = disk.param(_OVER)
        if param is not None:
            why = "DiskSim looks at it only where the maximum read-ahead is 0"
            disk.ledger.leave_out(param, why)
    if _flag(disk, _FREE):
        _warn(
            disk,
            _FREE,
            "no key to keep what passes before the first block; `cache.whole_track_read` would "
            "read the rest of the track as well",
        )


def _length(disk: Params, reach: int, least: int, drive: DriveText) -> tuple[int, str]:
    """Returns the longest read-ahead in blocks, and its source."""
    segment, most = disk.whole(_SIZE, 1) or 0, disk.whole_or(_MOST, 0)
    if reach == 0:
        return 0, disk.source(_REACH)
    if reach != 4 and most < least:  # as in DiskSim's correction
        return least, disk.source(_LEAST, _MOST)
    if reach != 4:  # a maximum of 0 means a segment
        return (most, disk.source(_MOST)) if most else (segment, disk.source(_MOST, _SIZE))
    _warn(
        disk,
        _REACH,
        "only near: behind a read that has crossed to another track DiskSim reads to the end of "
        "the track after, here the read-ahead goes on to its length",
    )
    param = disk.param(_MOST)
    if param is not None:
        disk.ledger.leave_out(param, "DiskSim does not look at it where it reads to a track's end")
    tracks = [int(text) for text in drive.of_zones("sectors_per_track")]
    if not tracks or segment >= min(tracks):
        return segment, disk.source(_REACH, _SIZE)
    _warn(
        disk,
        _SIZE,
        "no read-ahead is written: DiskSim reads on to the end of the track, round and round in a "
        "segment that is shorter, and what comes next is gone when it is asked for",
    )
    return 0, disk.source(_REACH, _SIZE)


def _hits(disk: Params, drive: DriveText) -> None:
    almost, at_once = _flag(disk, _ALMOST), _flag(disk, _AT_ONCE)
    drive.put("cache.hit_on_written_data", switch(_flag(disk, _WRITTEN)), disk.source(_WRITTEN))
    drive.put("cache.hit_by_first_block", switch(True), disk.source(_ALMOST, _AT_ONCE))
    if not at_once:
        drive.put("cache.partial_hit_disconnects", switch(True), disk.source(_AT_ONCE))
    if not almost:
        _warn(
            disk,
            _ALMOST,
            "only near: a read whose first block is under way hits as well, in DiskSim it must be "
            "there",
        )
    reading = disk.choice(_READ_ANYWHERE, most=2)
    drive.put("cache.zero_latency_read", switch(reading > 0), disk.source(_READ_ANYWHERE))
    if reading == 2:
        _warn(disk, _READ_ANYWHERE, "no key for 2; as 1")


def _writes(disk: Params, drive: DriveText) -> None:
    delay, param = disk.number_or(_DELAY, 0), disk.param(_DELAY)
    if delay:
        drive.put("write.minimum_positioning", quantity(delay, "ms"), disk.source(_DELAY))
    elif param is not None:
        disk.ledger.leave_out(param, "no time")
    extra = _flag(disk, _EXTRA)
    least, most, large = (10, 15, 45) if extra else (1, 1, 1)
    why = f"{disk.source(_EXTRA)}: in DiskSim's code, not a parameter"
    drive.put("write.minimum_blocks", str(least), why)
    drive.put("write.minimum_blocks_large", str(most), why)
    drive.put("write.large_request", counted(large, "block"), why)
    writing = disk.choice(_WRITE_ANYWHERE, most=2)
    if writing > 0:
        drive.put("write.zero_latency", switch(True), disk.source(_WRITE_ANYWHERE))
    fast = disk.choice(_FAST, most=2)
    drive.put("cache.write_back", switch(fast > 0), disk.source(_FAST))
    if fast == 1:
        _warn(
            disk,
            _FAST,
            "no key for caching that is for sequential writes alone; every write is cached",
        )
    if writing == 2:
        _warn(disk, _WRITE_ANYWHERE, "no key for 2; as 1")
