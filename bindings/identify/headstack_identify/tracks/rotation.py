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

_OFF_BY: Final = 8  # sectors by which a group's own slope may be off
_CHANGE: Final = 8.0  # price of another zone, in logarithms of likelihood
_RIVALS: Final = 2  # sectors by which the number of a whole zone may be off
_SURE: Final = 8.0  # less likely numbers are ruled out, in logarithms of likelihood
_CHANCE: Final = 0.02  # of a pair over a track's end to agree
_NEIGHBOURS: Final = (1, 2, 3)
_ON_A_TRACK: Final = (
    1,
    2,
    3,
    4,
    5,
    6,
)  # the farther, the better a pair tells the angle of a sector
_TO_DEVIATION: Final = 1.4826  # a standard deviation, in medians of the absolute deviation
_LEAST_SPREAD_REV: Final = 0.001
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

    A group's own slope may be off by some sectors. Neighbouring groups are mostly of one zone, so
    the likeliest row of numbers is found in which each change has a price.
    """
    own = np.rint(found.sectors).astype(np.int64)
    tried = np.arange(own.min() - _OFF_BY, own.max() + _OFF_BY + 1)
    rate = 1 / found.revolution_ms
    spread = _spread(groups, found)
    total, origins = np.zeros(len(tried)), []
    for group, middle in zip(groups, own.tolist(), strict=True):
        changed = total.max() - _CHANGE
        stays = total >= changed
        origins.append(np.where(stays, np.arange(len(tried)), int(total.argmax())))
        total = np.where(stays, total, changed)
        pair, first = _of(group, _ON_A_TRACK), middle - _OFF_BY - int(tried[0])
        likely = np.full(len(tried), len(pair.apart) * np.log(_CHANCE) / len(_ON_A_TRACK))
        near = slice(first, first + 2 * _OFF_BY + 1)
        likely[near] = _likelihood(pair, rate, tried[near].astype(np.float64), spread)
        total = total + likely
    path = [int(total.argmax())]
    for origin in reversed(origins[1:]):
        path.append(int(origin[path[-1]]))
    return np.asarray(tried[path[::-1]])


def rivals(groups: Sequence[Group], revolution_ms: float, sectors: int) -> list[int]:
    """Returns other numbers of sectors of a track that the groups of a zone do not rule out."""
    tried = sectors + np.arange(-_RIVALS, _RIVALS + 1)
    rate, pairs = 1 / revolution_ms, [_of(group, _ON_A_TRACK) for group in groups]
    width = kernel_rev(revolution_ms)
    likely = sum(_likelihood(pair, rate, tried.astype(np.float64), width) for pair in pairs)
    near = np.asarray(likely) > float(np.asarray(likely)[_RIVALS]) - _SURE
    return [one for one in tried[near].tolist() if one != sectors]


def _of(group: Group, neighbours: Sequence[int] = _NEIGHBOURS) -> _Pairs:
    late = [group.end_ms[step:] - group.end_ms[:-step] for step in neighbours]
    apart = [group.block[step:] - group.block[:-step] for step in neighbours]
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


def _spread(groups: Sequence[Group], found: Rotation) -> float:
    """Returns the spread of pairs of neighbours on one track, in revolutions.

    The spread is often less than the width of agreement. A skew of four widths on each track then
    does not pass for a track with fewer sectors.
    """
    off = []
    for group, sectors in zip(groups, found.sectors.tolist(), strict=True):
        late = np.diff(group.end_ms) / found.revolution_ms - np.diff(group.block) / sectors
        off.append(np.abs(late - np.rint(late)))
    return _TO_DEVIATION * float(np.median(np.concatenate(off)))


def _likelihood(pair: _Pairs, rate: float, sectors: Floats, spread: float) -> Floats:
    """Returns the logarithm of the likelihood of a group, for each number of sectors of a track.

    `spread` is the spread of pairs on one track, in revolutions, at most the width of agreement.
    """
    off = pair.late_ms * rate - np.multiply.outer(1 / sectors, pair.apart)
    off -= np.rint(off)
    close = np.exp(-0.5 * (off / min(max(spread, _LEAST_SPREAD_REV), kernel_rev(1 / rate))) ** 2)
    # A read is in as many pairs on one side as there are kinds of neighbours.
    found: Floats = np.log(_CHANCE + (1 - _CHANCE) * close).sum(axis=1) / len(_ON_A_TRACK)
    return found
