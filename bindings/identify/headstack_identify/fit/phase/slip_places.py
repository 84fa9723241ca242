"""Moves the slipped tracks of a found layout to where all accesses have them.

A layout from a recording has the place of a slipped track from reads of one length. Reads of other
lengths lie between them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from headstack.arrays import Floats, Ints
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses, of_trace
from headstack_identify.fit.phase.layout import late_ends
from headstack_identify.fit.phase.layout.overrides import applied
from headstack_identify.fit.phase.layout.places import Layout, Places, Zone
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.media import classify
from headstack_identify.fit.phase.result import Override, Phase

_FARTHEST: Final = 8  # most accesses that change their side of a slipped track
_BETTER: Final = 3.0  # least gain of log likelihood by a move
_OUTLIER: Final = 20.0  # widths of errors at which an access is at no right angle
_ANYWHERE: Final = 2**62  # beyond the last track
_LEAST_WIDTH: Final = 5e-4  # least scale of errors of a phase, in revolutions


def moved(trace: ValidationTrace, found: Phase) -> Phase:
    """Returns the phase with slipped tracks between the accesses that they separate.

    A slipped track moves past accesses only if their phases are clearly likelier then. An access
    that is far off on both tracks does not count: a cache may have answered it. The slipped track
    comes to the middle of the tracks without accesses.

    Args:
        trace: the trace of the phase.
        found: the phase, with a corrected layout.
    """
    assert found.corrected is not None
    layout = Layout(found.corrected)
    accesses = of_trace(trace, classify(trace), layout)
    accesses = accesses.take(found.used[accesses.request])
    residual = found.residual_rev[accesses.request]
    timely = late_ends.timely(accesses, residual)
    accesses, residual = accesses.take(timely), residual[timely]
    changed: dict[str, Override] = {}
    for zone in layout.zones:
        key = f"layout.zone.{zone.number}.slipped_tracks"
        slipped = layout.drive.value(key)
        inside = np.flatnonzero(accesses.at.zone == zone.number)
        if slipped and len(inside) > 1:
            some = inside[np.argsort(accesses.first[inside], kind="stable")]
            seen = _Seen.of(accesses.take(some), residual[some], zone, of_layout(layout))
            changed[key] = list(_moved(sorted(slipped), seen))
    return _with_slips(trace, found, changed)


@dataclass(frozen=True, eq=False)
class _Seen:
    """The accesses of a zone, by address.

    Attributes:
        track: track of each access, from the zone's first, shape (N,).
        earlier: gain of log likelihood if a slipped track after the access came before, shape (N,).
        later: gain if a slipped track before the access came after, shape (N,).
    """

    track: Ints
    earlier: Floats
    later: Floats

    @classmethod
    def of(cls, accesses: Accesses, residual: Floats, zone: Zone, skews: Skews) -> "_Seen":
        at = accesses.at
        width = max(1.4826 * float(np.median(np.abs(residual))) / 1.5, _LEAST_WIDTH)
        phase = residual + skews.angle(at)

        def likely(tracks: int) -> Floats:
            off = circle.wrapped(phase - skews.angle(_shifted(at, tracks, zone))) / width
            return np.asarray(-np.log1p(np.minimum(np.abs(off), _OUTLIER) ** 2))

        now = likely(0)
        return cls(at.in_zone // zone.spt, likely(1) - now, likely(-1) - now)


def _shifted(at: Places, tracks: int, zone: Zone) -> Places:
    in_zone = np.maximum(at.in_zone + tracks * zone.spt, 0)
    cylinder, head = np.divmod(in_zone // zone.spt, zone.heads)
    return replace(at, cylinder=cylinder, head=head, in_zone=in_zone)


def _moved(slipped: list[int], seen: _Seen) -> Iterator[int]:
    """Yields the places of slipped tracks, each between its neighbours."""
    track = seen.track.copy()
    last = -1
    for slip, end in pairwise([*slipped, _ANYWHERE]):
        low, at, high = map(int, np.searchsorted(track, [last + 1, slip, end]))
        places = range(max(low, at - _FARTHEST), min(high, at + _FARTHEST) + 1)
        free = {place: _free(place, at, track, range(last + 1, end)) for place in places}
        place = _likeliest(at, [place for place in places if free[place]], seen)
        track[place:at] += 1
        track[at:place] -= 1
        last = free[place][len(free[place]) // 2] if free[place] else slip
        yield last


def _free(place: int, at: int, track: Ints, allowed: range) -> range:
    """Returns the tracks that may be slipped if access `place` is the first after the slip.

    Args:
        place: number of the access.
        at: number of the first access after the slipped track now.
        track: track of each access, shape (N,).
        allowed: the tracks between the slipped tracks before and after it.
    """
    if not 0 < place < len(track):
        return range(0)
    before, after = int(track[place - 1]) - (place > at), int(track[place]) + (place < at)
    return range(max(before + 1, allowed.start), min(after, allowed.stop))


def _likeliest(at: int, places: list[int], seen: _Seen) -> int:
    """Returns the number of the first access after a slipped track, `at` if others gain little."""
    gains = {place: seen.earlier[place:at].sum() + seen.later[at:place].sum() for place in places}
    best = max(places, key=lambda place: gains[place], default=at)
    return best if best in gains and gains[best] > _BETTER else at


def _with_slips(trace: ValidationTrace, found: Phase, changed: dict[str, Override]) -> Phase:
    """Returns the phase of a layout with other slips, with the angles and residuals there."""
    assert found.corrected is not None
    drive = applied(found.corrected, changed)
    angle = Layout(drive).places(trace.lbn).angle
    residual = circle.wrapped(found.residual_rev + found.angle_rev - angle)
    return replace(
        found,
        corrected=drive,
        overrides=found.overrides | changed,
        angle_rev=angle,
        residual_rev=residual,
        coherence_after=circle.coherence(residual[found.used]),
    )
