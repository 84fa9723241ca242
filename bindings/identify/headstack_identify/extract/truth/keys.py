"""Compares the found drive file with the true drive file, for a simulated drive.

The comparison of the map uses cylinder, head and angle of blocks of every track, as the firmware
has them. The comparison of seeks uses every distance that reads reached, in both directions.
"""

import tomllib
from collections.abc import Sequence
from typing import Any

from headstack._core import DriveConfig
from headstack.units import number_of
from headstack_identify.extract.found import Findings
from headstack_identify.extract.overheads import HOW
from headstack_identify.extract.truth.hits import SITUATIONS, hits, keys_of
from headstack_identify.extract.truth.layout import OVERHEAD_MS, mapping, period, seeks, settle
from headstack_identify.extract.truth.table import Comparison, Row, fewest_sectors, total

_RATE_MS = 0.001
_LENGTHS = (1, 8, 16, 32, 100)  # blocks
_SHARE = 0.01  # of a block: shares are whole parts per million

CACHE_KEYS = (
    *("mode", "prefetch_minimum", "read_ahead_reach", "prefetch_on_idle_hit"),
    *("hit_on_written_data", "hit_by_first_block", "keep_reads_on_write", "write_back"),
    *("read_ahead_keeps_read", "read_ahead_after_sequential_only", "read_ahead_of_misses_only"),
    *("whole_track_read", "whole_track_read_if_following", "zero_latency_read"),
    *("hit_on_written_run", "hit_drops_tracks_before", "reads_survive_writes"),
    *("keep_both_sides", "drop_overlapped_segment", "partial_hit_disconnects"),
)
"""Keys of the cache, without its sizes and its watermark."""

BUS_KEYS = ("read_marks_per_revolution", "release_reads", "release_at_track_end")

SECTOR_TIMES = ("overhead.read_hit_sector_times", "overhead.write_cached_sector_times")
"""Overheads in times of a sector."""

WRITE_KEYS = ("write.minimum_blocks", "write.minimum_blocks_large", "write.zero_latency")
SINGLE = "write.single_connection"

TOGETHER = (
    ("read_hit_command", "read_completion"),
    ("first_reselect", "read_completion"),
    ("write_completion", "first_reselect"),
    ("write_cached_command", "write_completion"),
)
"""Overheads that show only in sums on a drive with an underrun. `hits` has another such sum."""

OF_DISCONNECTS = (
    *("write_command_non_sequential", "write_disconnect_non_sequential", "second_reselect"),
    *("write_disconnect_duration_non_sequential", "write_second_disconnect_non_sequential"),
    "write_seek_delay_non_sequential",
)
"""Overheads of writes that disconnect before their data."""

IN_OTHER_ROWS = (
    *("seek.points", "seek.dropped_points", "seek.direction", "seek.first", "seek.root"),
    *("seek.linear", "seek.read_settle", "seek.write_settle_steps", "overhead.read_completion"),
    *("bus.underrun", "bus.underrun_resume", "write.large_request"),
    *("cache.size", "cache.segments", "cache.write_segments", "cache.prefetch_maximum"),
    *("cache.read_watermark", "cache.read_watermark_of_segment", "write.seek_with_data"),
)
"""Keys that are compared in a row with another name."""

ASKED_TABLES = ("seek", "overhead", "processor", "write", "bus", "cache")


