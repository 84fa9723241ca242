"""Probes a Disk Mimic: samples, check points and interpolation (Popovici 2003, 3.2 and 5.3).

One run of the drive measures all distances of a round, so the recursion advances by levels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack import _core
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints, Words

Checks = tuple[tuple[int, float], ...]

CHECKS: Final[Checks] = ((1, 0.01), (2, 0.02), (3, 0.05), (4, 0.10), (5, 0.15), (10, 0.20))
"""Table 2: numbers of check points between two distances, each with its allowed error."""

_NONE = np.iinfo(np.int64).min
_FAR_POINTS = 64
_REQUESTS_A_RUN = 250_000  # 50 MB of rows
_PS_PER_NS = 1000


class Probe:
    """Measures distances of one drive. Blocks, steps and spans are in blocks.

    Distance k of the grid is 1 + k `step` blocks. Distance 0 begins at the end of the last request.
    """

    def __init__(
        self,
        drive: DriveConfig,
        *,
        samples: int,
        blocks: int,
        step: int,
        span: int,
        interpolate: bool,
        checks: Checks,
        seed: int,
        progress: Callable[[int], object] | None,
    ) -> None:
        self._drive = drive
        self._samples = samples
        self._blocks = blocks
        self._step = step
        self._span = span
        self._interpolate = interpolate
        self._checks = checks
        self._most_checks = checks[-1][0]
        self._random = np.random.PCG64(seed)
        self._progress = progress
        self._measured = 0

    def run(self, write_before: bool, write: bool) -> tuple[npt.NDArray[np.int32], Words, int]:
        """Measures a kind of request. Returns distances, their times in ns, number of probes."""
        self._kind = (write_before, write)
        started = self._measured
        lowest, highest = self._ends()
        near = (max(lowest, -self._span // self._step), min(highest, self._span // self._step))
        grid = np.unique(
            np.concatenate(
                [
                    np.linspace(lowest, near[0], _FAR_POINTS).astype(np.int64),
                    np.arange(near[0], near[1] + 1) if not self._interpolate else np.array([0]),
                    np.linspace(near[1], highest, _FAR_POINTS).astype(np.int64),
                ]
            )
        )
        ns = self._sample(grid)
        if self._interpolate:
            grid, ns = self._refine(grid, ns, near)
            order = np.argsort(grid)
            grid, ns = grid[order], ns[order]
        return (1 + grid * self._step).astype(np.int32), ns, self._measured - started

    def _ends(self) -> tuple[int, int]:
        """Returns the outermost distances of the grid for two requests on the drive."""
        farthest = self._drive.blocks - 2 * self._blocks  # largest gap between the two requests
        lowest = -((farthest + 2 * self._blocks) // self._step)
        return lowest, farthest // self._step

    def _refine(self, grid: Ints, ns: Words, near: tuple[int, int]) -> tuple[Ints, Words]:
        """Adds the distances that cannot be interpolated between the distances of `near`."""
        found = [(grid, ns)]
        order = np.argsort(grid)
        order = order[(grid[order] >= near[0]) & (grid[order] <= near[1])]
        ends, means = grid[order], ns[order].mean(axis=1)
        spans = _Spans(ends[:-1], ends[1:], means[:-1], means[1:]).with_inside()
        while len(spans.left):
            points, times, good = self._check(spans)
            failed = spans.where(~good)
            points, times = points[~good], times[~good]
            found.append((points[points != _NONE], times[points != _NONE]))
            spans = failed.split(points, times.mean(axis=2)).with_inside()
        return np.concatenate([g for g, _ in found]), np.concatenate([n for _, n in found])

    def _check(self, spans: "_Spans") -> tuple[Ints, Words, Bools]:
        """Measures check points until the points suffice or the line has failed (table 2).

        Returns:
            Three arrays: the check points of each span, filled up with `_NONE`; the times of the
            check points; and whether the line between the ends of the span predicts these times.
        """
        points = self._choose(spans)
        times = np.zeros((*points.shape, self._samples), np.uint32)
        good = np.zeros(len(points), np.bool_)
        done = 0
        for count, error in self._checks:
            rows, columns = np.nonzero(~good[:, None] & (points[:, done:count] != _NONE))
            columns += done
            times[rows, columns] = self._sample(points[rows, columns])
            measured = times[:, :count].mean(axis=2)
            off = np.abs(spans.predict(points[:, :count]) - measured)
            off[points[:, :count] == _NONE] = 0.0
            good |= (off <= error * measured).all(axis=1)
            done = count
        return points, times, good

    def _choose(self, spans: "_Spans") -> Ints:
        """Returns random distances inside each span, all different, in random order."""
        inside = (spans.right - spans.left - 1)[:, None]
        count = len(inside)
        place = np.arange(self._most_checks)[None, :]
        jitter = self._uniform(count * self._most_checks).reshape(count, -1)
        first, behind = (p * inside // self._most_checks for p in (place, place + 1))
        wide = first + (jitter * (behind - first)).astype(np.int64)
        chosen = np.where(inside >= self._most_checks, wide, place)
        points = np.where(chosen < inside, spans.left[:, None] + 1 + chosen, _NONE)
        keys = self._uniform(count * self._most_checks).reshape(count, -1)
        keys[points == _NONE] = 2.0  # after all other distances
        return np.take_along_axis(points, np.argsort(keys, axis=1), axis=1)

    def _sample(self, grid: Ints) -> Words:
        """Returns times in ns at distances of the grid, rising in each row."""
        found = np.empty((len(grid), self._samples), np.uint32)
        at_once = max(1, _REQUESTS_A_RUN // (2 * self._samples))
        for at in range(0, len(grid), at_once):
            part = found[at : at + at_once]
            distance = np.repeat(1 + grid[at : at + at_once] * self._step, self._samples)
            part[:] = self._times(distance).reshape(part.shape)
            part.sort(axis=1)
            self._measured += len(part)
            if self._progress is not None:
                self._progress(self._measured)
        return found

    def _times(self, distance: Ints) -> Words:
        """Measures requests at these distances from untimed requests at random places."""
        blocks = self._blocks
        offset = blocks - 1 + distance  # distance between first blocks
        lowest = np.maximum(0, -offset)
        highest = self._drive.blocks - blocks - np.maximum(0, offset)
        place = self._uniform(len(distance)) * (highest - lowest + 1)
        first = lowest + place.astype(np.int64)
        lbn = np.column_stack((first, first + offset)).astype(np.uint32).ravel()
        write = np.tile(np.array(self._kind), len(distance))
        workload = _core.replay_workload(
            lbn=lbn,
            blocks=np.full(len(lbn), blocks, np.uint32),
            write=write,
            wait_ps=np.zeros(len(lbn), np.int64),
        )
        output = _core.run(_core.Setup(self._drive, _core.SchedulerSpec("fcfs")), workload, None)
        columns = output.columns
        took = np.empty(len(lbn), np.int64)
        took[columns["id"]] = columns["finish"] - columns["start"]
        return (took[1::2] // _PS_PER_NS).astype(np.uint32)

    def _uniform(self, count: int) -> Floats:
        """Returns random numbers from 0 to 1. The stream of this generator never changes."""
        whole = self._random.random_raw(count) >> np.uint64(11)
        return whole.astype(np.float64) * 2.0**-53


@dataclass(frozen=True, eq=False)
class _Spans:
    """Pairs of neighbouring distances of the grid, and their mean times."""

    left: Ints
    right: Ints
    left_ns: Floats
    right_ns: Floats

    def where(self, chosen: Bools) -> "_Spans":
        return _Spans(
            self.left[chosen], self.right[chosen], self.left_ns[chosen], self.right_ns[chosen]
        )

    def with_inside(self) -> "_Spans":
        """Returns the spans with distances between their ends."""
        return self.where(self.right - self.left > 1)

    def predict(self, points: Ints) -> Floats:
        """Returns the times on the lines between the ends."""
        share = (points - self.left[:, None]) / (self.right - self.left)[:, None]
        rise = (self.right_ns - self.left_ns)[:, None]
        return self.left_ns[:, None] + share * rise

    def split(self, points: Ints, ns: Floats) -> "_Spans":
        """Splits the spans at their points. `_NONE` gives spans without an inside."""
        none = points == _NONE
        at = np.column_stack((self.left, np.where(none, self.right[:, None], points), self.right))
        means = np.column_stack(
            (self.left_ns, np.where(none, self.right_ns[:, None], ns), self.right_ns)
        )
        order = np.argsort(at, axis=1)
        at, means = np.take_along_axis(at, order, 1), np.take_along_axis(means, order, 1)
        return _Spans(
            at[:, :-1].ravel(), at[:, 1:].ravel(), means[:, :-1].ravel(), means[:, 1:].ravel()
        )
