"""Finds groups of requests that no rule explains: their errors are whole milliseconds, and many.

Noise scatters over all requests: a host sees one end in a thousand some milliseconds late. A
rule that was not found, or a wrong place, makes errors in some kind of requests. So each group of
requests is compared with all other requests: a group is unexplained if far more of its errors are
large than chance would have it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from headstack.arrays import Bools
from headstack.measure import place
from headstack_identify.residuals.residuals import CLASSES, Residuals

LARGE_MS: Final = 1.0
"""A larger error, without whole revolutions, is large."""

LEAST_SHARE: Final = 0.05
"""Least share of large errors in a group that is unexplained."""

LEAST_REVOLUTIONS: Final = 0.25
"""Least share of errors by whole revolutions in a group that is unexplained."""

LEAST_REQUESTS: Final = 8
"""Least number of errors in a group that is unexplained."""

LARGE_BY_CHANCE: Final = 0.002
REVOLUTIONS_BY_CHANCE: Final = 0.05
"""Shares of errors that the noise of a host and of positioning explains, at the least."""

CERTAIN: Final = 20.0
"""Least improbability of a group by chance, in nats, besides the number of groups."""

MOST: Final = 5
"""Largest number of groups that are named."""

_NEAR: Final = (1, 8, 64, 512)  # cylinders
_LONG: Final = (8, 32, 128)  # blocks
_IDLE_MS: Final = 50.0


@dataclass(frozen=True)
class Unexplained:
    """A group of requests that no rule explains.

    Attributes:
        group: class of the requests, with its condition.
        requests: number of requests in the group.
        wrong: number of its requests with errors.
        bias_ms: median of these errors, model less measured time.
        revolutions: whether the errors are whole revolutions.
    """

    group: str
    requests: int
    wrong: int
    bias_ms: float
    revolutions: bool

    @property
    def sentence(self) -> str:
        """The group and its errors."""
        kind = "whole revolutions" if self.revolutions else f"more than {LARGE_MS:g} ms"
        return (
            f"{self.group}: {self.wrong:,} of {self.requests:,} requests are off by {kind}, "
            f"by {self.bias_ms:+.1f} ms in the middle"
        )


def groups(found: Residuals) -> list[Unexplained]:
    """Returns the unexplained groups, the most improbable first.

    A request counts in one group only. The groups after the first are found among the other
    requests.
    """
    named: list[Unexplained] = []
    left = np.ones(len(found.lbn), bool)
    every = [(name, rows) for name, rows in _groups(found) if rows.sum() >= LEAST_REQUESTS]
    price = CERTAIN + log(max(1, 2 * len(every)))
    large = np.abs(found.rest_ms) > LARGE_MS
    kinds = (
        (large, LARGE_BY_CHANCE, LEAST_SHARE, False),
        (found.revolutions != 0, REVOLUTIONS_BY_CHANCE, LEAST_REVOLUTIONS, True),
    )
    while len(named) < MOST:
        best: tuple[float, Unexplained, Bools] | None = None
        for wrong, by_chance, share, turns in kinds:
            for name, rows in every:
                nats = _improbable(wrong, rows & left, left, by_chance, share)
                if nats > price and (best is None or nats > best[0]):
                    mine = rows & left
                    bias = float(np.median(found.error_ms[mine & wrong]))
                    counts = int(mine.sum()), int((mine & wrong).sum())
                    best = nats, Unexplained(name, *counts, bias, turns), rows
        if best is None:
            break
        named.append(best[1])
        left &= ~best[2]
    return named


def _improbable(
    wrong: Bools, rows: Bools, left: Bools, by_chance: float, least_share: float
) -> float:
    """Returns how improbable the errors of a group are by chance, in nats, or 0."""
    from scipy.stats import binom

    count, total = int(rows.sum()), int((rows & wrong).sum())
    if total < LEAST_REQUESTS or total < least_share * count:
        return 0.0
    others = left & ~rows
    usual = float(wrong[others].mean()) if others.any() else 0.0
    return -float(binom.logsf(total - 1, count, max(usual, by_chance)))


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
