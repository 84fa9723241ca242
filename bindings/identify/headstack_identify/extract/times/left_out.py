"""Counts the cylinders without a block between zones, for a mapping by times.

The time of a seek across these cylinders is compared with the times of seeks inside a zone.
"""

from itertools import pairwise

from headstack_identify.extract.layout.mapping import Mapping
from headstack_identify.extract.times.seeks import Seeks

_FROM = (0, 1, 2)  # cylinders farther out: the times of several seeks are less ambiguous
_FARTHEST = 128  # most cylinders without a block between two zones
_SEEK_NEAR = 12_000_000  # ps


def spread(mapping: Mapping, seeks: Seeks) -> None:
    """Moves zones apart by the cylinders without a block that a seek between them crosses.

    Args:
        mapping: mapping by times. The function changes the mapping in place.
        seeks: measures seeks on the mapping.
    """
    regions = mapping.regions
    longest = max(regions, key=lambda region: region.last - region.first)
    usual: list[float] = []  # by distance inside a zone, from 1 on
    for before, behind in pairwise(list(regions)):
        seen = [seeks.between(before.last - k, behind.first) for k in _FROM]
        leasts = [(k, least) for k, least in zip(_FROM, seen, strict=True) if least is not None]
        if not leasts:
            continue
        reach = min(_FARTHEST, longest.last - longest.first - 2)
        while len(usual) < reach and (len(usual) <= len(_FROM) or usual[-4] < leasts[0][1]):
            inside = seeks.between(longest.first + 1, longest.first + 2 + len(usual))
            usual.append(0.0 if inside is None else inside)
        apart = _distance(usual, leasts)
        if apart is not None:
            _move(mapping, regions.index(behind), apart - (behind.first - before.last))


def _distance(usual: list[float], leasts: list[tuple[int, float]]) -> int | None:
    """Returns the distance that explains the times of the seek and of slightly longer seeks.

    Returns `None` if no distance explains the times.
    """
    off = {
        distance: max(abs(usual[distance - 1 + k] - least) for k, least in leasts)
        for distance in range(1, len(usual) - _FROM[-1] + 1)
    }
    best = min(off, key=lambda distance: off[distance], default=None)
    return best if best is not None and off[best] <= _SEEK_NEAR else None


def _move(mapping: Mapping, at: int, cylinders: int) -> None:
    mapping.regions[at - 1].last += cylinders
    for region in mapping.regions[at:]:
        region.first += cylinders
        region.last += cylinders
