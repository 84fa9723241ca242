"""Moves the slipped tracks of a found layout to where all accesses have them.

The places of slipped tracks in a recording's layout come from reads of one length. Reads of other
lengths lie between these reads.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.errors import ConfigError
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify import circle
from headstack_identify.fit.phase import corrections
from headstack_identify.fit.phase.accesses import Accesses, of_trace
from headstack_identify.fit.phase.layout import late_ends, slips
from headstack_identify.fit.phase.layout.overrides import ZONES, applied
from headstack_identify.fit.phase.layout.places import Layout, Zone
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.media import classify
from headstack_identify.fit.phase.result import Override, Phase

_FARTHEST: Final = 8  # most accesses that change their side of a slipped track
_BETTER: Final = 3.0  # least gain of log likelihood by a move
_OUTLIER: Final = 20.0  # widths of errors at which an access is at no right angle
_NEAR: Final = 3.0  # widths of errors at which an access agrees with the layout
_ANYWHERE: Final = 2**62  # beyond the last track
_SPARES: Final = ("spare_sectors_per_track", "spare_sectors_per_cylinder")


def moved(trace: ValidationTrace, found: Phase) -> Phase:
    """Returns the phase with each slipped track between the accesses that it separates.

    A slipped track moves past accesses only if their phases are clearly likelier then. An access
    that is far off on both tracks does not count: perhaps the disk's cache had its blocks. The
    slipped track goes to the middle of the tracks without accesses. If fewer accesses then agree
    with the layout, no slipped track moves.

    Args:
        trace: the trace of the phase.
        found: the phase, with a corrected layout.
    """
    drive = found.corrected
    assert drive is not None
    layout = Layout(drive)
    if len(layout.zones) != len(drive.zones):  # ranges count as zones
        return found
    accesses = of_trace(trace, classify(trace), layout)
    accesses = accesses.take(found.used[accesses.request])
    timely = accesses.take(late_ends.timely(accesses, found.residual_rev[accesses.request]))
    skews = of_layout(layout)
    changed: dict[int, list[int]] = {}
    for zone in layout.zones:
        inside = np.flatnonzero(timely.at.zone == zone.number)
        before = _slipped(drive, zone)
        if before and len(inside) > 1:
            some = timely.take(inside[np.argsort(timely.first[inside], kind="stable")])
            seen = _Seen.of(some, found.residual_rev[some.request], zone, skews)
            after = list(_moved(before, seen))
            if after != before:
                changed[zone.number] = after
    return _with_slips(trace, found, accesses, changed) if changed else found


def _slipped(drive: DriveConfig, zone: Zone) -> list[int]:
    """Returns the slipped tracks of a zone whose slips move all later blocks by whole tracks."""
    table = drive.value(ZONES)[zone.number]
    return [] if any(table.get(key) for key in _SPARES) else list(table.get("slipped_tracks") or [])


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
        width = slips.scale(residual)
        phase = residual + skews.angle(at)

        def likely(tracks: int) -> Floats:
            angle = slips.angle_after(at, tracks * zone.spt, zone, skews)
            off = np.abs(circle.wrapped(phase - angle)) / width
            return np.asarray(-np.log1p(np.minimum(off, _OUTLIER) ** 2))

        now = likely(0)
        return cls(at.in_zone // zone.spt, likely(1) - now, likely(-1) - now)


def _moved(slipped: list[int], seen: _Seen) -> Iterator[int]:
    """Yields the places of slipped tracks, each between its neighbours.

    An access changes its side of one slipped track at most.
    """
    track, earlier, later = seen.track.copy(), seen.earlier.copy(), seen.later.copy()
    last = -1
    for slip, end in pairwise([*slipped, _ANYWHERE]):
        low, at, high = map(int, np.searchsorted(track, [last + 1, slip, end]))
        places = range(max(low, at - _FARTHEST), min(high, at + _FARTHEST) + 1)
        free = {place: _free(place, at, track, range(last + 1, end)) for place in places}
        possible = [place for place in places if free[place]]
        place = _likeliest(at, possible, _Seen(track, earlier, later))
        track[place:at] += 1
        track[at:place] -= 1
        for gain in (earlier, later):
            gain[min(place, at) : max(place, at)] = -np.inf
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


def _with_slips(
    trace: ValidationTrace, found: Phase, accesses: Accesses, changed: dict[int, list[int]]
) -> Phase:
    """Returns the phase of a layout with other slipped tracks, if as many accesses agree.

    Args:
        trace: the trace.
        found: the phase.
        accesses: the N accesses of the phase.
        changed: slipped tracks by zone.
    """
    assert found.corrected is not None
    try:
        drive = applied(found.corrected, _keys(changed))
    except ConfigError:
        return found
    angle = Layout(drive).places(trace.lbn).angle
    residual = circle.wrapped(found.residual_rev + found.angle_rev - angle)
    before, after = (np.abs(one[accesses.request]) for one in (found.residual_rev, residual))
    near = _NEAR * slips.scale(before)
    if np.count_nonzero(after < near) < np.count_nonzero(before < near):
        return found
    result = replace(
        found,
        corrected=drive,
        overrides=_overridden(found.overrides, changed),
        angle_rev=angle,
        residual_rev=residual,
    )
    return corrections.with_agreement(result, residual[accesses.request], accesses, accesses.at.spt)


def _keys(changed: dict[int, list[int]]) -> dict[str, Override]:
    return {f"{ZONES}.{zone}.slipped_tracks": slipped for zone, slipped in changed.items()}


def _overridden(
    overrides: dict[str, Override], changed: dict[int, list[int]]
) -> dict[str, Override]:
    """Returns the overrides with other slipped tracks. All zones may be one override."""
    if ZONES not in overrides:
        return overrides | _keys(changed)
    zones: Any = overrides[ZONES]
    every = [
        zone | {"slipped_tracks": changed[number]} if number in changed else zone
        for number, zone in enumerate(zones)
    ]
    return overrides | {ZONES: every}
