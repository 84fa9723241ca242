"""Seek times of a drive file at every distance, by arithmetic."""

from collections.abc import Sequence

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.units import number_of


def seek_ms(config: DriveConfig) -> Floats:
    """Returns the seek times of reads in ms, shape (2, cylinders - 1).

    The rows are inwards and outwards. The columns are the distances from 1 on.
    """
    distances = np.arange(1, int(config.value("layout.cylinders")))
    points = [(d, number_of(t)) for d, t in config.value("seek.points") or []]
    dropped = [d for d, _ in config.value("seek.dropped_points") or []]
    kept = [point for point in points if point[0] not in dropped]
    even = by_points(kept, distances) if kept else _by_formula(config, distances)
    even = even + number_of(config.value("seek.read_settle"))
    half = np.zeros(len(distances))
    low = 0
    for up_to, time in config.value("seek.direction") or []:
        half[(distances > low) & (distances <= up_to)] = number_of(time)
        low = up_to
    return np.array([even + half, even - half])


def by_points(points: Sequence[tuple[int, float]], distances: Ints) -> Floats:
    """Returns the times of a curve of points at some distances, in ms.

    The curve is straight between two points, and after the last point. Before the first point, the
    time stays.

    Args:
        points: at least one point, in order: distance in cylinders, time in ms.
        distances: distances in cylinders, shape (n,).
    """
    x, y = np.array(points).T
    even = np.interp(distances, x, y)
    if len(points) > 1:
        slope = (y[-1] - y[-2]) / (x[-1] - x[-2])
        even = np.where(distances > x[-1], y[-1] + slope * (distances - x[-1]), even)
    return np.asarray(even, dtype=np.float64)


def _by_formula(config: DriveConfig, distances: Ints) -> Floats:
    def of(key: str) -> float:
        return number_of(config.value(f"seek.{key}"))

    line = of("linear.base") + of("linear.per_cylinder") * distances
    root = of("root.base") + of("root.per_root_cylinder") * np.sqrt(distances)
    even = np.where(distances <= of("root.up_to"), root, line).astype(np.float64)
    first = [number_of(time) for time in config.value("seek.first") or []]
    even[: len(first)] = first[: len(even)]
    return even