def compare(found: Findings, config: DriveConfig, truth: DriveConfig) -> Comparison:
    """Compares an extraction with the true drive file.

    Args:
        found: a complete extraction.
        config: the found drive file.
        truth: the true drive file.

    Returns:
        A row for each key, a row for the period, a row for the mapping and a row for the seeks.
    """
    rows = [period(config, truth), mapping(found, config, truth), seeks(found, config, truth)]
    underrun = total(truth, ("bus.underrun", "bus.underrun_resume"))
    together = _only_in_sums(truth) if underrun else set()
    rows += [
        _time(config, truth, key)
        for key in HOW
        if key != "seek.write_settle" and key not in together
    ]
    if underrun:
        sums = [[f"overhead.{key}" for key in keys] for keys in TOGETHER]
        rows += [_times(config, truth, keys) for keys in sums if not _hidden(truth, keys[0])]
        waits = ("overhead.read_completion", "bus.underrun", "bus.underrun_resume")
        rows.append(_times(config, truth, waits))
        rows += hits(config, truth, OVERHEAD_MS)
    rows.append(settle(found, config, truth))
    rows += [_rate(config, truth, key) for key in ("bus.read_rate", "bus.write_rate")]
    rows += [_same(config, truth, f"bus.{key}") for key in BUS_KEYS]
    rows += [_sectors(config, truth, key) for key in SECTOR_TIMES if key not in together]
    cached = truth.value("cache.mode") == "prefetch"
    rows += [_same(config, truth, f"cache.{key}") for key in CACHE_KEYS if cached or key == "mode"]
    rows += [_cache_size(config, truth), _read_segments(config, truth)]
    rows += [_prefetch(config, truth), _watermark(config, truth)]
    rows += [_same(config, truth, key) for key in WRITE_KEYS]
    if truth.value(WRITE_KEYS[0]) != truth.value(WRITE_KEYS[1]):
        rows.append(_same(config, truth, "write.large_request"))
    if max(int(truth.value(key)) for key in WRITE_KEYS[:2]) > 1:  # 1 looks like settling
        rows.append(_same(config, truth, "write.seek_with_data"))
    if truth.value(SINGLE) or any(number_of(truth.value(f"overhead.{k}")) for k in OF_DISCONNECTS):
        rows.append(_same(config, truth, SINGLE))  # else a single connection takes no time
    if not _neutral(config.value("write.ahead")):  # the lead shows if the bus is slower
        rows.append(_ahead(config, truth))
    return Comparison(rows, _not_asked(truth, rows))


def _only_in_sums(truth: DriveConfig) -> set[str]:
    """Returns the keys that show only in sums if an underrun exists.

    Cached writes show `processor.per_sector`.
    """
    sums = {f"overhead.{key}" for sums in TOGETHER for key in sums}
    sums |= {key for situation in SITUATIONS for key in keys_of(situation)}
    return sums - {"processor.per_sector"} if truth.value("cache.write_back") else sums


def _not_asked(truth: DriveConfig, rows: Sequence[Row]) -> list[str]:
    """Returns the keys that the true drive uses and no row compares."""
    asked = {key for row in rows for key in row.key.split(" + ")} | set(IN_OTHER_ROWS)
    tables = tomllib.loads(truth.to_toml())
    used = [f"{table}.{key}" for table in ASKED_TABLES for key in tables.get(table, {})]
    left = [key for key in used if key not in asked]
    return [key for key in left if not _neutral(truth.value(key)) and not _hidden(truth, key)]


# --- values ---


def _neutral(value: Any) -> bool:
    if isinstance(value, str) and value[:1].isdigit():
        return number_of(value) == 0
    return value in (None, False, 0, "", [])


