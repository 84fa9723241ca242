"""The seek time of each distance: a root, and then a line.

This is the form of Ruemmler and Wilkes 1994. The arm accelerates over short distances, and moves at
a steady speed over long ones. Both parts meet without a bend. The curve goes through the shortest
and the longest seek, and its mean over random requests is the average seek.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from headstack import checks
from headstack.arrays import Floats
from headstack.datasheet.layout import Layout
from headstack.datasheet.marked import Line, Section, decimal, ms
from headstack.datasheet.rules import Source
from headstack.datasheet.sheet import DataSheet

_NEAR: Final = 1e-9
_LEAST_BEND: Final = 2  # cylinders


@dataclass(frozen=True)
class SeekCurve:
    """A seek over `d` cylinders takes `base + per_root * sqrt(d)` ms up to `up_to`.

    Longer seeks take `line_base + per_cylinder * d` ms.

    Attributes:
        full: longest seek in ms, and its mark.
        first: time of a seek over one cylinder in ms, apart from the root. `None`: the root holds.
    """

    base: float
    per_root: float
    up_to: int
    line_base: float
    per_cylinder: float
    full: tuple[float, str]
    first: float | None = None

    def times(self, cylinders: int) -> Floats:
        """Returns the times in ms of the distances 1 to `cylinders` - 1."""
        d = np.arange(1, cylinders, dtype=np.float64)
        root = self.base + self.per_root * np.sqrt(d)
        line = self.line_base + self.per_cylinder * d
        found = np.where(d <= self.up_to, root, line)
        if self.first is not None:
            found[0] = self.first
        return found


def distances(weights: Floats) -> Floats:
    """Returns the probability of each seek distance from 1 on, among requests that seek.

    Args:
        weights: number of blocks of each cylinder. Requests are independent, and as likely on any
            block as on another.
    """
    size = 2 * len(weights)
    spectrum = np.fft.rfft(weights / weights.sum(), size)
    pairs = np.fft.irfft(spectrum * spectrum.conj(), size)[1 : len(weights)]
    positive = np.maximum(pairs, 0)  # rounding may leave values below 0
    found: Floats = positive / positive.sum()
    return found


def weights_of(layout: Layout, blocks: int) -> Floats:
    """Returns the number of blocks of each cylinder. The last cylinders may hold fewer."""
    cylinder = [
        np.full(zone.last - zone.first + 1, float(layout.surfaces[0] * zone.sectors))
        for zone in layout.zones
    ]
    whole = np.concatenate(cylinder)
    before = np.cumsum(whole) - whole
    found: Floats = np.clip(blocks - before, 0, whole)
    return found


def curve_of(sheet: DataSheet, layout: Layout, blocks: int, source: Source) -> SeekCurve:
    """Returns the seek curve of a sheet.

    Raises:
        ConfigError: no curve of this form has these three times.
    """
    probabilities = distances(weights_of(layout, blocks))
    shortest, average = float(sheet.seek_track.number), float(sheet.seek_average.number)
    whole = _Problem(probabilities, shortest, average, shortest, 1)
    if sheet.seek_full is not None:
        full, mark = float(sheet.seek_full.number), "given"
    else:
        share, why = source.full_share
        full = shortest + (average - shortest) / min(max(share, whole.least), whole.most)
        mark = why
    curve = whole.solved(full, mark)
    if curve.base >= 0:
        return curve
    rest = probabilities.copy()  # a drive with few cylinders: the root begins at 0 ms
    rest[0] = 0
    beyond = (average - probabilities[0] * shortest) / rest.sum()
    found = _Problem(rest / rest.sum(), shortest, beyond, 0, 0).solved(full, mark)
    return replace(found, first=shortest)


@dataclass(frozen=True)
class _Problem:
    """A curve with a mean and a longest time is wanted.

    Attributes:
        probabilities: probability of each distance, from 1 on.
        shortest: time over one cylinder in ms, for messages.
        average: mean time in ms.
        start: time in ms at the distance `origin`.
        origin: 1: the root goes through the shortest seek. 0: the root begins at 0 ms.
    """

    probabilities: Floats
    shortest: float
    average: float
    start: float
    origin: int

    @property
    def longest(self) -> int:
        """The longest distance."""
        return len(self.probabilities)

    @property
    def least(self) -> float:
        """The least mean of a curve from 0 to 1: that of a line."""
        return self._mean(_LEAST_BEND)

    @property
    def most(self) -> float:
        """The greatest mean of a curve from 0 to 1: that of a root."""
        return self._mean(self.longest)

    def solved(self, full: float, mark: str) -> SeekCurve:
        """Returns the curve with exactly the mean and the longest time `full`."""
        share = (self.average - self.start) / (full - self.start)
        least, most = self.least, self.most
        if not least - _NEAR <= share <= most + _NEAR:
            low, high = (self.start + (self.average - self.start) / one for one in (most, least))
            raise checks.wrong(
                "seek_full",
                f" is {decimal(round(full, 6))} ms; with the other two times it must be "
                f"{low:.3f} to {high:.3f} ms",
            )
        up_to = self._bend(share)
        d = np.arange(1, self.longest + 1, dtype=np.float64)
        root = np.sqrt(np.minimum(d, up_to)) - self.origin
        line = np.maximum(d - up_to, 0)
        per_root, slope = (full - self.start) / root[-1], 0.0
        if up_to < self.longest:
            means = [self.probabilities @ root, self.probabilities @ line]
            times = np.array([full, self.average]) - self.start
            per_root, slope = np.linalg.solve(np.array([[root[-1], line[-1]], means]), times)
        base = self.start - per_root * self.origin
        line_base = base + per_root * np.sqrt(up_to) - slope * up_to
        return SeekCurve(
            float(base), float(per_root), up_to, float(line_base), float(slope), (full, mark)
        )

    def _mean(self, up_to: int) -> float:
        """Returns the mean of a curve from 0 to 1 with this bend. The mean rises with `up_to`."""
        d = np.arange(1, self.longest + 1, dtype=np.float64)
        bend = np.sqrt(up_to)
        raw = np.where(d <= up_to, np.sqrt(d), bend + (d - up_to) / (2 * bend)) - self.origin
        return float(self.probabilities @ raw / raw[-1])

    def _bend(self, share: float) -> int:
        """Returns the last distance of the root whose curve has a mean of at most `share`."""
        low, high = _LEAST_BEND, self.longest + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._mean(middle) <= share else (low, middle)
        return low


def section(sheet: DataSheet, curve: SeekCurve, source: Source) -> Section:
    """Returns the table of seeks."""
    switch, switch_mark = source.head_switch(sheet)
    settle, settle_mark = source.write_settle
    full, full_mark = curve.full
    root = (
        f"{{ base = {ms(curve.base)}, per_root_cylinder = {ms(curve.per_root)}, "
        f'up_to = "{curve.up_to} cylinders" }}'
    )
    line = f"{{ base = {ms(curve.line_base)}, per_cylinder = {ms(curve.per_cylinder)} }}"
    short = f"derived: {sheet.seek_track.text} over a cylinder"
    long = f"derived: {sheet.seek_average.text} on average"
    end = f"derived: {decimal(round(full, 4))} ms over all cylinders ({full_mark})"
    first = () if curve.first is None else (Line("first", f"[{ms(curve.first)}]", short),)
    return Section(
        "seek",
        (
            *first,
            Line("root", root, long if first else f"{short}, {sheet.seek_average.text} on average"),
            Line("linear", line, end),
            Line("head_switch", ms(switch), switch_mark),
            Line("write_settle", ms(settle), settle_mark),
        ),
    )
