"""An open workload in bursts."""

from dataclasses import dataclass

import numpy as np

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.units import PS_PER_S
from headstack.workload.base import REQUESTS, SEED, Workload
from headstack.workload.composite import OfParts, parts_of
from headstack.workload.generators import PERIODS, Drawn, Process


@dataclass(frozen=True, kw_only=True)
class Bursts(OfParts):
    """An open part in bursts. Bursts and pauses are exponential. The part's clock stops in pauses.

    Attributes:
        on_s: mean time of a burst.
        off_s: mean time between bursts.
    """

    on_s: float
    off_s: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        self.need_open("bursts")
        for name in ("on_s", "off_s"):
            if checks.real(name, getattr(self, name)) <= 0:
                raise checks.wrong(name, f" is {getattr(self, name)!r}; it must be more than 0")

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        return f"bursts({self.parts[0].text()}, on={self.on_s:g}s, off={self.off_s:g}s)"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Returns an endless source of requests."""
        return _Bursts(self.begun(drive, seed)[0], self, seed)


class _Bursts(Process):
    def __init__(self, part: Process, what: Bursts, seed: int) -> None:
        self._part = part
        self._on_ps, self._off_ps = what.on_s * PS_PER_S, what.off_s * PS_PER_S
        self._random = _core.Random(seed, PERIODS)
        self._clock_ps = 0  # clock of the part: time in bursts
        self._now_ps = 0
        self._ends = np.zeros(0, np.int64)  # ends of bursts, by the part's clock
        self._idle = np.zeros(1, np.int64)  # total pause before each burst

    def take(self, count: int) -> Drawn:
        """Returns the next requests."""
        drawn = self._part.take(count)
        clock = self._clock_ps + np.cumsum(drawn.gap_ps)
        while not len(self._ends) or self._ends[-1] <= clock[-1]:
            self._draw_periods()
        burst = np.searchsorted(self._ends, clock, side="right")
        when = clock + self._idle[burst]
        gaps = np.diff(when, prepend=self._now_ps)
        self._clock_ps, self._now_ps = int(clock[-1]), int(when[-1])
        self._ends, self._idle = self._ends[burst[-1] :], self._idle[burst[-1] :]
        return drawn.with_gaps(gaps)

    def _draw_periods(self) -> None:
        """Draws more bursts, and the times between them."""
        drawn = self._random.exponential(2 * 64)
        on = np.rint(drawn[::2] * self._on_ps).astype(np.int64)
        off = np.rint(drawn[1::2] * self._off_ps).astype(np.int64)
        last = self._ends[-1] if len(self._ends) else self._clock_ps
        self._ends = np.concatenate([self._ends, last + np.cumsum(on)])
        self._idle = np.concatenate([self._idle, self._idle[-1] + np.cumsum(off)])


def bursts(
    load: Workload,
    *,
    on: str | float,
    off: str | float,
    requests: int = REQUESTS,
    seed: int = SEED,
) -> Bursts:
    """Makes an open workload in bursts. No request arrives between bursts.

    Args:
        load: the workload in bursts. Its own number of requests and seed do not matter.
        on: mean time of a burst, exponential, with its unit ('2 s', '300 ms') or in seconds.
        off: mean time between two bursts, in the form of `on`.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1. The same seed gives the same requests.

    Raises:
        ConfigError: the load is not open, or an argument is out of its range.
    """
    return Bursts(
        parts=parts_of([load]),
        on_s=units.parse_time(on, "on"),
        off_s=units.parse_time(off, "off"),
        requests=requests,
        seed=seed,
    )
