"""Writes the drive file of an extraction. A remark at each value says how it was found."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from headstack_identify.drive_text import (
    DriveText,
    Entry,
    counted,
    numbers,
    quantity,
    quoted,
    switch,
)
from headstack_identify.extract.cache.found import CacheFound
from headstack_identify.extract.found import Findings
from headstack_identify.extract.layout.zones import Zone
from headstack_identify.extract.overheads import (
    HOW,
    cached_write_places,
    hit_places,
    overheads,
    underrun,
)
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.seeks import thinned
from headstack_identify.extract.times.writes import WriteTimes

_SPC_4 = 6  # version of INQUIRY
_THINNED = 8_000_000  # ps
_NEAR = 2_000_000  # ps
_LEAST_SEEK = 100_000  # ps: the shortest time that four digits show as more than 0
_LEAST_TIME = 50_000  # ps: the shortest time that four digits show as more than 0
_NEEDED = (
    "seek.same_cylinder",
    "seek.head_switch",
    "seek.write_settle",
    "overhead.read_hit_command",
    "overhead.read_miss_command",
    "overhead.write_command",
    "overhead.write_command_non_sequential",
)
"""Times that every file must have, even if the extraction did not measure them."""
_SAID_SWITCHES = ("prefetch_on_idle_hit", "hit_on_written_data", "zero_latency_read")
"""Switches of the cache that every file must have."""
_SWITCHES = (
    *("hit_by_first_block", "partial_hit_disconnects"),
    *("hit_on_written_run", "hit_drops_tracks_before"),
    *("keep_both_sides", "drop_overlapped_segment", "keep_reads_on_write"),
    *("read_ahead_keeps_read", "read_ahead_after_sequential_only", "read_ahead_of_misses_only"),
    *("whole_track_read", "whole_track_read_if_following", "write_back"),
)
"""Other switches of the cache. A file has them only if they are on."""
_COUNTS = (
    "cylinders_per_range",
    "reserved_tracks",
    "spare_tracks",
    "spare_sectors",
    "spare_sectors_per_track",
    "spare_sectors_per_cylinder",
    "spare_sectors_per_range",
)
_LISTS = ("slipped_tracks", "slipped_sectors", "reallocated_tracks", "reallocated_sectors")


def text(found: Findings) -> str:
    """Returns the drive file. After an incomplete extraction, it has a heading and lacks keys."""
    drive = DriveText()
    _identity(found, drive)
    if found.turn is not None:
        drive.put("spindle.rotation", f'"{found.turn / 1e9:.9f} ms"', "far reads")
    if found.zones:
        _layout(found, drive)
    if found.reads is not None:
        _seek(found, drive)
        _overhead(found, drive)
        if overheads(found).get("processor.per_sector"):
            _times(found, "processor.", drive)
        _write(found.writes, found, drive)
        _bus(found, found.reads, found.writes, drive)
    if found.reads is not None and found.cache is not None:
        _cache(found.cache, found.reads, drive)
        drive.put("queue.depth", '"65536 tasks"', "not asked: the most that there can be")
    return drive.toml(_heading(found))


def share_text(share: float) -> str:
    """Returns a share as text, to a part per million: drive files have no finer shares."""
    return f'"{round(1e6 * share) / 1e4:g} %"'


def _ms(ps: float) -> str:
    """Returns a time as text, in ms, to a ten-thousandth of a millisecond."""
    return f'"{ps / 1e9:.4f} ms"'


def _name(found: Findings) -> str:
    identity = found.identity
    return "a drive" if identity is None else f"{identity.vendor} {identity.product}".strip()


def _heading(found: Findings) -> list[str]:
    lines = [f"{' '.join(_name(found).split())}: found by its commands and their times."]
    if found.problem is not None:
        lines += [
            "",
            "NOT COMPLETE: the extraction ended early, and what is missing here was not found.",
            *found.problem.splitlines(),
        ]
    return [*lines, *found.notes]


def _identity(found: Findings, drive: DriveText) -> None:
    drive.put("description", _printable(_name(found)))
    drive.put("source", '"headstack extract"')
    if found.identity is not None and found.identity.serial:
        drive.put("serial", _printable(found.identity.serial[:16]))
    if found.identity is not None and found.identity.version >= _SPC_4:
        drive.put("interface.standard", '"SPC-4"', "version of INQUIRY")


def _printable(words: str) -> str:
    """Returns a text as a string of TOML, with blanks for other characters."""
    return quoted("".join(c if c.isprintable() else " " for c in words))


# --- layout ---


def _layout(found: Findings, drive: DriveText) -> None:
    identity = found.identity
    assert identity is not None
    drive.put("layout.surfaces", str(found.heads))
    drive.put("layout.cylinders", str(found.zones[-1].last + 1), "as the drive numbers them")
    drive.put("layout.bytes_per_sector", str(identity.block_bytes), "READ CAPACITY")
    drive.put("layout.blocks", str(identity.blocks), "READ CAPACITY")
    if found.head_skew:
        skews = tuple(f'"{_angle(skew)}"' for skew in found.head_skew)
        drive.put("layout.head_skew", skews, "times of reads, from track to track")
    if any(b.first > a.last + 1 for a, b in pairwise(found.zones)):
        drive.put("layout.cylinder_gaps", '"without skew"', "no block's address has them")
        drive.put("layout.gaps_in_seeks", switch(True), "they have numbers")
    how = "translated addresses" if found.by == "translate" else "times of reads"
    for zone in found.zones:
        drive.zones.append(_zone(zone, bool(found.head_skew), how))


def _angle(angle: Fraction, sectors: int = 0) -> str:
    """Returns an angle as text, in whole sectors if possible, or else in parts of a revolution."""
    if sectors and (angle * sectors).denominator == 1:
        return f"{angle * sectors} sectors"
    return f"{angle.numerator}/{angle.denominator} rev"


def _zone(zone: Zone, heads_alike: bool, how: str) -> list[Entry]:
    n = zone.sectors_per_track
    phase = _angle(zone.phase, n)
    entries = [
        Entry("cylinders", numbers((zone.first, zone.last)), how),
        Entry("sectors_per_track", str(n), how),
        Entry(
            "first_sector" if phase.endswith("sectors") else "phase",
            f'"{phase}"',
            "times of reads, against the first zone's",
        ),
    ]
    skews = (("track_skew", zone.track_skew), ("cylinder_skew", zone.cylinder_skew))
    for key, skew in () if heads_alike else skews:
        entries.append(Entry(key, f'"{_angle(skew, n)}"'))
    if zone.range_skew is not None:
        entries.append(Entry("range_skew", f'"{_angle(zone.range_skew, n)}"'))
    entries += [Entry(key, str(getattr(zone, key))) for key in _COUNTS if getattr(zone, key)]
    entries += [Entry(key, numbers(getattr(zone, key))) for key in _LISTS if getattr(zone, key)]
    return entries


# --- times ---


def seek_points(found: Findings) -> list[tuple[int, float]]:
    """Returns the seek curve by distance, in ps, as the mean of both directions.

    The times do not include the overheads.
    """
    assert found.reads is not None
    usual = found.reads.command + found.reads.behind
    points = []
    for distance, least in sorted(found.inwards.items()):
        half = next((h for up_to, h in found.directions if distance <= up_to), 0.0)
        points.append((distance, max(_LEAST_SEEK, least - usual - _small(half))))
    return thinned(points, _THINNED)


def _small(half: float) -> float:
    return half if abs(half) > _NEAR else 0.0


def _seek(found: Findings, drive: DriveText) -> None:
    points = seek_points(found)
    how = "Least times of reads from cylinder to cylinder, less read_miss_command."
    drive.put("seek.points", _steps(points), how)
    dropped = _outliers(points)
    if dropped:
        how = "Not as seeks should be: drive files leave such points out."
        drive.put("seek.dropped_points", _steps(dropped), how)
    if any(_small(half) for _, half in found.directions):
        steps = [*found.directions[:-1], (found.zones[-1].last, found.directions[-1][1])]
        drive.put("seek.direction", _steps((up_to, _small(half)) for up_to, half in steps))
    if found.writes is not None and found.writes.steps:
        drive.put("seek.write_settle_steps", _steps(found.writes.steps))
    _times(found, "seek.", drive)


def _steps(items: Iterable[tuple[int, float]]) -> tuple[str, ...]:
    """Returns a list of distances with times in ps."""
    return tuple(f"[{distance}, {_ms(time)}]" for distance, time in items)


def _outliers(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Returns the points that a drive rejects as errors, unless its file drops them."""
    found = []
    for (_, before), (distance, time), (_, behind) in zip(
        points, points[1:], points[2:], strict=False
    ):
        dip, peak = min(before, behind), max(before, behind)
        if time < 0.75 * dip or peak < 0.75 * time:
            found.append((distance, time))
    return found


