"""What was found beside the truth: for a drive that headstack made, whose file is known.

The map of blocks is compared as the firmware has it: cylinder, head and angle of blocks of every
track. Seeks are compared at every distance that was in reach of a read, both ways.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from headstack._core import DriveConfig
from headstack.extract.found import HOW, Findings

PERIOD_PPM, SEEK_MS, OVERHEAD_MS = 1.0, 0.05, 0.02
_RATE_MS = 0.001
_TURN = 2**32
_TICKS = 4  # 1e-9 of a revolution: drive files have angles to nine digits

CACHE_KEYS = (
    *("mode", "size", "segments", "read_watermark", "read_watermark_of_segment"),
    *("prefetch_minimum", "prefetch_maximum", "read_ahead_reach", "prefetch_on_idle_hit"),
    *("hit_on_written_data", "hit_by_first_block", "keep_reads_on_write", "write_back"),
    *("read_ahead_keeps_read", "read_ahead_after_sequential_only", "read_ahead_of_misses_only"),
    *("whole_track_read", "zero_latency_read"),
)
"""Keys of the cache that are looked for."""

WRITE_COUNTS = ("write.minimum_blocks", "write.minimum_blocks_large")

NOT_ASKED = (
    *("overhead.read_track_end", "overhead.write_track_end", "overhead.write_cylinder_end"),
    *("overhead.read_hit_reading", "overhead.prefetch_interrupt"),
    *("overhead.read_hit_after_write", "overhead.read_hit_sequential"),
    *("overhead.write_after_write", "overhead.write_sequential"),
    *("processor.track_end", "processor.cylinder_end", "processor.program_end"),
    *("processor.lead", "processor.quiet", "processor.start_work", "processor.start_lead"),
    *("write.ahead", "write.ahead_delay", "cache.adapt_segments_after"),
    *("cache.hit_newest_segment_only", "cache.partial_hit_waits"),
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
    rows += [_time(config, truth, key) for key in HOW if key != "seek.write_settle"]
    rows.append(_write_settle(config, truth))
    rows += [_rate(config, truth, key) for key in ("bus.read_rate", "bus.write_rate")]
    rows += [_same(config, truth, f"cache.{key}") for key in CACHE_KEYS]
    rows += [_same(config, truth, key) for key in WRITE_COUNTS]
    if truth.value(WRITE_COUNTS[0]) != truth.value(WRITE_COUNTS[1]):
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


def _some_of_every_track(truth: DriveConfig) -> Ints:
    """Blocks so near each other that every track holds two or more of them, rising."""
    zone, least = 0, 2**32
    while True:
        try:
            least = min(least, int(truth.value(f"layout.zone.{zone}.sectors_per_track")))
        except ValueError:
            break
        zone += 1
    step = max(1, least // 2 - 1)
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
    return value in (None, False, 0, "") or (isinstance(value, str) and _number(value) == 0)


def _time(config: DriveConfig, truth: DriveConfig, key: str) -> Row:
    ours, theirs = _number(config.value(key)), _number(truth.value(key))
    hidden = _hidden(truth, key)
    shown = "hidden" if hidden else f"{ours:.4f} ms"
    off = 0.0 if hidden else abs(ours - theirs)
    return Row(key, shown, f"{theirs:.4f} ms", off, "ms", off <= OVERHEAD_MS)


def _hidden(truth: DriveConfig, key: str) -> bool:
    """Whether a time never shows, since something that is always there takes longer."""

    def of(other: str) -> float:
        return _number(truth.value(other))

    if key == "seek.head_switch":
        return of(key) <= of("seek.same_cylinder")
    if key == "write.minimum_positioning":
        data = of("overhead.data_preparation") + of("bus.write_rate") + of("write.ahead_delay")
        arm = of("seek.same_cylinder")
        return of(key) <= max(data, arm + of("seek.write_settle") if arm else 0.0)
    return False


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
