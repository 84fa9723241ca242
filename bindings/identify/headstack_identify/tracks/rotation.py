"""Finds the time of a revolution and the sectors of a track in each dense group.

Two reads on one track end apart by their distance times the angle of a sector, and by whole
revolutions. So under the right rotation and the right sectors of a track, most pairs of
neighbours agree. Pairs over a track's end do not, and do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.tracks.dense import Group

_KERNEL_REV: Final = 0.006  # 50 us of a drive with 7,200 revolutions a minute
_KERNEL_MS: Final = 0.024  # the noise of a host does not shrink with a revolution

LEAST_AGREEMENT: Final = 0.4
"""Least share of the pairs of a group that agree. By chance, 2 % do."""

_NEAR_GROUPS: Final = 4
_NEARLY: Final = 0.96
_NEIGHBOURS: Final = (1, 2, 3)
_SAFE: Final = 0.01  # a guessed rotation is right to 1 %
_FEWEST_RATES: Final = 13
_FINER_PPM: Final = (8.0, 2.0, 0.5, 0.12)
_RATIOS: Final = np.geomspace(0.6, 1.6, 170)
_NARROW: Final = np.linspace(-1, 1, 161)


@dataclass(frozen=True, eq=False)
class Rotation:
    """The rotation, and the slope of each group.

    Attributes:
        revolution_ms: time of a revolution.
        sectors: sectors of a track in each group, not rounded, shape (groups,).
        agreement: share of the pairs of neighbours that agree in each group, shape (groups,).
    """

    revolution_ms: float
    sectors: Floats
    agreement: Floats


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Pairs of neighbours of a group: time between their ends, blocks between them."""

    late_ms: Floats
    apart: Floats


def kernel_rev(revolution_ms: float) -> float:
    """Returns the width of agreement in revolutions, for a time of a revolution."""
    return max(_KERNEL_REV, _KERNEL_MS / revolution_ms)


def find(groups: Sequence[Group], guess_ms: float, track_blocks: Floats) -> Rotation:
    """Finds the rotation and the sectors of a track in each group.

    Args:
        groups: dense groups, at least one.
        guess_ms: time of a revolution, right to 1 %.
        track_blocks: rough number of blocks of a track in each group, right to 40 %.
    """
    pairs = [_of(group) for group in groups]
    rate, sectors = _rough(pairs, 1 / guess_ms, track_blocks)
    sectors = np.array([_sharp(pair, rate, one) for pair, one in zip(pairs, sectors, strict=True)])
    for ppm in _FINER_PPM:
        rate = _refined(pairs, rate, sectors, ppm)
        sectors = np.array(
            [_best(pair, rate, one, 0.012)[0] for pair, one in zip(pairs, sectors, strict=True)]
        )
    best = [_best(pair, rate, one, 0.002) for pair, one in zip(pairs, sectors, strict=True)]
    return Rotation(1 / rate, np.array([one for one, _ in best]), np.array([a for _, a in best]))


def consensus(groups: Sequence[Group], found: Rotation) -> Ints:
    """Returns whole sectors of a track for each group.

    A group's own slope may be off by a sector. So a group takes the number of most of its
    neighbours if its reads agree with this number nearly as well.
    """
    own = np.rint(found.sectors).astype(np.int64)
    chosen = own.copy()
    for place, group in enumerate(groups):
        near = own[max(0, place - _NEAR_GROUPS) : place + _NEAR_GROUPS + 1]
        tried, votes = np.unique(near[np.abs(near - own[place]) <= 1], return_counts=True)
        agreed = _agreement(_of(group), 1 / found.revolution_ms, tried.astype(np.float64))
        good = agreed >= _NEARLY * found.agreement[place]
        if good.any():
            chosen[place] = tried[good][np.argmax(votes[good])]
    return chosen


def _of(group: Group) -> _Pairs:
    late = [group.end_ms[step:] - group.end_ms[:-step] for step in _NEIGHBOURS]
    apart = [group.block[step:] - group.block[:-step] for step in _NEIGHBOURS]
    return _Pairs(np.concatenate(late), np.concatenate(apart).astype(np.float64))


def _rough(pairs: Sequence[_Pairs], rate: float, tracks: Floats) -> tuple[float, Floats]:
    """Tries rotations and slopes. The slopes count the skews too, so they are too steep."""
    middle_ms = float(np.median([np.median(np.abs(pair.late_ms)) for pair in pairs]))
    step = 0.1 / (2 * middle_ms)
    steps = max(_FEWEST_RATES, round(2 * _SAFE * rate / step))
    rates = rate * np.linspace(1 - _SAFE, 1 + _SAFE, steps)
    for _ in range(5):
        found = [_coherences(pair, rates, track) for pair, track in zip(pairs, tracks, strict=True)]
        best = int(np.sum([one.max(axis=1) for one in found], axis=0).argmax())
        ratios = [_RATIOS[one[best].argmax()] for one in found]
        step = (rates[1] - rates[0]) / 3
        rates = rates[best] + np.arange(-6, 7) * step
    return float(rates[6]), tracks / np.array(ratios)


def _coherences(pair: _Pairs, rates: Floats, track: float) -> Floats:
    """Returns the coherence of a group's pairs for each rate and each slope."""
    turned = np.exp(2j * np.pi * np.outer(rates, pair.late_ms))
    sloped = np.exp(-2j * np.pi * np.outer(pair.apart, _RATIOS / track))
    found: Floats = np.abs(turned @ sloped) / len(pair.apart)
    return found


def _sharp(pair: _Pairs, rate: float, steep: float) -> float:
    """Returns the sectors of a track: skews make `steep` too low, by up to a third."""
    sectors = steep * np.arange(0.9, 1.45, 1 / 6000)
    return float(sectors[_agreement(pair, rate, sectors).argmax()])


def _refined(pairs: Sequence[_Pairs], rate: float, sectors: Floats, ppm: float) -> float:
    """Returns the rate with the most agreement of all groups, each with its own best slope."""
    rates = rate * (1 + np.linspace(-1, 1, 25) * ppm * 1e-6)
    width = 0.01 * (ppm / _FINER_PPM[0]) ** 0.5
    total = [
        sum(
            _best(pair, one, sector, width, 21)[1]
            for pair, sector in zip(pairs, sectors, strict=True)
        )
        for one in rates.tolist()
    ]
    return float(rates[int(np.argmax(total))])


def _best(
    pair: _Pairs, rate: float, sectors: float, width: float, count: int = len(_NARROW)
) -> tuple[float, float]:
    """Returns the best sectors of a track within a share `width` of `sectors`, and how well."""
    tried = sectors * (1 + np.linspace(-1, 1, count) * width)
    found = _agreement(pair, rate, tried)
    best = int(found.argmax())
    return float(tried[best]), float(found[best])


def _agreement(pair: _Pairs, rate: float, sectors: Floats) -> Floats:
    """Returns the share of pairs that agree, for each number of sectors of a track."""
    off = pair.late_ms * rate - np.multiply.outer(1 / sectors, pair.apart)
    off -= np.rint(off)
    found: Floats = np.exp(-0.5 * (off / kernel_rev(1 / rate)) ** 2).mean(axis=1)
    return found
