"""How a time depends on how long a sector takes where a command's first block lies.

Work W + k p, with k of a sector's time p, that loses time a in each sector that passes takes
T = (W + k p) / (1 - a / p), which is T = W + k p + a T / p: three unknowns, and three places.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

_NEAR = 20_000.0  # ps
_DIGITS = 3  # as drive files have it


@dataclass(frozen=True)
class ByPlace:
    """How it depends.

    Attributes:
        sectors: part of the work, in times of a sector.
        passing: what each sector that passes takes of the work's time, in ps.
    """

    sectors: float = 0.0
    passing: float = 0.0

    def work(self, time: float, pitch: float) -> float:
        """The work that takes a time where a sector takes `pitch`, without the part by sectors."""
        return time * (1 - self.passing / pitch) - self.sectors * pitch


def by_place(times: Mapping[float, float], jitter: float = 0.0) -> ByPlace:
    """The simplest dependence that times show.

    Args:
        times: by the time of a sector, both in ps.
        jitter: how far times may be off, in ps.

    Returns:
        One of the two where that is enough; two places alone are told by the sign: time that
        sectors take is lost most where they are shortest.
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