def _time(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = number_of(config.value(key)), number_of(truth.value(key))
    hidden = _hidden(truth, key)
    shown = "hidden" if hidden else f"{ours:.4f} ms"
    off = 0.0 if hidden else abs(ours - theirs)
    return Row(key, shown, f"{theirs:.4f} ms", off, "ms", off <= OVERHEAD_MS)


def _times(config: DriveConfig, truth: DriveConfig, keys: Sequence[str]) -> Row:
    """Compares the sum of some times."""
    ours, theirs = (total(one, keys) for one in (config, truth))
    off = abs(ours - theirs)
    shown = (f"{ours:.4f} ms", f"{theirs:.4f} ms")
    return Row(" + ".join(keys), *shown, off, "ms", off <= OVERHEAD_MS)


def _sectors(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    """Compares a number of sector times. The difference is the time on the longest sectors."""
    ours, theirs = (number_of(c.value(key)) for c in (config, truth))
    fewest = fewest_sectors(truth)
    off = 0.0 if _hidden(truth, key) else abs(ours - theirs) * truth.revolution_ps / 1e9 / fewest
    shown = (f"{ours:.4f} sectors", f"{theirs:.4f} sectors")
    return Row(key, *shown, off, "ms", off <= OVERHEAD_MS)


def _ahead(config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares how far the buffer of a write stays ahead. The difference is a time.

    A part of a block shows only if the missing rest of the block takes less than a sector.
    """
    per_block = total(truth, ("bus.write_rate", "overhead.write_per_block"))
    longest = truth.revolution_ps / 1e9 / fewest_sectors(truth)
    blocks = []
    for one in (config, truth):
        whole, part = divmod(number_of(one.value("write.ahead")), 1)
        blocks.append(whole + max(0.0, longest - (1 - part) * per_block) / per_block)
    off = abs(blocks[0] - blocks[1]) * per_block
    ours, theirs = (f"{number_of(one.value('write.ahead')):.3f} blocks" for one in (config, truth))
    return Row("write.ahead", ours, theirs, off, "ms", off <= OVERHEAD_MS)


def _hidden(truth: DriveConfig, key: str) -> bool:
    """Whether a time never shows: the drive does not use it, or a longer time always hides it."""

    def of(other: str) -> float:
        return number_of(truth.value(other))

    if key.startswith("overhead.write_cached"):
        return not truth.value("cache.write_back")
    if key.removeprefix("overhead.") in OF_DISCONNECTS:
        delay = key == "overhead.write_seek_delay_non_sequential"
        later = delay and truth.value("write.seek_with_data") and of(key) <= _data_at(truth)
        return bool(truth.value(SINGLE)) or later
    if key in ("overhead.write_after_write", "overhead.write_sequential"):
        return not truth.value(SINGLE)
    if key == "overhead.read_hit_after_write":
        return not truth.value("cache.keep_reads_on_write")
    one = int(truth.value("layout.surfaces")) == 1
    if one and (key == "seek.head_switch" or key.endswith(("track_end", "track_end_least"))):
        return True  # each track ends a cylinder
    if key == "seek.head_switch":
        return of(key) <= of("seek.same_cylinder")
    if key == "write.minimum_positioning":
        data = of("overhead.data_preparation") + of("bus.write_rate") + of("write.ahead_delay")
        arm = of("seek.same_cylinder")
        return of(key) <= max(data, arm + of("seek.write_settle") if arm else 0.0)
    return False


def _data_at(truth: DriveConfig) -> float:
    """Returns when the buffer has the first block of a write that first disconnects, in ms."""
    before = [f"write_{key}_non_sequential" for key in ("disconnect", "disconnect_duration")]
    overheads = [f"overhead.{key}" for key in (*before, "first_reselect", "data_preparation")]
    return total(truth, (*overheads, "bus.write_rate"))


# --- sizes of the cache ---


def _blocks(config: DriveConfig, key: str) -> int:
    """Returns the number of blocks of a key."""
    return int(number_of(config.value(key)))


def _segment(config: DriveConfig) -> int:
    return _blocks(config, "cache.size") // int(config.value("cache.segments"))


def _segments_for_reads(config: DriveConfig) -> int:
    segments = int(config.value("cache.segments"))
    return segments - (int(config.value("cache.write_segments") or 0) or int(segments > 1))


def _cache_size(config: DriveConfig, truth: DriveConfig) -> Row:
    return _equal("cache.size of a segment", _segment(config), _segment(truth))


def _read_segments(config: DriveConfig, truth: DriveConfig) -> Row:
    ours, theirs = _segments_for_reads(config), _segments_for_reads(truth)
    return _equal("cache.segments for reads", ours, theirs)


def _prefetch(config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares the length of a read-ahead, which is at most its segment."""
    ours, theirs = (min(_segment(c), _blocks(c, "cache.prefetch_maximum")) for c in (config, truth))
    return _equal("cache.prefetch_maximum", ours, theirs)


def _watermark(config: DriveConfig, truth: DriveConfig) -> Row:
    """Compares the number of blocks that reads of several lengths wait for."""
    ours, theirs = ([_waits_for(c, n) for n in _LENGTHS] for c in (config, truth))
    return _equal("cache.read_watermark", ours, theirs)


def _waits_for(config: DriveConfig, blocks: int) -> int:
    held = min(blocks, _segment(config))
    share = number_of(config.value("cache.read_watermark")) / 100
    if config.value("cache.read_watermark_of_segment"):
        return max(1, min(blocks, round(_segment(config) * share - 0.5 + _SHARE)))
    return max(1, min(held, int(blocks * share)))


def _equal(key: str, ours: object, theirs: object) -> Row:
    return Row(key, str(ours), str(theirs), 0 if ours == theirs else 1, "", ours == theirs)


def _rate(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = number_of(config.value(key)), number_of(truth.value(key))
    off = abs(ours - theirs)
    return Row(key, f"{ours:.6f} ms/block", f"{theirs:.6f} ms/block", off, "ms", off <= _RATE_MS)


def _same(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = config.value(key), truth.value(key)
    good = ours == theirs or (_neutral(ours) and _neutral(theirs))
    return Row(key, _shown(ours), _shown(theirs), 0 if good else 1, "", good)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
