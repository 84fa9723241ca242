"""Computes the times of a drive file, one value for each key, from the measured times.

Some times of commands show only the sum of several keys. A convention then divides the sum among
the keys. `HOW` names the convention.
"""

from headstack_identify.extract.found import Findings
from headstack_identify.extract.times.by_place import ByPlace, by_place
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.writes import WriteTimes

_NEAR = 600_000  # ps; a smaller time is an error of the search
_TRIES = 4
FIRST = "overhead.first_reselect"
_AT_LEAST_0 = [
    f"overhead.{key}"
    for key in (
        *("read_hit_during_read_ahead", "read_hit_per_block", "read_miss_per_block"),
        "prefetch_interrupt",
        *("write_per_block", "write_cached_per_block", "write_command"),
    )
]
"""Keys whose times must be 0 or more in a drive file."""


def overheads(found: Findings) -> dict[str, float]:
    """Returns the times by their keys in a drive file, in ps.

    The result is empty before reads were measured.
    """
    if found.reads is None:
        return {}
    keys = read_overheads(found, found.reads)
    if found.writes is not None:
        keys |= write_overheads(found, found.reads, found.writes, keys)
    keys = {key: 0.0 if abs(time) < _NEAR else time for key, time in keys.items()}
    return keys | {key: max(0.0, keys[key]) for key in _AT_LEAST_0 if key in keys}


def completion(found: Findings) -> float:
    """Returns `read_completion`, in ps: the time after the data of a hit that waits for the medium.

    The value has two limits. A read takes at most `reads.reconnect` after its return. The rest of
    the time of a hit is an underrun. The command of a hit, with its negative terms, must stay above
    0.
    """
    if found.hits.waiting is None or found.reads is None:
        return 0.0
    most = min(found.hits.waiting, max(0.0, found.reads.reconnect - preparation(found)))
    for _ in range(_TRIES):
        lacking = _NEAR - _least_hit(found, most)
        if lacking <= 0 or most == 0:
            break
        most = max(0.0, most - lacking)
    return most


def _least_hit(found: Findings, done: float) -> float:
    """Returns the command time of a hit with all its negative terms, in ps, as in drive files."""
    command = found.alone - done
    if found.hits.outside is None:
        return command
    keys = _of_hits(found, done)
    fewest = min(zone.sectors_per_track for zone in found.zones)
    longest = max(*found.hits.places, 0.0 if found.turn is None else found.turn / fewest)
    ends = ("without_read_ahead", "sequential", "after_write")
    terms = [keys[f"overhead.read_hit_{end}"] for end in ends]
    terms.append(_hit_places(found, done).sectors * longest)
    return command + sum(min(0.0, time) for time in terms)


def underrun(found: Findings) -> float:
    """Returns `bus.underrun`, in ps: the time of a waiting hit beyond `read_completion`."""
    more = (found.hits.waiting or 0.0) - completion(found)
    return more if more > _NEAR else 0.0


def preparation(found: Findings) -> float:
    """Returns `data_preparation`, in ps.

    VERIFY shows this time, or else a hit shows it. Returns 0 if neither shows this time.
    """
    if found.reads is not None and found.reads.preparation is not None:
        return max(0.0, found.reads.preparation)
    return 0.0 if found.hits.outside is None else max(0.0, found.hits.outside - found.alone)


def _first_reselect(found: Findings, reads: ReadTimes) -> float:
    return max(0.0, reads.reconnect - preparation(found) - completion(found))


def hit_places(found: Findings) -> ByPlace:
    """Returns how the time of a hit depends on the time of a sector, without `read_completion`."""
    return _hit_places(found, completion(found))


def _hit_places(found: Findings, done: float) -> ByPlace:
    rest = preparation(found) + done
    times = {pitch: time - rest for pitch, time in found.hits.places.items()}
    return by_place(times, found.jitter)


def _of_hits(found: Findings, done: float) -> dict[str, float]:
    """Returns the overheads of hits beyond the overheads of any command, by keys, in ps.

    `done`: time after the data, in ps.
    """
    hits, at = found.hits, _hit_places(found, done)
    if hits.outside is None:
        return {"overhead.read_hit_without_read_ahead": 0.0, "processor.per_sector": 0.0}
    hit_command, rest = found.alone - done, preparation(found) + done
    pitch = next(iter(hits.places))
    longer = hits.longer * (1 - at.passing / pitch)

    def more(time: float | None, than: float) -> float:
        return 0.0 if time is None else at.work(time - rest, pitch) - longer - than

    idle = more(hits.outside, hit_command)
    usual = hit_command + idle
    return {
        "overhead.read_hit_without_read_ahead": idle,
        "overhead.read_hit_during_read_ahead": more(hits.reading, hit_command),
        "overhead.read_hit_sequential": more(hits.sequential, usual),
        "overhead.read_hit_after_write": more(hits.after_write, usual),
        "processor.per_sector": at.passing,
        "overhead.read_hit_per_block": longer,
    }


