"""Curves from the disk's mechanics: times of probes, and means by distance."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from headstack_papers.popovici2003.mechanics import Mechanics
from headstack_papers.popovici2003.running import Row

_KB_BLOCKS: Final = 2
_MB_BLOCKS: Final = 2048


def probes(
    disk: str, distances_kb: Sequence[int], levels_ms: Sequence[float], samples: int, seed: int
) -> list[Row]:
    """The sorted times of probes at each distance, and the share of probes near each level."""
    mechanics = Mechanics.of(disk)
    random = np.random.Generator(np.random.PCG64(seed))
    every = np.arange(mechanics.places)
    rows = []
    for distance in distances_kb:
        blocks = np.full(samples, distance * _KB_BLOCKS, np.int64)
        places = random.integers(mechanics.places, size=samples)
        ms = np.sort(mechanics.times(places, blocks)) / 1e6
        near = [float((np.abs(ms - level) < 0.25).mean()) for level in levels_ms]
        rows.append(
            {
                "distance_kb": distance,
                "times_ms": ms.tolist(),
                "mean_ms": float(ms.mean()),
                "most_ms": float(ms[-1]),
                "ever_ms": float(mechanics.times(every, blocks[0] + 0 * every).max()) / 1e6,
                "levels": len(np.unique(np.round(ms, 1))),
                "shares_percent": [100 * share for share in near],
                "at_ms": [
                    float(ms[np.abs(ms - level) < 0.25].mean()) if share else 0.0
                    for level, share in zip(levels_ms, near, strict=True)
                ],
            }
        )
    return rows


def bands(disk: str, windows: int) -> list[Row]:
    """Least and greatest mean among the distances of a cylinder's length, across the disk."""
    mechanics = Mechanics.of(disk)
    cylinders = len(mechanics.seek_ns) - 2
    rows = []
    for share in np.linspace(-0.97, 0.97, windows):
        far = round(share * cylinders)
        distance = (far * mechanics.places + np.arange(mechanics.places)).astype(np.int64)
        mean_ms = mechanics.positioning(distance)[0] / 1e6
        rows.append(
            {
                "distance_mb": far * mechanics.places / _MB_BLOCKS,
                "cylinders": abs(far),
                "least_ms": float(mean_ms.min()),
                "most_ms": float(mean_ms.max()),
                "width_ms": float(mean_ms.max() - mean_ms.min()),
                "seek_ms": float(mechanics.seek_ns[abs(far)] / 1e6),
                "rotation_ms": mechanics.sectors * mechanics.sector_ns / 1e6,
            }
        )
    return rows


def close_up(disk: str, upto_kb: int) -> list[Row]:
    """The means of all distances up to a limit, and the share of them that continue a line."""
    mechanics = Mechanics.of(disk)
    distance = np.arange(1, upto_kb * _KB_BLOCKS + 1, dtype=np.int64)
    mean_ms = mechanics.positioning(distance)[0] / 1e6
    bend_ms = np.abs(np.diff(mean_ms, 2))
    step_ms = np.diff(mean_ms)
    return [
        {
            "distance_kb": (distance / _KB_BLOCKS).tolist(),
            "mean_ms": mean_ms.tolist(),
            "straight_percent": 100 * float((bend_ms < 1e-3).mean()),
            "falls": int((step_ms < -0.2).sum()),
        }
    ]