def _times(found: Findings, table: str, drive: DriveText) -> None:
    """Adds the times of a table. The remark of each time says how the time was found.

    A needed time has a key even if the extraction did not measure the time.
    """
    times = overheads(found)
    for key, time in times.items():
        if key.startswith(table) and (abs(time) >= _LEAST_TIME or key in _NEEDED):
            drive.put(key, _ms(time), HOW[key])
    for key in _NEEDED:
        if key.startswith(table) and key not in times:
            drive.put(key, quantity(0, "ms"), "not asked")


def _overhead(found: Findings, drive: DriveText) -> None:
    _times(found, "overhead.", drive)
    for key, sectors in (
        ("overhead.read_hit_sector_times", hit_places(found).sectors),
        ("overhead.write_cached_sector_times", cached_write_places(found).sectors),
    ):
        if sectors:
            drive.put(key, f'"{sectors:.3f} sectors"', "on tracks of several lengths")


def _write(writes: WriteTimes | None, found: Findings, drive: DriveText) -> None:
    _times(found, "write.", drive)
    times = writes or WriteTimes()
    remark = "writes of more and more blocks" if writes is not None else "not asked"
    drive.put("write.minimum_blocks", str(times.minimum_blocks), remark)
    drive.put("write.minimum_blocks_large", str(times.minimum_blocks_large), remark)
    drive.put("write.large_request", counted(times.large or 1, "block"), remark)
    if times.ahead:
        drive.put("write.ahead", f'"{times.ahead:.3f} blocks"', "long writes against shorter ones")
    for key, on, how in (
        ("write.zero_latency", times.zero_latency, "writes of most of a track"),
        ("write.seek_with_data", times.seek_with_data, "seeks before longer writes"),
        ("write.single_connection", times.alone, "when the bus is free"),
    ):
        if on:
            drive.put(key, switch(True), how)