def _behind_cached_write(found: Findings, writes: WriteTimes) -> float:
    """Returns the time of a one-block write into the buffer, without its command, in ps."""
    first = 0.0 if found.reads is None else _first_reselect(found, found.reads)
    return preparation(found) + writes.per_block + max(0.0, writes.completion - first)


def cached_write_places(found: Findings) -> ByPlace:
    """Returns how the command time of a write into the buffer depends on the time of a sector."""
    cached = None if found.cache is None else found.cache.cached_writes
    if cached is None or found.writes is None:
        return ByPlace()
    rest = _behind_cached_write(found, found.writes)
    times = {pitch: time - rest for pitch, time in cached.places.items()}
    return by_place(times, found.jitter)


def _of_cached_writes(found: Findings, writes: WriteTimes) -> dict[str, float]:
    """Returns the overheads of writes that end in the buffer, by their keys, in ps."""
    cached = None if found.cache is None else found.cache.cached_writes
    if cached is None or not cached.places:
        return {"overhead.write_cached_command": 0.0}
    at, rest = cached_write_places(found), _behind_cached_write(found, writes)
    pitch, first = next(iter(cached.places.items()))
    share = 1 - at.passing / pitch
    longer = (cached.eight - first) / 7 - writes.per_block
    longer = longer * share if longer > _NEAR / 7 else 0.0
    after = (cached.after_write - first) * share
    return {
        "overhead.write_cached_command": max(0.0, at.work(first - rest, pitch) - longer),
        "overhead.write_cached_per_block": longer,
        "overhead.write_cached_after_write": after,
        "overhead.write_cached_sequential": (cached.sequential - first) * share - after,
    }


def read_overheads(found: Findings, reads: ReadTimes) -> dict[str, float]:
    """Returns the times of reads by their keys, in ps."""
    done = completion(found)
    prepare = preparation(found)
    head = 0.0
    if found.head_switch is not None:
        head = found.head_switch - reads.command - reads.behind
        head = head if head > reads.same_cylinder + _NEAR else 0.0
    return {
        "seek.head_switch": head,
        "seek.same_cylinder": reads.same_cylinder,
        "overhead.read_hit_command": found.alone - done,
        **_of_hits(found, done),
        "overhead.read_miss_command": reads.command - reads.longer,
        "overhead.read_miss_after_write": reads.after_write,
        "overhead.read_miss_sequential": reads.sequential,
        "overhead.read_miss_per_block": reads.longer,
        "overhead.read_disconnect_after_read": reads.disconnect,
        "overhead.read_disconnect_after_write": reads.disconnect_after_write,
        "overhead.data_preparation": prepare,
        "overhead.read_completion": done,
        FIRST: _first_reselect(found, reads),
        "overhead.read_last_block": reads.last_block,
        "overhead.prefetch_interrupt": 0.0 if found.cache is None else found.cache.interrupt,
        "overhead.read_track_end": found.ends.read,
        "overhead.read_track_end_least": found.ends.read_track_least,
        "overhead.read_cylinder_end_least": found.ends.read_cylinder_least,
    }


