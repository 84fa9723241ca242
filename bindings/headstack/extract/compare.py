"""What was found beside the truth: for a drive that headstack made, whose file is known.

The map of blocks is compared as the firmware has it: cylinder, head and angle of blocks of every
track. Seeks are compared at every distance that was in reach of a read, both ways.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from headstack._core import DriveConfig
from headstack.extract.found import HOW, Findings

PERIOD_PPM, SEEK_MS, OVERHEAD_MS = 1.0, 0.05, 0.02
_RATE_MS = 0.001
_TURN = 2**32
_LENGTHS = (1, 8, 16, 32, 100)  # blocks
_SHARE = 0.01  # of a block: shares are whole parts per million
_TICKS = 4  # 1e-9 of a revolution: drive files have angles to nine digits

CACHE_KEYS = (
    *("mode", "prefetch_minimum", "read_ahead_reach", "prefetch_on_idle_hit"),
    *("hit_on_written_data", "hit_by_first_block", "keep_reads_on_write", "write_back"),
    *("read_ahead_keeps_read", "read_ahead_after_sequential_only", "read_ahead_of_misses_only"),
    *("whole_track_read", "whole_track_read_if_following", "zero_latency_read"),
)
"""Keys of the cache that are looked for, beside its sizes and its watermark."""

BUS_KEYS = ("read_marks_per_revolution", "release_reads")

SECTOR_TIMES = ("overhead.read_hit_sector_times", "overhead.write_cached_sector_times")
"""Overheads in sectors' times."""

WRITE_KEYS = ("write.minimum_blocks", "write.minimum_blocks_large", "write.zero_latency")

TOGETHER = (
    ("read_hit_command", "read_completion"),
    ("first_reselect", "read_completion"),
    ("write_completion", "first_reselect"),
    ("write_cached_command", "write_completion"),
)
"""Overheads of which an underrun leaves only the sums: what a hit that waits takes is one too."""

OF_DISCONNECTS = (
    *("write_command_non_sequential", "write_disconnect_non_sequential", "second_reselect"),
    *("write_disconnect_duration_non_sequential", "write_second_disconnect_non_sequential"),
    "write_seek_delay_non_sequential",
)
"""Overheads that a write does not have which takes its data at once."""

NOT_ASKED = (
    *("overhead.read_track_end", "overhead.write_track_end", "overhead.write_cylinder_end"),
    *("overhead.read_track_end_least", "overhead.read_cylinder_end_least"),
    *("overhead.prefetch_interrupt", "overhead.terms", "seek.write_settle_steps"),
    *("overhead.read_miss_sector_times", "overhead.write_sector_times"),
    *("processor.track_end", "processor.cylinder_end", "processor.program_end"),
    *("processor.lead", "processor.quiet", "processor.start_work", "processor.start_lead"),
    *("write.ahead_delay", "write.seek_with_data", "bus.release_at_track_end"),
    *("cache.adapt_segments_after", "cache.hit_newest_segment_only"),
    *("cache.partial_hit_waits", "cache.reads_survive_writes", "cache.keep_both_sides"),
    *("cache.hit_on_written_run", "cache.hit_drops_tracks_before"),
)
"""Keys that no question is about."""


@dataclass(frozen=True)
class Row:
    """A comparison.

    Attributes:
        key: what is compared: a drive file's key, or 'mapping', 'seek', 'period'.
        found: what was found, as people read it.
        truth: what it is.
        off: how far off, in `unit`; 0 or 1 for what is right or wrong.
        unit: 'ppm', 'ms', 'blocks' or ''.
        good: whether that is near enough.
    """

    key: str
    found: str
    truth: str
    off: float
    unit: str
    good: bool


@dataclass(frozen=True)
class Comparison:
    """All rows, and the keys that the truth uses and no question is about."""

    rows: list[Row]
    not_asked: list[str]

    @property
    def good(self) -> bool:
        """Whether all is near enough."""
        return all(row.good for row in self.rows)

    def worst(self, *prefixes: str) -> float:
        """The largest difference of the rows whose keys begin so; 0 if there are none."""
        return max((row.off for row in self.rows if row.key.startswith(prefixes)), default=0.0)

    def exact(self, *prefixes: str) -> bool:
        """Whether the rows whose keys begin so are all good."""
        return all(row.good for row in self.rows if row.key.startswith(prefixes))


def compare(found: Findings, config: DriveConfig, truth: DriveConfig) -> Comparison:
    """Holds an extraction against the truth.

    Args:
        found: a complete extraction.
        config: the drive file that it made, loaded.
        truth: the drive that was asked.

    Returns:
        A row for each key, and one for each of period, mapping and seeks.
    """
    rows = [_period(config, truth), _mapping(found, config, truth), _seeks(found, config, truth)]
    underrun = _number(truth.value("bus.underrun")) + _number(truth.value("bus.underrun_resume"))
    together = {f"overhead.{key}" for sums in TOGETHER for key in sums} if underrun else set()
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
    rows.append(_write_settle(config, truth))
    rows += [_rate(config, truth, key) for key in ("bus.read_rate", "bus.write_rate")]
    rows += [_same(config, truth, f"bus.{key}") for key in BUS_KEYS]
    rows += [_sectors(config, truth, key) for key in SECTOR_TIMES]
    rows += [_same(config, truth, f"cache.{key}") for key in CACHE_KEYS]
    rows += [_cache_size(config, truth), _read_segments(config, truth)]
    rows += [_prefetch(config, truth), _watermark(config, truth)]
    rows += [_same(config, truth, key) for key in WRITE_KEYS]
    if truth.value(WRITE_KEYS[0]) != truth.value(WRITE_KEYS[1]):
        rows.append(_same(config, truth, "write.large_request"))
    left_out = [key for key in NOT_ASKED if not _neutral(truth.value(key))]
    return Comparison(rows, left_out)


