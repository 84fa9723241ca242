"""Finds groups of requests that no rule explains: their errors are far beyond the noise, and many.

Noise scatters over all requests: a host sees one end in a thousand some milliseconds late. A
rule that was not found, or a wrong place, makes errors in some kind of requests. So each group of
requests is compared with all other requests: a group is unexplained if far more of its errors are
large than chance would have it.

Three kinds of errors count: whole milliseconds, whole revolutions, and smaller errors of many
requests. A smaller error exceeds 0.1 ms and five times the scatter of all errors.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from headstack.arrays import Bools
from headstack.measure import place
from headstack_identify.residuals.residuals import CLASSES, Residuals

LARGE_MS: Final = 1.0
"""A larger error, without whole revolutions, is large."""

SMALL_MS: Final = 0.1
SCATTERS: Final = 5.0
"""A small error exceeds `SMALL_MS`, and the scatter of all errors by this factor."""

LEAST_SHARE: Final = 0.05
"""Least share of large errors in a group that is unexplained."""

LEAST_OFTEN: Final = 0.25
"""Least share of small errors, or of errors by whole revolutions, in a group that is
unexplained."""

LEAST_OF_ALL: Final = 0.01
"""Least number of small errors in a group that is unexplained, as a share of all requests."""

LEAST_REQUESTS: Final = 8
"""Least number of errors in a group that is unexplained."""

LARGE_BY_CHANCE: Final = 0.002
OFTEN_BY_CHANCE: Final = 0.05
"""Shares of errors that the noise of a host and of positioning explains, at the least."""

CERTAIN: Final = 20.0
"""Least improbability of a group by chance, in nats, besides the number of groups."""

MOST: Final = 5
"""Largest number of groups that are named."""

_NEAR: Final = (1, 8, 64, 512)  # cylinders
_LONG: Final = (8, 32, 128)  # blocks
_IDLE_MS: Final = 50.0
_NORMAL: Final = 1.4826  # standard deviation of a normal distribution in median deviations


@dataclass(frozen=True)
class Unexplained:
    """A group of requests that no rule explains.

    Attributes:
        group: class of the requests, with its condition.
        requests: number of requests in the group.
        wrong: number of its requests with errors.
        bias_ms: median of these errors, model less measured time.
        revolutions: whether the errors are whole revolutions.
        beyond_ms: a larger error counts, without whole revolutions.
    """

    group: str
    requests: int
    wrong: int
    bias_ms: float
    revolutions: bool
    beyond_ms: float = LARGE_MS

    @property
    def sentence(self) -> str:
        """The group and its errors."""
        kind = "whole revolutions" if self.revolutions else f"more than {self.beyond_ms:.2g} ms"
        places = 1 if self.beyond_ms >= LARGE_MS else 2
        return (
            f"{self.group}: {self.wrong:,} of {self.requests:,} requests are off by {kind}, "
            f"by {self.bias_ms:+.{places}f} ms in the middle"
        )


@dataclass(frozen=True)
class _Kind:
    """A kind of errors, and what makes a group with many of them unexplained."""

    wrong: Bools
    by_chance: float
    least_share: float
    least: float = LEAST_REQUESTS
    revolutions: bool = False
    beyond_ms: float = LARGE_MS


def groups(found: Residuals) -> list[Unexplained]:
    """Returns the unexplained groups: those with large errors, then those with small errors.

    Of each, the most improbable group comes first. A request counts in one group only. The groups
    after the first are found among the other requests.
    """
    named: list[Unexplained] = []
    left = np.ones(len(found.lbn), bool)
    every = [(name, rows) for name, rows in _groups(found) if rows.sum() >= LEAST_REQUESTS]
    for kinds in ((_large(found), _whole_revolutions(found)), (_small(found),)):
        while len(named) < MOST and (best := _most_improbable(found, kinds, every, left)):
            named.append(best[0])
            left &= ~best[1]
    return named


def _large(found: Residuals) -> _Kind:
    return _Kind(np.abs(found.rest_ms) > LARGE_MS, LARGE_BY_CHANCE, LEAST_SHARE)


def _whole_revolutions(found: Residuals) -> _Kind:
    return _Kind(found.revolutions != 0, OFTEN_BY_CHANCE, LEAST_OFTEN, revolutions=True)


def _small(found: Residuals) -> _Kind:
    size_ms = np.abs(found.rest_ms)
    beyond_ms = max(SMALL_MS, SCATTERS * _NORMAL * float(np.median(size_ms)))
    wrong = (size_ms > beyond_ms) & (size_ms <= LARGE_MS)
    least = max(LEAST_REQUESTS, LEAST_OF_ALL * len(size_ms))
    return _Kind(wrong, OFTEN_BY_CHANCE, LEAST_OFTEN, least, beyond_ms=beyond_ms)


def _most_improbable(
    found: Residuals, kinds: Sequence[_Kind], every: Sequence[tuple[str, Bools]], left: Bools
) -> tuple[Unexplained, Bools] | None:
    """Returns the group that chance explains least among the requests left, and its requests."""
    best: tuple[float, Unexplained, Bools] | None = None
    price = CERTAIN + log(max(1, 3 * len(every)))
    for kind in kinds:
        for name, rows in every:
            nats = _improbable(kind, rows & left, left)
            if nats > price and (best is None or nats > best[0]):
                mine = rows & left
                bias = float(np.median(found.error_ms[mine & kind.wrong]))
                counts = int(mine.sum()), int((mine & kind.wrong).sum())
                named = Unexplained(name, *counts, bias, kind.revolutions, kind.beyond_ms)
                best = nats, named, rows
    return None if best is None else best[1:]


def _improbable(kind: _Kind, rows: Bools, left: Bools) -> float:
    """Returns how improbable the errors of a group are by chance, in nats, or 0."""
    from scipy.stats import binom

    count, total = int(rows.sum()), int((rows & kind.wrong).sum())
    if total < kind.least or total < kind.least_share * count:
        return 0.0
    others = left & ~rows
    usual = float(kind.wrong[others].mean()) if others.any() else 0.0
    return -float(binom.logsf(total - 1, count, max(usual, kind.by_chance)))


def _groups(found: Residuals) -> Iterator[tuple[str, Bools]]:
    """Yields the groups: each class, and each class under one condition."""
    conditions = list(_conditions(found))
    for number, name in enumerate(CLASSES):
        rows = found.served == number
        yield name, rows
        for words, where in conditions:
            yield f"{name}, {words}", rows & where


def _conditions(found: Residuals) -> Iterator[tuple[str, Bools]]:
    lies, far = found.places, np.abs(found.distance)
    same_track = (found.distance == 0) & (lies.head == found.head_before)
    yield "same track", same_track
    yield "same cylinder", (far == 0) & ~same_track
    for low, high in zip((0, *_NEAR), (*_NEAR, 10**9), strict=True):
        words = f"beyond {low} cylinders" if high == 10**9 else f"{low + 1} to {high} cylinders"
        yield words, (far > low) & (far <= high)
    for low, high in zip((0, *_LONG), (*_LONG, 10**9), strict=True):
        words = f"over {low} blocks" if high == 10**9 else f"{low + 1} to {high} blocks"
        yield words, (found.blocks > low) & (found.blocks <= high)
    for number, name in enumerate(place.ENDS):
        yield str(name), lies.end == number
    yield "reading ahead", found.since_read_ahead_ms < 0
    yield f"after a pause of {_IDLE_MS:g} ms", found.idle_ms > _IDLE_MS
    for zone in np.unique(lies.zone).tolist():
        yield f"zone {zone}", lies.zone == zone