def write_overheads(
    found: Findings, reads: ReadTimes, writes: WriteTimes, keys: dict[str, float]
) -> dict[str, float]:
    """Returns the times of writes by their keys, in ps. `keys` has the times of reads."""
    prepare, first = keys["overhead.data_preparation"], keys[FIRST]
    done = max(0.0, writes.completion - first)
    command = writes.command_non_sequential - reads.disconnect_after_write - writes.longer
    command = max(0.0, command)
    return {
        "seek.write_settle": writes.settle,
        "overhead.write_command": writes.command,
        "overhead.write_after_write": writes.after_write,
        "overhead.write_sequential": writes.sequential,
        "overhead.write_per_block": writes.longer,
        **_of_cached_writes(found, writes),
        "overhead.write_track_end": found.ends.write_track,
        "overhead.write_cylinder_end": found.ends.write_cylinder,
        "overhead.write_near_track_end": found.ends.write_near_track,
        "overhead.write_near_cylinder_end": found.ends.write_near_cylinder,
        "overhead.write_disconnect": writes.disconnect,
        "overhead.write_completion": done,
        "overhead.second_reselect": max(0.0, writes.completion_non_sequential - done),
        "overhead.write_command_non_sequential": command,
        "overhead.write_disconnect_non_sequential": reads.disconnect_after_write,
        "overhead.write_disconnect_duration_non_sequential": writes.duration_non_sequential,
        "overhead.write_second_disconnect_non_sequential": max(
            0.0, writes.data_non_sequential - first - prepare
        ),
        "overhead.write_seek_delay_non_sequential": max(
            0.0, writes.seek_delay_non_sequential - command - writes.longer
        ),
        "write.minimum_positioning": writes.minimum_positioning,
        "write.reconnect_preparation": writes.reconnect_preparation,
    }


HOW = {
    "seek.head_switch": "reads on another head's track; 0 where the positioning hides it",
    "seek.same_cylinder": "reads that wait where the arm is, beyond what comes before a disconnect",
    "seek.write_settle": "seeks before writes against those before reads",
    "overhead.read_hit_command": "TEST UNIT READY, less read_completion",
    "overhead.read_hit_without_read_ahead": "reads that hit, less the above",
    "processor.per_sector": "hits on the outermost tracks against those on the innermost",
    "overhead.read_hit_during_read_ahead": "hits during a read-ahead, against TEST UNIT READY",
    "overhead.read_hit_sequential": "hits on the next block, against others",
    "overhead.read_hit_after_write": "hits after a write elsewhere, against others",
    "overhead.read_hit_per_block": "hits of several blocks, against those of one",
    "overhead.read_miss_command": "reads on the arm's own track, at most up to their disconnect",
    "overhead.read_miss_after_write": "the same behind writes",
    "overhead.read_miss_sequential": "when the bus is free, of the next block, against others",
    "overhead.read_miss_per_block": "the same of several blocks, against one",
    "overhead.read_disconnect_after_read": "the rest of the time until the bus is free",
    "overhead.read_disconnect_after_write": "the same behind writes",
    "overhead.data_preparation": "reads against VERIFY, which has no data",
    "overhead.read_completion": "hits on blocks that are still to be read",
    FIRST: "from the drive's return to the status, less the two above",
    "overhead.read_last_block": "returns of reads that wait for their last block, against others",
    "overhead.prefetch_interrupt": "when the bus is free, while the drive reads ahead or not",
    "overhead.read_track_end": "returns of reads that end a track, against others",
    "overhead.read_track_end_least": "ends of reads that end a track",
    "overhead.read_cylinder_end_least": "the same at the end of a cylinder",
    "overhead.write_track_end": "writes that end a track, against others",
    "overhead.write_cylinder_end": "writes that end a cylinder, against others",
    "overhead.write_near_track_end": "writes that end a block before a track does",
    "overhead.write_near_cylinder_end": "the same before the end of a cylinder",
    "overhead.write_command": "writes of more and more blocks, else until the disconnect",
    "overhead.write_cached_command": "writes that end in the buffer",
    "overhead.write_cached_after_write": "the same after a write, against after a read",
    "overhead.write_cached_sequential": "the same where that write ended, against others",
    "overhead.write_cached_per_block": "the same of several blocks, against those of one",
    "overhead.write_after_write": "writes after a write, against writes after a read",
    "overhead.write_sequential": "writes that go on where one ended, against others",
    "overhead.write_per_block": "how long writes keep the bus, less the bus's own time",
    "overhead.write_disconnect": "the rest of the time until the bus is free",
    "overhead.write_completion": "from the drive's return to the status, less first_reselect",
    "overhead.second_reselect": "the same of a write after a write, less write_completion",
    "overhead.write_command_non_sequential": "until the bus is free, less the next",
    "overhead.write_disconnect_non_sequential": "taken to be read_disconnect_after_write",
    "overhead.write_disconnect_duration_non_sequential": "how long the bus is free before the data",
    "overhead.write_second_disconnect_non_sequential": "the connection for the data, less the rest",
    "overhead.write_seek_delay_non_sequential": "long seeks of writes behind writes",
    "write.minimum_positioning": "writes on the arm's own track",
    "write.reconnect_preparation": "from the sector's end to the drive's return",
}
"""How the extraction finds each time, by its key."""