def _period(config: DriveConfig, truth: DriveConfig) -> Row:
    off = abs(config.revolution_ps / truth.revolution_ps - 1) * 1e6
    ours, theirs = (f"{c.revolution_ps / 1e9:.9f} ms" for c in (config, truth))
    return Row("period", ours, theirs, off, "ppm", off <= PERIOD_PPM)


# --- mapping ---

Ints = npt.NDArray[np.int64]


def places(config: DriveConfig, lbns: Ints) -> Ints:
    """Where the firmware has blocks: rows of cylinder, head and angle in ticks (2^32 to a turn).

    Args:
        config: the drive.
        lbns: blocks, shape (n,).

    Returns:
        Shape (3, n).
    """
    return config.places(lbns)[[0, 1, 3]].astype(np.int64)


def _sectors_per_track(config: DriveConfig) -> list[int]:
    """Of each zone."""
    zone, found = 0, []
    while True:
        try:
            found.append(int(config.value(f"layout.zone.{zone}.sectors_per_track")))
        except ValueError:
            return found
        zone += 1


def _some_of_every_track(truth: DriveConfig) -> Ints:
    """Blocks so near each other that every track holds two or more of them, rising."""
    step = max(1, min(_sectors_per_track(truth)) // 2 - 1)
    return np.append(np.arange(0, truth.blocks - 1, step), truth.blocks - 1)


def _wrapped(ticks: Ints) -> Ints:
    return np.asarray((ticks + _TURN // 2) % _TURN - _TURN // 2, dtype=np.int64)


def _mapping(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    if config.blocks != truth.blocks:
        return Row("mapping", f"{config.blocks} blocks", f"{truth.blocks} blocks", 1, "", False)
    lbns = _some_of_every_track(truth)
    ours, theirs = places(config, lbns), places(truth, lbns)
    if found.by == "timing":  # which cannot say how far outside the first block is
        ours[0] += theirs[0, 0] - ours[0, 0]
    elsewhere = (ours[:2] != theirs[:2]).any(axis=0)
    turned = _wrapped(_wrapped(ours[2] - theirs[2]) - (ours[2, 0] - theirs[2, 0]))
    turned -= round(np.median(turned))
    wrong = int(np.count_nonzero(elsewhere | (np.abs(turned) > _TICKS)))
    tried = f"{len(lbns):,} blocks of all tracks"
    return Row("mapping", f"{wrong} elsewhere", tried, wrong, "blocks", wrong == 0)


# --- seeks ---


def seek_ms(config: DriveConfig) -> npt.NDArray[np.float64]:
    """Seek times by distance and way, shape (2, cylinders), in ms: inwards, outwards."""
    distances = np.arange(1, int(config.value("layout.cylinders")))
    points = [(d, _number(t)) for d, t in config.value("seek.points") or []]
    dropped = [d for d, _ in config.value("seek.dropped_points") or []]
    kept = [point for point in points if point[0] not in dropped]
    even = _by_points(kept, distances) if kept else _by_formula(config, distances)
    even = even + _number(config.value("seek.read_settle"))
    half = np.zeros(len(distances))
    low = 0
    for up_to, time in config.value("seek.direction") or []:
        half[(distances > low) & (distances <= up_to)] = _number(time)
        low = up_to
    return np.array([even + half, even - half])


def _by_points(points: list[tuple[int, float]], distances: Ints) -> npt.NDArray[np.float64]:
    x, y = np.array(points).T
    even = np.interp(distances, x, y)
    if len(points) > 1:
        slope = (y[-1] - y[-2]) / (x[-1] - x[-2])
        even = np.where(distances > x[-1], y[-1] + slope * (distances - x[-1]), even)
    return np.asarray(even, dtype=np.float64)


def _by_formula(config: DriveConfig, distances: Ints) -> npt.NDArray[np.float64]:
    def of(key: str) -> float:
        return _number(config.value(f"seek.{key}"))

    line = of("linear.base") + of("linear.per_cylinder") * distances
    root = of("root.base") + of("root.per_root_cylinder") * np.sqrt(distances)
    even = np.where(distances <= of("root.up_to"), root, line).astype(np.float64)
    first = [_number(time) for time in config.value("seek.first") or []]
    even[: len(first)] = first[: len(even)]
    return even


def _seeks(found: Findings, config: DriveConfig, truth: DriveConfig) -> Row:
    reach = max(found.inwards)
    ours, theirs = seek_ms(config)[:, :reach], seek_ms(truth)[:, :reach]
    off = float(np.max(np.abs(ours - theirs)))
    return Row(
        "seek", f"{len(found.inwards)} measured", f"{reach} distances", off, "ms", off <= SEEK_MS
    )


# --- values ---


def _number(value: Any) -> float:
    """The number of a value with its unit, times in ms."""
    if value is None:
        return 0.0
    return float(value) if not isinstance(value, str) else float(value.split()[0])


def _neutral(value: Any) -> bool:
    return value in (None, False, 0, "", []) or (isinstance(value, str) and _number(value) == 0)


def _time(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = _number(config.value(key)), _number(truth.value(key))
    hidden = _hidden(truth, key)
    shown = "hidden" if hidden else f"{ours:.4f} ms"
    off = 0.0 if hidden else abs(ours - theirs)
    return Row(key, shown, f"{theirs:.4f} ms", off, "ms", off <= OVERHEAD_MS)


def _times(config: DriveConfig, truth: DriveConfig, keys: Sequence[str]) -> Row:
    """The sum of some times."""
    ours, theirs = (sum(_number(c.value(key)) for key in keys) for c in (config, truth))
    off = abs(ours - theirs)
    shown = (f"{ours:.4f} ms", f"{theirs:.4f} ms")
    return Row(" + ".join(keys), *shown, off, "ms", off <= OVERHEAD_MS)


def _sectors(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    """A number of sectors' times, in the time that it makes where sectors are longest."""
    ours, theirs = (_number(c.value(key)) for c in (config, truth))
    fewest = min(_sectors_per_track(truth))
    off = 0.0 if _hidden(truth, key) else abs(ours - theirs) * truth.revolution_ps / 1e9 / fewest
    shown = (f"{ours:.4f} sectors", f"{theirs:.4f} sectors")
    return Row(key, *shown, off, "ms", off <= OVERHEAD_MS)


def _hidden(truth: DriveConfig, key: str) -> bool:
    """Whether a time never shows: it is not used, or what is always there takes longer."""

    def of(other: str) -> float:
        return _number(truth.value(other))

    if key.startswith("overhead.write_cached"):
        return not truth.value("cache.write_back")
    if key.removeprefix("overhead.") in OF_DISCONNECTS:
        return bool(truth.value("write.single_connection"))
    if key in ("overhead.write_after_write", "overhead.write_sequential"):
        return not truth.value("write.single_connection")
    if key == "overhead.read_hit_after_write":
        return not truth.value("cache.keep_reads_on_write")
    if key == "seek.head_switch":
        return of(key) <= of("seek.same_cylinder")
    if key == "write.minimum_positioning":
        data = of("overhead.data_preparation") + of("bus.write_rate") + of("write.ahead_delay")
        arm = of("seek.same_cylinder")
        return of(key) <= max(data, arm + of("seek.write_settle") if arm else 0.0)
    return False


# --- the cache's sizes ---


def _blocks(config: DriveConfig, key: str) -> int:
    """A number of blocks."""
    return int(_number(config.value(key)))


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
    """A read-ahead is no longer than its segment."""
    ours, theirs = (min(_segment(c), _blocks(c, "cache.prefetch_maximum")) for c in (config, truth))
    return _equal("cache.prefetch_maximum", ours, theirs)


def _watermark(config: DriveConfig, truth: DriveConfig) -> Row:
    """Blocks that reads of several lengths wait for."""
    ours, theirs = ([_waits_for(c, n) for n in _LENGTHS] for c in (config, truth))
    return _equal("cache.read_watermark", ours, theirs)


def _waits_for(config: DriveConfig, blocks: int) -> int:
    held = min(blocks, _segment(config))
    share = _number(config.value("cache.read_watermark")) / 100
    if config.value("cache.read_watermark_of_segment"):
        return max(1, min(blocks, round(_segment(config) * share - 0.5 + _SHARE)))
    return max(1, min(held, int(blocks * share)))


def _equal(key: str, ours: object, theirs: object) -> Row:
    return Row(key, str(ours), str(theirs), 0 if ours == theirs else 1, "", ours == theirs)


def _write_settle(config: DriveConfig, truth: DriveConfig) -> Row:
    """What a write takes more than a read: that is all that the times show."""
    ours, theirs = (
        _number(c.value("seek.write_settle")) - _number(c.value("seek.read_settle"))
        for c in (config, truth)
    )
    off = abs(ours - theirs)
    shown = (f"{ours:.4f} ms", f"{theirs:.4f} ms")
    return Row("seek.write_settle", *shown, off, "ms", off <= OVERHEAD_MS)


def _rate(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = _number(config.value(key)), _number(truth.value(key))
    off = abs(ours - theirs)
    return Row(key, f"{ours:.6f} ms/block", f"{theirs:.6f} ms/block", off, "ms", off <= _RATE_MS)


def _same(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = config.value(key), truth.value(key)
    good = ours == theirs
    return Row(key, _shown(ours), _shown(theirs), 0 if good else 1, "", good)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
