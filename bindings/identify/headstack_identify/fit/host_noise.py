"""The noise of the host that recorded a trace: by how much it saw the ends of requests late."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats

TAIL_MS: Final = 0.5
"""A request that ends later than the model by more, but not by revolutions, is in the tail."""

_NORMAL: Final = 1.4826  # standard deviation of a normal distribution in median deviations
_NEAR_REV: Final = 0.03  # errors this near to whole revolutions are the drive's


@dataclass(frozen=True)
class HostNoise:
    """The noise of a host, and what the model does not explain.

    Attributes:
        jitter_us: spread of the ends of requests, as a standard deviation.
        tail_percent: share of requests that end more than `TAIL_MS` late.
    """

    jitter_us: float
    tail_percent: float

    @property
    def text(self) -> str:
        """The noise as a sentence."""
        return (
            f"Host and drive vary by {self.jitter_us:.0f} us; {self.tail_percent:.2f} % of the "
            f"requests end more than {TAIL_MS:g} ms late."
        )


def of_times(measured_ms: Floats, model_ms: Floats, revolution_ms: float) -> HostNoise:
    """Returns the noise between measured times and a fitted model's times, shape (n,) each."""
    late = measured_ms - model_ms
    turns = np.rint(late / revolution_ms)
    rest = late - turns * revolution_ms
    of_drive = (turns != 0) & (np.abs(rest) < _NEAR_REV * revolution_ms)
    kept = late[~of_drive]
    if not len(kept):
        return HostNoise(0.0, 0.0)
    middle = float(np.median(kept))
    jitter_us = 1000 * _NORMAL * float(np.median(np.abs(kept - middle)))
    return HostNoise(jitter_us, 100 * float(np.mean(kept > TAIL_MS)))
