"""Measures the seek curve of a disk by least responses, and the parts of a read beside a seek.

With the user's permission, writes at some of the same distances tell what a write takes more.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Final

from headstack_identify.device.disk import Disk
from headstack_identify.device.least import Least, NotTold
from headstack_identify.device.places import Places

_POINTS: Final = 28
_NEAR: Final = 3  # distances without gaps
_WRITES_EVERY: Final = 4  # a write at every fourth distance of reads

Kept = Callable[[str, Callable[[], float]], float]
"""Returns the time of a name from the journal, or measures and keeps the time."""


@dataclass
class SeekTimes:
    """Times of reads after seeks, less their sectors, in ps.

    Attributes:
        still: least response on the same track. `None`: not told.
        other_head: least response on another head's track. `None`: not told.
        inwards: least response by distance in cylinders, from outside.
        outwards: the same in the other direction.
        write_still: least response of a write on the same track. `None`: not told, or not asked.
        writes: least response of a write by distance, from outside. Empty: not told, or not asked.
        notes: what was not told, and why.
    """

    still: float | None = None
    other_head: float | None = None
    inwards: dict[int, float] = field(default_factory=dict)
    outwards: dict[int, float] = field(default_factory=dict)
    write_still: float | None = None
    writes: dict[int, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def mean(self, distance: int) -> float:
        """Returns the mean of both directions."""
        return (self.inwards[distance] + self.outwards.get(distance, self.inwards[distance])) / 2

    @property
    def write_settle(self) -> float | None:
        """Time by which a write's positioning is longer than a read's. `None`: not told."""
        if not self.writes or self.write_still is None or self.still is None:
            return None
        overhead = self.write_still - self.still
        return median(time - self.inwards[d] for d, time in self.writes.items()) - overhead


def ladder(longest: int) -> list[int]:
    """Returns rising distances, the first without gaps, then each longer by the same factor."""
    rungs = list(range(1, min(_NEAR, longest) + 1))
    growth = max(1.05, (longest / _NEAR) ** (1 / (_POINTS - _NEAR)))
    while rungs and rungs[-1] < longest:
        rungs.append(min(longest, max(rungs[-1] + 1, round(rungs[-1] * growth))))
    return rungs


def measure(disk: Disk, places: Places, turn_ps: float, times: SeekTimes, kept: Kept) -> None:
    """Measures seeks into `times`.

    Args:
        disk: the disk.
        places: its layout.
        turn_ps: time of a revolution.
        times: results so far.
        kept: the journal.
    """
    least = Least(disk, turn_ps)
    try:
        times.still = kept("still", partial(least.find, places.on_a_track()))
    except NotTold as error:
        times.notes.append(f"overhead of a read: not told, part of all seeks ({error})")
    try:
        times.other_head = kept("other head", partial(least.find, places.on_two_heads()))
    except NotTold as error:
        times.notes.append(f"seek.head_switch: not told ({error})")
    longest = int(0.97 * places.cylinders)
    for distance in ladder(longest):
        try:
            for word, inwards, found in (
                ("in", True, times.inwards),
                ("out", False, times.outwards),
            ):
                pairs = places.apart(distance, inwards)
                found[distance] = kept(f"{word} {distance}", partial(least.find, pairs))
        except NotTold as error:
            times.notes.append(f"seeks over {distance:,} cylinders: not told ({error})")
    if least.samples:
        times.notes.append(
            f"{least.samples - least.unusable:,} of {least.samples:,} reads after seeks ended at "
            "the layout's angles"
        )


def measure_writes(
    disk: Disk, places: Places, turn_ps: float, times: SeekTimes, kept: Kept
) -> None:
    """Measures writes into `times`, at distances at which reads were measured.

    Overwrites sectors all over the disk with zeros.

    Args:
        disk: the disk, whose writes are permitted.
        places: its layout.
        turn_ps: time of a revolution.
        times: results of `measure`.
        kept: the journal.
    """
    least = Least(disk, turn_ps, writes=True)
    try:
        times.write_still = kept("write still", partial(least.find, places.on_a_track()))
        for distance in sorted(times.inwards)[::_WRITES_EVERY]:
            pairs = places.apart(distance)
            times.writes[distance] = kept(f"write {distance}", partial(least.find, pairs))
    except NotTold as error:
        times.notes.append(f"writes: not told ({error}); a cache may have taken them")
    if least.samples:
        times.notes.append(f"{least.samples:,} sectors were overwritten with zeros")
