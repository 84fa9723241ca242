"""Finds the rotation and rough lengths of tracks, with no knowledge of the disk.

Reads of many places in rounds: each round reads one sector of each place, lower than the one
before, so no read is in the read-ahead of another. Two neighbours of a place end apart by whole
revolutions and by the angle between them. Between rounds passes a random time. So only a disk that
rotates can be coherent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.errors import RunError
from headstack_identify.device import without_rotation
from headstack_identify.device.disk import Disk
from headstack_identify.tracks import rotation
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.guessing import SPEEDS_RPM
from headstack_identify.tracks.rotation import Rotation

PLACES: Final = 24
_ROUNDS: Final = 48
_SHORT: Final = 16  # sectors, most between two reads of the first part
_STEEPEST: Final = 1 / 16  # revolutions per sector
_SLOPES: Final = np.linspace(_STEEPEST / 128, _STEEPEST, 128)
_SPEED: Final = 0.01  # a nominal speed is right to 1 %
_FEWEST_RATES: Final = 13
_LEAST_COHERENCE: Final = 0.4
_NEARLY: Final = 0.95
_PER_TRACK: Final = 7
_PAUSE_PS: Final = 20e9
_PS_PER_MS: Final = 1e9
_LEAST_AGREEMENT: Final = 0.4


class NoRotation(RunError):  # noqa: N818 - the disk has no rotation
    """The times of reads do not depend on an angle."""


@dataclass(frozen=True, eq=False)
class Probed:
    """The rotation, and the tracks at some places.

    Attributes:
        revolution_ms: time of a revolution.
        sector: the places, shape (n,), rising.
        track_sectors: sectors of a track at each place, right to some percent, shape (n,).
        response_ms: mean response of the reads of far places.
    """

    revolution_ms: float
    sector: Ints
    track_sectors: Floats
    response_ms: float


def probe(disk: Disk, seed: int) -> Probed:
    """Probes a disk.

    Raises:
        NoRotation: no speed makes the times of reads coherent.
    """
    rng = np.random.default_rng(seed)
    centre = ((np.arange(PLACES) + 0.5) / PLACES * disk.sectors).astype(np.int64)
    gaps = np.full(PLACES, float(_SHORT))
    first, response_ms = _read(disk, centre, gaps, rng)
    speed, slopes = _speed(first, disk, response_ms)
    gaps = np.maximum(2.0, 2 / slopes / _PER_TRACK)
    second, _ = _read(disk, centre, gaps, rng)
    found = rotation.find(second, 60_000 / speed, 1 / slopes)
    good = found.agreement >= _LEAST_AGREEMENT
    if good.sum() < PLACES // 2:
        told = f"only {int(good.sum())} of {PLACES} places agree"
        raise _none(disk, told, response_ms)
    tracks = np.interp(np.arange(PLACES), np.flatnonzero(good), found.sectors[good])
    return Probed(_exact(first, found), centre, tracks, float(np.mean(response_ms)))


def _read(
    disk: Disk, centre: Ints, gaps: Floats, rng: np.random.Generator
) -> tuple[list[Group], Floats]:
    """Returns the reads of each place, and all responses in ms."""
    steps = 1 + rng.integers(0, np.maximum(1, gaps).astype(np.int64), (_ROUNDS, PLACES))
    sectors = np.clip(centre + steps.sum(axis=0) // 2 - np.cumsum(steps, axis=0), 0, None)
    sectors = np.minimum(sectors, disk.sectors - 1)
    end_ms, response_ps = np.zeros(sectors.shape), []
    for round_ in range(_ROUNDS):
        disk.host.wait(1 + _PAUSE_PS * rng.random())
        for place in rng.permutation(PLACES).tolist():
            answer = disk.read(int(sectors[round_, place]))
            end_ms[round_, place] = answer.ended / _PS_PER_MS
            response_ps.append(answer.ended - answer.began)
    groups = []
    for place in range(PLACES):
        block, at = np.unique(sectors[:, place], return_index=True)
        groups.append(Group(block, end_ms[at, place]))
    return groups, np.array(response_ps) / _PS_PER_MS


def _speed(groups: Sequence[Group], disk: Disk, response_ms: Floats) -> tuple[float, Floats]:
    """Returns the speed in rpm, and the revolutions per sector at each place."""
    said = disk.report.rpm
    speeds = sorted({*SPEEDS_RPM, *([said] if said else [])})
    tried = [(*_coherent(groups, speed), speed) for speed in speeds]
    best = max(one[0] for one in tried)
    # Half a revolution is as coherent as a whole revolution: the slowest speed is right.
    coherence, rate, slopes, speed = next(one for one in tried if one[0] >= _NEARLY * best)
    if coherence < _LEAST_COHERENCE:
        told = f"coherence {coherence:.2f} at {speed:g} rpm, the best speed"
        raise _none(disk, told, response_ms)
    return 60_000 * rate, slopes


def _none(disk: Disk, told: str, response_ms: Floats) -> NoRotation:
    why = without_rotation.reason(response_ms)
    return NoRotation(
        f"{disk.report.name}: the times of reads show no steady rotation ({told}). Reason: {why}"
    )


def _coherent(groups: Sequence[Group], rpm: float) -> tuple[float, float, Floats]:
    """Returns the best mean coherence near a speed, its rate in 1/ms, and the slopes."""
    late = np.array([np.diff(group.end_ms)[: _ROUNDS // 2] for group in groups])
    apart = [np.diff(group.block)[: _ROUNDS // 2] for group in groups]
    middle_ms = float(np.median(np.abs(late)))
    nominal = rpm / 60_000
    step = 0.1 / (2 * middle_ms)
    count = max(_FEWEST_RATES, 1 + round(2 * _SPEED * nominal / step))
    rates = nominal * np.linspace(1 - _SPEED, 1 + _SPEED, count)
    for _ in range(3):
        turned = np.exp(2j * np.pi * rates[:, None, None] * late)
        sums = np.array([
            np.abs(turned[:, place] @ np.exp(-2j * np.pi * np.outer(gaps, _SLOPES))) / len(gaps)
            for place, gaps in enumerate(apart)
        ])  # fmt: skip
        best = int(sums.max(axis=2).mean(axis=0).argmax())
        fine = (rates[1] - rates[0]) / 3
        rate, found = float(rates[best]), sums[:, best]
        rates = rate + np.arange(-6, 7) * fine
    return float(found.max(axis=1).mean()), rate, _SLOPES[found.argmax(axis=1)]


def _exact(groups: Sequence[Group], found: Rotation) -> float:
    """Returns the time of a revolution, refined with the reads of the first part."""
    again = rotation.find(groups, found.revolution_ms, found.sectors)
    return again.revolution_ms if np.median(again.agreement) > 0.9 else found.revolution_ms
