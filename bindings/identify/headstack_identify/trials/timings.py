"""Draws the times and rules of a drive: seeks, overheads, bus, cache and writes."""

from typing import Any, Final

import numpy as np

from headstack_identify.trials.layouts import Family

POINTS: Final = (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256, 362, 512, 724)
"""Distances of the points of a seek curve. Longer distances are in equal steps."""

_AFTER: Final = ("after write", "sequential", "same track", "reading ahead")
_KINDS: Final = {"sectors": ("read hit", "read miss", "write"), "angle": ("read hit", "read miss")}


def seeks(rng: np.random.Generator, cylinders: int, family: Family) -> dict[str, Any]:
    """Draws a seek curve that rises: a root at first, and then a line."""
    old = family == "sectors"
    first = float(rng.uniform(1.2, 3.0) if old else rng.uniform(0.8, 2.0))
    full = first + float(rng.uniform(14, 22) if old else rng.uniform(9, 15))
    knee = float(rng.uniform(0.15, 0.4)) * cylinders
    slope = float(rng.uniform(0.4, 0.6)) * (full - first) / (cylinders - knee)
    at_knee = full - slope * (cylinders - knee)
    far = range(POINTS[-1] + 276, cylinders, max(250, cylinders // 24))
    distances = [one for one in (*POINTS, *far) if one < cylinders - 1] + [cylinders - 1]
    points = []
    for d in distances:
        share = min((d - 1) / (knee - 1), 1.0) ** 0.5
        ms = first + (at_knee - first) * share + slope * max(d - knee, 0.0)
        points.append([d, f"{ms:.4f} ms"])
    values: dict[str, Any] = {
        "seek.points": points,
        "seek.head_switch": f"{rng.uniform(0.6, 1.4):.3f} ms",
        "seek.same_cylinder": f"{rng.uniform(0.2, 1.2):.3f} ms",
        "seek.write_settle": f"{rng.uniform(0.0, 0.7) if old else 0.0:.3f} ms",
    }
    if rng.random() < 0.3:
        ms = float(rng.uniform(-0.5, 0.5))
        values["seek.direction"] = [[cylinders - 1, f"{ms:.3f} ms"]]
    return values


def overheads(rng: np.random.Generator, family: Family) -> dict[str, Any]:
    """Draws the times of commands and of the bus."""
    old = family == "sectors"
    scale = float(rng.uniform(0.5, 2.0)) if old else float(rng.uniform(0.15, 0.6))

    def ms(low: float, high: float) -> str:
        return f"{scale * float(rng.uniform(low, high)):.4f} ms"

    bus = float(rng.uniform(0.10, 0.25) if old else rng.uniform(0.025, 0.105))
    hit, miss, write = ms(0.4, 1.0), ms(0.5, 1.5), ms(0.5, 1.5)
    values: dict[str, Any] = {
        "overhead.read_hit_command": hit,
        "overhead.read_miss_command": miss,
        "overhead.write_command": write,
        "overhead.write_command_non_sequential": write,
        "overhead.write_cached_command": ms(0.3, 1.0),
        "overhead.read_completion": ms(0.05, 0.4),
        "overhead.write_completion": ms(0.05, 0.2),
        "overhead.first_reselect": ms(0.05, 0.3),
        "overhead.second_reselect": ms(0.05, 0.2),
        "bus.read_rate": f"{bus:.5f} ms/block",
        "bus.write_rate": f"{bus * float(rng.uniform(0.97, 1.1)):.5f} ms/block",
    }
    for key in ("read_hit_after_write", "read_hit_sequential", "read_miss_after_write"):
        if rng.random() < 0.4:
            values[f"overhead.{key}"] = ms(-0.3, 0.3)
    if old and rng.random() < 0.4:
        values["overhead.write_after_write"] = ms(-0.3, 0.3)
    if old and rng.random() < 0.3:
        values["overhead.write_track_end"] = ms(0.3, 1.0)
    terms = []
    for kind in rng.choice(_KINDS[family], int(rng.integers(0, 3)), replace=False):
        when = str(rng.choice(_AFTER))
        terms.append({"of": str(kind), "when": [when], "time": ms(0.05, 0.3)})
    values["overhead.terms"] = terms
    return values


def rules(rng: np.random.Generator, family: Family) -> dict[str, Any]:
    """Draws the rules of the cache, of read-ahead and of writes."""
    old = family == "sectors"
    segments = int(rng.choice([1, 2, 4]) if old else rng.choice([1, 3, 4, 8, 16]))
    blocks = int(rng.choice([128, 192, 256]) if old else rng.choice([128, 256, 512, 1024]))
    ahead = int(rng.choice([32, 64, 96, 128] if old else [64, 96, 128, 256, 512]))
    whole = (not old) and segments > 1 and blocks >= 512 and rng.random() < 0.4
    values: dict[str, Any] = {
        "cache.size": f"{segments * blocks} blocks",
        "cache.segments": segments,
        "cache.prefetch_maximum": f"{min(ahead, blocks)} blocks",
        "cache.write_back": not old,
        "cache.prefetch_on_idle_hit": bool(rng.random() < 0.5),
        "cache.hit_on_written_data": bool(rng.random() < 0.3),
        "cache.keep_reads_on_write": bool(rng.random() < 0.5) or not old,
        "cache.hit_by_first_block": bool(rng.random() < 0.3),
        "cache.read_once": bool(segments == 1 and rng.random() < 0.3),
        "cache.hit_newest_segment_only": bool(segments > 1 and rng.random() < 0.3),
        "cache.whole_track_read": whole,
        "cache.whole_track_read_if_following": bool(whole and rng.random() < 0.5),
        "cache.read_watermark": f"{int(rng.choice([0, 25, 50, 100]))} %",
        "cache.read_watermark_of_segment": False,
        "write.minimum_blocks": int(rng.choice([1, 2, 8])),
        "write.single_connection": bool(rng.random() < 0.6),
        "bus.release_reads": bool(rng.random() < 0.3),
    }
    values["write.minimum_blocks_large"] = values["write.minimum_blocks"]
    if not old and segments > 1:
        values["cache.write_segments"] = 1
    if not old and rng.random() < 0.25:
        values["cache.read_ahead_reach"] = str(rng.choice(["track", "cylinder"]))
    if not old and rng.random() < 0.2:
        values["cache.reads_survive_writes"] = f"{int(rng.integers(1, 4))} writes"
    values["cache.whole_track_read_of_last_only"] = bool(whole and rng.random() < 0.3)
    return values
