"""Finds how a time depends on the time of a sector at the first block of a command.

The work is W + k p: a fixed part W, and k times the time p of a sector. Each sector that passes
takes the time a from this work. So the time is T = (W + k p) / (1 - a / p), which is
T = W + k p + a T / p. The three unknowns need three places.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

_NEAR = 20_000.0  # ps
_DIGITS = 3  # as drive files have it


@dataclass(frozen=True)
class ByPlace:
    """How a time depends on the time of a sector.

    Attributes:
        sectors: part of the work, in times of a sector.
        passing: time that each passing sector takes from the work, in ps.
    """

    sectors: float = 0.0
    passing: float = 0.0

    def work(self, time: float, pitch: float) -> float:
        """Returns the fixed part of the work of a time, for a sector time of `pitch`. All in ps."""
        return time * (1 - self.passing / pitch) - self.sectors * pitch


def by_place(times: Mapping[float, float], jitter: float = 0.0) -> ByPlace:
    """Returns the simplest dependence that explains the times.

    Args:
        times: measured times by the time of a sector, both in ps.
        jitter: largest error of a time, in ps.

    Returns:
        A dependence with one of the two parts, if one part is enough. With two places, the sign
        decides between the parts: `passing` takes most where the time of a sector is shortest.
    """
    near = max(_NEAR, 2 * jitter)
    pitch, time = np.array(list(times)), np.array(list(times.values()))
    if len(times) < 2 or np.ptp(time) <= near:
        return ByPlace()
    shorter_inside = time[np.argmax(pitch)] < time[np.argmin(pitch)]
    trials: list[tuple[str, ...]] = [("passing",)] if shorter_inside else []
    trials += [("sectors",), *([("sectors", "passing")] if len(times) > 2 else [])]
    columns = {"sectors": pitch, "passing": time / pitch}
    for names in trials:
        rows = np.stack([np.ones_like(time), *(columns[name] for name in names)], axis=1)
        found, *_ = np.linalg.lstsq(rows, time, rcond=None)
        if np.max(np.abs(rows @ found - time)) <= near:
            break
    values = dict(zip(names, found[1:].tolist(), strict=True))
    return ByPlace(round(values.get("sectors", 0.0), _DIGITS), values.get("passing", 0.0))
