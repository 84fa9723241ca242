"""Describes the arrivals of a trace: the times between arrivals, and the bursts."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from headstack.arrays import Ints
from headstack.units import PS_PER_S

WINDOWS_S: Final = (1, 60)


@dataclass(frozen=True)
class Arrivals:
    """Figures of arrivals. `None`: there are too few arrivals for the figure.

    Attributes:
        mean_ms: mean time from an arrival to the next, in ms.
        scv: squared coefficient of variation of this time.
        dispersion_1s: variance of the arrivals in a second, divided by their mean (1 for a Poisson
            process).
        dispersion_60s: the same ratio for the arrivals in a minute.
        peak_per_s: most arrivals in a second. Seconds are counted from the first arrival.
    """

    mean_ms: float | None
    scv: float | None
    dispersion_1s: float | None
    dispersion_60s: float | None
    peak_per_s: int

    def document(self) -> dict[str, Any]:
        """Returns the figures as plain values."""
        return asdict(self)


class Counter:
    """Computes the figures from arrivals in rising order, some at a time."""

    def __init__(self) -> None:
        self._windows = [_Windows(seconds * PS_PER_S) for seconds in WINDOWS_S]
        self._count = 0
        self._first = 0
        self._last = 0
        self._squares_s2 = 0.0

    def add(self, arrival_ps: Ints) -> None:
        """Adds rising arrivals. No arrival may be before the last added arrival."""
        if not self._count:
            self._first = self._last = int(arrival_ps[0])
        gaps = np.diff(arrival_ps, prepend=self._last) / PS_PER_S
        self._squares_s2 += float(np.dot(gaps, gaps))
        self._count += len(arrival_ps)
        self._last = int(arrival_ps[-1])
        for windows in self._windows:
            windows.add(arrival_ps - self._first)

    def found(self) -> Arrivals:
        """Returns the figures of all added arrivals."""
        gaps, span_s = self._count - 1, (self._last - self._first) / PS_PER_S
        mean = span_s / gaps if gaps > 0 else None
        scv = self._squares_s2 / gaps / mean**2 - 1 if mean else None
        second, minute = (windows.dispersion(self._last - self._first) for windows in self._windows)
        mean_ms = None if mean is None else 1000 * mean
        return Arrivals(mean_ms, scv, second, minute, self._windows[0].peak())


class _Windows:
    """Counts in windows of one length. Keeps the last count, and sums of the earlier counts."""

    def __init__(self, length_ps: int) -> None:
        self._length_ps = length_ps
        self._place = 0
        self._count = 0
        self._sum = 0
        self._squares = 0
        self._peak = 0

    def add(self, since_ps: Ints) -> None:
        places, counts = np.unique(since_ps // self._length_ps, return_counts=True)
        if places[0] == self._place:
            counts[0] += self._count
        else:
            self._close(np.array([self._count]))
        self._close(counts[:-1])
        self._place, self._count = int(places[-1]), int(counts[-1])

    def _close(self, counts: Ints) -> None:
        self._sum += int(counts.sum())
        self._squares += int(np.dot(counts, counts))
        self._peak = max(self._peak, int(counts.max(initial=0)))

    def peak(self) -> int:
        return max(self._peak, self._count)

    def dispersion(self, span_ps: int) -> float | None:
        """Returns variance / mean over the whole windows. `None`: fewer than two windows."""
        whole = span_ps // self._length_ps
        if whole < 2 or not self._sum:
            return None
        mean = self._sum / whole
        return (self._squares / whole - mean * mean) / mean