def _bus(found: Findings, reads: ReadTimes, writes: WriteTimes | None, drive: DriveText) -> None:
    out = reads.per_block if writes is None else writes.per_block
    rate = f'"{reads.per_block / 1e9:.6f} ms/block"'
    drive.put("bus.read_rate", rate, "lengths of mode pages")
    drive.put("bus.write_rate", f'"{out / 1e9:.6f} ms/block"', "the same, sent")
    if found.marks:
        drive.put("bus.read_marks_per_revolution", str(found.marks), "where reads of a track end")
    if reads.releases:
        drive.put("bus.release_reads", switch(True), "when the bus is free in a long read")
    if found.ends.parts:
        drive.put("bus.release_at_track_end", switch(True), "reads that go on there")
    if underrun(found):
        drive.put("bus.underrun", _ms(underrun(found)), "hits on blocks still to be read")


# --- cache ---


def _cache(cache: CacheFound, reads: ReadTimes, drive: DriveText) -> None:
    segment = cache.segment or 2048
    share, of_segment = reads.watermark, False
    if reads.most is not None and (not reads.of_read or (share == 1.0 and reads.most < segment)):
        share, of_segment = reads.most / segment, True
    mode = '"prefetch"' if cache.cached else '"speed-matching"'
    drive.put("cache.mode", mode, "whether reads hit" if cache.asked else "not asked")
    size = "what is left of long reads" if cache.segment else "not found: no limit was seen"
    drive.put("cache.size", counted(segment * cache.segments, "block"), size)
    streams = "streams that are kept, and one for writes if seen"
    drive.put("cache.segments", str(cache.segments), streams)
    drive.put("cache.read_watermark", share_text(share), "when reads come back to the bus")
    if of_segment:
        drive.put("cache.read_watermark_of_segment", switch(True))
    drive.put("cache.prefetch_minimum", counted(cache.prefetch_minimum, "block"), "mode page 8")
    drive.put("cache.prefetch_maximum", counted(cache.prefetch_maximum, "block"), "what hits")
    if cache.reach:
        drive.put("cache.read_ahead_reach", f'"{cache.reach}"')
    if cache.reads_survive_writes:
        drive.put("cache.reads_survive_writes", counted(cache.reads_survive_writes, "write"))
    for key in (*_SAID_SWITCHES, *_SWITCHES):
        if key in _SAID_SWITCHES or getattr(cache, key):
            drive.put(f"cache.{key}", switch(getattr(cache, key)))
